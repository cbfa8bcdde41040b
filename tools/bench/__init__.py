# SPDX-License-Identifier: MIT
"""Measures what is compared: engines, and the game on the board's firmware."""
