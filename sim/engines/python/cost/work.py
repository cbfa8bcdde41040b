# SPDX-License-Identifier: MIT
"""The time of the firmware's C functions, and of painting.

The time of a function depends on the size of its arguments and results. Figures are units beyond
those of the call itself, `(base, each)` for each function: instructions with 10 and 100 items. A
unit of each function takes the cycles in `cycles.WORK`.

Painting takes cycles a pixel. For an area: to clear, send and write a pixel (`fill`); for each
layer in each buffer (`layer`); for a pixel of a tile (`tile`), and more if it is opaque, dithered,
mapped or on disk; for a pixel of a vectorio shape's frame (`shape`), and of a polygon's for each of
its points. Scaled, deep and flipped pictures take as long as plain ones; a covered layer costs
almost nothing.
"""

import os
from collections.abc import Callable, Sized
from io import IOBase
from math import log2
from operator import length_hint
from typing import Any, NamedTuple

import numpy as np

from ....clock import Clock
from ..display.colors import Mask
from .cycles import BITMAPS, COLLECTING, DRAWING, LOADED, LOADING, WORK
from .marks import CYCLE_NS

Called = Callable[..., Any]
TEXTS = (str, bytes, bytearray, memoryview)
# The C base of IOBase: a test against the abstract class itself takes much longer.
FILES = IOBase.__mro__[1]
C_TYPES = (str, bytes, bytearray, memoryview, list, tuple, dict, set, frozenset, FILES)
# Units to compare two items: numbers, other values, keys.
COMPARED, COMPARED_OTHERS, KEYED = 40, 220, 700
# Units to take an item from an iterator into a growing list.
TAKEN: dict[type, float] = {list: 268, tuple: 268, enumerate: 510, zip: 510, map: 510, filter: 326,
                            reversed: 245}
OTHERS_TAKEN = 300
# Units for a byte of a file that is read line by line, if lines have some 30 of them.
LINES = 500
# Cycles for the product of two numbers of 1,024 bits, and its remainder by a third.
MODULAR = 220_000


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
        """Call a function of this name and charge a time that depends on its arguments."""
        result = called(*arguments, **named)
        owner = getattr(called, "__self__", None)
        if has_price(name, owner):
            units = PRICES[name](Call(owner, arguments, named, result))
            self._clock.now += round(units * WORK[name] * CYCLE_NS)
        return result

    def made(self, kind: str, value: Any) -> Any:
        """Charge a value that was made, searched or iterated, and return it."""
        self.spend(making(kind, value) * WORK[kind])
        return value


class Call(NamedTuple):
    """A call that has returned; `owner` is the object of a method, None for a function."""

    owner: Any
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    result: Any


Price = Callable[[Call], float]


def _by_argument(base: float, each: float) -> Price:
    return lambda call: base + each * _size(call.arguments[0] if call.arguments else ())


def _by_result(base: float, each: float) -> Price:
    return lambda call: base + each * _size(call.result)


def _by_owner(base: float, each: float) -> Price:
    return lambda call: base + each * _size(call.owner)


def _size(value: Any) -> int:
    return len(value) if isinstance(value, Sized) else 0


def _extreme(call: Call) -> float:
    several = len(call.arguments) > 1
    return 145 + 100 * (len(call.arguments) if several else _size(call.arguments[0]))


def _sorted(call: Call) -> float:
    """The device's quicksort asks for an item's key whenever it compares it, this computer once."""
    items = call.owner if isinstance(call.owner, list) else call.result
    count = _size(items)
    each = COMPARED if _has_numbers(items) else COMPARED_OTHERS
    if "key" in call.named:
        each = KEYED
    return TAKEN[list] * count * (items is call.result) + each * count * log2(count + 1)


def _collected(base: float) -> Price:
    """Price a list or tuple made from an iterable."""
    def price(call: Call) -> float:
        source = call.arguments[0] if call.arguments else ()
        return base + _size(call.result) * TAKEN.get(type(source), OTHERS_TAKEN)
    return price


def _has_numbers(items: Any) -> bool:
    return not (isinstance(items, (list, tuple)) and items
                and isinstance(items[0], (str, bytes, tuple, list)))


def _compared(call: Call) -> float:
    """Count a comparison of every item with the argument."""
    if isinstance(call.owner, (str, bytes, bytearray)):
        return 50 + 34 * len(call.owner)
    return 50 + (50 if _has_numbers(call.owner) else 200) * _size(call.owner)


def _found(call: Call) -> float:
    """Items are compared up to the one that is found."""
    seen = call.result if isinstance(call.result, int) and call.result >= 0 else _size(call.owner)
    if not isinstance(call.owner, (list, tuple)):
        return 100 + 21 * seen
    return 100 + (50 if _has_numbers(call.owner) else 200) * seen


def _until(end: bool) -> Price:
    """`any` and `all` stop at the first that decides."""
    def price(call: Call) -> float:
        items = call.arguments[0]
        if not isinstance(items, (list, tuple, bytes, bytearray)):
            return 110
        seen = next((place for place, item in enumerate(items) if bool(item) is end), len(items))
        return 110 + 80 * seen
    return price


def _bytes(call: Call) -> float:
    given = call.arguments[0] if call.arguments else 0
    each = 25 if isinstance(given, (int, *TEXTS)) else 135
    return 170 + each * _size(call.result)


