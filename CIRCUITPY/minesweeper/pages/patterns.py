# SPDX-License-Identifier: MIT
"""Patterns to learn: on each small board the player taps a cell that is certain.

A wrong answer shows the clues you missed, and can be tried again.
"""

import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.screen import icons, text, tiles
from minesweeper.screen.box import box, palette_of

_COLUMNS = const(8)
_ROWS = const(4)
_SIZE = const(16)
_EDGE = const(0x081428)
_SIGNS = {"F": tiles.FLAG, ".": 0}
_COVERED = const("-sm")
_SAFE = const("s")
_MINE = const("m")
# Below the board.
_LINES = const(2)
# Pixels that the buttons and the room below them take.
_FOOT = const(52)
# From the heading to the board.
_BELOW = const(4)
# From the board to the lines below it.
_UNDER = const(3)
_LEARN = ("page", "pages.learn")
_LEAVE, _BEFORE, _NEXT = range(3)
_BUTTONS = (icons.DONE + " Done", icons.BACK + " Back", icons.NEXT + " Next")

_TASKS = {_SAFE: "Tap a cell that is surely safe.", _MINE: "Tap a cell that is surely a mine."}
_LEFT = const("{} mines are left.\n")
_RIGHT = const("Right!")
_WRONG = {_SAFE: "No, that one is safe.", _MINE: "No, that one is a mine.",
          "-": "No, that one is not certain."}


def show(session):
    """Show one pattern after the other; returns a request to go back."""
    count = lazy.call("advice.patterns", "count")
    known = set()
    number = 0
    while number < count:
        question = _Question(session, number, count)
        tapped = question.asked()
        if question.at_once:
            known.add(number)
        if tapped == _LEAVE:
            return _LEARN
        number = max(0, number + (1 if tapped == _NEXT else -1))
    told = "You knew {} of {} at once.".format(len(known), count)
    Page(session, "Patterns", (_BUTTONS[_LEAVE],), (told,)).choose(requests=(_LEARN,))
    return _LEARN


class _Question:
    """A pattern on its page: a heading, the board, and below it the task or the explanation.

    `at_once` is set if the first answer was right.
    """

    def __init__(self, session, number, count):
        name, asked, signs, clues, told, left = lazy.call("advice.patterns", "pattern", number)
        self._number, self._asked, self._told = number, asked, told
        self.at_once = self._answered = False
        self._is_over = False
        middle = session.display.width // 2
        self.page = page = Page(session, "", _BUTTONS, (), (3,),
                                above=session.display.height - _FOOT)
        self._heading = page.line(middle, text.body.height // 2 + _BELOW)
        self._heading.write("Pattern {} of {}: {}".format(number + 1, count, name))
        self._board = _Board(session, page, signs, clues)
        below = self._board.bottom + _LINES * text.body.height // 2 + _UNDER
        self._words = page.lines(middle, below)
        self._words.write((_LEFT.format(left) if left else "") + _TASKS[asked])

    def asked(self):
        """Judge answers until a button is tapped, which is returned."""
        tapped = self.page.choose(_LEAVE, requests=(_LEARN,))
        while tapped > _NEXT:
            self.answer(tapped - len(_BUTTONS))
            tapped = self.page.choose(_LEAVE, requests=(_LEARN,))
        return tapped

    def answer(self, place):
        """Judge the player's answer, a covered cell."""
        if self._is_over:
            return
        sign = self._board.sign(place)
        self._is_over = sign == self._asked
        self.at_once = self._is_over and not self._answered
        self._answered = True
        if self._is_over:
            self._board.solve()
            self._say(_RIGHT, self._told)
        else:
            self._board.explain()
            self._say(_WRONG[sign], lazy.call("advice.patterns", "explain", self._number))

    def _say(self, heading, words):
        self._heading.write(heading)
        self._words.write("\n".join(text.lines(words, self.page.width)))


class _Board:
    """A pattern's board on a page, as large as fits; its covered cells can be tapped."""

    def __init__(self, session, page, signs, clues):
        self._signs, self._clues = signs, clues
        self._sheet = session.sheets.of(_SIZE)
        top = text.body.height + _BELOW
        room = page.bounds[0][1] - top - _LINES * text.body.height - _UNDER
        scale = room // (_ROWS * _SIZE)
        side = scale * _SIZE
        left = (session.display.width - _COLUMNS * side) // 2
        self.bottom = top + _ROWS * side
        page.group.append(box(palette_of(_EDGE), left - 1, top - 1,
                              left + _COLUMNS * side + 1, self.bottom + 1))
        self._grid = self._sheet.grid(_COLUMNS, _ROWS)
        self._layer = displayio.Group(scale=scale, x=left, y=top)
        self._layer.append(self._grid)
        page.group.append(self._layer)
        for cell in range(len(signs)):
            if signs[cell] not in _COVERED:
                self._grid[cell] = _tile(signs[cell])
        self._covered = [cell for cell in range(len(signs)) if signs[cell] in _COVERED]
        page.add([_bounds(cell, left, top, side) for cell in self._covered], self._sink)

    def sign(self, place):
        """Return "s" or "m" for a covered cell that is certain, else "-"."""
        return self._signs[self._covered[place]]

    def explain(self):
        """Circle the clues, and mark safe cells and mines as a hint does."""
        self._mark(tiles.HINT, tiles.DANGER)

    def solve(self):
        """Circle the clues, and show the board with the right cells opened or flagged."""
        self._mark(tiles.TICK, tiles.FLAG)

    def _mark(self, safe, mine):
        while len(self._layer) > 1:
            self._layer.pop()
        for cell in self._clues:
            self._lay(cell, tiles.CLUE)
        for cell in self._covered:
            if self._signs[cell] in (_SAFE, _MINE):
                self._lay(cell, safe if self._signs[cell] == _SAFE else mine)

    def _lay(self, cell, tile):
        overlay = self._sheet.grid()
        overlay[0] = tile
        overlay.x, overlay.y = cell % _COLUMNS * _SIZE, cell // _COLUMNS * _SIZE
        self._layer.append(overlay)

    def _sink(self, place, is_down):
        self._grid[self._covered[place]] = tiles.PRESSED if is_down else tiles.BLANK


def _tile(sign):
    return int(sign) if sign.isdigit() else _SIGNS[sign]


def _bounds(cell, left, top, side):
    left += cell % _COLUMNS * side
    top += cell // _COLUMNS * side
    return left, top, left + side, top + side
