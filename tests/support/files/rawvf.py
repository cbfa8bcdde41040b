# SPDX-License-Identifier: MIT
"""A reader of RAWVF files, as another program has it.

It knows the format's description and the rules of the desktop game, and nothing of this project.
"""

import re

EVENT = re.compile(r"(\d+\.\d{3}) ([lrm])([cr]) (\d+) (\d+) \((\d+) (\d+)\)")


class Video:
    """`head` as it is written, `mines` as (column, row) from 1, `events` as (ms, button, column,
    row) for each press that is followed by its release.
    """

    def __init__(self, text):
        head, rest = text.split("Board:\n")
        board, events = rest.split("Events:\n")
        self.head = dict(line.split(": ", 1) for line in head.splitlines())
        rows = board.splitlines()
        self.width, self.height = int(self.head["Width"]), int(self.head["Height"])
        assert len(rows) == self.height and {len(row) for row in rows} == {self.width}
        self.mines = {(column, row) for row, line in enumerate(rows, 1)
                      for column, sign in enumerate(line, 1) if sign == "*"}
        assert len(self.mines) == int(self.head["Mines"])
        self.events = list(self._read(events.splitlines()))

    def _read(self, lines):
        size = int(self.head["SquareSize"])
        assert len(lines) % 2 == 0
        for press, release in zip(lines[::2], lines[1::2], strict=True):
            time, button, action, column, row, x, y = EVENT.fullmatch(press).groups()
            assert action == "c" and release == press.replace(f" {button}c ", f" {button}r ")
            column, row = int(column), int(row)
            assert (int(x) // size + 1, int(y) // size + 1) == (column, row)
            yield int(time.replace(".", "")), button, column, row

    def play(self):
        """(opened cells, flagged cells, whether a mine went off)"""
        self.opened, self.flags = set(), set()
        times = [event[0] for event in self.events]
        assert times == sorted(times)
        for _, button, column, row in self.events:
            {"l": self._open, "r": self._flag, "m": self._chord}[button]((column, row))
        return self.opened, self.flags, bool(self.opened & self.mines)

    def _around(self, cell):
        column, row = cell
        return [(x, y) for x in range(max(1, column - 1), min(self.width, column + 1) + 1)
                for y in range(max(1, row - 1), min(self.height, row + 1) + 1) if (x, y) != cell]

    def _near(self, cell):
        return len(self.mines & set(self._around(cell)))

    def _open(self, cell):
        self.flags.discard(cell)
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if cell in self.opened or cell in self.flags:
                continue
            self.opened.add(cell)
            if cell not in self.mines and not self._near(cell):
                waiting += self._around(cell)

    def _flag(self, cell):
        assert cell not in self.opened
        self.flags ^= {cell}

    def _chord(self, cell):
        assert cell in self.opened and self._near(cell) == len(self.flags & set(self._around(cell)))
        for other in self._around(cell):
            if other not in self.flags:
                self._open(other)
