# SPDX-License-Identifier: MIT
"""The canonical spelling of a board's number, and the size of the board that it deals."""

from minesweeper.board import number, presets
from minesweeper.board.game import ANY


def canonical(words: str) -> str:
    """Return a number's canonical spelling. Raises ValueError for an invalid number."""
    index, rule, cell, seed, own = number.read(words)
    # Mines that may be anywhere are laid before the first tap, so the number has no first cell.
    return number.text(index, _board(index, own), rule, 0 if rule == ANY else cell, seed)


def size(words: str) -> tuple[int, int, int]:
    """Return columns, rows and mines. Raises ValueError."""
    index, _, _, _, own = number.read(words)
    _, columns, rows, mines = _board(index, own)
    return columns, rows, mines


def _board(index: int, own: tuple[int, int, int] | None) -> tuple:
    return (presets.CUSTOM, *own) if own else presets.ALL[index][:4]
