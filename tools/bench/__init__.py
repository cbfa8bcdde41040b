# SPDX-License-Identifier: MIT
"""Measures what is compared: drawing, engines, the solver, and the game on the board's firmware."""
