# SPDX-License-Identifier: MIT
"""Asks the solver about positions, with a bound that none reaches, and draws hard ones."""

import random

from minesweeper.solver import analysis, knowledge, visible
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.topology import Topology
from minesweeper.solver.trial import Trial
from tests.support.solver import brute_force
from tools.guessing.known import of_seen

WIDE = Diagram(480, 1 << 20)
WIDTH, HEIGHT = 20, 15


def known(at):
    """Return the knowledge of a position before anything is deduced."""
    return of_seen(at.seen, Topology(at.width, at.height), at.mines)


def hint_of(seen, topology, mines, diagram=WIDE):
    return analysis.hint(seen, of_seen(seen, topology, mines), diagram)


def hint(rows, mines):
    """The hint for a picture of a board."""
    width, height, seen = brute_force.picture(rows)
    return hint_of(seen, Topology(width, height), mines)


def told(found):
    """Return a deduction's rule and cells in a fixed order."""
    return found.rule, sorted(found.mines), sorted(found.safe), sorted(found.clues)


def stuck(count, mines, seed=1):
    """Return views of 20×15 boards where simple rules stick, all proven mines flagged."""
    chance = random.Random(seed)
    found = []
    while len(found) < count:
        found += _of_a_game(_laid(chance, mines), chance)
    return found[:count]


def _laid(chance, mines):
    """Lay the mines, none of them near the first cell."""
    truth = bytearray(WIDTH * HEIGHT)
    for cell in chance.sample(range(WIDTH + 2, len(truth)), mines):
        truth[cell] = 1
    return truth


def _of_a_game(truth, chance):
    """Yield every position in which it sticks; a safe cell is opened to go on."""
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
