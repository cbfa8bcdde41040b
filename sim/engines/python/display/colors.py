# SPDX-License-Identifier: MIT
"""Colour arithmetic on whole arrays: conversion, blending and dithering.

A colour is 0xRRGGBB; a display's pixel is RGB565, its bytes swapped where the bus needs that. The
formulas are CircuitPython's: `shared-module/displayio/ColorConverter.c` for conversion,
`shared-module/bitmaptools` for `alphablend` and `dither`.
"""

from typing import Any, NamedTuple

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


FULL = 256
# Each channel of a 16-bit pixel: its mask, and the shift to the right that brings it to 8 bits.
CHANNELS = (0xF800, 8), (0x07E0, 3), (0x001F, -3)


class Blend:
    """Lays two pictures over each other by the weights `first` and `second`.

    `screen` selects the screen blend mode, `mask` scales the second weight for each pixel. Weights
    are in 256ths; integers are divided towards zero, as in C.
    """

    def __init__(self, first: float, second: float, screen: bool, mask: Values | None = None):
        self._first = int(first * FULL)
        self._second: Any = np.int64(int(second * FULL))
        self._screen = screen
        if mask is not None:
            self._second = _divide(self._second * mask.astype(np.int64), np.int64(255))

    def gray(self, one: Values, other: Values, wanted: tuple[Mask, Mask], target: Values) -> Values:
        """Blend 8-bit values; where neither is `wanted`, the pixel of `target` stays."""
        both = np.clip(self._mixed(one.astype(np.int64), other.astype(np.int64)), 0, 255)
        return _choose(wanted, both, np.clip(self._alone(one, self._first), 0, 255),
                       np.clip(self._alone(other, self._second), 0, 255), target)

    def color(self, one: Values, other: Values, wanted: tuple[Mask, Mask], swapped: bool,
              target: Values) -> Values:
        """Blend 16-bit pixels of three channels, whose bytes may be swapped."""
        if swapped:
            one, other, target = one.byteswap(), other.byteswap(), target.byteswap()
        both, left, right = (np.zeros(one.shape, np.int64) for _ in range(3))
        for mask, shift in CHANNELS:
            a, b = (one & mask).astype(np.int64), (other & mask).astype(np.int64)
            mixed = self._mixed(_shifted(a, shift), _shifted(b, shift))
            both |= np.clip(_shifted(mixed, -shift) & mask, 0, mask)
            left |= self._alone(a, self._first) & mask
            right |= self._alone(b, self._second) & mask
        pixels = _choose(wanted, both, left, right, target).astype(np.uint16)
        return pixels.byteswap() if swapped else pixels

    def _alone(self, values: Values, weight: Any) -> Values:
        return _divide(values.astype(np.int64) * weight, np.int64(FULL))

    def _mixed(self, one: Values, other: Values) -> Values:
        below, above = one * self._first, other * self._second
        if self._screen:
            mixed = above + below - _divide(above * below, np.int64(65536))
        else:
            mixed = above + _divide(below * (FULL - self._second), np.int64(FULL))
        weight = self._first + self._second - _divide(
            self._first * self._second, np.int64(FULL))
        return _divide(mixed, weight)


def _choose(wanted: tuple[Mask, Mask], both: Values, left: Values, right: Values,
            target: Values) -> Values:
    first, second = wanted
    return np.where(first, np.where(second, both, left), np.where(second, right, target))


def _shifted(values: Values, shift: int) -> Values:
    return values >> shift if shift >= 0 else values << -shift


def _divide(dividend: Any, divisor: Any) -> Values:
    """Divide towards zero as C does; on the chip a division by 0 gives 0."""
    quotient = np.abs(dividend) // np.where(divisor == 0, 1, np.abs(divisor))
    signed: Values = np.sign(dividend) * np.sign(divisor) * quotient
    return signed


class Algorithm(NamedTuple):
    """A dithering algorithm's shares of the error, in 256ths.

    `ahead` is the next pixel's share; the others are (dx, dy, share).
    """

    ahead: int
    others: tuple[tuple[int, int, int], ...]


ATKINSON = Algorithm(32, ((2, 0, 32), (-1, 1, 32), (0, 1, 32), (0, 2, 32)))
FLOYD_STENBERG = Algorithm(112, ((-1, 1, 48), (0, 1, 80), (1, 1, 16)))
# The most pixels to the side that an error is diffused.
MARGIN = 2


def black_and_white(luminance: Values, algorithm: Algorithm) -> Mask:
    """Dither `luminance`, (height, width) of 0-255; the result is True where a pixel is white.

    Errors are diffused in serpentine order: one row to the right, the next to the left.
    """
    height, width = luminance.shape
    rows = [[0] * MARGIN + row + [0] * MARGIN for row in luminance.tolist()]
    rows += [[0] * (width + 2 * MARGIN) for _ in range(2)]
    white, error = np.zeros((height, width), bool), 0
    for y in range(height):
        step = 1 if y % 2 == 0 else -1
        for x in range(width)[::step]:
            error += rows[y][x + MARGIN]
            if error >= 128:
                white[y, x] = True
                error -= 255
            for dx, dy, share in algorithm.others:
                rows[y + dy][x + MARGIN + step * dx] += _share(error, share)
            error = _share(error, algorithm.ahead)
    return white


def _share(error: int, share: int) -> int:
    """Return the share of an error in 256ths, divided towards zero as in C."""
    part = abs(error) * share // FULL
    return part if error >= 0 else -part


def luminance(pixels: Values, swapped: bool, bgr: bool) -> Values:
    """Return the luminance, 0-255, of 16-bit pixels, with CircuitPython's weights."""
    pixels = (pixels.byteswap() if swapped else pixels).astype(np.int64)
    red, green, blue = pixels >> 8 & 0xF8, pixels >> 3 & 0xFC, pixels << 3 & 0xF8
    if bgr:
        red, blue = blue, red
    return (red * 78 + green * 154 + blue * 29) // FULL
