# SPDX-License-Identifier: MIT
"""A terminal of tiles and its font: text and VT100 sequences move a cursor and set glyphs.

It follows version 10's `shared-module/terminalio/Terminal.c`. The screen scrolls by rotating the
grid (`_top_left_y` is the row shown on top), so the cursor's y counts the grid's rows, not the
screen's.

The font that is built into the firmware is Terminus, 6×12, a BDF file in Blinka. `sheet` parses it
once; `modules/fontio.py` makes a bitmap of it for each machine.
"""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FIRST, LAST = 0x20, 0x7E
WIDTH, HEIGHT = 6, 12


@cache
def sheet() -> NDArray[np.uint8]:
    """Return 1 for ink and 0 for the background, (12, 6 per glyph); glyph n is FIRST + n."""
    rows = np.zeros((LAST - FIRST + 1, HEIGHT), np.uint8)
    for glyph in _file().read_text(encoding="utf-8").split("STARTCHAR")[1:]:
        header, _, bitmap = glyph.partition("BITMAP\n")
        code = int(header.partition("ENCODING ")[2].split()[0])
        if FIRST <= code <= LAST:
            rows[code - FIRST] = [int(row, 16) for row in bitmap.split()[:HEIGHT]]
    pixels = np.unpackbits(rows, axis=1).reshape(len(rows), HEIGHT, 8)[:, :, :WIDTH]
    return np.ascontiguousarray(pixels.swapaxes(0, 1).reshape(HEIGHT, -1))


def _file() -> Path:
    spec = find_spec("displayio")
    if spec is None or spec.origin is None:
        raise ImportError("displayio is missing: pip install adafruit-blinka-displayio")
    return Path(spec.origin).parent / "resources" / "ter-u12n.bdf"


ESCAPE = "\x1b"
# How far CircuitPython looks for numbers after `ESC [`, and how many it takes.
FIRST_NUMBER, LAST_DIGIT, NUMBERS = 6, 12, 3
# Screens of text that `recent` keeps.
KEPT = 2
BLACK, WHITE = 0x000000, 0xFFFFFF


