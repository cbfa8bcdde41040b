# SPDX-License-Identifier: MIT
"""Plays the game over a board's serial console, simulated or real."""
