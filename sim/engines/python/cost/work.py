# SPDX-License-Identifier: MIT
"""The time of the firmware's C functions, and of painting.

The time of a C function grows with the bytes of what it takes or gives; an item of a list or
dict counts as several bytes.

Painting takes cycles a pixel. For an area: to clear, send and write a pixel (`fill`); for each
layer in each buffer (`layer`); for a pixel of a tile (`tile`), and more if it is opaque, dithered,
or on disk; for a pixel of a vectorio shape's frame (`shape`), and of a polygon's for each of
its points. Scaled, deep and flipped pictures take as long as plain ones; a covered layer costs
almost nothing.
"""

from collections.abc import Callable
from io import IOBase
from operator import length_hint
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....clock import Clock
from .marks import CYCLE_NS
from .prices import BITMAPS, COLLECTING, DRAWING, LOADED, LOADING, STEPS

Called = Callable[..., Any]
Mask = NDArray[np.bool_]
# The C base of IOBase: a test against the abstract class itself takes much longer.
FILES = IOBase.__mro__[1]
BUFFERS, LISTS, TABLES = (str, bytes, bytearray, memoryview), (list, tuple), (dict, set, frozenset)
C_TYPES = (*BUFFERS, *LISTS, *TABLES, FILES)
# Bytes of a buffer that take as long as an item of a list, and as one of a dict or set.
LISTED, HASHED = 6, 48
# Built-in functions, and after a dot methods and functions of modules, whose time grows with their
# arguments or their result; those that write a text.
GROWING = frozenset([
    "all", "any", "bytearray", "bytes", "dict", "list", "max", "min", "open", "repr", "set",
    "sorted", "str", "sum", "tuple", ".copy", ".count", ".crc32", ".decode", ".dumps",
    ".extend", ".find", ".format", ".hexlify", ".index", ".insert", ".join", ".loads",
    ".lower", ".pack", ".pack_into", ".read", ".readinto", ".readline", ".remove", ".replace",
    ".reverse", ".rfind", ".rsplit", ".sort", ".split", ".strip", ".unhexlify", ".unpack",
    ".unpack_from", ".update", ".upper", ".write"])
TEXTUAL = frozenset([
    "hex", "repr", "str", ".decode", ".dumps", ".join", ".loads", ".lower", ".replace",
    ".rsplit", ".split", ".strip", ".upper"])
# Methods that leave alone what their object has already.
ADDING = frozenset([".extend", ".update"])
# Functions of the modules struct, json and binascii.
MODULES = frozenset([".crc32", ".dumps", ".hexlify", ".loads", ".pack", ".pack_into",
                     ".unhexlify", ".unpack", ".unpack_from"])


class Meter:
    """Charges the clock with work whose time is known only as the program runs.

    The compiler puts calls of these methods into a `timed` program; else nothing here takes time.
    """

    def __init__(self, clock: Clock, timed: bool):
        self.timed = timed
        self._clock = clock

    def spend(self, cycles: float) -> None:
        """Add to the clock; events that are due happen when the clock next advances."""
        if self.timed:
            self._clock.now += round(cycles * CYCLE_NS)

    def ns(self, kind: str) -> int:
        """Return the time that `paint` takes for one pixel; 0 if nothing takes time."""
        return round(BITMAPS[kind] * CYCLE_NS) if self.timed else 0

    def paint(self, kind: str, count: int) -> None:
        """Charge changing pixels or bytes of a bitmap; `kind` is a key of `BITMAPS`."""
        self.spend(BITMAPS[kind] * count)

    def load(self, form: str, size: int) -> None:
        """Charge loading a module of `size` bytes of source; `form` is a key of `LOADED`."""
        self.spend(LOADING[form] + LOADED[form] * size)

    def collect(self, used: int) -> None:
        """Charge a collection of a heap in which so many bytes are used."""
        self.spend(COLLECTING["base"] + COLLECTING["byte"] * used)

    def call(self, name: str, called: Called, /, *arguments: Any, **named: Any) -> Any:
        """Call a function of this name in `GROWING`, and charge for the largest of its values.

        The code of a program's own method of such a name has been counted already.
        """
        result = called(*arguments, **named)
        owner = getattr(called, "__self__", None)
        if name[0] != "." or isinstance(owner, C_TYPES) or name in MODULES:
            before = 0 if name in ADDING else size(owner)
            self.spend(STEPS["byte"] * max(before, *map(size, (result, *arguments))))
        return result

    def sized(self, value: Any) -> Any:
        """Charge for the length of a value that was cut out or is searched, and return it."""
        if not isinstance(value, TABLES):
            self.spend(STEPS["byte"] * size(value))
        return value


def size(value: Any) -> int:
    """Return the bytes of a value; an item of a list or dict counts as several."""
    if isinstance(value, BUFFERS):
        return length_hint(value)  # a Bitmap has no length
    if isinstance(value, LISTS):
        return LISTED * len(value)
    return HASHED * len(value) if isinstance(value, TABLES) else 0


# Pixels of a buffer, for which every layer is looked at.
BUFFER_PIXELS = 256


def cycles_ns(cycles: float) -> int:
    return round(cycles * CYCLE_NS)


def tile_pixel(dithers: bool, is_on_disk: bool) -> float:
    """Return the cycles for a pixel of a TileGrid, by its shader and bitmap."""
    return DRAWING["tile"] + DRAWING["dithered"] * dithers + DRAWING["on_disk"] * is_on_disk


class Cover:
    """The painted pixels of an area in `mask`, (height, width), and the cycles so far."""

    def __init__(self, shape: tuple[int, int]):
        self.mask: Mask = np.zeros(shape, bool)
        self._left = self.mask.size
        self.cycles = DRAWING["fill"] * self.mask.size

    @property
    def is_full(self) -> bool:
        return not self._left

    def free(self, where: tuple[slice, slice]) -> int:
        """Count the pixels that are not painted."""
        part = self.mask[where]
        return part.size - int(np.count_nonzero(part))

    def charge_tiles(self, each: float, free: int, painted: int) -> None:
        """Charge a TileGrid for `free` pixels, of which `painted` were opaque."""
        self._charge(free, painted, each * free + DRAWING["opaque"] * painted)

    def charge_shape(self, corners: int, free: int, painted: int) -> None:
        """Charge a vectorio shape for `free` pixels, of which `painted` are its own.

        Only a polygon has corners.
        """
        each = DRAWING["polygon"] + DRAWING["point"] * corners if corners else DRAWING["shape"]
        self._charge(free, painted, each * free)

    def _charge(self, free: int, painted: int, cycles: float) -> None:
        self._left -= painted
        self.cycles += cycles + DRAWING["layer"] * (1 + free // BUFFER_PIXELS)
