# SPDX-License-Identifier: MIT
"""A decided game as RAWVF, the open text format of Minesweeper replays, on the console.

https://github.com/thefinerminer/minesweeper-rawvf, revision 6: what there is to know, the board,
and a line for each press and release of a mouse that would have done the same. Question marks are
left out, or told as what becomes of the board. `Number` is ours: it deals the board again,
unless fair guesses have moved its mines.
"""

from minesweeper.board.controls import WON
from minesweeper.board.field import MINE
from minesweeper.board.recording import CHORDED, FLAGGED, OPENED, QUESTIONED, UNFLAGGED
from minesweeper.sharing import numbers

# The names by which others know sizes.
_LEVELS = {(9, 9, 10): "Beginner", (16, 16, 40): "Intermediate", (30, 16, 99): "Expert"}
_PIXELS = 16
_BUTTONS = {OPENED: "l", CHORDED: "m", FLAGGED: "r", UNFLAGGED: "r"}


def tell(session):
    """Print the replay; returns a sentence if there is none."""
    game = session.game
    if not game.recording.whole:
        return "No replay: this game was interrupted by a power-off, or had too many moves."
    _tell_head(session)
    _tell_board(game.field)
    print("Events:")
    for kind, cell, ms in game.recording.moves():
        if kind in _BUTTONS:
            print(event(kind, cell, ms, game.field.width))
    return ""


def event(kind, cell, ms, width):
    """Return the lines of a recorded move on a board so many cells wide."""
    column, row = cell % width, cell // width
    if kind not in _BUTTONS:
        sign = "questionmark" if kind == QUESTIONED else "closed"
        return "{} {} {} {}".format(_seconds(ms), sign, column + 1, row + 1)
    return "\n".join(["{} {}{} {} {} ({} {})".format(
        _seconds(ms), _BUTTONS[kind], action, column + 1, row + 1,
        column * _PIXELS + _PIXELS // 2, row * _PIXELS + _PIXELS // 2) for action in "cr"])


def _tell_head(session):
    game = session.game
    _, columns, rows, mines, _ = game.preset
    head = (
        ("RawVF_Version", "Rev6"),
        ("Program", "PyPortal Minesweeper"),
        ("Level", _LEVELS.get((columns, rows, mines), "Custom")),
        ("Width", columns),
        ("Height", rows),
        ("Mines", mines),
        ("Marks", "Off"),
        ("SquareSize", _PIXELS),
        ("Time", _seconds(game.played_ms)),
        ("BBBV", game.field.three_bv()),
        ("Status", "won" if game.outcome() == WON else "lost"),
    )
    for name, value in head:
        print("{}: {}".format(name, value))
    if not game.rearranged:
        print("Number: {}".format(numbers.of(session.game)))


def _tell_board(field):
    print("Board:")
    for start in range(0, len(field.cells), field.width):
        row = field.cells[start : start + field.width]
        print("".join(["*" if cell & MINE else "0" for cell in row]))


def _seconds(ms):
    return "{}.{:03d}".format(ms // 1000, ms % 1000)
