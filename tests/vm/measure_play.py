# SPDX-License-Identifier: MIT
"""Measures in the VM what the firmware's memory holds while it is played by a finger.

Garbage is collected between the VM's steps only: what `gc.mem_alloc` tells first in a step is
alive, what it tells later is that and all that was allocated since. Imports nothing of the firmware
itself.
"""

import gc
import random
import sys

from bench import bench
from player import choose
from portal import OVER_MS, Portal, touched

POLL_MS = 8
PRESSED = 3  # readings that make a press
HELD_MS = 600
SAMPLES = 20


def live():
    print(gc.mem_alloc())


class Firmware(Portal):
    """From power on, past the title; then the moves of a random player."""

    def __init__(self):
        super().__init__()
        self.highest = 0
        self.games = 0
        bench.settings["MINES_FIRST"] = "any"  # for the mines to be laid before a cell is open
        self.power_on()

    def ready(self):
        """After the start has been measured: what playing needs beside the firmware."""
        self.field = sys.modules["minesweeper.field"]
        gc.collect()

    def move(self):
        """One move, or when it was the game's last, on to the next board: returns whether so.

        What is alive before either is noted: pages, and what judges a loss, come and go within.
        """
        self.highest = max(self.highest, gc.mem_alloc())
        is_over = self.is_over()
        self.use(self.go_on() if is_over else self._finger_moves())
        self.games += is_over
        bench.played.clear()
        return is_over

    def load(self, *names):
        """A page's module and all that it imports, as while it is at work, and what it calls."""
        self.before = set(sys.modules)
        for name in names:
            __import__("minesweeper." + name)
        gc.collect()

    def unload(self):
        for path in set(sys.modules) - self.before:
            delattr(sys.modules["minesweeper"], path.split(".")[1])
            del sys.modules[path]
        gc.collect()

    def game(self):
        """To a game's end and on, with its number's last digit as the seed."""
        random.seed(self.games % 10)
        while not self.move():
            pass

    def _finger_moves(self):
        field = self.table.game.field
        cell, is_open = choose(field, self.field, random)
        # An open cell held would open the pause sheet.
        yield from (self.hold if is_open and not field.is_open(cell) else self.tap)(cell)
        yield None, OVER_MS

    def open_one(self):
        """A cell, by a hold, so that the pause sheet can be held open on it."""
        self.use(self.hold(self._numbers()[0]))

    def pages(self):
        """Open the pause sheet and all pages behind it, and leave them."""
        loaded = set(sys.modules)
        self.use(self._leaf())
        bench.played.clear()
        assert set(sys.modules) == loaded

    def _leaf(self):
        board = self.table.game.field
        opened = [at for at in range(len(board.cells)) if board.is_open(at)]
        if not opened:
            opened = [at for at in range(len(board.cells)) if not board.cells[at] & self.field.MINE]
            yield from self.hold(opened[0])
        yield from self.hold(opened[0])
        for words in ("Options", "More", "Slip guard", "Slip guard", "Done", "Statistics", "Done",
                      "Resume"):
            yield from self.press(words)

    def restart(self):
        """Count games anew, and what is alive from now on: within a step it is garbage too."""
        self.games = 0
        self.highest = 0

    def costs(self):
        """Print what opening a single cell allocates at most: by a tap on a flag, by a hold.

        And what one look at everything does when nothing happens, the panel's reading included.
        What opening a cell costs is beyond that of as many looks; the reading is left out of both.
        """
        bench.touch(touched(None, 10000))
        idle = self._allocated(self._turns)
        device = self.table.device
        device.touch, device.rest = self._reading, self._rest
        self._point = None
        quiet = self._allocated(self._turns)
        tap = hold = 0
        for cell in self._numbers()[:SAMPLES]:
            self._at = self.middle(cell)
            hold = max(hold, self._allocated(self._held) - quiet)
        for cell in self._numbers()[:SAMPLES]:
            self._at = self.middle(cell)
            self._tapped()
            self._tapped()
            tap = max(tap, self._allocated(self._tapped) - quiet)
            assert self.table.game.field.is_open(cell)
        print(tap, hold, idle // 7)
        del device.touch, device.rest
        bench.played.clear()
        gc.collect()

    def _allocated(self, act):
        before = gc.mem_alloc()
        act()
        return gc.mem_alloc() - before

    def _numbers(self):
        """Covered cells beside mines."""
        cells = self.table.game.field.cells
        return [at for at in range(len(cells)) if 0 < cells[at] < self.field.MINE]

    def _reading(self):
        return self._point

    def _rest(self):
        bench.now_ms += POLL_MS

    def _turns(self):
        for _ in range(7):
            self.table.turn(self.table.act)

    def _tapped(self):
        self._look(self._at, PRESSED)
        self._look(None, 4)

    def _held(self):
        self._look(self._at, PRESSED)
        bench.now_ms += HELD_MS
        self._look(self._at, 1)
        self._look(None, 3)

    def _look(self, point, times):
        self._point = point
        for _ in range(times):
            self.table.turn(self.table.act)
