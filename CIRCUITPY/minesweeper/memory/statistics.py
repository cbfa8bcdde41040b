# SPDX-License-Identifier: MIT
"""The records as lines of text, for a page or the console; loaded when they are asked for."""

from micropython import const

from minesweeper.board import presets
from minesweeper.memory.days import LONGEST, STREAK

# 39 characters, which fit the width of 320 pixels.
_LINE = const("{:14}{:>10}{:>6}{:>9}")


def tell(session):
    """Return the statistics for the console."""
    return "\n".join(lines(session.memory.records))


def lines(records):
    """Return a table of the presets that were played, and a sentence about the last game."""
    lines = []
    for index, preset in enumerate(presets.ALL):
        best, games, wins, streak, longest = records.of(index)
        if games:
            lines.append(_LINE.format(preset[0], "{}/{}".format(wins, games), _clock(best),
                                      "{}/{}".format(streak, longest)))
    if lines:
        lines.insert(0, _LINE.format("", "wins/games", "best", "streak"))
    if records.days[LONGEST]:
        lines.append("Days in a row: {}, longest {}.".format(*records.days[STREAK:]))
    lines.append(_last_line(records))
    return lines


def _last_line(records):
    value, moves, won = records.last
    if not moves:
        return "No game was played yet."
    if not won:
        return "Last game: 3BV {}, lost after {} moves.".format(value, moves)
    efficiency = 100 * value // moves
    return "Last game: 3BV {} in {} moves, efficiency {} %.".format(value, moves, efficiency)


def _clock(seconds):
    return "{}:{:02d}".format(seconds // 60, seconds % 60) if seconds else "-"
