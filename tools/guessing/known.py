# SPDX-License-Identifier: MIT
"""What is known of a board: made of what is seen, copied, and checked for contradictions."""

from minesweeper.solver import reasoning, rules
from minesweeper.solver.deduction import CONTRADICTION, Impossible
from minesweeper.solver.knowledge import UNKNOWN, Knowledge

_IS_UNKNOWN = bytes(state == UNKNOWN for state in range(256))


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


def rooms(known):
    """How many unknown neighbours each cell has."""
    width, size = known.topology.width, known.topology.size
    unknown = known.known.translate(_IS_UNKNOWN)
    # One long number, a byte a cell and a free one after each row: moved, all are added at once.
    rows = [unknown[at : at + width] + b"\0" for at in range(0, size, width)]
    cells = int.from_bytes(b"".join(rows), "little")
    three = (cells << 8) + cells + (cells >> 8)
    step = width + 1
    nine = (three << 8 * step) + three + (three >> 8 * step)
    sums = (nine - cells).to_bytes(len(rows) * step + step + 1, "little")
    return b"".join([sums[at : at + width] for at in range(0, len(rows) * step, step)])


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
