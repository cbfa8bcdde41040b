# SPDX-License-Identifier: MIT
"""Pixel shaders: a Palette looks a value's colour up, a ColorConverter computes it.

`_shade` turns a block of a bitmap's values into the display's pixels, and shows which of them are
opaque. `sim/hardware/displayio.py` joins these with Blinka's classes of the same names.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..native.arguments import int_range, position, word
from ..native.heap import allocate
from ..pixels.colors import Mask, Pixels, Values, dithered, rgb565, rgb888

# Where in the bitmap the values come from; only asked for when dithering.
Places = Callable[[], tuple[Values, Values]]
NO_COLOR = 0x1000000
# What the core keeps of a colour: its value, and what it was last converted to.
COLOR_BYTES = 20


class Dithering:
    """What Palette and ColorConverter have in common: noise on the bits that a display drops."""

    _dither: bool

    @property
    def dither(self) -> bool:
        return self._dither

    @dither.setter
    def dither(self, dither: bool) -> None:
        self._dither = bool(dither)


class Palette(Dithering):
    """`color_count` colours, each of which may be transparent; so is a value past the last one."""

    def __init__(self, color_count: int, *, dither: bool = False):
        allocate(COLOR_BYTES * int_range(color_count, 1, 32767, "color_count"))
        self._rgb = np.zeros(color_count + 1, np.uint32)
        self._opaque = np.ones(color_count + 1, bool)
        self._opaque[color_count] = False
        self._count = color_count
        self._dither = bool(dither)
        self._needs_refresh = False
        self._pixels: dict[bool, Pixels] = {}

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter(self._rgb[: self._count].tolist())

    def __getitem__(self, index: int) -> int:
        return int(self._rgb[position(index, self._count, "Palette")])

    def __setitem__(self, index: int, value: Any) -> None:
        self._set_color(position(index, self._count, "Palette"), _color(value))

    def _set_color(self, palette_index: int, color: int) -> None:
        if self._rgb[palette_index] != color:
            self._rgb[palette_index] = color
            self._changed()

    def _changed(self) -> None:
        self._pixels.clear()
        self._needs_refresh = True

    def make_transparent(self, palette_index: int) -> None:
        self._set_opaque(palette_index, False)

    def make_opaque(self, palette_index: int) -> None:
        self._set_opaque(palette_index, True)

    def _set_opaque(self, palette_index: int, opaque: bool) -> None:
        self._opaque[int_range(palette_index, 0, self._count - 1, "palette_index")] = opaque
        self._changed()

    def is_transparent(self, palette_index: int) -> bool:
        int_range(palette_index, 0, self._count - 1, "palette_index")
        return not self._opaque[palette_index]

    def _finish_refresh(self) -> None:
        self._needs_refresh = False

    def _shade(self, values: Values, swapped: bool, places: Places) -> tuple[Pixels, Mask | None]:
        """The pixels, and where they are opaque: None for everywhere."""
        if self._dither:
            colors = self._rgb.take(values, mode="clip")
            pixels = rgb565(dithered(colors, *places()), swapped)
        else:
            pixels = self._table(swapped).take(values, mode="clip")
        if values.max() < self._count and self._opaque[: self._count].all():
            return pixels, None
        return pixels, self._opaque.take(values, mode="clip")

    def _table(self, swapped: bool) -> Pixels:
        if swapped not in self._pixels:
            self._pixels[swapped] = rgb565(self._rgb, swapped)
        return self._pixels[swapped]


class Mapper:
    """A shader that maps values separately for each tile of the one grid that it is bound to.

    `_map` turns values into those of `_inner`, a Palette or ColorConverter.
    """

    # The core does not look behind a mapper for changed colours.
    _needs_refresh = False
    _inner: Any

    def _bind(self, grid: Any) -> None:
        raise NotImplementedError

    def _map(self, values: Values, cells: Values) -> tuple[Values, Mask]:
        """The values in the tiles `cells`, and which of them are mapped; others show nothing."""
        raise NotImplementedError

    def _finish_refresh(self) -> None:
        """Nothing is kept between frames."""


def _color(value: Any) -> int:
    if isinstance(value, (tuple, list)):
        value = bytes(word(channel) & 0xFF for channel in value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        if len(value) not in (3, 4):
            raise ValueError("color buffer must be 3 bytes (RGB) or 4 bytes (RGB + pad byte)")
        return value[0] << 16 | value[1] << 8 | value[2]
    if not isinstance(value, int):
        raise TypeError("color buffer must be a buffer, tuple, list, or int")
    if not 0 <= value <= 0xFFFFFF:
        raise TypeError("color must be between 0x000000 and 0xffffff")
    return value


class ColorConverter(Dithering):
    """Takes values for colours in `input_colorspace`; one of them may be transparent."""

    # Blinka asks whether it changed since the last frame; the core does not track that either.
    _needs_refresh = False

    def __init__(self, *, input_colorspace: Any, dither: bool = False):
        self._colorspace = input_colorspace
        self._dither = bool(dither)
        self._transparent_color = NO_COLOR

    def convert(self, color: int) -> int:
        """RGB565 of one colour; 0 for the transparent one."""
        values = np.array([[word(color) & 0xFFFFFFFF]], np.uint32)
        pixels, opaque = self._shade(values, False, lambda: (np.zeros(1, int), np.zeros(1, int)))
        return int(pixels[0, 0]) if opaque is None or opaque[0, 0] else 0

    def make_transparent(self, color: int) -> None:
        if self._transparent_color != NO_COLOR:
            raise RuntimeError("Only one color can be transparent at a time")
        self._transparent_color = word(color) & 0xFFFFFFFF

    def make_opaque(self, color: int) -> None:
        """No colour is transparent, whatever `color` is."""
        word(color)
        self._transparent_color = NO_COLOR

    def _finish_refresh(self) -> None:
        """Nothing is kept between frames."""

    def _shade(self, values: Values, swapped: bool, places: Places) -> tuple[Pixels, Mask | None]:
        """As `Palette._shade`."""
        colors = rgb888(values, self._colorspace._colorspace_type)
        if self._dither:
            colors = dithered(colors, *places())
        if self._transparent_color == NO_COLOR:
            return rgb565(colors, swapped), None
        return rgb565(colors, swapped), values != self._transparent_color
