# SPDX-License-Identifier: MIT
"""Reads a board as text: its cells as a player sees them, and its number of mines.

Each line is a row: `-` or `?` is covered, `F` flagged, `.` or 0 to 8 opened. Spaces between cells,
empty lines and comments after `#` are ignored. A first line `mines 10` gives the number of mines.
"""

from typing import NamedTuple

from minesweeper.solver import visible

CELLS = {"-": visible.COVERED, "?": visible.COVERED, "F": visible.FLAG, ".": 0}
CELLS |= {str(clue): clue for clue in range(9)}
MOST = 100  # columns or rows


class BoardError(Exception):
    """The message names the file and the line and says what is wrong."""


class Board(NamedTuple):
    name: str
    width: int
    height: int
    seen: bytearray
    mines: int | None
    lines: list[int]  # each row's line in the file

    def place(self, cell: int) -> str:
        """Return a cell's row and column, counted from 1, as r1c1."""
        return f"r{cell // self.width + 1}c{cell % self.width + 1}"

    def line(self, cell: int) -> int:
        return self.lines[cell // self.width]


def read(name: str, text: str) -> Board:
    """Raises BoardError; its messages call the text `name`."""
    mines: int | None = None
    rows: list[bytes] = []
    lines: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words and words[0] == "mines" and not rows and mines is None:
            mines = _mines(name, number, words[1:])
        elif words:
            rows.append(_row(name, number, "".join(words), rows))
            lines.append(number)
    if not rows:
        raise BoardError(f"{name}: it holds no board")
    if len(rows) > MOST or len(rows[0]) > MOST:
        raise BoardError(f"{name}: {len(rows[0])}x{len(rows)} cells are more than {MOST}x{MOST}")
    return Board(name, len(rows[0]), len(rows), bytearray(b"".join(rows)), mines, lines)


def _mines(name: str, number: int, words: list[str]) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise BoardError(f"{name}, line {number}: {' '.join(words)!r} is not a number of mines")
    return int(words[0])


def _row(name: str, number: int, line: str, rows: list[bytes]) -> bytes:
    for char in line:
        if char not in CELLS:
            raise BoardError(f"{name}, line {number}: {char!r} is not a cell; "
                             "- is covered, F flagged, . or 0 to 8 opened")
    if rows and len(line) != len(rows[0]):
        raise BoardError(f"{name}, line {number}: {len(line)} cells, "
                         f"but the first row has {len(rows[0])}")
    return bytes(CELLS[char] for char in line)
