# SPDX-License-Identifier: MIT
"""The first minutes of a new PyPortal: how the player wants to play, and three taps to learn it.

The question shows each way as a moving picture. The taps are made on a small board; then a Beginner
board starts. The way of Adafruit's guide leads to its own board at once.
"""

from micropython import const

from minesweeper import gesture
from minesweeper.pages import lesson
from minesweeper.pages.page import MARGIN, Page
from minesweeper.rules import controls, presets
from minesweeper.screen import icons, tiles

_QUESTION = const("How do you want to play?")
_WAYS = (controls.DIG, controls.FLAGS, controls.GUIDE)
_WORDS = ("Tap opens\nHold to set a flag.", "Tap flags\nHold to open a cell.",
          "Like Adafruit's guide\nEach tap: ?, flag, then open.")
# At the left of each button, for its picture.
_ROOM = const(92)
_SIZE = const(16)
_SKIP = (icons.NEXT + " Skip",)
_PLAY = (icons.RESUME + " Play",)
_DONE = const("Open every cell but the mines to win.\nIf you open a mine, you lose.")
# On the first board.
_MENU = const("The face opens the menu,\nthe {} swaps tap and hold.")
_MENU_OF_GUIDE = const("Keep your finger down for the menu.")
_NUMBER = const("The 1 has its flag. Tap the 1 to open\nthe other cells around it.")


def show(session, save):
    """Ask, save the choice, teach, and return a request for the first board."""
    way = _ask(session)
    options = session.options
    options.controls = way
    options.choose(presets.GUIDE if way == controls.GUIDE else presets.BEGINNER)
    save()
    if way != controls.GUIDE:
        try:
            _practise(session, way)
        except MemoryError:
            pass
    return "first", _MENU_OF_GUIDE if way == controls.GUIDE else _MENU.format(
        "shovel" if way == controls.DIG else "flag")


def _ask(session):
    """Return the way to play that is chosen; the page is gone then."""
    page = Page(session, _QUESTION, _WORDS, (), 1, _ROOM)
    films = []
    for way, (left, top, _, bottom) in zip(_WAYS, page.bounds):
        opening, flagging = lesson.lessons(way, True, True)[:2]
        touches = opening[3] + flagging[3]
        films.append(lesson.Film(session, page, opening[1], touches,
                                 (left + 6, (top + bottom - lesson.ROWS * _SIZE) // 2 - 1)))

    def turn(now_ms):
        for film in films:
            film.turn(now_ms)

    return _WAYS[page.choose(turn=turn)]


def _practise(session, way):
    """Let the player open, flag and open again; a wrong touch is answered, and nothing is lost."""
    holds = way == controls.DIG
    steps = (
        (lesson.COVERED, None, False, lesson.OPENED, "Tap any cell to open it."),
        (lesson.OPENED, lesson.MINE, holds, lesson.FLAGGED,
         "Only the circled cell touches all three 1s:\nit is the mine. {} it to flag it.".format(
             "Hold" if holds else "Tap")),
        (lesson.FLAGGED, lesson.NUMBER, False, lesson.ALL, _NUMBER),
    )
    for step in steps:
        if not _Practice(session, *step).done():
            return
    page = Page(session, "You did it!", _PLAY, (), 1)
    board = lesson.Board(session, page)
    board.show(lesson.ALL)
    _say(page, board, _DONE)
    page.choose()


class _Practice:
    """A small board on which one touch is right: on `cell`, None for any, held or not."""

    def __init__(self, session, board, cell, held, after, words):
        self._board, self._cell, self._held, self._after = board, cell, held, after
        self._page = page = Page(session, "Try it", _SKIP, (), 1)
        self._picture = picture = lesson.Board(session, page)
        picture.show(board)
        if cell is not None:
            picture.frame(cell, tiles.CLUE)
        self._line = _say(page, picture, words)
        page.add(picture.bounds(), self._sink)

    def done(self):
        """Wait for the right touch; returns False if the player skips."""
        while True:
            tapped = self._page.choose()
            if tapped == 0:
                return False
            held = self._page.event != gesture.TAP
            if self._cell in (None, tapped - 1) and held == self._held:
                self._picture.show(self._after)
                return True
            self._line.write(self._wrong(tapped - 1, held))

    def _wrong(self, cell, held):
        if self._cell not in (None, cell):
            return "Not this cell:\ntry the circled one."
        if held:
            return "That was a hold.\nTouch it only briefly."
        return "That was a tap.\nHold your finger on it a little longer."

    def _sink(self, place, is_down):
        if self._board[place] == "-":
            self._picture.put(place, tiles.PRESSED if is_down else tiles.BLANK)


def _say(page, board, words):
    middle = (board.bottom + page.bounds[0][1]) // 2
    line = page.lines(MARGIN + page.width // 2, middle)
    line.write(words)
    return line
