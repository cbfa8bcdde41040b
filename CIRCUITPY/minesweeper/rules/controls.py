# SPDX-License-Identifier: MIT
"""The three ways to play: what a tap and a hold do to a board, and when it is decided.

Guide plays as Adafruit's PyPortal guide does, Dig as desktop Minesweeper with a hold for flags,
Flag with tap and hold swapped. Every action returns the changed cells.
"""

from minesweeper.rules.field import COVERED, FLAG, OPEN, QUESTION

PLAYING = 0
WON = 1
LOST = 2


class Guide:
    """A tap cycles a cell through covered, ?, flag and open. A hold opens it at once."""

    flood_questions = False

    def __init__(self, questions=True, chords=True):
        self.questions = questions
        self.chords = chords

    def tap(self, field, cell):
        state = field.state(cell)
        if state == OPEN:
            return _chord(self, field, cell)
        if state == FLAG:
            return field.open(cell)
        if state == COVERED and self.questions:
            return field.mark(cell, QUESTION)
        return field.mark(cell, FLAG)

    def hold(self, field, cell):
        if field.state(cell) == FLAG:
            return field.mark(cell, COVERED)
        return field.open(cell)

    def outcome(self, field):
        """Return LOST after a mine, else PLAYING until every cell is open or flagged."""
        if field.exploded:
            return LOST
        if field.undecided:
            return PLAYING
        return LOST if field.wrong_flags else WON

    def end(self, field):
        """Reveal a lost board; a won one stays. Returns the changed cells."""
        return field.nothing() if self.outcome(field) == WON else field.reveal()


class Dig:
    """A tap opens what is not flagged, a hold cycles through covered, flag and ?."""

    flood_questions = True

    def __init__(self, questions=True, chords=True):
        self.questions = questions
        self.chords = chords

    def tap(self, field, cell):
        return _dig(self, field, cell)

    def hold(self, field, cell):
        return _flag(self, field, cell)

    def outcome(self, field):
        """Return LOST after a mine, else PLAYING until every cell without one is open."""
        if field.exploded:
            return LOST
        return PLAYING if field.safe_left else WON

    def end(self, field):
        """Show the mines of a lost board, defuse those of a won one; returns the changed cells."""
        return field.defuse() if self.outcome(field) == WON else field.reveal(False)


class Flag(Dig):
    """A tap cycles as Dig's hold does, but the first tap opens; a hold opens."""

    def tap(self, field, cell):
        if field.state(cell) == OPEN or field.safe_left + field.mines == len(field.cells):
            return _dig(self, field, cell)
        return _flag(self, field, cell)

    def hold(self, field, cell):
        return _dig(self, field, cell)


# In the order in which the options number them.
GUIDE = 0
DIG = 1
FLAGS = 2
ALL = (Guide, Dig, Flag)


def _dig(controls, field, cell):
    state = field.state(cell)
    if state == OPEN:
        return _chord(controls, field, cell)
    return field.nothing() if state == FLAG else field.open(cell)


def _flag(controls, field, cell):
    state = field.state(cell)
    if state == COVERED:
        return field.mark(cell, FLAG)
    if state == FLAG and controls.questions:
        return field.mark(cell, QUESTION)
    return field.mark(cell, COVERED)


def _chord(controls, field, cell):
    return field.chord(cell) if controls.chords else field.nothing()
