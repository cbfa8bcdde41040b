# SPDX-License-Identifier: MIT
"""The flood that opens the cells around one with no mine near: a field's cells in, the same opened.

It goes by rows, so it needs no list of cells to visit, only one of rows to go on with.
"""


class Flood:
    """Writes into a field's `cells`, and the cells that it opens into `changed`.

    `opened` is what an open cell's byte has set, `barrier` the bits that count for a flood: without
    the others 0 is a blank, 1 to 8 a number, and more a cell that stays as it is.
    """

    def __init__(self, cells, width, changed, opened):
        self.barrier = 0xFF
        self._cells = cells
        self._width = width
        self._changed = changed
        self._opened = opened

    def open(self, cell, count):
        """Open a covered cell and, from blanks, all covered cells around.

        `count` cells are in `changed` already; returns how many are then. A run of blanks opens
        itself and its ends, then the rows above and below it are searched for more.
        """
        cells = self._cells
        if cells[cell]:
            return self._open_between(cell, cell, count)
        width = self._width
        runs = [cell]
        while runs:
            cell = runs.pop()
            if cells[cell] & self.barrier:
                continue  # opened since, as part of another run
            first, last = self._run_around(cell)
            count = self._open_between(first, last, count)
            if first >= width:
                count = self._search(first - width, last - width, runs, count)
            if last + width < len(cells):
                count = self._search(first + width, last + width, runs, count)
        return count

    def _run_around(self, cell):
        """The ends of a run of blanks: the first cells to its left and right that are none."""
        cells = self._cells
        barrier = self.barrier
        left = cell - cell % self._width
        right = left + self._width - 1
        first = last = cell
        while first > left and not cells[first] & barrier:
            first -= 1
        while last < right and not cells[last] & barrier:
            last += 1
        return first, last

    def _open_between(self, first, last, count):
        """Open the blanks and numbers of a row."""
        cells = self._cells
        changed = self._changed
        barrier = self.barrier
        opened = self._opened
        for cell in range(first, last + 1):
            if cells[cell] & barrier <= 8:
                cells[cell] |= opened
                changed[count] = cell
                count += 1
        return count

    def _search(self, first, last, runs, count):
        """Beside a run: open the numbers, and add the start of every further run to `runs`."""
        cells = self._cells
        barrier = self.barrier
        in_run = False
        for cell in range(first, last + 1):
            held = cells[cell] & barrier
            if held and held <= 8:
                count = self._open_between(cell, cell, count)
            elif not held and not in_run:
                runs.append(cell)
            in_run = not held
        return count
