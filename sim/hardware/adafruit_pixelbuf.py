# SPDX-License-Identifier: MIT
"""Buffers of pixels: Adafruit's Python library does what the board's built-in module does."""

from adafruit_pixelbuf import PixelBuf

__all__ = ["PixelBuf"]
