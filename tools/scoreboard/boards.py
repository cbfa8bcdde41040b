# SPDX-License-Identifier: MIT
"""A board's number in its one canonical spelling, and the size of the board that it deals."""

from minesweeper.board import number, presets
from minesweeper.board.game import ANY


def canonical(words: str) -> str:
    """The same for every spelling of a number. Raises ValueError for what is none."""
    index, rule, cell, seed, own = number.read(words)
    # Mines that lie anywhere are laid before the first cell, so that no such cell belongs to them.
    return number.text(index, _board(index, own), rule, 0 if rule == ANY else cell, seed)


def size(words: str) -> tuple[int, int, int]:
    """Columns, rows and mines. Raises ValueError."""
    index, _, _, _, own = number.read(words)
    _, columns, rows, mines = _board(index, own)
    return columns, rows, mines


def _board(index: int, own: tuple[int, int, int] | None) -> tuple:
    return (presets.CUSTOM, *own) if own else presets.ALL[index][:4]