class Vt100:
    """Writes on TileGrid `grid`, and titles on `bar`; `glyph` finds a character's tile."""

    def __init__(self, grid: Any, bar: Any, glyph: Callable[[str], int | None]):
        self._grid, self._bar, self._glyph = grid, bar, glyph
        self.x = self.y = 0
        self._title: str | None = None
        self._title_number = 0
        self._blank = glyph(" ") or 0
        self._first, self._last = 0, grid.height - 1
        grid._set_all_tiles(self._blank)
        if bar is not None:
            bar._set_all_tiles(self._blank)
        grid._set_top_left(0, 1 % grid.height)

    def write(self, text: str) -> None:
        at = 0
        while at < len(text):
            before = self.y
            if self._title is not None:
                at = self._go_on_with_title(text, at)
            elif text[at] >= " ":
                at = self._put_run(text, at)
            elif text[at] == ESCAPE:
                at, before = self._escape_sequence(text, at + 1, before)
            else:
                self._control(text[at])
                at += 1
            self.y %= self._grid.height
            if self.y != before:
                self._scroll()

    def _put_run(self, text: str, at: int) -> int:
        """Write characters up to the end of the row; returns where the rest starts."""
        columns = self._grid.width - self.x
        tiles: list[int] = []
        while at < len(text) and text[at] >= " " and len(tiles) < columns:
            tile = self._glyph(text[at])
            if tile is not None:
                tiles.append(tile)
            at += 1
        self._grid._set_run(self.x, self.y, tiles)
        self.x += len(tiles)
        if self.x == self._grid.width:
            self.x = 0
            self.y += 1
        return at

    def _control(self, character: str) -> None:
        if character == "\r":
            self.x = 0
        elif character == "\n":
            self.y += 1
        elif character == "\b":
            self.x = max(0, self.x - 1)
        elif character == "\t":
            self._put_run("    ", 0)

    def _row(self, seen: int) -> int:
        """Return the grid's row for a row of the screen."""
        return int((seen + self._grid._top_left_y) % self._grid.height)

    @property
    def scrolls_whole(self) -> bool:
        """Whether the whole screen scrolls, and not a range of rows."""
        return self._first == 0 and self._last == self._grid.height - 1

    def _scroll(self) -> None:
        """Scroll if the cursor has left the last row."""
        if (self.y - 1) % self._grid.height != self._row(self._last):
            return
        if self.scrolls_whole:
            self._grid._set_top_left(0, (self.y + 1) % self._grid.height)
        else:
            self.y = self._row(self._last)
            self._shift(range(self._first, self._last), 1)
        self.x = 0
        self._erase(0, self._grid.width)

    def _shift(self, rows: range, step: int) -> None:
        """Copy to each of these rows the one `step` below it."""
        width = self._grid.width
        for row in rows:
            start = self._row(row + step) * width
            self._grid._set_run(0, self._row(row), self._grid._tiles[start : start + width].copy())

    def _reverse_index(self) -> None:
        """Move up a row (`ESC M`); at the first row, move all rows down."""
        if self.y != self._row(self._first):
            self.y = (self.y - 1) % self._grid.height
            return
        if self.scrolls_whole:
            self._grid._set_top_left(0, (self.y - 1) % self._grid.height)
            self.y = self._grid._top_left_y
        else:
            self._shift(range(self._last, self._first, -1), -1)
        self.x = 0
        self._erase(0, self._grid.width)

    def _erase(self, first: int, end: int) -> None:
        self._grid._set_run(first, self.y, [self._blank] * max(0, end - first))

    def _escape_sequence(self, text: str, at: int, before: int) -> tuple[int, int]:
        """Carry out the sequence after an ESC; returns its end, and the row that was left."""
        kind = text[at : at + 1]
        if kind == "[":
            return self._control_sequence(text, at, before)
        if kind == "M":
            self._reverse_index()
            return at + 1, self.y
        if kind == "D":
            self.y += 1
            return at + 1, before
        numbers, end, command = _numbers(text, at, 1)
        if kind == "]" and command == ";":
            self._title, self._title_number = "", numbers[0]
            return end + 1, before
        return at, before

    def _control_sequence(self, text: str, at: int, before: int) -> tuple[int, int]:
        numbers, end, command = _numbers(text, at, NUMBERS)
        if command == "?":  # the cursor's shape, of which there is only one
            return at + 5, before
        if command == "K":
            self._erase(*{1: (0, self.x), 2: (0, self._grid.width)}.get(
                numbers[0], (self.x, self._grid.width)))
        elif command == "D":
            self.x = max(0, self.x - numbers[0])
        elif command == "m":
            self._set_colors(numbers)
        elif command == "J" and numbers[0] == 2:
            self._clear()
            before = self.y
        elif command in ("H", "r"):
            self._move(command, *[*numbers, 0][:2])
            before = self.y
        return end + 1, before

    def _clear(self) -> None:
        self._grid._set_top_left(0, 0)
        self.x = self.y = 0
        self._grid._set_all_tiles(self._blank)

    def _move(self, command: str, row: int, column: int) -> None:
        """`H` moves to a row and column, `r` to the top after setting the scrolled rows."""
        if command == "H":
            self.x = min(max(column - 1, 0), self._grid.width - 1)
            self.y = self._row(min(max(row - 1, 0), self._grid.height - 1))
            return
        ranged = 1 <= row < column <= self._grid.height
        self._first, self._last = (row - 1, column - 1) if ranged else (0, self._grid.height - 1)
        self.x, self.y = 0, self._row(0)

    def _set_colors(self, numbers: list[int]) -> None:
        """Set the colours (30-37 and 40-47) of the whole screen: the grid has only two."""
        palette = self._grid.pixel_shader
        if not hasattr(palette, "_set_color") or len(palette) < 2:
            return
        for number in numbers:
            if 30 <= number <= 37 or 40 <= number <= 47:
                palette._set_color(0 if number >= 40 else 1, _color(number % 10))
            elif number == 0:
                palette._set_color(0, BLACK)
                palette._set_color(1, WHITE)

    def _go_on_with_title(self, text: str, at: int) -> int:
        end = text.find(ESCAPE + "\\", at)
        self._title = f"{self._title}{text[at : end if end >= 0 else len(text)]}"
        if end < 0:
            return len(text)
        if self._title_number == 0:
            self._set_title(self._title)
        self._title = None
        return end + 2

    def _set_title(self, title: str) -> None:
        if self._bar is None or not title:
            return
        tiles = [tile for tile in map(self._glyph, title) if tile is not None]
        count = self._bar.width * self._bar.height
        tiles = (tiles + [self._blank] * count)[:count]
        self._bar._tiles[:] = np.array(tiles, np.uint16)
        self._bar._full_change = True


def _numbers(text: str, at: int, most: int) -> tuple[list[int], int, str]:
    """Return the numbers after `at`, and the position and character that end their sequence."""
    numbers, end, command = [], at + 1, ""
    limit = at + FIRST_NUMBER
    for _ in range(most):
        start = end
        while end < min(limit, len(text)) and text[end] in "0123456789":
            end += 1
        numbers.append(int(text[start:end] or 0))
        command = text[end : end + 1]
        if command != ";" or len(numbers) == most:
            break
        end, limit = end + 1, at + LAST_DIGIT
    return numbers, end, command


def _color(number: int) -> int:
    """Return an ANSI colour, whose bits are red, green and blue."""
    return sum(0xFF0000 >> 8 * bit for bit in range(3) if number >> bit & 1)


def recent(text: str, rows: int, columns: int) -> str:
    """Cut text that can no longer have an effect on a screen that scrolls as a whole."""
    rows *= KEPT
    last = text.rsplit("\n", rows)
    if len(last) > rows and "\x1b" not in last[0]:
        last = last[1:]
    return "\n".join(_end(line, rows, columns) for line in last)


def _end(line: str, rows: int, columns: int) -> str:
    """Cut the rows of a long line that scroll away; the rest keeps its columns."""
    surplus = max(0, len(line) // columns - rows) * columns
    is_plain = line[:surplus].isascii() and line[:surplus].isprintable()
    return line[surplus:] if is_plain else line
