# SPDX-License-Identifier: MIT
"""How to play: moving pictures on a small board, for the present controls.

There are three lessons, and a fourth where the board in play is larger than the display. The menu
leads to them, and they lead to the patterns.
"""

import displayio
from micropython import const

from minesweeper.pages.page import Page
from minesweeper.rules import controls
from minesweeper.screen import icons, text, tiles
from minesweeper.screen.box import box, palette_of

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

# The buttons of a lesson, and of the last one.
_DONE, _PATTERNS = icons.DONE + " Done", icons.HINT + " Patterns"
_NEXT, _AGAIN = icons.NEXT + " Next", icons.SAME + " Again"
_BUTTONS = (_DONE, _PATTERNS, _NEXT), (_DONE, _PATTERNS, _AGAIN)

_COUNTS = const("A number counts the mines in the cells around it.")
_SURE = const("All three 1s touch the middle cell: it must be the mine. ")
_MOVE = const("Drag the board to see the rest of it, or tap the map above it.")
_MOVING = ("Move", OPENED, _MOVE, ((NUMBER, False, MOVED), (MINE, False, MOVED)))
_CHORD = const("Tap a number with all its flags to open its other cells. ")


def show(session):
    """Show the lessons until the player leaves; returns a request for the page that follows."""
    options = session.options
    taught = lessons(options.controls, options.questions, options.chords)
    if session.view.scrolls:
        taught += (_MOVING,)
    return "page", _teach(session, taught, _BUTTONS) or "pages.menu"


def lessons(way, questions, chords):
    """Return (heading, board, words, touches) of each lesson.

    A touch is (cell, whether it is held, the board afterwards).
    """
    opening = ((_FIRST, way == controls.GUIDE, OPENED),)
    flagging: tuple = ((MINE, way == controls.DIG, FLAGGED),)
    if way == controls.GUIDE:
        opens, flags = "Hold a cell to open it. ", "Tap it for a flag."
        if questions:
            flags = "Tap it for a ?, again for a flag."
            flagging = ((MINE, False, ASKED), (MINE, False, FLAGGED))
        wins = "Open or flag every cell to win."
    else:
        opens, flags = "Tap a cell to open it. ", "Hold it for a flag."
        wins = "Open all but the mines to win."
        if way == controls.FLAGS:
            opens, flags = "Tap to start, then hold to open. ", "Tap it for a flag."
    last = ((NUMBER, False, ALL),) if chords else ((0, opening[0][1], ALL),)
    return (
        ("Open", COVERED, opens + _COUNTS, opening),
        ("Flag", OPENED, _SURE + flags, flagging),
        ("Win", FLAGGED, _CHORD + wins if chords else wins, last),
    )


def _teach(session, taught, buttons):
    """Show one lesson after the other; returns the page to go on with, None when done."""
    number = 0
    while True:
        is_last = number == len(taught) - 1
        chosen = _chosen(session, taught[number], buttons[is_last], 0)
        if chosen not in (_NEXT, _AGAIN):
            return "pages.patterns" if chosen == _PATTERNS else None
        number = 0 if is_last else number + 1


def _chosen(session, lesson, buttons, way_out):
    """Show a lesson and return the button that is tapped."""
    heading, board, words, touches = lesson
    page = Page(session, heading, buttons, (), len(buttons))
    film = Film(session, page, board, touches)
    page.say("\n".join(text.lines(words, page.width)), session.display.width // 2,
             (film.bottom + page.bounds[0][1]) // 2)
    return buttons[page.choose(way_out, film.turn)]


class Board:
    """A small board on a page: at `corner` in its own size, else in the middle as large as fits.

    It ends at the pixel row `bottom`.
    """

    def __init__(self, session, page, corner=None):
        display = session.display
        sheet = session.sheets.of(_SIZE)
        room = page.bounds[0][1] - page.top - (_LINES * text.body.height)
        size = _SIZE if corner else max(1, room // (ROWS * _SIZE)) * _SIZE
        left, top = corner or ((display.width - COLUMNS * size) // 2, page.top)
        self._left, self._top, self._size = left, top, size
        self.bottom = top + ROWS * size
        right = left + COLUMNS * size
        page.group.append(box(palette_of(_EDGE), left - 1, top - 1, right + 1, self.bottom + 1))
        layer = displayio.Group(scale=size // _SIZE, x=left, y=top)
        self._grid, self._overlay = sheet.grid(COLUMNS, ROWS), sheet.grid()
        self._overlay.hidden = True
        layer.append(self._grid)
        layer.append(self._overlay)
        page.group.append(layer)

    def show(self, board):
        """Show a board's signs."""
        for cell in range(len(board)):
            self.put(cell, _SIGNS[board[cell]])

    def put(self, cell, tile):
        if self._grid[cell] != tile:
            self._grid[cell] = tile

    def frame(self, cell, overlay):
        """Lay an overlay over a cell; None for the overlay removes it."""
        self._overlay.hidden = overlay is None
        if overlay is not None:
            self._overlay.x, self._overlay.y = cell % COLUMNS * _SIZE, cell // COLUMNS * _SIZE
            self._overlay[0] = overlay

    def bounds(self):
        """Return (left, top, right, bottom) of each cell."""
        size, found = self._size, []
        for cell in range(COLUMNS * ROWS):
            left, top = self._left + cell % COLUMNS * size, self._top + cell // COLUMNS * size
            found.append((left, top, left + size, top + size))
        return found


class Film:
    """A board on a page, and a finger that plays on it again and again."""

    def __init__(self, session, page, board, touches, corner=None):
        self._board = Board(session, page, corner)
        self.bottom = self._board.bottom
        self._scenes = _scenes(board, touches)
        self._scene = -1
        self._until_ms = 0

    def turn(self, now_ms):
        if now_ms < self._until_ms:
            return
        self._scene = (self._scene + 1) % len(self._scenes)
        lasts_ms, board, cell, finger = self._scenes[self._scene]
        self._until_ms = now_ms + lasts_ms
        self._board.show(board)
        self._board.frame(cell, finger)


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
