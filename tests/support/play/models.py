# SPDX-License-Identifier: MIT
"""The programs that this game grew from, written down by their rules alone: slow and plain.

`GuideModel` is the guide's game, `FlowersModel` the Flowers tutorial (Dig controls) and
`TaggerModel` the same with the buttons exchanged, whose first tap always opens (Flag controls).
A cell is (x, y). Tiles are numbered as the sprite sheet numbers them.
"""

COVERED, QUESTION, FLAG, OPEN = "-?F "


class Model:
    """A board with `mines`, a set of cells; `marks` has what is seen of each cell."""

    floods_through = COVERED

    def __init__(self, width, height, mines):
        self.width, self.height, self.mines = width, height, frozenset(mines)
        self.marks = {(x, y): COVERED for x in range(width) for y in range(height)}

    def around(self, cell):
        x, y = cell
        return [(a, b) for a, b in self.marks if max(abs(a - x), abs(b - y)) == 1]

    def count(self, cell):
        return sum(near in self.mines for near in self.around(cell))

    def open(self, cell):
        self.marks[cell] = OPEN
        if cell in self.mines or self.count(cell):
            return
        for near in self.around(cell):
            if self.marks[near] in self.floods_through:
                self.open(near)

    def tile(self, cell):
        mark = self.marks[cell]
        if mark != OPEN:
            return {COVERED: 9, QUESTION: 13, FLAG: 11}[mark]
        return 10 if cell in self.mines else self.count(cell)


class GuideModel(Model):
    """A flood spreads through covered cells that bear no mark."""

    def tap(self, cell):
        following = {COVERED: QUESTION, QUESTION: FLAG}
        if self.marks[cell] in following:
            self.marks[cell] = following[self.marks[cell]]
        elif self.marks[cell] == FLAG:
            self.open(cell)

    def hold(self, cell):
        if self.marks[cell] == FLAG:
            self.marks[cell] = COVERED
        elif self.marks[cell] != OPEN:
            self.open(cell)

    def outcome(self):
        if any(self.marks[mine] == OPEN for mine in self.mines):
            return "lost"
        if {COVERED, QUESTION} & set(self.marks.values()):
            return "playing"
        flags = {cell for cell, mark in self.marks.items() if mark == FLAG}
        return "won" if flags <= self.mines else "lost"

    def final_tile(self, cell):
        """Return a tile at the end: after a loss all is seen, and wrong flags are crossed."""
        if self.outcome() == "won":
            return self.tile(cell)
        if self.marks[cell] == FLAG and cell not in self.mines:
            return 12
        if cell in self.mines:
            return 10 if self.marks[cell] == OPEN else 14
        return self.count(cell)


class FlowersModel(Model):
    """A flag stops an opening, a ? does not; the flowers show only when the game is over."""

    floods_through = COVERED + QUESTION

    def __init__(self, width, height, mines, questions=True, chords=True):
        super().__init__(width, height, mines)
        self.chords = chords
        self.ring = [COVERED, FLAG, QUESTION, COVERED] if questions else [COVERED, FLAG, COVERED]

    def tap(self, cell):
        if self.marks[cell] == OPEN:
            self.chord(cell)
        elif self.marks[cell] != FLAG:
            self.open(cell)

    def hold(self, cell):
        if self.marks[cell] in self.ring:
            self.marks[cell] = self.ring[self.ring.index(self.marks[cell]) + 1]

    def chord(self, cell):
        """Open around a number that has exactly as many flags."""
        flags = sum(self.marks[near] == FLAG for near in self.around(cell))
        if self.chords and self.count(cell) and flags == self.count(cell):
            for near in self.around(cell):
                if self.marks[near] not in (FLAG, OPEN):
                    self.open(near)

    def outcome(self):
        opened = {cell for cell, mark in self.marks.items() if mark == OPEN}
        if opened & self.mines:
            return "lost"
        return "won" if opened == set(self.marks) - self.mines else "playing"

    def final_tile(self, cell):
        won = self.outcome() == "won"
        if cell in self.mines:
            return 18 if won else {FLAG: 11, OPEN: 10}.get(self.marks[cell], 14)
        return 12 if self.marks[cell] == FLAG and not won else self.tile(cell)


class TaggerModel(FlowersModel):
    def tap(self, cell):
        if self.marks[cell] == OPEN or OPEN not in self.marks.values():
            super().tap(cell)
        else:
            super().hold(cell)

    def hold(self, cell):
        super().tap(cell)
