# SPDX-License-Identifier: MIT
"""The guide's game written down a second time, by its rules and without the firmware's ideas.

Slow and plain: cells are (x, y) pairs in sets, everything is worked out anew when asked.
"""

COVERED, QUESTION, FLAG, OPEN = "-?F "


class GuideModel:
    """`mines` is a set of (x, y); a tap or hold is told by its (x, y)."""

    def __init__(self, width, height, mines):
        self.width, self.height, self.mines = width, height, frozenset(mines)
        self.marks = {(x, y): COVERED for x in range(width) for y in range(height)}

    def around(self, x, y):
        return [(a, b) for a, b in self.marks if max(abs(a - x), abs(b - y)) == 1]

    def count(self, x, y):
        return sum(near in self.mines for near in self.around(x, y))

    def tap(self, x, y):
        following = {COVERED: QUESTION, QUESTION: FLAG}
        if self.marks[x, y] in following:
            self.marks[x, y] = following[self.marks[x, y]]
        elif self.marks[x, y] == FLAG:
            self.open(x, y)

    def hold(self, x, y):
        if self.marks[x, y] == FLAG:
            self.marks[x, y] = COVERED
        elif self.marks[x, y] != OPEN:
            self.open(x, y)

    def open(self, x, y):
        """An opening spreads through covered cells that bear no mark."""
        self.marks[x, y] = OPEN
        if (x, y) in self.mines or self.count(x, y):
            return
        for near in self.around(x, y):
            if self.marks[near] == COVERED:
                self.open(*near)

    def outcome(self):
        if any(self.marks[mine] == OPEN for mine in self.mines):
            return "lost"
        if {COVERED, QUESTION} & set(self.marks.values()):
            return "playing"
        flags = {cell for cell, mark in self.marks.items() if mark == FLAG}
        return "won" if flags <= self.mines else "lost"

    def tile(self, x, y):
        """The tile's number, as the guide's sheet has them."""
        mark = self.marks[x, y]
        if mark != OPEN:
            return {COVERED: 9, QUESTION: 13, FLAG: 11}[mark]
        return 10 if (x, y) in self.mines else self.count(x, y)

    def revealed_tile(self, x, y):
        """After a loss: everything is seen, wrong flags are crossed."""
        if self.marks[x, y] == FLAG and (x, y) not in self.mines:
            return 12
        if (x, y) in self.mines:
            return 10 if self.marks[x, y] == OPEN else 14
        return self.count(x, y)


class GuideByCell(GuideModel):
    """The guide's model, told cells as pairs."""

    def tap(self, cell):
        super().tap(*cell)

    def hold(self, cell):
        super().hold(*cell)

    def tile(self, cell):
        return super().tile(*cell)

    def final_tile(self, cell):
        return self.tile(cell) if self.outcome() == "won" else super().revealed_tile(*cell)
