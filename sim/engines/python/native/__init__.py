# SPDX-License-Identifier: MIT
"""Helpers that let Python classes and functions pass for those built into the firmware."""
