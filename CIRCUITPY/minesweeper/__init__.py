# SPDX-License-Identifier: MIT
"""Minesweeper for the Adafruit PyPortal: the stations that code.py joins."""
