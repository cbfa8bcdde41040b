# SPDX-License-Identifier: MIT
"""In what pieces the core paints and sends an area of the display, and how long each takes.

It paints into a buffer of 128 words, and sets the panel's window for each (source: `_refresh_area`
in shared-module/busdisplay/BusDisplay.c).
"""

from collections.abc import Iterator
from typing import Any

BUFFER_PIXELS = 256
# Commands for column, row and memory, and two coordinates of two bytes for each of the first two.
WINDOW_BYTES = 11
# Of the pieces so many are shown at once: an eye sees no more, and a picture costs less to make.
TOGETHER = 16


def windows(area: Any) -> int:
    """In how many pieces the core sends an area."""
    if area.size() <= BUFFER_PIXELS:
        return 1
    return int(-(-area.height() // _rows(area)))


def bands(area: Any) -> Iterator[Any]:
    """The area from its top on, in whole pieces."""
    rows = _rows(area) * TOGETHER
    for top in range(area.y1, area.y2, rows):
        yield type(area)(area.x1, top, area.x2, min(top + rows, area.y2))


def _rows(area: Any) -> int:
    return int(max(1, BUFFER_PIXELS // area.width()))
