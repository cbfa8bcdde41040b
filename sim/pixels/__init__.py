# SPDX-License-Identifier: MIT
"""Bitmaps in memory, and what reads, draws, blends and dithers them."""
