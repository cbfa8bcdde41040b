# SPDX-License-Identifier: MIT
"""What is known of a board: made of what is seen, copied, and checked for contradictions."""

from minesweeper.solver import reasoning, rules
from minesweeper.solver.deduction import CONTRADICTION, Impossible
from minesweeper.solver.knowledge import Knowledge


def of_seen(seen, topology, mines):
    """What a board says at sight."""
    known = Knowledge(topology, mines)
    known.see(seen, topology, mines)
    return known


def copy(known):
    """The same for trying something out."""
    return copy_into(Knowledge(known.topology, known.mines_left), known)


def copy_into(other, known):
    """Over what the other knew; it has the same topology."""
    for name in ("known", "left", "free", "mask", "changed", "pairing"):
        getattr(other, name)[:] = getattr(known, name)
    other.unknown, other.mines_left = known.unknown, known.mines_left
    return other


def check(known, diagram):
    """Raises Impossible if no mines fit: with as few clues as contradict each other, if they do."""
    rules.check(known)
    numbers = []
    rest = known.unknown
    diagram.frontier.begin(known)
    while diagram.frontier.next():
        diagram.build()
        numbers.append(diagram.possible())
        if not numbers[-1]:
            raise Impossible(CONTRADICTION, reasoning.contradiction(known, diagram))
        rest -= diagram.frontier.count
    if not reasoning.window(known.mines_left, rest) & reasoning.sums(numbers, -1):
        raise Impossible(reasoning.misfit(known, numbers))
