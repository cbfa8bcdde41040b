# SPDX-License-Identifier: MIT
"""A display on a bus: Blinka's, refreshed by the machine's clock and painted with numpy.

It sends what the core would send, and counts times in whole milliseconds as the core does
(source: `shared-module/busdisplay/BusDisplay.c`).
"""

from typing import Any

import numpy as np

from sim.clock import MS, SECOND
from sim.machine import Machine

__all__ = ["BusDisplay"]

machine: Machine
displayio = machine.hardware("displayio")
blinka: Any = machine.blinka.load("busdisplay")

# The core paints into a buffer of 128 words, and sets the panel's window anew for each:
# commands for column, row and memory, and two coordinates of two bytes for each of the first two.
BUFFER_PIXELS = 256
WINDOW_BYTES = 11


class BusDisplay(blinka.BusDisplay):
    """Refreshes itself at its native frame rate while `auto_refresh` is on."""

    _released = False
    _first_manual_refresh: bool
    _last_refresh_call: int

    def __init__(self, *arguments: Any, **options: Any):
        if options.get("color_depth", 16) != 16:
            raise NotImplementedError("a display of 16 bits per pixel is simulated, no other")
        super().__init__(*arguments, **options)
        self._frame_ns = SECOND // self._native_frames_per_second
        machine.clock.at(machine.clock.now + self._frame_ns, self._frame)

    def settle(self) -> None:
        """Show the last changes of a program that has ended."""
        if self._auto_refresh:
            self._refresh_display()

    def _frame(self) -> None:
        if self._released:
            return
        machine.clock.at(machine.clock.now + self._frame_ns, self._frame)
        if self._auto_refresh:
            self._refresh_display()

    def refresh(self, *, target_frames_per_second: int | None = None,
                minimum_frames_per_second: int = 0) -> bool:
        """Returns False, and draws nothing, when the program is behind its frame rate."""
        if target_frames_per_second is None or self._auto_refresh or self._first_manual_refresh:
            self._first_manual_refresh = False
            return bool(self._refresh_display())
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
        self._core.last_refresh = machine.clock.now // MS
        areas = self._get_refresh_areas()
        for area in areas:
            self._refresh_area(area)
        if areas:
            self._core.finish_refresh()
            self._core.last_refresh = machine.clock.now // MS
        return True

    def _get_refresh_areas(self) -> list[Any]:
        areas: list[Any] = []
        if self._core.full_refresh:
            areas.append(self._core.area)
        elif self._core.current_group is not None:
            self._core.current_group._get_refresh_areas(areas)
        return areas

    def _refresh_area(self, area: Any) -> bool:
        """Paint what the area shows and send it; replaces Blinka's buffer of words."""
        clipped = type(area)()
        if not self._core.clip_area(area, clipped):
            return True
        self._core.set_region_to_update(clipped)
        self._send_pixels(self._painted(clipped))
        machine.panel.bus_bytes += WINDOW_BYTES * (_windows(clipped) - 1)
        return True

    def _painted(self, area: Any) -> bytes:
        shape = area.height(), area.width()
        pixels, covered = np.zeros(shape, np.uint16), np.zeros(shape, bool)
        self._core.fill_area(area, covered, pixels)
        return pixels.astype("<u2", copy=False).tobytes()

    def fill_row(self, y: int, buffer: Any) -> Any:
        """Put the pixels of a row into `buffer`, which is returned."""
        row = self._painted(displayio.Area(0, y, self._core.width, y + 1))
        with memoryview(buffer).cast("B") as target:
            if len(target) < len(row):
                raise ValueError("Buffer too small")
            target[: len(row)] = row
        return buffer

    def _release(self) -> None:
        super()._release()
        self._released = True
        if self._backlight_type is not None:
            self._backlight.deinit()

    @property
    def brightness(self) -> float:
        return float(self._brightness)

    @brightness.setter
    def brightness(self, brightness: float) -> None:
        if not 0 <= brightness <= 1:
            raise ValueError("brightness must be 0-1")
        blinka.BusDisplay.brightness.fset(self, brightness)

    @property
    def root_group(self) -> Any:
        return self._core.current_group

    @root_group.setter
    def root_group(self, root_group: Any) -> None:
        if not (root_group is None or isinstance(root_group, displayio.Group)):
            raise ValueError("Must be a Group subclass.")
        self._set_root_group(root_group)


def _windows(area: Any) -> int:
    """In how many pieces the core sends an area."""
    if area.size() <= BUFFER_PIXELS:
        return 1
    return -(-area.height() // max(1, BUFFER_PIXELS // area.width()))
