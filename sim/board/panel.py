# SPDX-License-Identifier: MIT
"""An ILI9341-type display controller: takes commands and pixels, shows a picture.

`ParallelBus` sends it bytes as they would cross the bus; the frontends read the picture. It keeps
the picture memory as RGB565 and honours window, scan direction, scrolling, sleep, display on/off,
inversion, backlight and the tearing effect pin.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..clock import SECOND

# Commands and MADCTL bits (source: ILI9341 data sheet, chapter 8).
SOFTWARE_RESET = 0x01
SLEEP_IN = 0x10
SLEEP_OUT = 0x11
INVERSION_OFF = 0x20
INVERSION_ON = 0x21
DISPLAY_OFF = 0x28
DISPLAY_ON = 0x29
COLUMN_ADDRESS = 0x2A
PAGE_ADDRESS = 0x2B
MEMORY_WRITE = 0x2C
# The commands that draw a window, by their places in its bytes: columns, pages, pixels.
WINDOW = {0: COLUMN_ADDRESS, 5: PAGE_ADDRESS, 10: MEMORY_WRITE}
MADCTL = 0x36
PIXEL_FORMAT = 0x3A
MEMORY_WRITE_CONTINUE = 0x3C
ROW_FLIP, COLUMN_FLIP, EXCHANGE, BGR = 0x80, 0x40, 0x20, 0x08
RGB565 = 0x55
SCROLL_AREA, TEARING_OFF, TEARING_ON, SCROLL_START = 0x33, 0x34, 0x35, 0x37
FRAME_RATE, PORCHES = 0xB1, 0xB5

# Commands that set an attribute of the panel.
SWITCHES = {
    SLEEP_IN: ("sleeping", True),
    SLEEP_OUT: ("sleeping", False),
    INVERSION_OFF: ("inverted", False),
    INVERSION_ON: ("inverted", True),
    DISPLAY_OFF: ("on", False),
    DISPLAY_ON: ("on", True),
}
TEARING = {TEARING_OFF: False, TEARING_ON: True}
# The number of parameter bytes that each command takes.
SCAN_PARAMETERS = {SCROLL_AREA: 6, SCROLL_START: 2, FRAME_RATE: 2, PORCHES: 2}
PARAMETERS = {COLUMN_ADDRESS: 4, PAGE_ADDRESS: 4, MADCTL: 1, PIXEL_FORMAT: 1, **SCAN_PARAMETERS}
OSCILLATOR_HZ = 615_000

Pixels = NDArray[np.uint16]


class Panel:
    """A panel of `width`×`height` pixels as mounted, upright under the scan direction `madctl`.

    `now` returns the time in ns. `bus_bytes` counts the bytes received, `frame` the changes.
    """

    def __init__(self, width: int, height: int, madctl: int, now: Callable[[], int]):
        self.width = width
        self.height = height
        self._mounting = madctl
        self._memory = np.zeros((max(width, height), min(width, height)), np.uint16)
        self.bus_bytes = 0
        self.backlight: Callable[[], float] = lambda: 1.0
        self.frame = 0
        # Called when the picture changes.
        self.watcher: Callable[[], None] | None = None
        self.scan = Scan(len(self._memory), now)
        self.reset()

    def reset(self) -> None:
        self.sleeping = True
        self.on = False
        self.inverted = False
        self.pixel_format = 0x66
        self._madctl = 0
        self._command = 0
        self._parameters = bytearray()
        self._pages, self._columns = map(slice, self._memory.shape)
        self._written = 0
        self._half = b""
        self.scan.reset()
        self.frame += 1

    def command(self, code: int) -> None:
        """Take a byte that was sent with the command line low."""
        self.bus_bytes += 1
        self._command = code
        self._half = b""
        self._parameters.clear()
        if code == MEMORY_WRITE:
            self._written = 0
        if code in SWITCHES:
            attribute, value = SWITCHES[code]
            setattr(self, attribute, value)
            self._change()
        elif code in TEARING:
            self.scan.tearing = TEARING[code]
        elif code == SOFTWARE_RESET:
            self.reset()

    def data(self, data: bytes) -> None:
        """Take bytes sent with the command line high: parameters, or big-endian pixels."""
        self.bus_bytes += len(data)
        if self._command in (MEMORY_WRITE, MEMORY_WRITE_CONTINUE):
            self._write(data)
        elif self._command in PARAMETERS:
            self._parameters += data
            if len(self._parameters) >= PARAMETERS[self._command]:
                self._set_parameters()

    def draw(self, data: bytes) -> None:
        """Take the three commands of `WINDOW` with their data at once."""
        self.bus_bytes += len(data)
        self._columns, self._pages = _span(data[1:5]), _span(data[6:10])
        self._command, self._half, self._written = MEMORY_WRITE, b"", 0
        self._parameters.clear()
        self._write(data[11:])

    def pixels(self) -> Pixels:
        """Return the picture, (height, width) RGB565: black when asleep, off or without power."""
        if self.sleeping or not self.on:
            return np.zeros((self.height, self.width), np.uint16)
        picture = _view(self.scan.roll(self._memory), self._mounting)
        if (self._madctl ^ self._mounting) & BGR:
            picture = _swap_red_and_blue(picture)
        return np.bitwise_not(picture) if self.inverted else picture

    def _set_parameters(self) -> None:
        values = self._parameters
        if self._command == COLUMN_ADDRESS:
            self._columns = _span(values)
        elif self._command == PAGE_ADDRESS:
            self._pages = _span(values)
        elif self._command == MADCTL:
            self._madctl = values[0]
            self.frame += 1
        elif self._command in SCAN_PARAMETERS:
            self.scan.set(self._command, values)
            self._change()
        elif values[0] != RGB565:
            raise ValueError(f"pixel format 0x{values[0]:02X} is not simulated, 0x55 is")
        else:
            self.pixel_format = RGB565

    def _write(self, data: bytes) -> None:
        """Fill the window row by row, continuing where the last bytes ended, in the middle of a
        pixel too.

        After a reset the panel is asleep and ignores pixels until its pixel format is set.
        """
        if self.pixel_format != RGB565:
            return
        data = self._half + data
        pixels = np.frombuffer(data, ">u2", len(data) // 2)
        self._half = data[pixels.nbytes :]
        window = _view(self._memory, self._madctl)[self._pages, self._columns]
        before = window.copy() if self.watcher else window
        if not self._written and pixels.size == window.size:
            window[:] = pixels.reshape(window.shape)
        elif window.size:
            where = np.arange(self._written, self._written + pixels.size) % window.size
            window[np.unravel_index(where, window.shape)] = pixels
            self._written = (self._written + pixels.size) % window.size
        self.frame += 1
        if self.watcher and not np.array_equal(before, window):
            self.watcher()

    def _change(self) -> None:
        """Count a change by a command, which may leave the picture as it was."""
        self.frame += 1
        if self.watcher:
            self.watcher()


def _view(memory: Pixels, madctl: int) -> Pixels:
    """Return the memory with columns and pages in the directions that `madctl` selects."""
    if madctl & ROW_FLIP:
        memory = memory[::-1]
    if madctl & COLUMN_FLIP:
        memory = memory[:, ::-1]
    return memory.T if madctl & EXCHANGE else memory


def _swap_red_and_blue(picture: Pixels) -> Pixels:
    return ((picture >> 11) | (picture & 0x07E0) | (picture << 11)).astype(np.uint16)


def _span(values: bytes | bytearray) -> slice:
    """Return the columns or pages from the first to the last one that the parameters name."""
    return slice(_word(values, 0), _word(values, 2) + 1)


def rgb(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    """Convert RGB565 (height, width) to RGB888 (height, width, 3), full scale to full scale."""
    red, green, blue = pixels >> 11, pixels >> 5 & 0x3F, pixels & 0x1F
    wide = (red << 3 | red >> 2), (green << 2 | green >> 4), (blue << 3 | blue >> 2)
    return np.dstack(wide).astype(np.uint8)


class Scan:
    """Reads the picture memory out frame after frame, line after line.

    It knows the vertical blank, which a program sees on the tearing effect pin, and rolls the
    scrolled part of the memory. `lines` is the number of the memory's rows.
    Source: ILI9341 data sheet, 8.2.23 to 8.2.30, 8.3.2 and 8.3.6.
    """

    def __init__(self, lines: int, now: Callable[[], int]):
        self._lines = lines
        self._now = now
        self.reset()

    def reset(self) -> None:
        self.tearing = False
        self._clocks = 27
        self._porches = 4
        self._top, self._height, self._start = 0, self._lines, 0

    @property
    def offset(self) -> int:
        """The row of the memory that is shown first in the scrolled part."""
        return self._start

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
        """Return the pin's voltage: high between the last line of a frame and the next frame."""
        line_ns = max(1, self._clocks) * SECOND // OSCILLATOR_HZ
        frame_ns = (self._lines + self._porches) * line_ns
        return float(self.tearing and self._now() % frame_ns >= self._lines * line_ns)

    def roll(self, memory: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """Return the rows in the order in which the glass shows them."""
        if self._start == self._top:
            return memory
        rolled = memory.copy()
        area = slice(self._top, self._top + self._height)
        rolled[area] = np.roll(memory[area], self._top - self._start, axis=0)
        return rolled


def _word(values: bytes | bytearray, at: int) -> int:
    return int.from_bytes(values[at : at + 2], "big")
