# SPDX-License-Identifier: MIT
"""Two more of the programs that this game grew from, written down by their rules alone.

`FlowersModel` is the Flowers tutorial (Dig controls), `TaggerModel` the same with the buttons
exchanged, whose first tap always opens (Flag controls).
"""

COVERED, FLAG, QUESTION, OPEN = "-F? "


class FlowersModel:
    """`mines` is a set of (x, y)."""

    def __init__(self, width, height, mines, questions=True, chords=True):
        self.width, self.height, self.mines = width, height, frozenset(mines)
        self.questions, self.chords = questions, chords
        self.marks = {(x, y): COVERED for x in range(width) for y in range(height)}

    def around(self, cell):
        x, y = cell
        return [(a, b) for a, b in self.marks if max(abs(a - x), abs(b - y)) == 1]

    def count(self, cell):
        return sum(near in self.mines for near in self.around(cell))

    def tap(self, cell):
        if self.marks[cell] == OPEN:
            self.chord(cell)
        elif self.marks[cell] != FLAG:
            self.open(cell)

    def hold(self, cell):
        ring = [COVERED, FLAG, QUESTION, COVERED] if self.questions else [COVERED, FLAG, COVERED]
        if self.marks[cell] in ring:
            self.marks[cell] = ring[ring.index(self.marks[cell]) + 1]

    def chord(self, cell):
        """Only on a number whose flags are complete, and no more than complete."""
        flags = sum(self.marks[near] == FLAG for near in self.around(cell))
        if self.chords and self.count(cell) and flags == self.count(cell):
            for near in self.around(cell):
                if self.marks[near] not in (FLAG, OPEN):
                    self.open(near)

    def open(self, cell):
        """A flag stops an opening, a ? does not."""
        self.marks[cell] = OPEN
        if cell in self.mines or self.count(cell):
            return
        for near in self.around(cell):
            if self.marks[near] in (COVERED, QUESTION):
                self.open(near)

    def outcome(self):
        opened = {cell for cell, mark in self.marks.items() if mark == OPEN}
        if opened & self.mines:
            return "lost"
        return "won" if opened == set(self.marks) - self.mines else "playing"

    def tile(self, cell):
        """As the sprite sheet numbers what is seen."""
        mark = self.marks[cell]
        if mark != OPEN:
            return {COVERED: 9, QUESTION: 13, FLAG: 11}[mark]
        return 10 if cell in self.mines else self.count(cell)

    def final_tile(self, cell):
        """The flowers show only when the game is over."""
        won = self.outcome() == "won"
        if cell in self.mines:
            if won:
                return 18
            return {FLAG: 11, OPEN: 10}.get(self.marks[cell], 14)
        return 12 if self.marks[cell] == FLAG and not won else self.tile(cell)


class TaggerModel(FlowersModel):
    """Flag controls."""

    def tap(self, cell):
        if self.marks[cell] == OPEN or OPEN not in self.marks.values():
            super().tap(cell)
        else:
            super().hold(cell)

    def hold(self, cell):
        super().tap(cell)
