# SPDX-License-Identifier: MIT
"""busdisplay: Blinka's display on a bus, refreshed by the machine's clock, painted with numpy.

It sends what CircuitPython sends, and counts times in whole milliseconds as CircuitPython does
(source: `shared-module/busdisplay/BusDisplay.c`).
"""

from collections.abc import Iterator
from functools import partial
from math import fmod
from typing import Any

import numpy as np

from ....clock import MS, NEVER, SECOND
from ..cost import work
from ..native.arguments import buffer, garbled, int_range, number, of_type, word
from ..native.classes import Pin
from . import displayio, machine
from .paralleldisplaybus import ParallelBus
from .terminalio import TerminalScreen

__all__ = ["BusDisplay"]

blinka: Any = machine.blinka.load("busdisplay")

TERMINAL = displayio.CIRCUITPYTHON_TERMINAL
terminal_screen = TerminalScreen()
TURNED = 90, 270


class BusDisplay(displayio.Placed, blinka.BusDisplay):
    """A display that refreshes itself at its native frame rate while `auto_refresh` is on."""

    _place = displayio.display_place
    _first_manual_refresh: bool
    _last_refresh_call: int
    _busy_until = -NEVER  # the chip paints until then, in ns

    def __init__(self, display_bus: Any, init_sequence: Any, *, width: int, height: int,
                 colstart: int = 0, rowstart: int = 0, rotation: int = 0, color_depth: int = 16,
                 grayscale: bool = False, pixels_in_byte_share_row: bool = True,
                 bytes_per_cell: int = 1, reverse_pixels_in_byte: bool = False,
                 set_column_command: int = 0x2A, set_row_command: int = 0x2B,
                 write_ram_command: int = 0x2C, backlight_pin: Any = None,
                 brightness_command: int | None = None, brightness: float = 1.0,
                 single_byte_bounds: bool = False, data_as_commands: bool = False,
                 auto_refresh: bool = True, native_frames_per_second: int = 60,
                 backlight_on_high: bool = True, SH1107_addressing: bool = False):
        if color_depth != 16:
            raise NotImplementedError("a display of 16 bits per pixel is simulated, no other")
        of_type(display_bus, ParallelBus, "display_bus")
        sequence = checked_sequence(buffer(init_sequence))
        for value, name in (width, "width"), (height, "height"):
            int_range(value, 1, 32767, name)
        for value in colstart, rowstart, rotation:
            word(value)
        for value in set_column_command, set_row_command, write_ram_command:
            int_range(value, 0, 255, "command")
        if rotation % 90:
            raise ValueError("Display rotation must be in 90 degree increments")
        if backlight_pin is not None:
            of_type(backlight_pin, Pin, "pin")._line.check_free()
        self._place.take()
        super().__init__(
            display_bus, sequence, width=width, height=height, colstart=colstart,
            rowstart=rowstart, rotation=rotation, set_column_command=set_column_command,
            set_row_command=set_row_command, write_ram_command=write_ram_command,
            backlight_pin=backlight_pin,
            brightness=number(brightness), single_byte_bounds=bool(single_byte_bounds),
            data_as_commands=bool(data_as_commands), auto_refresh=bool(auto_refresh),
            native_frames_per_second=int_range(native_frames_per_second, 1, 1000,
                                               "native_frames_per_second"),
            backlight_on_high=bool(backlight_on_high),
            SH1107_addressing=bool(SH1107_addressing))
        self._frame_ns = SECOND // self._native_frames_per_second
        self._ask_for_frame(machine.clock.now)
        terminal_screen.lay_out(self._core.width, self._core.height)
        terminal_screen.start(machine.drive.program)

    def _ask_for_frame(self, now: int) -> None:
        machine.clock.at(now + self._frame_ns, partial(_frame, self, self._core), self._idle)

    def _idle(self, when: int, until: int) -> int:
        """Pass over the frames from `when` until then, if nothing has changed; see `Clock.at`."""
        if self._busy_until > machine.clock.now or (
                self._auto_refresh and self._get_refresh_areas()):
            return 0
        frames = max(0, (until - when) // self._frame_ns + 1)
        if frames and self._auto_refresh:
            self._core.last_refresh = (when + (frames - 1) * self._frame_ns) // MS
        return when + frames * self._frame_ns

    def _refresh_in_time(self) -> None:
        """Show the changes at the frame rate, and ask for the next frame."""
        now = machine.clock.now
        self._ask_for_frame(max(now, self._busy_until))
        if self._auto_refresh and now >= self._busy_until:
            self._paint_changes()
            machine.clock.take(max(0, self._busy_until - machine.clock.now))

    def refresh(self, *, target_frames_per_second: int | None = None,
                minimum_frames_per_second: int = 0) -> bool:
        """Draw the changes; returns False, and draws nothing, if the program is too late."""
        if target_frames_per_second is None or self._auto_refresh or self._first_manual_refresh:
            self._first_manual_refresh = False
            return bool(self._refresh_display())
        if target_frames_per_second < 1:
            return False
        now, target_ms = machine.clock.now // MS, 1000 // target_frames_per_second
        since_refresh = now - self._core.last_refresh
        if minimum_frames_per_second > 0 and since_refresh > 1000 // minimum_frames_per_second:
            raise RuntimeError("Below minimum frame rate")
        since_call, self._last_refresh_call = now - self._last_refresh_call, now
        if since_call > target_ms:
            return False
        due = now + target_ms - since_refresh % target_ms
        machine.clock.advance(due * MS - machine.clock.now)
        return bool(self._refresh_display())

    def _refresh_display(self) -> bool:
        """Draw the changes and wait until they are on the panel."""
        with machine.clock.held():
            if self._paint_changes():
                machine.spin.act()
        if self._busy_until > machine.clock.now:
            machine.clock.advance(self._busy_until - machine.clock.now)
        return True

    def _paint_changes(self) -> bool:
        """Return whether there was anything to paint."""
        self._core.last_refresh = machine.clock.now // MS
        areas = self._get_refresh_areas()
        for area in areas:
            self._refresh_area(area)
        if areas:
            self._core.finish_refresh()
            self._core.last_refresh = machine.clock.now // MS
        return bool(areas)

    def _get_refresh_areas(self) -> list[Any]:
        if self._core.current_group is TERMINAL:
            terminal_screen.update()
        areas: list[Any] = []
        if self._core.full_refresh:
            areas.append(self._core.area)
        elif self._core.current_group is not None:
            self._core.current_group._get_refresh_areas(areas)
        return areas

    def _refresh_area(self, area: Any) -> bool:
        """Paint an area and send it; replaces Blinka's loop over buffers of words."""
        clipped = type(area)()
        if not self._core.clip_area(area, clipped):
            return True
        pixels, cover = self._painted(clipped)
        began = max(machine.clock.now, self._busy_until)
        if machine.meter.timed:
            self._send_in_time(clipped, pixels, work.cycles_ns(cover.cycles))
        else:
            self._send(clipped, pixels)
        machine.journal.note("display", "redraw", began, max(began, self._busy_until),
                             x=clipped.x1, y=clipped.y1, width=clipped.width(),
                             height=clipped.height())
        return True

    def _send_in_time(self, area: Any, pixels: Any, ns: int) -> None:
        """Send an area band by band from its top, as the chip paints it."""
        began = max(machine.clock.now, self._busy_until)
        for band in bands(area):
            shown = pixels[band.y1 - area.y1 : band.y2 - area.y1]
            until = began + ns * (band.y2 - area.y1) // area.height()
            machine.clock.at(until, partial(self._send, band, shown))
        self._busy_until = began + ns

    def _send(self, area: Any, pixels: Any) -> None:
        before = machine.panel.bus_bytes
        self._core.set_region_to_update(area)
        self._send_pixels(pixels.astype("<u2", copy=False).tobytes())
        machine.panel.bus_bytes += WINDOW_BYTES * (windows(area) - 1)
        machine.journal.note("bus", "display", bytes=machine.panel.bus_bytes - before)

    def _painted(self, area: Any) -> tuple[Any, work.Cover]:
        """Return the area's pixels, (height, width), and the work of painting them."""
        shape = area.height(), area.width()
        pixels, cover = np.zeros(shape, np.uint16), work.Cover(shape)
        self._core.fill_area(area, cover, pixels)
        return pixels, cover

    def fill_row(self, y: int, buffer: Any) -> Any:
        """Write the pixels of a row into `buffer`, and return it."""
        pixels, _ = self._painted(displayio.Area(0, word(y), self._core.width, y + 1))
        row = pixels.astype("<u2", copy=False).tobytes()
        with memoryview(buffer).cast("B") as target:
            if target.readonly:
                raise TypeError("object with buffer protocol required")
            if len(target) < len(row):
                raise ValueError("Buffer too small")
            target[: len(row)] = row
        return buffer

    def _release(self) -> None:
        super()._release()
        if self._backlight_type is not None:
            self._backlight.deinit()

    @property
    def auto_refresh(self) -> bool:
        return bool(self._auto_refresh)

    @auto_refresh.setter
    def auto_refresh(self, auto_refresh: bool) -> None:
        self._first_manual_refresh = not auto_refresh
        self._auto_refresh = bool(auto_refresh)

    @property
    def rotation(self) -> int:
        return int(self._core.rotation)

    @rotation.setter
    def rotation(self, rotation: int) -> None:
        """Rotate the display and empty the terminal.

        Like the firmware, this accepts any number of degrees: width and height change places for 90
        and 270, and a number between takes the picture for one turned by 90.
        """
        core, rest = self._core, int(fmod(word(rotation), 360))
        if (core.rotation in TURNED) != (rotation in TURNED):
            core.width, core.height = core.height, core.width
        core.set_rotation(rest if rest >= 0 else 1)
        core.rotation = rest & 0xFFFF
        terminal_screen.lay_out(core.width, core.height)
        if core.current_group is not None:
            core.current_group._update_transform(core.transform)

    @property
    def brightness(self) -> float:
        return self._brightness + 0.0  # float() would lose the board's rounding

    @brightness.setter
    def brightness(self, brightness: float) -> None:
        if not 0 <= number(brightness) <= 1:
            raise ValueError("brightness must be 0-1")
        blinka.BusDisplay.brightness.fset(self, brightness)

    @property
    def root_group(self) -> Any:
        """The native part of the shown group, which is another object than a subclass's."""
        group = self._core.current_group
        if group is None or type(group) is displayio.Group:
            return group
        if group._native_part is None:
            group._native_part = object.__new__(displayio.Group)
            group._native_part.__dict__ = vars(group)
        return group._native_part

    @root_group.setter
    def root_group(self, root_group: Any) -> None:
        if not (root_group is None or isinstance(root_group, displayio.Group)):
            raise ValueError("Must be a Group subclass.")
        if not self._core.set_root_group(root_group):
            raise garbled("Group already used")


def _frame(display: Any, core: Any) -> None:
    """Refresh the display if it is still the one that asked for this frame."""
    if displayio.display_place.is_taken and display._core is core:
        display._refresh_in_time()


def _show_end() -> None:
    """Show the program's last changes when it has ended, or the terminal if it failed.

    The device shows the terminal in any case; here the last picture stays.
    """
    terminal_screen.end()
    display = displayio.display_place.thing
    if not displayio.display_place.is_taken:
        return
    if machine.program.traceback:
        display.auto_refresh = True
        display.root_group = TERMINAL
    if display._auto_refresh:
        display._refresh_display()


machine.at_end.append(_show_end)


BUFFER_PIXELS = 256
# Commands for column, row and memory, and two coordinates of two bytes for each of the first two.
WINDOW_BYTES = 11
# The number of pieces that appear together, which saves work and looks the same.
TOGETHER = 16


def windows(area: Any) -> int:
    """Return in how many pieces CircuitPython sends an area (source: `_refresh_area`).

    It paints into a buffer of 128 words, and sets the panel's window for each.
    """
    if area.size() <= BUFFER_PIXELS:
        return 1
    return int(-(-area.height() // _rows(area)))


def bands(area: Any) -> Iterator[Any]:
    """Divide an area into bands of whole pieces, from its top."""
    rows = _rows(area) * TOGETHER
    for top in range(area.y1, area.y2, rows):
        yield type(area)(area.x1, top, area.x2, min(top + rows, area.y2))


def _rows(area: Any) -> int:
    return int(max(1, BUFFER_PIXELS // area.width()))


def checked_sequence(init_sequence: Any) -> bytes:
    """Check a display's commands: each has the number of its parameters behind it.

    The highest bit of the number announces a delay. Raises ValueError if a command is incomplete.
    """
    sequence, at = bytes(init_sequence), 0
    while at < len(sequence):
        size = sequence[at + 1] if at + 1 < len(sequence) else 0xFF
        at += 2 + (size & 0x7F) + (size >> 7)
    if at > len(sequence):
        raise ValueError("init_sequence ends within a command")
    return sequence
