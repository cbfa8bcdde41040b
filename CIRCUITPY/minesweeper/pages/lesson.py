# SPDX-License-Identifier: MIT
"""How to play: moving pictures on a small board, for the present controls.

There are three lessons, and a fourth where the board in play is larger than the display.
"""

import displayio
from micropython import const

from minesweeper.pages.page import Page
from minesweeper.rules import controls
from minesweeper.screen import text, tiles
from minesweeper.screen.theme import box, palette_of

COLUMNS = const(5)
ROWS = const(3)
_SIZE = const(16)
_EDGE = const(0x081428)
# Lines of text below the board, at least.
_LINES = const(2)
_SIGNS = {"-": tiles.BLANK, ".": 0, "1": 1, "F": tiles.FLAG, "?": tiles.QUESTION}
# The board from move to move: covered, opened, with a ? and a flag on its mine, and all opened.
COVERED = const("---------------")
OPENED = const("-1...-1...-1...")
ASKED = const("-1...?1...-1...")
# Dragged to the left.
MOVED = const("1...-1...-1...-")
FLAGGED = const("-1...F1...-1...")
ALL = const("11...F1...11...")
# Where the finger goes: a cell that opens many, the mine, and the number beside it.
_FIRST = const(8)
MINE = const(5)
NUMBER = const(6)
# How long each scene lasts: the board before, a touch, a hold after it, and the board after.
_REST_MS = const(800)
_TOUCH_MS = const(400)
_HOLD_MS = const(500)
_SEEN_MS = const(1500)

_DONE, _NEXT, _AGAIN = text.DONE + " Done", text.NEXT + " Next", text.SAME + " Again"

_COUNTS = const("A number counts the mines around it.")
_SURE = const("All 1s share one mine. ")
_MOVING = ("Move", OPENED, "Drag the board, or tap the map above it.",
           ((NUMBER, False, MOVED), (MINE, False, MOVED)))
_CHORD = const("Tap a number that has its flags. ")


def show(session):
    """Show one lesson after the other until the player leaves; returns a request to go back."""
    options = session.options
    taught = lessons(options.controls, options.questions, options.chords)
    if session.view.scrolls:
        taught += (_MOVING,)
    number = 0
    while _goes_on(session, taught[number], number == len(taught) - 1):
        number = (number + 1) % len(taught)
    return "page", "pages.learn"


def lessons(way, questions, chords):
    """Return (heading, board, words, touches) of each lesson.

    A touch is (cell, whether it is held, the board afterwards).
    """
    opening = ((_FIRST, way == controls.GUIDE, OPENED),)
    flagging: tuple = ((MINE, way == controls.DIG, FLAGGED),)
    if way == controls.GUIDE:
        opens, flags = "Hold to open. ", "Tap for a flag."
        if questions:
            flags = "Tap for ?, again for a flag."
            flagging = ((MINE, False, ASKED), (MINE, False, FLAGGED))
        wins = "Open or flag all."
    else:
        opens, flags = "Tap to open. ", "Hold the mine for a flag."
        wins = "Open all but mines."
        if way == controls.FLAGS:
            opens, flags = "Tap first, then hold. ", "Tap the mine for a flag."
    last = ((NUMBER, False, ALL),) if chords else ((0, opening[0][1], ALL),)
    return (
        ("Open", COVERED, opens + _COUNTS, opening),
        ("Flag", OPENED, _SURE + flags, flagging),
        ("Win", FLAGGED, _CHORD + wins if chords else wins, last),
    )


def _goes_on(session, lesson, is_last):
    """Show a lesson; returns whether the player asks for the next one, or for all again."""
    heading, board, words, touches = lesson
    page = Page(session, heading, (_DONE, _AGAIN if is_last else _NEXT))
    film = Film(session, page, board, touches)
    page.say("\n".join(text.lines(words, page.width)), session.display.width // 2,
             (film.bottom + page.bounds[0][1]) // 2)
    return page.choose(0, film.turn, requests=(("page", "pages.learn"),)) == 1


class Film:
    """A small board in the middle of a page, on which a finger plays again and again.

    It ends at the pixel row `bottom`.
    """

    def __init__(self, session, page, board, touches):
        display, sheet = session.display, session.sheets.of(_SIZE)
        room = page.bounds[0][1] - page.top - _LINES * text.body.height
        size = max(1, room // (ROWS * _SIZE)) * _SIZE
        left, top = (display.width - COLUMNS * size) // 2, page.top
        self.bottom = top + ROWS * size
        right = left + COLUMNS * size
        page.group.append(box(palette_of(_EDGE), left - 1, top - 1, right + 1, self.bottom + 1))
        layer = displayio.Group(scale=size // _SIZE, x=left, y=top)
        self._grid, self._finger = sheet.grid(COLUMNS, ROWS), sheet.grid()
        layer.append(self._grid)
        layer.append(self._finger)
        page.group.append(layer)
        self._scenes = _scenes(board, touches)
        self._scene = -1

    def turn(self):
        self._scene = (self._scene + 1) % len(self._scenes)
        lasts_ms, board, cell, finger = self._scenes[self._scene]
        for place in range(len(board)):
            tile = _SIGNS[board[place]]
            if self._grid[place] != tile:
                self._grid[place] = tile
        self._finger.hidden = finger is None
        if finger is not None:
            self._finger.x, self._finger.y = cell % COLUMNS * _SIZE, cell // COLUMNS * _SIZE
            self._finger[0] = finger
        return lasts_ms


def _scenes(board, touches):
    """Return (ms, board, cell, tile of the finger or None) of each scene."""
    scenes: list = [(_REST_MS, board, 0, None)]
    for cell, is_held, then in touches:
        scenes.append((_TOUCH_MS, board, cell, tiles.CURSOR))
        if is_held:
            scenes.append((_HOLD_MS, board, cell, tiles.RIPE))
        scenes.append((_SEEN_MS, then, 0, None))
        board = then
    return scenes
