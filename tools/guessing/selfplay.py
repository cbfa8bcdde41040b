# SPDX-License-Identifier: MIT
"""Plays whole games with the game's solver: boards by seed, deductions, odds, guesses.

The solver sees only the cells that it has opened. One call plays one game, so that games can be
spread over processes in any order.
"""

import functools
import random
import time
from typing import NamedTuple

from minesweeper.solver.knowledge import MINE
from minesweeper.solver.odds import Odds
from tools.guessing.bitboard import Sweep, each
from tools.guessing.guess import Limits, choose
from tools.guessing.known import CachedOdds, Diagram, neighbours

LIMITS = Limits(few=1000, nodes=10000, depth=60)
# The nodes of a diagram: far more than any board of the usual sizes needs.
NODES = 1 << 20
# The moves, and the tallies, that are kept at most.
KEPT = 1 << 13


class Result(NamedTuple):
    game: int
    won: bool
    guesses: int
    ms: float


class Move(NamedTuple):
    """Certain `mines` and `safe` cells as bits, and the `cell` to guess if none is safe."""

    mines: int
    safe: int
    cell: int | None


class Rule(NamedTuple):
    """The first cell, counted from 1, and whether its neighbours are safe too."""

    x: int
    y: int
    opens: bool

    def cell(self, topology) -> int:
        return (self.y - 1) * topology.width + self.x - 1

    def __str__(self) -> str:
        what = "the first cell opens an area" if self.opens else "only the first cell safe"
        return f"{what}, ({self.x},{self.y})"


def play(topology, mines: int, rule: Rule, seed: str, game: int) -> Result:
    """Play game number `game` of a seed. Its time is that of one core, without making the board."""
    first = rule.cell(topology)
    dice = random.Random(f"{seed}:{game}")
    sweep = Sweep(topology, lay(topology, mines, first, rule.opens, dice))
    diagram_for(topology.size)
    began = time.process_time()
    won, guesses = _play(sweep, first)
    return Result(game, won, guesses, round((time.process_time() - began) * 1000, 3))


@functools.cache
def kept_for(topology) -> tuple[dict, dict]:
    """Return what is kept from game to game: moves by position, and tallies of components."""
    return {}, {}


@functools.cache
def diagram_for(cells: int) -> Diagram:
    """Return a diagram for every board of so many cells."""
    return Diagram(cells, NODES)


def lay(topology, mines: int, first: int, opens: bool, chance: random.Random) -> bytearray:
    clear = {first, *(neighbours(topology)[first] if opens else ())}
    truth = bytearray(topology.size)
    for cell in chance.sample([cell for cell in range(topology.size) if cell not in clear], mines):
        truth[cell] = 1
    return truth


def _play(sweep: Sweep, first: int) -> tuple[bool, int]:
    """Return whether it was won, and the guesses after the first cell."""
    guesses = 0
    sweep.open(1 << first)
    while True:
        sweep.deduce()
        if sweep.is_won():
            return True, guesses
        mines, safe, cell = _move(sweep)
        sweep.mark(mines)
        sweep.open(safe)
        if cell is not None:
            guesses += 1
            if sweep.truth >> cell & 1:
                return False, guesses
            sweep.open(1 << cell)


def _move(sweep: Sweep) -> Move:
    """Return what to do where the simple rules stick; the first moves of games recur."""
    moves, tallies = kept_for(sweep.shape.topology)
    position = sweep.position()
    if position not in moves:
        for kept in moves, tallies:
            if len(kept) >= KEPT:
                kept.clear()
        moves[position] = _found(sweep, tallies)
    return moves[position]


def _found(sweep: Sweep, tallies: dict) -> Move:
    known, diagram = sweep.knowledge(), diagram_for(sweep.shape.size)
    odds = CachedOdds(known, diagram, tallies)
    mines, safe = _certain(sweep.unknown(), odds)
    if safe:
        return Move(mines, safe, None)
    for cell in each(mines):
        known.mark(cell, MINE)
    return Move(mines, 0, choose(known, odds, diagram, LIMITS, tallies))


def _certain(cells: int, odds: Odds) -> tuple[int, int]:
    """Return which of the cells are certainly mines, and which are safe."""
    mines = safe = 0
    for cell in each(cells):
        if odds.mines[cell] == odds.solutions:
            mines |= 1 << cell
        elif not odds.mines[cell]:
            safe |= 1 << cell
    return mines, safe
