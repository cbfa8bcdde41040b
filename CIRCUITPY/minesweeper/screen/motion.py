# SPDX-License-Identifier: MIT
"""Animations of the board: openings run outward, mines go off or bloom in turn, flags fall.

Animations never delay play: the rules have made the change before, and the next change shows the
rest of the last one at once. In the end the picture shows the cells as they are.
"""

from array import array

from micropython import const

from minesweeper.rules.field import FLAG, STATE
from minesweeper.screen import tiles

# From one cell to the next, and how long all of them take at most.
_CELL_MS = const(24)
MOST_MS = 300
# So many cells are drawn in one step: 35 ms' work for the board.
_STEP = const(48)
# From one of a falling flag's pictures to the next.
_FALL_MS = const(30)
# Distances count half cells; the largest is that of two corners of the largest board.
_FARTHEST = const(100)


class Motion:
    """Animates one change after the other, each of at most so many cells; `on` is an option."""

    def __init__(self, cells):
        self.on = True
        self._order = array("H", bytes(2 * cells))
        self._distances = bytearray(cells)
        # How many cells of `_order` are no farther than that.
        self._within = array("H", bytes(2 * _FARTHEST))
        self.stop()

    def widen(self, cells):
        """Make room for changes of so many cells; after a MemoryError all is as it was."""
        if cells > len(self._distances):
            order, distances = array("H", bytes(2 * cells)), bytearray(cells)
            self.finish()
            self._order, self._distances = order, distances

    def stop(self):
        """Drop the rest of the present change, which is shown by other means."""
        self._begin(None, b"", 0, 0)

    def _begin(self, view, cells, count, now_ms):
        """Begin a change of so many cells, none of them shown yet."""
        self._view, self._cells, self._begun_ms = view, cells, now_ms
        self._shown, self._count = 0, count
        self._farthest = self._lasts_ms = 0
        self._is_flag = False

    def show(self, view, changed, cells, origin, now_ms, most_ms=MOST_MS):
        """Show the changed cells, from the cell `origin` outward, within `most_ms`.

        The rest of an earlier change is shown at once.
        """
        self.finish()
        is_flag = len(changed) == 1 and cells[changed[0]] & STATE == FLAG
        if not self.on or (len(changed) < 2 and not is_flag):
            view.show(changed, cells)
            return
        self._begin(view, cells, len(changed), now_ms)
        if is_flag:
            self._drop(changed[0])
        else:
            self._spread(changed, origin, most_ms)
        self.go_on(now_ms)

    def _drop(self, cell):
        self._is_flag = True
        self._order[0] = cell
        self._lasts_ms = len(tiles.FALLING) * _FALL_MS

    def _spread(self, changed, origin, most_ms):
        self._view.show_now((origin,), self._cells)
        self._measure(changed, origin)
        self._sort(changed)
        self._lasts_ms = min(most_ms, self._farthest * _CELL_MS // 2 * most_ms // MOST_MS)

    def go_on(self, now_ms, most=_STEP):
        """Show the next step, of at most so many cells, if one is due."""
        if self._shown == self._count:
            return
        passed_ms = max(0, now_ms - self._begun_ms)
        if passed_ms >= self._lasts_ms:
            self._show_up_to(min(self._count, self._shown + most))
        elif self._is_flag:
            self._view.put(self._order[0], tiles.FALLING[passed_ms // _FALL_MS])
        else:
            within = self._within[passed_ms * self._farthest // self._lasts_ms]
            self._show_up_to(min(within, self._shown + most))

    def is_done(self):
        """Whether nothing moves any more."""
        return self._shown == self._count

    def hurry(self):
        """Make all that is left due."""
        self._lasts_ms = 0

    def finish(self):
        self._show_up_to(self._count)

    def _show_up_to(self, end):
        if end > self._shown:
            self._view.show_now(memoryview(self._order)[self._shown : end], self._cells)
            self._shown = end
            if end == self._count:
                self.stop()

    def _measure(self, changed, origin):
        """Measure how far each of the cells lies from the origin, as an octagon grows."""
        width, distances = self._view.width, self._distances
        x, y = origin % width, origin // width
        farthest = at = 0
        for cell in changed:
            across, down = cell % width - x, cell // width - y
            across = -across if across < 0 else across
            down = -down if down < 0 else down
            far = across + down + (across if across > down else down)
            distances[at] = far
            at += 1
            farthest = max(farthest, far)
        self._farthest = farthest

    def _sort(self, changed):
        """Sort the cells by their distances, which are counted first."""
        order, distances, within = self._order, self._distances, self._within
        for far in range(self._farthest + 1):
            within[far] = 0
        for at in range(self._count):
            within[distances[at]] += 1
        count = 0
        for far in range(self._farthest + 1):
            count, within[far] = count + within[far], count
        at = 0
        for cell in changed:
            far = distances[at]
            order[within[far]] = cell
            within[far] += 1
            at += 1
