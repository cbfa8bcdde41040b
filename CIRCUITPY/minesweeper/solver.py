# SPDX-License-Identifier: MIT
"""The solver's face: from what is seen to a hint, to all deductions, to what the menu does.

`seen` is a bytearray as sight makes it, `ground` the board's Ground, `mines` how many it has.
Flags are the player's word and not believed: they only keep a hint from telling what is flagged.
"""

from minesweeper import deduction, knowledge, reasoning, rules, sight
from minesweeper.component import BUDGET
from minesweeper.deduction import Deduction, Impossible, TooLarge


def hint(seen, ground, mines, budget=BUDGET):
    """The simplest Deduction that tells the player something new.

    Also: an impossible board, before all else, a wrong flag, NOTHING (it follows that a guess is
    due), or NOT_KNOWN (a bound was hit). Rules take turns as in `deductions`.
    """
    known = knowledge.of_seen(seen, ground, mines)
    try:
        _check(known, budget)
        for found in deductions(known, budget):
            wrong = tuple([cell for cell in found.safe if seen[cell] == sight.FLAG])
            if wrong:
                return Deduction(deduction.WRONG_FLAG, (), wrong, found.clues, wrong)
            if tells(found, seen):
                return found
    except Impossible as error:
        return Deduction(deduction.IMPOSSIBLE, (), (), error.clues)
    except TooLarge:
        return _too_many(seen, ground) or Deduction(deduction.NOT_KNOWN)
    return doubt(seen, known, budget) or Deduction(deduction.NOTHING)


def check(seen, ground, mines, budget=BUDGET):
    """Raises Impossible if no mines fit what is seen, with as few clues as tell it; TooLarge."""
    reasoning.check(knowledge.of_seen(seen, ground, mines), budget)


def _check(known, budget):
    """As far as the bound allows."""
    try:
        reasoning.check(known, budget)
    except TooLarge:
        pass


def tells(found, seen):
    """Whether a deduction is more than the player's flags say already."""
    for cell in found.mines:
        if seen[cell] != sight.FLAG:
            return True
    return len(found.safe) > 0


def deductions(known, budget=BUDGET):
    """Everything that follows, simplest rule first; each is believed before the next.

    Raises Impossible, and TooLarge where it cannot be said whether more follows.
    """
    while True:
        found = rules.simple(known) or (known.unknown and reasoning.complete(known, budget))
        if not found:
            return
        known.take(found)
        yield found


def doubt(seen, known, budget=BUDGET):
    """Flags that cannot all be right, or None. All that follows without flags is `known`."""
    return _too_many(seen, known.ground) or _contradicting(seen, known, budget)


def _too_many(seen, ground):
    """The first clue with more flags around than it says."""
    for clue in range(len(seen)):
        if seen[clue] < sight.COVERED:
            flags = marked(seen, ground, clue, sight.FLAG)
            if len(flags) > seen[clue]:
                return Deduction(deduction.TOO_MANY_FLAGS, (), (), (clue,), flags)
    return None


def _contradicting(seen, known, budget):
    """Clues that have no solution if all flags are believed."""
    believed = known.copy()
    flags = [cell for cell in known.unknown_cells() if seen[cell] == sight.FLAG]
    for cell in flags:
        believed.mark(cell, knowledge.MINE)
    try:
        for _ in deductions(believed, budget):
            pass
    except TooLarge:
        pass
    except Impossible as error:
        near = {clue + way[0] for clue in error.clues for way in known.ground.ways[clue]}
        named = tuple([cell for cell in flags if cell in near])
        return Deduction(deduction.FLAGS_CONTRADICT, (), (), error.clues, named or tuple(flags))
    return None


def marked(seen, ground, clue, mark):
    """The neighbours of a clue that are seen as `mark`."""
    return tuple([clue + way[0] for way in ground.ways[clue] if seen[clue + way[0]] == mark])


def required_mines(seen, ground):
    """Flag Required Mines: the cells to flag, the player's flags believed as they stand.

    For every clue whose covered, unflagged neighbours number exactly clue - flags, those; repeated
    until nothing changes.
    """
    seen = bytearray(seen)
    required = []
    more = True
    while more:
        more = False
        for clue in range(len(seen)):
            if 0 < seen[clue] < sight.COVERED:
                covered = marked(seen, ground, clue, sight.COVERED)
                flags = len(marked(seen, ground, clue, sight.FLAG))
                if covered and len(covered) == seen[clue] - flags:
                    more = True
                    required += covered
                    for cell in covered:
                        seen[cell] = sight.FLAG
    return required


def required_safe(seen, ground):
    """Open Required Safe Cells: the covered neighbours of clues that have all their flags."""
    required = set()
    for clue in range(len(seen)):
        if seen[clue] < sight.COVERED:
            if len(marked(seen, ground, clue, sight.FLAG)) == seen[clue]:
                required.update(marked(seen, ground, clue, sight.COVERED))
    return sorted(required)
