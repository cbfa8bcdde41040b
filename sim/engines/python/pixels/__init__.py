# SPDX-License-Identifier: MIT
"""Bitmaps in memory, colour arithmetic on them, and picture files."""
