# SPDX-License-Identifier: MIT
"""Asks the solver about positions, with a bound that none reaches."""

from minesweeper.solver import analysis
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.topology import Topology
from tests.support.solver import brute_force
from tools.guessing.known import of_seen

WIDE = Diagram(480, 1 << 20)


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
