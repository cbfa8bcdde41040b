# SPDX-License-Identifier: MIT
"""Fair guesses: the rule, and other mines that fit what is seen.

The rule: where no cell is certainly safe, a cell with the best odds is safe; where one is, a cell
that is not certainly safe is a mine, if it can be. All arrangements of the mines are equally
likely: each component's number of mines is drawn by the number of ways to complete it, then a path
through its diagram.
"""

from minesweeper.solver import rules
from minesweeper.solver.knowledge import MINE, OPEN, SAFE
from minesweeper.solver.odds import Odds, Ways, weights

_ROOT = 1
# Long numbers are drawn in pieces of so many bits.
_BITS = 12


def find_change(solver, cells, truth):
    """Return (cell, SAFE or MINE) if the rule changes one of the covered `cells`, else None.

    The solver knows what is seen; `truth` is not 0 where mines are. Raises TooLarge where the odds
    cannot be computed.
    """
    known = solver.known.known
    odds = Odds(solver.known, solver.diagram, solver.counts)
    fewest = min([odds.mines[cell] for cell in range(len(truth)) if known[cell] != OPEN])
    is_best = len(cells) == 1 and odds.mines[cells[0]] == fewest
    unsafe = [cell for cell in cells if odds.mines[cell]]
    solver.forget()
    if fewest:
        return (cells[0], SAFE) if is_best and truth[cells[0]] else None
    if not unsafe or [cell for cell in unsafe if truth[cell]]:
        return None
    return unsafe[0], MINE


def draw_mines(knowledge, diagram, randrange):
    """Draw mines that fit what is known: a byte a cell, 1 for a mine.

    Marks in `knowledge` what follows. Raises TooLarge as the odds do.
    """
    rules.believe(knowledge)
    truth = bytearray(knowledge.topology.size)
    parts = _parts(knowledge, diagram)
    rest = [cell for cell in knowledge.unknown_cells() if not diagram.frontier.touched(cell)]
    left = knowledge.mines_left - sum([part.fewest for part in parts])
    after = weights(parts, len(rest), left)
    used = 0
    diagram.frontier.begin(knowledge)
    for part, later in zip(parts, after[1:]):
        more = _drawn_number(part.ways, later, used, randrange)
        diagram.frontier.next()
        diagram.build()
        _fill(diagram, part, more, truth, randrange)
        used += more
        diagram.poll()
    _fill_rest(rest, left - used, truth, randrange)
    for cell in range(len(truth)):
        if knowledge.known[cell] == MINE:
            truth[cell] = 1
    return truth


def _parts(knowledge, diagram):
    """Return the ways of each component, by its number of mines."""
    parts = []
    diagram.frontier.begin(knowledge)
    while diagram.frontier.next():
        diagram.build()
        parts.append(Ways(diagram))
        diagram.poll()
    return parts


def _drawn_number(ways, later, used, randrange):
    """Draw a number of mines beyond the fewest, by its ways times those to go on from there."""
    shares = [ways[more] * later[used + more] for more in range(len(ways))]
    skipped = _below(sum(shares), randrange)
    more = 0
    while skipped >= shares[more]:
        skipped -= shares[more]
        more += 1
    return more


def _fill(diagram, part, more, truth, randrange):
    """Draw the mines of the diagram's component, so many beyond the fewest."""
    width, mines = part.width, part.fewest + more
    value, only = diagram.value, (1 << part.width) - 1
    _count_onward(diagram, width)
    node = _ROOT
    for at in range(diagram.count):
        without = value[diagram.blank[node]] >> mines * width & only
        if _below(value[node] >> mines * width & only, randrange) < without:
            node = diagram.blank[node]
        else:
            truth[diagram.cells[at]] = 1
            mines -= 1
            node = diagram.mine[node]
    diagram.clear()


def _count_onward(diagram, width):
    """Count into the diagram's `value` the ways from each node to the end, by number of mines."""
    blank, mine, value = diagram.blank, diagram.mine, diagram.value
    end = diagram.starts[diagram.count]
    value[end] = 1
    for node in range(end - 1, 0, -1):
        value[node] = value[blank[node]] + (value[mine[node]] << width)


def _fill_rest(rest, mines, truth, randrange):
    """Draw so many mines among the cells that no clue touches."""
    for at in range(len(rest)):
        if randrange(len(rest) - at) < mines:
            truth[rest[at]] = 1
            mines -= 1


def _below(count, randrange):
    """Return a random number from 0 to below `count`, which may be long."""
    while True:
        number, bound = 0, 1
        while bound < count:
            number = number << _BITS | randrange(1 << _BITS)
            bound <<= _BITS
        # Numbers from the last multiple of `count` on would favour some.
        if number < bound // count * count:
            return number % count
