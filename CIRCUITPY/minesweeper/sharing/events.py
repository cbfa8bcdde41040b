# SPDX-License-Identifier: MIT
"""A recorded move as lines of RAWVF: for replays, and for results that are posted."""

from minesweeper.rules.recording import CHORDED, FLAGGED, OPENED, QUESTIONED, UNFLAGGED

PIXELS = 16
_BUTTONS = {OPENED: "l", CHORDED: "m", FLAGGED: "r", UNFLAGGED: "r"}


def is_event(kind):
    """Whether a kind of move presses a button of a mouse; question marks do not."""
    return kind in _BUTTONS


def event(kind, cell, ms, width):
    """Return the lines of a recorded move on a board so many cells wide."""
    column, row = cell % width, cell // width
    if kind not in _BUTTONS:
        sign = "questionmark" if kind == QUESTIONED else "closed"
        return "{} {} {} {}".format(seconds(ms), sign, column + 1, row + 1)
    return "\n".join(["{} {}{} {} {} ({} {})".format(
        seconds(ms), _BUTTONS[kind], action, column + 1, row + 1,
        column * PIXELS + PIXELS // 2, row * PIXELS + PIXELS // 2) for action in "cr"])


def seconds(ms):
    return "{}.{:03d}".format(ms // 1000, ms % 1000)
