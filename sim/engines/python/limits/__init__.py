# SPDX-License-Identifier: MIT
"""Limits on the computing time and the memory that a program takes from the computer."""
