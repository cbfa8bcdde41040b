# SPDX-License-Identifier: MIT
"""What a line that was typed on the console does to the game, and what to answer.

Loaded for each line.
"""

from minesweeper import lazy
from minesweeper.board import controls

# What asks for more than the board can tell.
WANTED = ("board", "stats", "hint", "odds", "proof", "replay", "number")


def answer(line, game, now_ms, presets):
    """Carry out a line: (what to print, the changed cells, what is asked for, its argument).

    What is asked for is "", "new" (the argument is one of `presets`, or None for the present one),
    "deal" (a number), "today" (a date or ""), "quit", or one of the words of `WANTED`.
    """
    words = line.lower().split()
    if not words:
        return _told("")
    if words[0][0].isdigit() or words[0][0] == "-":
        words.insert(0, "open")
    if words[0] in ("open", "flag", "chord"):
        return _move(words, game, now_ms)
    if words[0] in WANTED:
        refusal = _refusal(words[0], game)
        return _told(refusal, "" if refusal else words[0])
    return _other(words, game, presets)


def _told(told, wanted="", argument=None):
    return told, (), wanted, argument


def _refusal(what, game):
    """Why it is not to be had now, "" if it is."""
    playing = game.outcome() == controls.PLAYING
    if what in ("hint", "odds") and not playing:
        return "The game is over: type new"
    if what == "proof" and playing:
        return "A proof shows where the mines are: ask for it when the game is over"
    if what == "replay" and playing:
        return "A replay shows where the mines are: ask for it when the game is over"
    if what == "proof" and game.first_cell is None:
        return "The mines were there before the first cell: there is no proof for such a board"
    return ""


def _other(words, game, presets):
    if words[0] == "help":
        return _told(lazy.call("console.manual", "manual", presets))
    if words[0] == "new":
        return _new(" ".join(words[1:]), game, presets)
    if words[0] == "deal":
        return _told("", "deal", "".join(words[1:]))
    if words[0] == "today":
        return _told("", "today", " ".join(words[1:]))
    if words[0] == "quit":
        return _told("The console is closed until the next start.", "quit")
    return _told("{} is no command: type help".format(words[0]))


def _new(name, game, presets):
    names = [preset[0] for preset in presets]
    if name and name not in names:
        return _told("{} is no preset: choose one of {}".format(name, ", ".join(names)))
    chosen = presets[names.index(name)] if name else None
    name, columns, rows, mines, _ = chosen or game.preset
    told = "A new board, {}: {} columns, {} rows, {} mines.".format(name, columns, rows, mines)
    return _told(told, "new", chosen)


def _move(words, game, now_ms):
    cell, refusal = _cell(words[1:], game.field)
    if refusal:
        return _told(refusal)
    if game.outcome() != controls.PLAYING:
        return _told("The game is over: type new")
    if words[0] != "chord" and game.field.is_open(cell):
        return _told("{} {} is open already".format(words[1], words[2]))
    changed = getattr(game, words[0])(cell, now_ms)
    if not len(changed):
        return _told("{} {} has not as many flags around as its number".format(words[1], words[2]))
    return "", changed, "board", None


def _cell(words, field):
    """(cell, "") or (None, what is wrong) with a row and a column."""
    if len(words) != 2:
        return None, "A move is a row and a column, as in: 3 4"
    for word in words:
        if _number(word) is None:
            return None, "{} is not a number".format(word)
    row, column = _number(words[0]), _number(words[1])
    if not 0 <= row < field.height:
        return None, "row {} is out of range, rows are 0 to {}".format(row, field.height - 1)
    if not 0 <= column < field.width:
        return None, "column {} is out of range, columns are 0 to {}".format(
            column, field.width - 1
        )
    return row * field.width + column, ""


def _number(word):
    try:
        return int(word)
    except ValueError:
        return None