def _text(call: Call) -> float:
    """A str gives itself; a list or dict converts each item."""
    given = call.arguments[0] if call.arguments else ""
    if isinstance(given, str):
        return 740
    return 3400 + (40 if isinstance(given, (int, float)) else 125) * _size(call.result)


def _joined(call: Call) -> float:
    return 2500 + 270 * _size(call.arguments[0]) + 20 * _size(call.result)


def _formatted(call: Call) -> float:
    values = (*call.arguments, *call.named.values())
    return 33 * _size(call.result) + sum(6700 if isinstance(value, float) else 5700
                                         for value in values)


def _packed(call: Call) -> float:
    return 600 + 235 * len(call.arguments)


def _unpacked(call: Call) -> float:
    return 1100 + 235 * _size(call.result)


def _power(call: Call) -> float:
    """With a modulus, each bit of the exponent takes a product and its remainder, a one two."""
    numbers = call.arguments
    if len(numbers) != 3 or not all(isinstance(number, int) for number in numbers):
        return 0
    products = numbers[1].bit_length() + numbers[1].bit_count()
    return products * MODULAR * (numbers[2].bit_length() / 1024) ** 2


# Names of methods, and of modules' functions, begin with a dot.
PRICES: dict[str, Price] = {
    "open": lambda call: 8000,
    "all": _until(False),
    "any": _until(True),
    "bytearray": _bytes,
    "bytes": _bytes,
    "dict": _by_result(600, 1190),
    "list": _collected(0),
    "pow": _power,
    "max": _extreme,
    "min": _extreme,
    "repr": _text,
    "set": _by_result(300, 990),
    "sorted": _sorted,
    "str": _text,
    "sum": _by_argument(140, 95),
    "tuple": _collected(70),
    ".copy": _by_owner(50, 90),
    ".count": _compared,
    ".crc32": _by_argument(400, 11),
    ".decode": _by_result(4600, 13),
    ".dumps": _by_result(6000, 210),
    ".extend": _by_argument(900, 67),
    ".find": _found,
    ".format": _formatted,
    ".hexlify": _by_argument(200, 61),
    ".index": _found,
    ".insert": _by_owner(80, 6),
    ".join": _joined,
    ".loads": _by_argument(2000, 218),
    ".lower": _by_result(4500, 62),
    ".pack": _packed,
    ".pack_into": _packed,
    ".read": _by_result(2000, 25),
    ".readinto": lambda call: 1000 + 5 * (call.result or 0),
    ".readline": _by_result(3000, 45),
    ".remove": _by_owner(100, 25),
    ".replace": _by_result(4500, 140),
    ".reverse": _by_owner(0, 5.5),
    ".rfind": _by_owner(100, 21),
    ".rsplit": _by_result(300, 2000),
    ".sort": _sorted,
    ".split": _by_result(300, 2000),
    ".strip": _by_result(4600, 200),
    ".unhexlify": _by_argument(200, 61),
    ".unpack": _unpacked,
    ".unpack_from": _unpacked,
    ".update": _by_argument(600, 1400),
    ".write": _by_argument(3000, 25),
    ".upper": _by_result(4500, 62),
}
# Functions of the modules struct, json and binascii.
MODULES = frozenset([".crc32", ".dumps", ".hexlify", ".loads", ".pack", ".pack_into",
                     ".unhexlify", ".unpack", ".unpack_from"])
# Expressions that make a value: (base, each) by the type of the result.
MADE: dict[str, dict[type[Sized], tuple[float, float]]] = {
    "slice": {list: (200, 102), tuple: (200, 102), str: (4300, 42), bytes: (380, 29),
              bytearray: (300, 27), memoryview: (250, 0)},
    "join": {list: (60, 80), tuple: (60, 80), str: (3700, 40), bytes: (200, 27),
             bytearray: (200, 27)},
    "in": {list: (200, 80), tuple: (200, 80), str: (180, 20), bytes: (150, 20),
           bytearray: (150, 20), dict: (240, 0), set: (240, 0)},
    "turns": {str: (0, 1500), dict: (0, 80)},
    "pairs": {dict: (0, 250)},  # the hash of a tuple is a sum: they collide
}


def has_price(name: str, owner: Any) -> bool:
    """Whether a call has a price; the code of a program's own method has been counted already."""
    return name[0] != "." or isinstance(owner, C_TYPES) or name in MODULES


def making(kind: str, value: Any) -> float:
    """Return the units for a value that an expression makes or searches."""
    if kind == "turns" and isinstance(value, FILES):
        return LINES * _unread(value)
    for made, (base, each) in MADE[kind].items():
        if isinstance(value, made):
            return base + each * length_hint(value)  # a Bitmap has none
    return 0


def _unread(file: Any) -> int:
    """Return how many bytes of a file are to be read; a loop over it reads them line by line."""
    try:
        return max(0, os.fstat(file.fileno()).st_size - int(file.tell()))
    except (OSError, ValueError):
        return 0


# Pixels of a buffer, for which every layer is looked at.
BUFFER_PIXELS = 256


def cycles_ns(cycles: float) -> int:
    return round(cycles * CYCLE_NS)


def tile_pixel(dithers: bool, is_mapped: bool, is_on_disk: bool) -> float:
    """Return the cycles for a pixel of a TileGrid, by its shader and bitmap."""
    return (DRAWING["tile"] + DRAWING["dithered"] * dithers + DRAWING["mapped"] * is_mapped
            + DRAWING["on_disk"] * is_on_disk)


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
