# SPDX-License-Identifier: MIT
"""The records as text, for the console; loaded when it is asked for."""

from micropython import const

from minesweeper.rules import presets
from minesweeper.saved.records import LONGEST, STREAK

# 39 characters, which fit the width of 320 pixels.
_LINE = const("{:14}{:>10}{:>6}{:>9}")
# A block of the flash is reckoned to last 10,000 erases; see docs/game/saving.md.
_ERASES = const("Flash used: {}.{} % of its life.")


def tell(session):
    return "\n".join(lines(session.saved.records, session.saved.erases))


def lines(records, erases):
    """Return a table of the presets that were played, and sentences about all games.

    `erases` is how often the flash was erased.
    """
    rows = [_LINE.format(*row) for row in _table(records)]
    if rows:
        rows.insert(0, _LINE.format("", "wins/games", "best", "streak"))
    if records.days[LONGEST]:
        rows.append("Days in a row: {}, longest {}.".format(*records.days[STREAK:]))
    # In tenths of a per cent, rounded up.
    return rows + [_last_line(records), _ERASES.format(*divmod((erases + 9) // 10, 10))]


def _table(records):
    rows = []
    for preset in presets.ALL:
        best, games, wins, streak, longest = records.of(presets.id_of(preset))
        if games:
            time = "{}:{:02d}".format(*divmod(best, 60)) if best else "-"
            rows.append([presets.title(preset[0]), "{}/{}".format(wins, games), time,
                         "{}/{}".format(streak, longest)])
    return rows


def _last_line(records):
    value, moves, won = records.last
    if not moves:
        return "You have not played a game yet."
    if not won:
        return "Last game: lost after {} taps; {} would win.".format(moves, value)
    return "Last game: {} taps, {} needed: {} %.".format(
        moves, value, (200 * value // moves + 1) // 2)
