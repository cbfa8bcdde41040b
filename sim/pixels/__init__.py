# SPDX-License-Identifier: MIT
"""Bitmaps in memory: what is read, drawn, blended and dithered into them."""
