# SPDX-License-Identifier: MIT
"""Measures in the VM what the firmware's memory holds while it is played.

The stations are those that code.py's main builds, and code.py's functions act on them. Garbage is
collected between the VM's steps only: what `gc.mem_alloc` tells first in a step is alive, what it
tells later is that and all that was allocated since. Imports nothing of the firmware itself.
"""

import gc
import random

from bench import PowerCut, bench
from player import choose

PRESSED = 3  # readings that make a press
HELD_MS = 600
SAMPLES = 30


def live():
    print(gc.mem_alloc())


class Firmware:
    """Power on, until main would play its first board; then the moves of a random player."""

    def __init__(self):
        self.now_ms = 0
        self.highest = 0
        self.games = 0
        self.code = {}
        random.seed(1)
        self._until_play(self._load)
        self.code["play"] = self._catch
        self._until_play(self.code["main"])

    def _until_play(self, program):
        """Up to the first touch, which never comes, or to `_catch`."""
        try:
            program()
        except PowerCut:
            gc.collect()

    def _load(self):
        with open("/code.py") as file:
            source = file.read()
        exec(source, self.code)

    def _catch(self, device, view, hand, board):
        self.device, self.view, self.hand, self.board = device, view, hand, board
        raise PowerCut

    def ready(self):
        """After the start has been measured: what playing needs beside the firmware."""
        from minesweeper import field, guide

        self.field, self.guide = field, guide
        width, height = self.view.width, self.view.height
        self.points = [(at % width * 16 + 8, at // width * 16 + 8) for at in range(width * height)]
        self._lift()
        gc.collect()

    def move(self):
        """One move, and when it was the game's last all that follows until the next board."""
        self._touch(*choose(self.board, self.field, random))
        self._note()
        if self.guide.outcome(self.board) != self.guide.PLAYING:
            self.code["finish"](self.device, self.view, self.board)
            self._note()
            bench.played.clear()
            self.games += 1
            self._next_board()
        gc.collect()

    def game(self):
        games = self.games
        while self.games == games:
            self.move()

    def _note(self):
        self.highest = max(self.highest, gc.mem_alloc())

    def _next_board(self):
        """What main does between two games."""
        cells = self.board.cells
        self.board.start(len(cells) // self.guide.CELLS_PER_MINE)
        self.board.lay(random.randrange)
        self.view.show(range(len(cells)), cells)
        self.hand.wait_for_release()
        self._lift()

    def costs(self):
        """What opening a single cell allocates: the most by a tap on a flag, the most by a hold."""
        tap = hold = 0
        for cell in self._numbers():
            before = gc.mem_alloc()
            self._touch(cell, True)
            hold = max(hold, gc.mem_alloc() - before)
        for cell in self._numbers():
            self._touch(cell, False)
            self._touch(cell, False)
            before = gc.mem_alloc()
            self._touch(cell, False)
            tap = max(tap, gc.mem_alloc() - before)
        print(tap, hold)
        gc.collect()

    def _numbers(self):
        """Some covered cells beside mines; each is open when the next is asked for."""
        cells = self.board.cells
        numbers = [at for at in range(len(cells)) if 0 < cells[at] < self.field.MINE][:SAMPLES]
        for cell in numbers:
            yield cell
            assert self.board.state(cell) == self.field.OPEN
        assert numbers

    def _touch(self, cell, is_hold):
        """Down the road of a tap; allocates nothing of its own."""
        point = self.points[cell]
        for _ in range(PRESSED):
            self._read(point)
        if is_hold:
            self.now_ms += HELD_MS
            self._read(point)
        self._lift()

    def _lift(self):
        self._read(None)
        self._read(None)

    def _read(self, point):
        event = self.hand.update(point, self.now_ms)
        if event:
            cell = self.view.cell_at(self.hand.x, self.hand.y)
            self.code["act"](event, cell, self.view, self.board)
