# SPDX-License-Identifier: MIT
"""The coefficients of a picture's blocks, from the bits of its data.

A unit is as many blocks of brightness as the sampling has, then one of each colour.
"""

from typing import Any

import numpy as np

from .errors import BROKEN, ENDED, wrong
from .header import ZIGZAG, Header
from .huffman import CODE_BITS, NONE, Bits

RESTART = 0xD0
ONES = (1 << 32) - 1


class Scan:
    """`coefficients` is (units, blocks, 64), in the order of rows; `flat` tells the blocks that
    have no more than their first. `error` is why fewer units than there should be were read.
    """

    def __init__(self, data: bytes, header: Header):
        self._data = data
        self._header = header
        self._blocks = header.across * header.down + (2 if header.components == 3 else 0)
        self._places: list[int] = []
        self._values: list[int] = []
        self._flat: list[bool] = []
        self._bits = Bits(data, header.start)
        self._at = self._reach = 0
        self.units = 0
        self.error: RuntimeError | None = None
        try:
            self._read(_units(header))
        except RuntimeError as error:
            self.error = error
        self._gather()

    def _read(self, count: int) -> None:
        colours = range(self._blocks - 2) if self._header.components == 3 else range(self._blocks)
        order = [*[0] * len(colours), *range(1, self._header.components)]
        before = [0, 0, 0]
        interval = self._header.interval
        for number in range(count):
            if interval and number and number % interval == 0:
                self._restart(number // interval - 1)
                before = [0, 0, 0]
            for at, component in enumerate(order):
                before[component] = self._block(number * self._blocks + at, component,
                                                before[component])
            self.units = number + 1

    def _restart(self, number: int) -> None:
        """The bits after the next marker, which must be this restart's. The decoder looks for it
        behind the last byte that it has loaded.
        """
        loaded, held = -(-self._reach // 8), self._bits.length // 8
        if self._bits.marker == NONE and held - loaded < 2:
            raise wrong(ENDED)
        if loaded < held or self._bits.marker != RESTART | number & 7:
            raise wrong(BROKEN)
        self._bits = Bits(self._data, self._bits.after)
        self._at = self._reach = 0

    def _block(self, block: int, component: int, before: int) -> int:
        """Returns the first coefficient, from which the next block's differs."""
        tables = self._header.tables
        first, others = (tables[min(component, 1), kind].codes for kind in (0, 1))
        value = before
        size = self._code(first)
        if size:
            value += self._number(size)
        place = block * 64
        self._places.append(place)
        self._values.append(value)
        at = 1
        while at < 64:
            code = self._code(others)
            if code == 0:
                break
            at += code >> 4
            if at >= 64:
                raise wrong(BROKEN)
            if code & 15:
                self._values.append(self._number(code & 15))
                self._places.append(place + ZIGZAG[at])
            at += 1
        self._flat.append(at == 1)
        return (value + 0x8000 & 0xFFFF) - 0x8000

    def _code(self, codes: list[int]) -> int:
        found = codes[self._peek(CODE_BITS)]
        if found == NONE:
            raise wrong(BROKEN)
        self._at += found >> 8
        return found & 0xFF

    def _number(self, size: int) -> int:
        """Of so many bits; without its highest it is negative."""
        value = self._peek(size)
        self._at += size
        return value if value >> size - 1 else value - (1 << size) + 1

    def _peek(self, size: int) -> int:
        """The next bits. Raises RuntimeError at an end without a marker."""
        at, bits = self._at, self._bits
        self._reach = max(self._reach, at + size)
        if at + size > bits.length and bits.marker == NONE:
            raise wrong(ENDED)
        byte = at >> 3
        window = bits.windows[byte] if byte < len(bits.windows) else ONES
        return window >> 32 - size - (at & 7) & (1 << size) - 1

    def _gather(self) -> None:
        """What belongs to whole units."""
        blocks = self.units * self._blocks
        coefficients = np.zeros(blocks * 64, np.int32)
        places = np.array(self._places, np.int64)
        values = np.array(self._values, np.int64).astype(np.int32)
        whole = places < blocks * 64
        coefficients[places[whole]] = values[whole]
        self.coefficients: Any = coefficients.reshape(self.units, self._blocks, 64)
        self.flat: Any = np.array(self._flat[:blocks], np.bool_).reshape(self.units, self._blocks)


def _units(header: Header) -> int:
    columns, rows = -(-header.width // (8 * header.across)), -(-header.height // (8 * header.down))
    return columns * rows
