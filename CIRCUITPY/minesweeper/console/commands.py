# SPDX-License-Identifier: MIT
"""Carries out a line that was typed on the console, and answers it. Loaded for each line.
"""

from minesweeper import lazy

# Commands that need more than the game: what they lead to, as a request of the session's.
_WANTED = {
    "board": ("print", ("console.text", "tell")),
    "stats": ("print", ("saved.statistics", "tell")),
    "steps": ("print", ("advice.steps", "tell")),
    "replay": ("print", ("sharing.replay", "tell")),
    "number": ("print", ("sharing.numbers", "tell")),
    "hint": ("advice", ("advice.hint", "text")),
    "odds": ("advice", ("advice.odds", "text")),
    "flag required": ("advice", ("advice.moves", "flag_required")),
    "open required": ("advice", ("advice.moves", "open_required")),
}
# Commands that ask for a board, and the functions that make an order of their arguments. They are
# carried out at once, because the board takes long enough.
_ORDERED = {"deal": ("sharing.numbers", "order"), "today": ("sharing.today", "ask")}

_HELP = """Commands, with row and column numbers from 0:
  3 4 or open 3 4   open a cell
  flag 3 4          put a flag, or take it off
  flag required     flag the mines that numbers ask for, as long as there are any
  open required     open around all numbers that have their flags
  chord 3 4         open around a number that has all its flags
  board             show the board
  new [preset]      a new board: {}
  hint              a cell that can be known, and why; again to do it
  odds              the chance of a mine in each covered cell
  steps             after a game: why no guess was needed
  replay            after a game: its moves as RAWVF, which other programs play
  number            of this board, which deals it again on any PyPortal
  deal NUMBER       the board of that number
  today [DATE]      the board of the day; where the clock is not set, of a date as 2026-11-22
  stats             what was played so far"""


def carry_out(session, line, now_ms):
    """Carry out a line; returns (what to print, changed cells, a request or None)."""
    words = line.lower().split()
    if words and words[0] in _ORDERED:
        module, action = _ORDERED[words[0]]
        text, request = getattr(lazy.load(module), action)(session, " ".join(words[1:]))
        return text, (), request
    text, changed, wanted, argument = answer(
        line, session.game, now_ms, session.options.offered(), session.options.board())
    request = ("board", argument) if wanted == "new" else _WANTED.get(wanted)
    return text, changed, request


def answer(line, game, now_ms, presets, own):
    """Carry out a line; returns (words to print, changed cells, request, its argument).

    The request is "", "new" (the argument is one of `presets`, or `own`), or a key of `_WANTED`.
    """
    words = line.lower().split()
    if not words:
        return _reply("")
    if " ".join(words) in _WANTED and len(words) > 1 and not game.is_decided():
        return _reply("", " ".join(words))
    if words[0][0].isdigit() or words[0][0] == "-":
        words.insert(0, "open")
    if words[0] in ("open", "flag", "chord"):
        return _move(words, game, now_ms)
    if words[0] in _WANTED:
        refusal = _refusal(words[0], game)
        return _reply(refusal, "" if refusal else words[0])
    return _other(words, presets, own)


def _reply(text, wanted="", argument=None):
    return text, (), wanted, argument


def _refusal(what, game):
    """Return why it cannot be had now, "" if it can."""
    if what in ("hint", "odds") and game.is_decided():
        return "The game is over: type new"
    if what == "steps" and not game.is_decided():
        return "That shows where the mines are: ask for it when the game is over"
    if what == "steps" and game.first_cell is None:
        return "The mines were there before the first cell: such a board has no steps"
    return ""


def _other(words, presets, own):
    if words[0] == "help":
        return _reply(_HELP.format(", ".join([preset[0] for preset in presets])))
    if words[0] == "new":
        return _new(" ".join(words[1:]), presets, own)
    return _reply("{} is no command: type help".format(words[0]))


def _new(name, presets, own):
    names = [preset[0] for preset in presets]
    if name and name not in names:
        return _reply("{} is no preset: choose one of {}".format(name, ", ".join(names)))
    chosen = presets[names.index(name)] if name else own
    text = "A new board, {}: {} columns, {} rows, {} mines.".format(*chosen[:4])
    return _reply(text, "new", chosen)


def _move(words, game, now_ms):
    cell, refusal = _cell(words[1:], game.field)
    if refusal:
        return _reply(refusal)
    if game.is_decided():
        return _reply("The game is over: type new")
    if words[0] != "chord" and game.field.is_open(cell):
        return _reply("{} {} is open already".format(words[1], words[2]))
    changed = getattr(game, words[0])(cell, now_ms)
    if not len(changed):
        return _reply("{} {} has not as many flags around as its number".format(words[1], words[2]))
    game.typed = True
    return "", changed, "board", None


def _cell(words, field):
    """Return (cell, "") of a row and a column, or (None, a sentence)."""
    if len(words) != 2:
        return None, "A move is a row and a column, as in: 3 4"
    cell = 0
    for word, name, count in zip(words, ("row", "column"), (field.height, field.width)):
        number = _number(word)
        if number is None:
            return None, "{} is not a number".format(word)
        if not 0 <= number < count:
            return None, "{0} {1} is out of range, {0}s are 0 to {2}".format(
                name, number, count - 1)
        cell = cell * count + number
    return cell, ""


def _number(word):
    try:
        return int(word)
    except ValueError:
        return None
