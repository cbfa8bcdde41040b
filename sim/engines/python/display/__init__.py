# SPDX-License-Identifier: MIT
"""Blinka's displayio, loaded for each machine, and its bitmaps, layers and pictures in numpy."""
