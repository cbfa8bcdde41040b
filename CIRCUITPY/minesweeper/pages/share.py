# SPDX-License-Identifier: MIT
"""The board's number, large enough to be copied by hand, and what it is good for."""

from minesweeper import lazy
from minesweeper.pages.page import Page

_LINES = ("This number deals the same board", "on any PyPortal: Board, By number.", "",
          "On the console, replay prints", "the game for other programs.")


def show(table):
    page = Page(table, "", ("Back",), ("",) * 5 + _LINES, 1)
    number = lazy.call("sharing.numbers", "of", table)
    page.say(number, table.display.width // 2, 44, 2 if len(number) < 20 else 1)
    page.choose()
