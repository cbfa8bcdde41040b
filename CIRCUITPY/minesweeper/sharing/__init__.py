# SPDX-License-Identifier: MIT
"""Shares boards and games between players: numbers, boards of the day, and replays as text."""
