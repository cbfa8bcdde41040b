# SPDX-License-Identifier: MIT
"""Measures where a program's time on the board goes, by line and by function."""
