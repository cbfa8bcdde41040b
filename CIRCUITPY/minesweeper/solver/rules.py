# SPDX-License-Identifier: MIT
"""The simple rules: what one clue says, what two clues say, and the number of mines left.

Each returns the next Deduction it finds or None, reading only clues that changed since it last
looked. Two clues say more than each alone in one case only: one has so many more mines than the
other that all cells it does not share are mines; then the other's unshared cells are safe.
"""

from minesweeper.solver.deduction import (
    ALL_FOUND,
    ALL_MINES,
    CONTRADICTION,
    MINES_LEFT,
    OVERLAP,
    SUBSET,
    Deduction,
    Impossible,
)
from minesweeper.solver.knowledge import SET
from minesweeper.solver.topology import count


def simple(knowledge):
    """The next deduction by the first rule that has one; None if all of them stick."""
    return one_clue(knowledge) or two_clues(knowledge) or mines_left(knowledge)


def believe(knowledge):
    """Note all that the simple rules say."""
    found = simple(knowledge)
    while found:
        knowledge.take(found)
        found = simple(knowledge)


def one_clue(knowledge):
    """Return what follows from one of the clues that changed."""
    changed = knowledge.changed
    clue = changed.find(SET)
    while clue >= 0:
        changed[clue] = 0
        left = knowledge.left[clue]
        free = knowledge.free[clue]
        if 0 < left < free:
            knowledge.pairing[clue] = 1
        elif not 0 <= left <= free:
            raise Impossible(CONTRADICTION, (clue,))
        elif free:
            cells = knowledge.cells(clue, knowledge.mask[clue])
            if left:
                return Deduction(ALL_MINES, cells, (), (clue,))
            return Deduction(ALL_FOUND, (), cells, (clue,))
        clue = changed.find(SET, clue)
    return None


def check(knowledge):
    """Raises Impossible if a clue wants more mines than it has cells; nothing is proved yet."""
    for clue in range(knowledge.topology.size):
        if knowledge.changed[clue] and knowledge.left[clue] > knowledge.free[clue]:
            raise Impossible("fewer cells left than mines", (clue,))


def two_clues(knowledge):
    """Return what follows from two clues; used when no clue alone says anything."""
    pairing = knowledge.pairing
    clue = pairing.find(SET)
    while clue >= 0:
        found = _partner(knowledge, clue) if knowledge.mask[clue] else None
        if found:
            return found
        pairing[clue] = 0
        clue = pairing.find(SET, clue)
    return None


def _partner(knowledge, clue):
    """Return what follows from a clue and another one, later or earlier on the board."""
    masks = knowledge.mask
    mask = masks[clue]
    topology = knowledge.topology
    column = clue % topology.width
    for step, shift in topology.beyond[column]:
        other = clue + step
        if other >= topology.size:
            break
        if masks[other]:
            shared = masks[other] << shift & mask
            if shared:
                found = _compare(knowledge, clue, other, shared, shared >> shift)
                if found:
                    return found
    for step, shift in topology.beyond[topology.width - 1 - column]:
        other = clue - step
        if other < 0:
            break
        if masks[other]:
            shared = mask << shift & masks[other]
            if shared:
                found = _compare(knowledge, clue, other, shared >> shift, shared)
                if found:
                    return found
    return None


def _compare(knowledge, one, other, ours, theirs):
    """Return what follows from two clues that share these bits of their windows."""
    shared = count(ours)
    alone = knowledge.free[one] - shared
    beside = knowledge.free[other] - shared
    more = knowledge.left[one] - knowledge.left[other]
    if alone or beside:
        if more == alone:
            return _decide(knowledge, one, other, ours, theirs)
        if more == -beside:
            return _decide(knowledge, other, one, theirs, ours)
    return None


def _decide(knowledge, more, fewer, shared_more, shared_fewer):
    mines = knowledge.cells(more, knowledge.mask[more] & ~shared_more)
    safe = knowledge.cells(fewer, knowledge.mask[fewer] & ~shared_fewer)
    return Deduction(OVERLAP if mines and safe else SUBSET, mines, safe, (more, fewer))


def mines_left(knowledge):
    """Return that all unknown cells are mines, or safe."""
    left = knowledge.mines_left
    if not 0 <= left <= knowledge.unknown:
        raise Impossible(CONTRADICTION)
    if knowledge.unknown and left in (0, knowledge.unknown):
        cells = tuple(knowledge.unknown_cells())
        return Deduction(MINES_LEFT, cells if left else (), () if left else cells)
    return None
