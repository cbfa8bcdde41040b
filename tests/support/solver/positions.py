# SPDX-License-Identifier: MIT
"""Positions in which the solver has work to do, drawn by chance."""

import random

from minesweeper.solver import knowledge, visible
from minesweeper.solver.topology import Topology
from minesweeper.solver.trial import Trial

WIDTH, HEIGHT = 20, 15


def stuck(count, mines, seed=1):
    """Return views of 20×15 boards where simple rules stick, all proven mines flagged."""
    chance = random.Random(seed)
    found = []
    while len(found) < count:
        found += _of_a_game(_laid(chance, mines), chance)
    return found[:count]


def _laid(chance, mines):
    """None of them near the first cell."""
    truth = bytearray(WIDTH * HEIGHT)
    for cell in chance.sample(range(WIDTH + 2, len(truth)), mines):
        truth[cell] = 1
    return truth


def _of_a_game(truth, chance):
    """Every position in which it sticks; a safe cell is opened to go on."""
    game = Trial(Topology(WIDTH, HEIGHT), truth)
    game.open(0)
    while True:
        list(game.deductions())
        if game.solved():
            return
        yield _seen(game)
        safe = [cell for cell in game.knowledge.unknown_cells() if not truth[cell]]
        game.open(chance.choice(safe))


def _seen(game):
    signs = {knowledge.MINE: visible.FLAG}
    return bytes(around if known == knowledge.OPEN else signs.get(known, visible.COVERED)
                 for around, known in zip(game.around, game.knowledge.known, strict=True))
