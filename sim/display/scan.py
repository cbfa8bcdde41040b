# SPDX-License-Identifier: MIT
"""How an ILI9341-type controller reads its memory out: frame after frame, line after line.

It knows the vertical blank, which a program sees on the tearing effect pin, and rolls the scrolled
part of the memory. Source: ILI9341 data sheet, 8.2.23 to 8.2.30, 8.3.2 and 8.3.6.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..clock import SECOND

SCROLL_AREA, TEARING_OFF, TEARING_ON, SCROLL_START = 0x33, 0x34, 0x35, 0x37
FRAME_RATE, PORCHES = 0xB1, 0xB5
# The number of parameter bytes of each command that is handled here.
PARAMETERS = {SCROLL_AREA: 6, SCROLL_START: 2, FRAME_RATE: 2, PORCHES: 2}
OSCILLATOR_HZ = 615_000


class Scan:
    """`lines` is the number of the memory's rows; `now` gives the time in ns."""

    def __init__(self, lines: int, now: Callable[[], int]):
        self._lines = lines
        self._now = now
        self.reset()

    def reset(self) -> None:
        self.tearing = False
        self._clocks = 27
        self._porches = 4
        self._top, self._height, self._start = 0, self._lines, 0

    def set(self, command: int, values: bytes | bytearray) -> None:
        if command == SCROLL_AREA:
            self._top, self._height = _word(values, 0), _word(values, 2)
        elif command == SCROLL_START:
            self._start = _word(values, 0)
        elif command == FRAME_RATE:
            self._clocks = (values[1] & 0x1F) << (values[0] & 3)
        else:
            self._porches = (values[0] & 0x7F) + (values[1] & 0x7F)

    def tearing_effect(self) -> float:
        """The pin's voltage: high between a frame's last line and the next one's first."""
        line_ns = max(1, self._clocks) * SECOND // OSCILLATOR_HZ
        line = self._now() // line_ns % (self._lines + self._porches)
        return float(self.tearing and line >= self._lines)

    def roll(self, memory: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """The rows in the order in which the glass shows them."""
        if not self._height or self._start == self._top:
            return memory
        rolled = memory.copy()
        area = slice(self._top, self._top + self._height)
        rolled[area] = np.roll(memory[area], self._top - self._start, axis=0)
        return rolled


def _word(values: bytes | bytearray, at: int) -> int:
    return int.from_bytes(values[at : at + 2], "big")
