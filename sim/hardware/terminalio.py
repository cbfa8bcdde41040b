# SPDX-License-Identifier: MIT
"""The built-in font, and text on a TileGrid of its glyphs.

Terminal follows the core's: a line feed only moves down, the rows are scrolled by turning the
grid, and of the VT100 sequences those work that move, erase and set the title; colours do not.
"""

import re
from typing import Any

from sim.arguments import int_min
from sim.machine import Machine

__all__ = ["FONT", "Terminal"]

machine: Machine
displayio = machine.hardware("displayio")
fontio = machine.hardware("fontio")

FONT = fontio.TERMINAL_FONT
BLANK = 0

# A sequence that moves or erases, one that sets a title, a short one, or a character.
TOKEN = re.compile(
    r"\x1b\[([\d;]*)([A-Za-z])|\x1b\](\d*);(.*?)(?:\x1b\\|$)|\x1b([DM])|(.)", re.DOTALL)


class Terminal:
    """Writes glyphs of `font` on `scroll_area`, and the title on `status_bar`."""

    def __init__(self, scroll_area: Any, font: Any, *, status_bar: Any = None):
        _check("scroll_area", scroll_area, displayio.TileGrid)
        _check("font", font, fontio.BuiltinFont)
        self._width = int_min(scroll_area.width, 2, "scroll_area_width")
        self._height = int_min(scroll_area.height, 2, "scroll_area_height")
        self._grid, self._font, self._title = scroll_area, font, status_bar
        self._x = self._y = 0
        self._erase_all()
        self._grid._set_top_left(0, 1)

    @property
    def cursor_x(self) -> int:
        return self._x

    @property
    def cursor_y(self) -> int:
        return self._y

    def write(self, buf: str | bytes) -> int:
        """Returns the number of bytes."""
        data = buf.encode() if isinstance(buf, str) else bytes(buf)
        for token in TOKEN.finditer(data.decode("utf-8", "replace")):
            numbers, command, title_number, title, short, character = token.groups()
            if command:
                self._obey(command, [int(n or 0) for n in numbers.split(";")])
            elif title is not None and not int(title_number or 0):
                self._set_title(title)
            elif short:
                self._move_down(1 if short == "D" else -1)
            elif character:
                self._put(character)
        return len(data)

    def _put(self, character: str) -> None:
        glyph = self._font.get_glyph(ord(character))
        if character == "\n":
            self._move_down(1)
        elif character == "\r":
            self._x = 0
        elif character == "\b":
            self._x = max(0, self._x - 1)
        elif glyph is not None:
            self._grid[self._x, self._y] = glyph.tile_index
            self._x += 1
            if self._x == self._width:
                self._x = 0
                self._move_down(1)

    def _move_down(self, rows: int) -> None:
        """Move the cursor; the grid is turned when it passes the lower edge."""
        self._y = (self._y + rows) % self._height
        if rows > 0 and self._y == self._grid._top_left_y:
            self._erase(0, self._width)
            self._grid._set_top_left(0, (self._y + 1) % self._height)

    def _obey(self, command: str, numbers: list[int]) -> None:
        if command == "K":
            first, last = [(self._x, self._width), (0, self._x + 1), (0, self._width)][
                min(numbers[0], 2)]
            self._erase(first, last)
        elif command == "D":
            self._x = max(0, self._x - numbers[0])
        elif command == "J" and numbers[0] == 2:
            self._grid._set_top_left(0, 0)
            self._x = self._y = 0
            self._erase_all()
        elif command == "H":
            self._go_to(*[*numbers, 0][:2])

    def _go_to(self, row: int, column: int) -> None:
        """Row and column of what is seen, counted from 1."""
        row = min(max(row - 1, 0), self._height - 1)
        self._y = (row + self._grid._top_left_y) % self._height
        self._x = min(max(column - 1, 0), self._width - 1)

    def _erase(self, first: int, last: int) -> None:
        for x in range(first, last):
            self._grid[x, self._y] = BLANK

    def _erase_all(self) -> None:
        self._grid._set_all_tiles(BLANK)

    def _set_title(self, title: str) -> None:
        if self._title is None:
            return
        self._title._set_all_tiles(BLANK)
        glyphs = [glyph for glyph in map(self._font.get_glyph, map(ord, title)) if glyph]
        for at, glyph in enumerate(glyphs[: self._title.width * self._title.height]):
            self._title[at] = glyph.tile_index


def _check(name: str, value: Any, kind: type) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be of type {kind.__name__}, not {type(value).__name__}")
