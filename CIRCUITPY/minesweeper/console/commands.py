# SPDX-License-Identifier: MIT
"""The serial console: characters to lines, lines to commands on the game, and what to answer.

A half-typed line waits and blocks nothing. What a command changed on the board, and what it asks
for beyond the board, are kept for the caller to fetch.
"""

from micropython import const

from minesweeper.board import controls

HELP = """Commands, with row and column numbers from 0:
  3 4 or open 3 4   open a cell
  flag 3 4          put a flag, or take it off
  chord 3 4         open around a number that has all its flags
  board             show the board
  new [preset]      a new board: {}
  hint              a cell that can be known, and why; again to do it
  odds              the chance of a mine in each covered cell
  proof             after a game: why no guess was needed
  stats             what was played so far
  quit              stop listening"""

_LONGEST_LINE = const(80)


class Console:
    """`feed` it what is typed; after an answer `changed` has the cells to show.

    `wanted` is "" or what is asked for: "new" (with `preset`, one of `presets`, or None for the
    present one), "board", "stats", "hint", "odds" or "proof".
    """

    def __init__(self, presets):
        self.presets = presets
        self.changed = ()
        self.wanted = ""
        self.preset = None
        self.pending = ""
        self._line = ""
        self._closed = False

    def feed(self, typed):
        """Add characters; returns (what to echo, a complete line or None).

        What comes after a line's end waits in `pending` for the next call.
        """
        typed = self.pending + typed
        self.pending = ""
        echo = ""
        if self._closed:
            return echo, None
        for at in range(len(typed)):
            if typed[at] in "\r\n":
                line, self._line = self._line, ""
                self.pending = typed[at + 1 :]
                return echo + "\r\n", line
            echo += self._take(typed[at])
        return echo, None

    def _take(self, character):
        if character in "\b\x7f":
            shorter = self._line[: len(self._line) - 1] if self._line else ""
            erase = "\b \b" if self._line else ""
            self._line = shorter
            return erase
        if len(self._line) >= _LONGEST_LINE or character < " ":
            return ""
        self._line += character
        return character

    def answer(self, line, game, now_ms):
        """Carry out a line; returns what to print."""
        self.changed = ()
        self.wanted = ""
        words = line.lower().split()
        if not words:
            return ""
        if words[0][0].isdigit() or words[0][0] == "-":
            words.insert(0, "open")
        if words[0] in ("open", "flag", "chord"):
            return self._move(words, game, now_ms)
        return self._other(words, game)

    def _other(self, words, game):
        if words[0] in ("board", "stats", "hint", "odds", "proof"):
            return self._want(words[0], game)
        if words[0] == "help":
            return HELP.format(", ".join([preset[0] for preset in self.presets]))
        if words[0] == "new":
            return self._new(" ".join(words[1:]), game)
        if words[0] == "quit":
            self._closed = True
            return "The console is closed until the next start."
        return "{} is no command: type help".format(words[0])

    def _want(self, what, game):
        playing = game.outcome() == controls.PLAYING
        if what in ("hint", "odds") and not playing:
            return "The game is over: type new"
        if what == "proof" and playing:
            return "A proof shows where the mines are: ask for it when the game is over"
        if what == "proof" and game.first_cell is None:
            return "The mines were there before the first cell: there is no proof for such a board"
        self.wanted = what
        return ""

    def _new(self, name, game):
        names = [preset[0] for preset in self.presets]
        if name and name not in names:
            return "{} is no preset: choose one of {}".format(name, ", ".join(names))
        self.preset = self.presets[names.index(name)] if name else None
        self.wanted = "new"
        name, columns, rows, mines, _ = self.preset or game.preset
        return "A new board, {}: {} columns, {} rows, {} mines.".format(name, columns, rows, mines)

    def _move(self, words, game, now_ms):
        cell, refusal = _cell(words[1:], game.field)
        if refusal:
            return refusal
        if game.outcome() != controls.PLAYING:
            return "The game is over: type new"
        if words[0] != "chord" and game.field.is_open(cell):
            return "{} {} is open already".format(words[1], words[2])
        self.changed = getattr(game, words[0])(cell, now_ms)
        if not len(self.changed):
            return "{} {} has not as many flags around as its number".format(words[1], words[2])
        self.wanted = "board"
        return ""


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
