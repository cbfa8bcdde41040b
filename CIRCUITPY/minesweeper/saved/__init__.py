# SPDX-License-Identifier: MIT
"""Keeps options, records and the game in play through power-off, and reads settings.toml."""
