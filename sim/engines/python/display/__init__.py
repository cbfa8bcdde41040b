# SPDX-License-Identifier: MIT
"""Blinka's displayio, loaded for each machine, and numpy code that paints its layers."""
