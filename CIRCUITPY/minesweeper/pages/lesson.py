# SPDX-License-Identifier: MIT
"""How to play: moving pictures on a small board, for the present controls.

There are three lessons, and a fourth where the board in play is larger than the display. The pause
sheet leads to them, and they lead to the patterns. On a new PyPortal the title offers them; they
can be skipped, and end with the choice of how to play.
"""

import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.board import controls, presets
from minesweeper.pages.page import HEADING, Page
from minesweeper.screen import text, tiles

_COLUMNS = const(5)
_ROWS = const(3)
_SIZE = const(16)
# The heading's height, that of three lines, and of the buttons.
_OTHERS = const(36 + 48 + 60)
_SIGNS = {"-": tiles.BLANK, ".": 0, "1": 1, "F": tiles.FLAG, "?": tiles.QUESTION}
# The board from move to move: covered, opened, with a ? and a flag on its mine, and all opened.
_COVERED = const("---------------")
_OPENED = const("-1...-1...-1...")
_ASKED = const("-1...?1...-1...")
# Dragged to the left.
_MOVED = const("1...-1...-1...-")
_FLAGGED = const("-1...F1...-1...")
_ALL = const("11...F1...11...")
# Where the finger goes: a cell that opens many, the mine, and the number beside it.
_FIRST = const(8)
_MINE = const(5)
_NUMBER = const(6)
# How long each scene lasts: the board before, a touch, a hold after it, and the board after.
_REST_MS = const(800)
_TOUCH_MS = const(400)
_HOLD_MS = const(500)
_SEEN_MS = const(1500)
# From the board to the middle of the first line.
_BELOW = const(10)

# The buttons of a lesson, and of the last one.
_PATTERNS = const("Patterns")
_BUTTONS = ("Done", _PATTERNS, "Next"), ("Again", _PATTERNS, "Done")
_FIRST_BUTTONS = ("Skip", "Next"), ("Again", _PATTERNS, "Go on")

_COUNTS = const("A number counts the mines in the cells around it.")
_SURE = const("All three 1s touch the middle cell: it must be the mine. ")
_MOVE = const("Drag the board to see the rest of it, or tap the map above it.")
_MOVING = ("Move", _OPENED, _MOVE, ((_NUMBER, False, _MOVED), (_MINE, False, _MOVED)))
_CHORD = const("Tap a number that has all its flags to open its other cells. ")


def show(session):
    """Show the lessons until the player leaves; returns a request for the page that follows."""
    options = session.options
    taught = lessons(options.controls, options.questions, options.chords)
    if session.view.scrolls:
        taught += (_MOVING,)
    return "page", _teach(session, taught, _BUTTONS) or "pages.pause"


def first(session, save):
    """Show the lessons on a new PyPortal, for the usual controls, and then let the player choose.

    Saves the choice and returns a request for the board.
    """
    following = _teach(session, lessons(controls.DIG, True, True), _FIRST_BUTTONS)
    if following:
        lazy.call(following, "show", session)
    lines = ("Left: tap to open, hold for a flag.", "Right: taps go from ? to flag to open.",
             "Hold a cell for two seconds: the menu, where all of this can be changed.")
    page = Page(session, "How to play?", ("Beginner,\ntap opens", "As Adafruit's\nguide plays it"),
                lines)
    options = session.options
    plays_guide = page.choose()
    options.controls = controls.GUIDE if plays_guide else controls.DIG
    options.choose(presets.GUIDE if plays_guide else presets.BEGINNER)
    save()
    return "board", None


def lessons(way, questions, chords):
    """Return (heading, board, words, touches) of each lesson.

    A touch is (cell, whether it is held, the board afterwards).
    """
    opening = ((_FIRST, way == controls.GUIDE, _OPENED),)
    flagging: tuple = ((_MINE, way == controls.DIG, _FLAGGED),)
    if way == controls.GUIDE:
        opens, flags = "Hold a cell to open it. ", "Tap it for a flag."
        if questions:
            flags = "Tap it for a ?, again for a flag."
            flagging = ((_MINE, False, _ASKED), (_MINE, False, _FLAGGED))
        wins = "Open or flag every cell to win."
    else:
        opens, flags = "Tap a cell to open it. ", "Hold it for a flag."
        wins = "Open all but the mines to win."
        if way == controls.FLAGS:
            opens, flags = "Tap first, then hold to open. ", "Tap it for a flag."
    last = ((_NUMBER, False, _ALL),) if chords else ((0, opening[0][1], _ALL),)
    return (
        ("Open", _COVERED, opens + _COUNTS, opening),
        ("Flag", _OPENED, _SURE + flags, flagging),
        ("Win", _FLAGGED, _CHORD + wins if chords else wins, last),
    )


def _teach(session, taught, buttons):
    """Show one lesson after the other; returns the page to go on with, None when done."""
    number = 0
    while True:
        is_last = number == len(taught) - 1
        chosen = _chosen(session, taught[number], buttons[is_last], -is_last)
        if chosen not in ("Next", "Again"):
            return "pages.patterns" if chosen == _PATTERNS else None
        number = 0 if is_last else number + 1


def _chosen(session, lesson, buttons, way_out):
    """Show a lesson and return the button that is tapped."""
    heading, board, words, touches = lesson
    page = Page(session, heading, buttons, (), len(buttons))
    film = _Film(session, page, board, touches)
    letters = session.display.width // text.WIDTH - 1
    for at, line in enumerate(text.lines(words, letters)):
        page.say(line, session.display.width // 2, film.bottom + _BELOW + at * text.HEIGHT)
    return buttons[page.choose(way_out, film.turn)]


class _Film:
    """A small board on a page, and a finger that plays on it again and again.

    The board is as large as fits, and ends at the pixel row `bottom`.
    """

    def __init__(self, session, page, board, touches):
        sheet = session.sheets.of(_SIZE)
        size = (session.display.height - _OTHERS) // (_ROWS * _SIZE) * _SIZE
        self.bottom = HEADING + _ROWS * size
        layer = displayio.Group(scale=size // _SIZE, y=HEADING,
                                x=(session.display.width - _COLUMNS * size) // 2)
        self._grid, self._finger = sheet.grid(_COLUMNS, _ROWS), sheet.grid()
        layer.append(self._grid)
        layer.append(self._finger)
        page.group.append(layer)
        self._scenes = _scenes(board, touches)
        self._scene = -1
        self._until_ms = 0

    def turn(self, now_ms):
        if now_ms < self._until_ms:
            return
        self._scene = (self._scene + 1) % len(self._scenes)
        lasts_ms, board, cell, finger = self._scenes[self._scene]
        self._until_ms = now_ms + lasts_ms
        for at in range(len(board)):
            tile = _SIGNS[board[at]]
            if self._grid[at] != tile:
                self._grid[at] = tile
        self._finger.hidden = finger is None
        if finger is not None:
            self._finger.x, self._finger.y = cell % _COLUMNS * _SIZE, cell // _COLUMNS * _SIZE
            self._finger[0] = finger


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
