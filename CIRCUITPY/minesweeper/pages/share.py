# SPDX-License-Identifier: MIT
"""The board's number, large enough to be copied by hand, and what it is good for."""

from minesweeper import lazy
from minesweeper.pages.page import Page

_NUMBERED = ("This number deals the same board", "on any PyPortal: Board, By number.")
_MOVED = ("Fair guesses have moved its mines:", "no number deals this board again.")
_LINES = ("", "On the console, replay prints", "the game for other programs.")


def show(table):
    lines = (_MOVED if table.game.rearranged else _NUMBERED) + _LINES
    page = Page(table, "", ("Back",), ("",) * 5 + lines, 1)
    number = lazy.call("sharing.numbers", "of", table)
    if number:
        page.say(number, table.display.width // 2, 44, 2 if len(number) < 20 else 1)
    page.choose()
