# SPDX-License-Identifier: MIT
"""Colour arithmetic on whole arrays: conversion and dithering.

A colour is 0xRRGGBB; a display's pixel is RGB565, its bytes swapped where the bus needs that. The
formulas are CircuitPython's: `shared-module/displayio/ColorConverter.c`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[Any]
Colors = NDArray[Any]  # uint32, of which numpy's types lose sight at the first shift by an int
Pixels = NDArray[np.uint16]
Mask = NDArray[np.bool_]


def rgb565(colors: Colors, swapped: bool) -> Pixels:
    """Convert 0xRRGGBB colours to pixels; the low bits are dropped."""
    pixels = (colors >> 8 & 0xF800 | colors >> 5 & 0x07E0 | colors >> 3 & 0x001F).astype(np.uint16)
    return pixels.byteswap() if swapped else pixels


def rgb888(values: Values, colorspace: str) -> Colors:
    """Convert values in `colorspace`, a name in `displayio.Colorspace`, to 0xRRGGBB."""
    colors = values.astype(np.uint32)
    if colorspace.endswith("_SWAPPED"):
        colors = colors.astype(np.uint16).byteswap().astype(np.uint32)
    return _DECODERS[colorspace.removesuffix("_SWAPPED")](colors)


def _from_rgb565(colors: Colors) -> Colors:
    return colors >> 11 << 19 | (colors >> 5 << 2 & 0xFF) << 8 | colors << 3 & 0xFF


def _from_bgr565(colors: Colors) -> Colors:
    return (colors << 3 & 0xFF) << 16 | (colors >> 5 << 2 & 0xFF) << 8 | colors >> 11 << 3


def _from_rgb555(colors: Colors) -> Colors:
    return _five(colors >> 10) << 16 | _five(colors >> 5) << 8 | _five(colors)


def _from_bgr555(colors: Colors) -> Colors:
    return _five(colors) << 16 | _five(colors >> 5) << 8 | _five(colors >> 10)


def _five(channel: Colors) -> Colors:
    """Stretch five bits to eight."""
    return (channel & 0x1F) << 3 | (channel & 0x1F) >> 2


def _from_l8(colors: Colors) -> Colors:
    return (colors & 0xFF) * np.uint32(0x010101)


_DECODERS = {
    "RGB888": lambda colors: colors,
    "RGB565": _from_rgb565,
    "BGR565": _from_bgr565,
    "RGB555": _from_rgb555,
    "BGR555": _from_bgr555,
    "L8": _from_l8,
}


def dithered(colors: Colors, xs: Values, ys: Values) -> Colors:
    """Add noise to the bits that RGB565 drops; `xs`, `ys` are positions in the bitmap."""
    red = np.minimum(255, (colors >> 16) + (_noise(xs, ys) & 7))
    green = np.minimum(255, (colors >> 8 & 0xFF) + (_noise(xs + 33, ys) & 3))
    blue = np.minimum(255, (colors & 0xFF) + (_noise(xs, ys + 33) & 7))
    return red << 16 | green << 8 | blue


def _noise(xs: Values, ys: Values) -> Colors:
    seed = (xs + ys * 0xFFFF).astype(np.uint64)
    seed ^= seed >> np.uint64(13)
    noise = seed * (seed * seed * np.uint64(60493) + np.uint64(19990303)) + np.uint64(1376312589)
    return ((noise & np.uint64(0x7FFFFFFF)) / 2.0**31 * 255).astype(np.uint32)
