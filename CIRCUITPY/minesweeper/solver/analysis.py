# SPDX-License-Identifier: MIT
"""The solver's face: from what is seen to a hint, to all deductions, to flags in doubt.

`seen` is a bytearray as `visible` makes it, `known` what it says at sight. Flags are the player's
word and not believed: they only keep a hint from telling what is flagged.
"""

from minesweeper.solver import deduction, knowledge, reasoning, rules, visible
from minesweeper.solver.deduction import Deduction, Impossible, TooLarge


def hint(seen, known, diagram):
    """Return the simplest Deduction that the player's flags do not show yet; changes `known`.

    Instead, where they apply: IMPOSSIBLE or WRONG_FLAG Deductions, NOTHING (the player must
    guess), or NOT_KNOWN (too large a board).
    """
    try:
        rules.check(known)
        for found in deductions(known, diagram):
            wrong = tuple([cell for cell in found.safe if seen[cell] == visible.FLAG])
            if wrong:
                return Deduction(deduction.WRONG_FLAG, (), wrong, found.clues, wrong)
            if tells(found, seen):
                return found
    except Impossible as error:
        return Deduction(deduction.IMPOSSIBLE, (), (), error.clues)
    except TooLarge:
        return _too_many(seen, known.topology) or Deduction(deduction.NOT_KNOWN)
    return doubt(seen, known, diagram) or Deduction(deduction.NOTHING)


def tells(found, seen):
    """Whether a deduction is more than the player's flags say already."""
    for cell in found.mines:
        if seen[cell] != visible.FLAG:
            return True
    return len(found.safe) > 0


def deductions(known, diagram, further=reasoning.complete):
    """Yield all that follows, simplest rule first, each believed before the next.

    Raises Impossible, and TooLarge where it cannot be said whether more follows.
    """
    while True:
        found = rules.simple(known) or (known.unknown and further(known, diagram))
        if not found:
            return
        known.take(found)
        yield found


def doubt(seen, known, diagram):
    """Flags that cannot all be right, or None.

    All that follows without flags is `known`, which is used up.
    """
    return _too_many(seen, known.topology) or _contradicting(seen, known, diagram)


def _too_many(seen, topology):
    """The first clue with more flags around than it says."""
    for clue in range(len(seen)):
        if seen[clue] < visible.COVERED:
            flags = visible.marked(seen, topology, clue, visible.FLAG)
            if len(flags) > seen[clue]:
                return Deduction(deduction.TOO_MANY_FLAGS, (), (), (clue,), flags)
    return None


def _contradicting(seen, known, diagram):
    """Clues that have no solution if all flags are believed."""
    flags = [cell for cell in known.unknown_cells() if seen[cell] == visible.FLAG]
    for cell in flags:
        known.mark(cell, knowledge.MINE)
    try:
        for _ in deductions(known, diagram, reasoning.follows) if flags else ():
            pass
    except TooLarge:
        pass
    except Impossible as error:
        near = {clue + way[0] for clue in error.clues for way in known.topology.near[clue]}
        named = tuple([cell for cell in flags if cell in near])
        return Deduction(deduction.FLAGS_CONTRADICT, (), (), error.clues, named or tuple(flags))
    return None
