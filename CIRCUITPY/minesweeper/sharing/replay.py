# SPDX-License-Identifier: MIT
"""A decided game as RAWVF, the open text format of Minesweeper replays, on the console.

https://github.com/thefinerminer/minesweeper-rawvf, revision 6: what there is to know, the board,
and a line for each press and release of a mouse that would have done the same. Question marks are
left out, or told as what becomes of the board. `Number` is ours: it deals the board again,
unless fair guesses have moved its mines.
"""

from minesweeper.rules.controls import WON
from minesweeper.rules.field import MINE
from minesweeper.sharing import numbers
from minesweeper.sharing.events import PIXELS, event, is_event, seconds

# The names by which others know sizes.
_LEVELS = {(9, 9, 10): "Beginner", (16, 16, 40): "Intermediate", (30, 16, 99): "Expert"}


def tell(session):
    """Print the replay, or a sentence if there is none."""
    game = session.game
    why = "" if game.recording.whole else "has moves that were not kept"
    if not game.is_decided():
        why = "is not over yet"
    if why:
        print("No replay: this game {}.".format(why))
        return
    _tell_head(game)
    _tell_board(game.field)
    print("Events:")
    for kind, cell, ms in game.recording.moves():
        if is_event(kind):
            print(event(kind, cell, ms, game.field.width))


def _tell_head(game):
    _, columns, rows, mines, _ = game.preset
    head = (
        ("RawVF_Version", "Rev6"),
        ("Program", "PyPortal Minesweeper"),
        ("Level", _LEVELS.get((columns, rows, mines), "Custom")),
        ("Width", columns),
        ("Height", rows),
        ("Mines", mines),
        ("Marks", "Off"),
        ("SquareSize", PIXELS),
        ("Time", seconds(game.played_ms)),
        ("BBBV", game.field.three_bv()),
        ("Status", "won" if game.outcome() == WON else "lost"),
    )
    for name, value in head:
        print("{}: {}".format(name, value))
    if not game.rearranged:
        print("Number: {}".format(numbers.of(game)))


def _tell_board(field):
    print("Board:")
    for start in range(0, len(field.cells), field.width):
        row = field.cells[start : start + field.width]
        print("".join(["*" if cell & MINE else "0" for cell in row]))
