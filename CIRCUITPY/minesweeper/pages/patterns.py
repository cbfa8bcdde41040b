# SPDX-License-Identifier: MIT
"""Patterns to learn: on each small board the player taps a cell that is certain.

A wrong answer shows the clues you missed, and can be tried again.
"""

import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.screen import text, tiles
from minesweeper.screen.theme import box, palette_of
from minesweeper.solver.deduction import GROUP, OVERLAP, SUBSET, WHOLE_BOARD, Deduction

COLUMNS = const(8)
ROWS = const(4)
_SIZE = const(16)
_EDGE, _FRAME = const(0x081428), const(0xF7F7EF)
_SIGNS = {"F": tiles.FLAG, ".": 0}
_COVERED = const("-sm")
# The kinds of covered cells but "-", which is not certain.
SAFE = "s"
MINE = "m"
# Below the board.
_LINES = const(2)
# Pixels that the buttons and the room below them take.
_FOOT = const(52)
# From the heading to the board.
_BELOW = const(4)
# From the board to the lines below it.
_UNDER = const(5)
_LEARN = ("page", "pages.learn")
_LEAVE, _BEFORE, _NEXT = range(3)
_BUTTONS = (text.DONE + " Done", text.BACK + " Back", text.NEXT + " Next")

_TASKS = {SAFE: "Tap a surely safe cell.", MINE: "Tap a sure mine."}
_WALL = const("The frame is a wall.\n")
_LEFT = const("{} mines are left.\n")
_RIGHT = const("Right!")
_WRONG = {SAFE: "It is safe.", MINE: "It's a mine.",
          "-": "Not certain."}

# Name, what is asked for, the rule and its clues as in a Deduction, the board, what to remember,
# and how many mines are left beside the flags, where that counts.
_ALL = (
    ("1-1", SAFE, SUBSET, (16, 17), "--------" "--s-----" "1112----" "...1----",
     "The 1s share a mine, so the third cell is safe.", 0),
    ("1-2", MINE, OVERLAP, (19, 20), "--------" "--m--s--" "12221111" "........",
     "The 2's second mine is where the 1 does not reach.", 0),
    ("1-1 with a flag", SAFE, SUBSET, (5, 13), ".....1--" "...112--" "...2F3s-" "...2F---",
     "With its flag, the 2 is a 1: that is 1-1 again.", 0),
    ("1-2 with a flag", MINE, SUBSET, (13, 5), ".....1--" "...113--" "11.2F4m-" "F1.2F---",
     "With its flag, the 3 is a 2: that is 1-2 again.", 0),
    ("1-2-1", MINE, GROUP, (12, 13, 14), "13Fsmsms" "1FF31211" "1221...." "........",
     "Along a wall: each 1 faces a mine, the 2 none.", 0),
    ("1-2-2-1", SAFE, GROUP, (4, 12, 20, 28), "....1s--" "....2m--" "....2m--" "....1s--",
     "Along a wall: each 2 faces a mine, each 1 none.", 0),
    ("1-2-1 with flags", SAFE, GROUP, (16, 17, 18), "--------" "msms----" "123F----" "..2F----",
     "With two flags, the 3 is a 1: that is 1-2-1 again.", 0),
    ("A hole", SAFE, SUBSET, (18, 2), "-s1s----" "--1-----" "1112----" "...1----",
     "Both 1s share the lower one's mine: the rest is safe.", 0),
    ("1-2 apart", MINE, OVERLAP, (4, 21), "---12m--" "---2--s-" "----212-" "----1.1-",
     "The 2 shares one mine with the 1; the other is its own.", 0),
    ("Triangle", MINE, GROUP, (3, 11, 12), "---1..1-" "---2223-" "--s--m--" "--------",
     "Wherever the 1's mine lies, this cell is a mine.", 0),
    ("2-2-2 corner", SAFE, GROUP, (10, 11, 19), "-m--s---" "F322----" "1113----" "..1Fm---",
     "Try a mine in the corner, then none: both agree.", 0),
    ("Mine count", SAFE, WHOLE_BOARD, (5, 13, 22, 30), ".....1ss" "111.12ms" "1F1.1F3-" "111.112-",
     "Two mines are left, both needed elsewhere. Count near the end!", 2),
)


def show(session):
    """Show one pattern after the other; returns a request to go back."""
    count = len(_ALL)
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
    words = "You knew {} of {} at once.".format(len(known), count)
    Page(session, "Patterns", (_BUTTONS[_LEAVE],), (words,)).choose(requests=(_LEARN,))
    return _LEARN


class _Question:
    """A pattern on its page: a heading, the board, and below it the task or the explanation.

    `at_once` is set if the first answer was right.
    """

    def __init__(self, session, number, count):
        name, asked, signs, clues, fact, left = pattern(number)
        self._number, self._asked, self._fact = number, asked, fact
        self.at_once = self._answered = False
        self._is_over = False
        middle = session.display.width // 2
        self.page = page = Page(session, "", _BUTTONS, (), (3,),
                                above=session.display.height - _FOOT)
        self._heading = page.line(middle, text.body.height // 2)
        self._heading.write("Pattern {} of {}: {}".format(number + 1, count, name))
        self._board = _Board(session, page, signs, clues)
        below = self._board.bottom + _LINES * text.body.height // 2 + _UNDER
        self._words = page.lines(middle, below)
        self._words.write((_LEFT.format(left) if left else _WALL) + _TASKS[asked])

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
            self._say(_RIGHT, self._fact)
        else:
            self._board.explain()
            self._say(_WRONG[sign], explain(self._number))

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
        scale = room // (ROWS * _SIZE)
        side = scale * _SIZE
        left = (session.display.width - COLUMNS * side) // 2
        self.bottom = top + ROWS * side
        for color, by in ((_FRAME, 3), (_EDGE, 1)):
            page.group.append(box(palette_of(color), left - by, top - by,
                                  left + COLUMNS * side + by, self.bottom + by))
        self._grid = self._sheet.grid(COLUMNS, ROWS)
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
            if self._signs[cell] in (SAFE, MINE):
                self._lay(cell, safe if self._signs[cell] == SAFE else mine)

    def _lay(self, cell, tile):
        overlay = self._sheet.grid()
        overlay[0] = tile
        overlay.x, overlay.y = cell % COLUMNS * _SIZE, cell // COLUMNS * _SIZE
        self._layer.append(overlay)

    def _sink(self, place, is_down):
        self._grid[self._covered[place]] = tiles.PRESSED if is_down else tiles.BLANK


def _tile(sign):
    return int(sign) if sign.isdigit() else _SIGNS[sign]


def _bounds(cell, left, top, side):
    left += cell % COLUMNS * side
    top += cell // COLUMNS * side
    return left, top, left + side, top + side


def pattern(number):
    """(name, what is asked for, board, clues, what to remember, mines left or 0)."""
    name, asked, _, clues, board, fact, left = _ALL[number]
    return name, asked, board, clues, fact, left


def explain(number):
    """Return a sentence that says why it follows."""
    _, _, rule, clues, board, _, _ = _ALL[number]
    mines, safe = cells(board, MINE), cells(board, SAFE)
    numbers = [int(sign) if sign.isdigit() else 0 for sign in board]
    found = Deduction(rule, mines, safe, clues)
    return lazy.call("advice.reasons", "reason", found, mines, safe, numbers)


def cells(board, sign):
    """Return the cells of a sign."""
    return [cell for cell in range(len(board)) if board[cell] == sign]
