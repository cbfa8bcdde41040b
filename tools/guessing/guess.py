# SPDX-License-Identifier: MIT
"""Chooses the cell to open when none is safe: the safest one, unless another reveals more.

A component that the rest of the board cannot influence is decided first. When few solutions are
left, the rest of the game is searched. Otherwise the safest cells are tried with every number that
they can show, and the score is how safe the move after it will be. A dead cell, which can show one
number only, comes last.

In that search, a position is a set of solutions, as bits. Opening a cell loses those with
a mine there and splits the others by the number that it shows; a cell that is safe in all of them
costs nothing. Solutions are sets of cells with mines, made from the components' diagrams.
"""

from functools import lru_cache, reduce
from math import comb
from operator import add, itemgetter, mul

from minesweeper.solver import knowledge, rules
from minesweeper.solver.deduction import Impossible, TooLarge
from minesweeper.solver.knowledge import SAFE, Knowledge
from tools.guessing.known import cached_tally, chance, copy_into, neighbours, unknown_around

# The number of levels that fit the device's stack.
DEPTH = 9


class Endgame:
    """The best play: `best` is the cell to open, `wins` the number of solutions that it wins.

    `cells` may be opened. More than `budget` positions, or too deep a tree, raise TooLarge.
    """

    def __init__(self, topology, cells, solutions, budget, depth=DEPTH):
        self._exact = {}
        self._most = {}
        self._budget = budget
        self._everything = (1 << len(solutions)) - 1
        found = _cells(topology, cells, solutions)
        self.best = max(found, key=lambda one: sum(map(int.bit_count, one[1])), default=(None,))[0]
        self.wins = self._win(self._everything, found, 0, depth)

    def _win(self, position, cells, need, depth):
        """Return in how many of the position's solutions the best play wins.

        A number up to `need` may be too high. `cells` are those that may tell solutions apart.
        """
        if position & (position - 1) == 0:
            return 1
        if position in self._exact:
            return self._exact[position]
        if self._most.get(position, need + 1) <= need:
            return self._most[position]
        if position.bit_count() == 2:
            return 2 if _tells_apart(position, cells) else 1
        self._budget -= 1
        if self._budget < 0 or not depth:
            raise TooLarge
        wins = self._best_move(position, cells, need, depth)
        (self._exact if wins > need else self._most)[position] = wins
        return wins

    def _best_move(self, position, cells, need, depth):
        moves, cells = _moves(position, cells)
        wins = max(need, 1)
        for safe, _, cell, parts in moves:
            if safe <= wins:
                break
            most = safe
            for part in sorted(parts, key=int.bit_count):
                size = part.bit_count()
                if size > 1:
                    most += self._win(part, cells, wins - most + size, depth - 1) - size
                    if most <= wins:
                        break
            else:
                wins = most
                if position == self._everything:
                    self.best = cell
        return wins


def _tells_apart(two, cells):
    """Return whether a cell that is safe in both solutions shows another number in each."""
    for _, values in cells:
        parts = [part for value in values if (part := value & two)]
        if len(parts) == 2:
            return True
    return False


def _moves(position, cells):
    """Return (solutions survived, number of parts, cell, parts), best first, and cells with moves.

    There is a single move if it is safe. A cell that can show one number only is no move: it tells
    nothing, now and later.
    """
    everything = position.bit_count()
    moves, telling = [], []
    for cell, values in cells:
        parts = [part for value in values if (part := value & position)]
        if len(parts) > 1:
            safe = sum([part.bit_count() for part in parts])
            if safe == everything:
                return [(safe, len(parts), cell, parts)], cells
            moves.append((safe, len(parts), cell, parts))
            telling.append((cell, parts))
    moves.sort(reverse=True)
    return moves, telling


def _cells(topology, cells, solutions):
    """Return (cell, [solutions in which it shows a number, for each number])."""
    found = []
    for cell in cells:
        near = set(neighbours(topology)[cell])
        values: dict = {}
        for number in range(len(solutions)):
            mines = solutions[number]
            if cell not in mines:
                value = len(near & mines)
                values[value] = values.get(value, 0) | 1 << number
        found.append((cell, [values[value] for value in sorted(values)]))
    return found


def board_solutions(known, diagram, odds, most):
    """Return every way to lay the mines left in the unknown cells, given the odds of `known`.

    More than `most` of them, or of partial ones, raise TooLarge.
    """
    found: list = [frozenset()]
    mines = known.mines_left
    for tally in odds.tallies:
        others = component_solutions(known, diagram, tally, most)
        found = _joined_solutions(found, others, mines, most)
    near = {cell for tally in odds.tallies for cell in tally.cells}
    rest = [cell for cell in known.unknown_cells() if cell not in near]
    return [one | more for one in found for more in _laid(rest, mines - len(one), most)]


def component_solutions(known, diagram, tally, most):
    """Return every solution of a component, with any number of mines. Raises TooLarge."""
    diagram.frontier.begin(known)
    diagram.frontier.grow(_clue_at(known, tally.cells[0]))
    diagram.build()
    partial: dict = {diagram.starts[0]: [frozenset()]}
    for at in range(diagram.count):
        partial = _next(partial, diagram, frozenset({diagram.cells[at]}))
        if sum(map(len, partial.values())) > most:
            raise TooLarge
    return [mines for found in partial.values() for mines in found]


def _clue_at(known, cell):
    """Return a clue next to an unknown cell."""
    return next(near for near in neighbours(known.topology)[cell] if known.free[near])


def _next(partial, diagram, cell):
    """Return the partial solutions at each node of the next layer."""
    following: dict = {}
    for node, found in partial.items():
        if diagram.blank[node]:
            following.setdefault(diagram.blank[node], []).extend(found)
        if diagram.mine[node]:
            following.setdefault(diagram.mine[node], []).extend([mines | cell for mines in found])
    return following


def _joined_solutions(found, others, mines, most):
    joined = []
    for one in found:
        for other in others:
            if len(one) + len(other) <= mines:
                joined.append(one | other)
        if len(joined) > most:
            raise TooLarge
    return joined


def _laid(cells, mines, most):
    """Return every way to lay so many mines in the cells."""
    layouts = [()]
    for left in range(len(cells), 0, -1):
        cell = cells[left - 1]
        layouts = [layout + more for layout in layouts for more in ((), (cell,))
                if len(layout) + len(more) <= mines <= len(layout) + len(more) + left - 1]
        if len(layouts) > most:
            raise TooLarge
    return [frozenset(cells) for cells in layouts if len(cells) == mines]


# Cells are tried if their safety is at least this part of the best.
_WORTH = 0.9
# The score of a safe next move, beyond being safe.
_PROGRESS = 0.04
_CANDIDATES = 12
_FAR_CANDIDATES = 3
# The largest rounding error of a sum of scores.
_ROUNDING = 1e-9
# Added to the score of a dead cell: less than any score.
_DEAD = -2.0

_choices = lru_cache(1 << 14)(comb)


class Limits:
    """Limits of the search: up to `few` solutions are searched whole, in `nodes` positions."""

    def __init__(self, few=60, nodes=400, depth=DEPTH):
        self.few = few
        self.nodes = nodes
        self.depth = depth


def choose(known, odds, diagram, limits, cache=None):
    """Return the cell to open. `odds` are those of `known`, in which no cell is certainly safe."""
    cell = _settled(known, odds, diagram, limits)
    if cell is None and odds.solutions <= limits.few:
        cell = _searched(known, odds, diagram, limits)
    if cell is None:
        cell = _promising(known, odds, diagram, limits, {} if cache is None else cache)
    return cell


def _settled(known, odds, diagram, limits):
    """Return the best cell of a component on which nothing outside, nor the mines left, bears."""
    for tally in odds.tallies:
        fixed = len(tally.ways) == 1 and tally.ways[0] <= limits.few
        if fixed and _closed(known, tally.cells):
            try:
                found = component_solutions(known, diagram, tally, limits.few * 4)
                return _search(known, tally.cells, found, limits)
            except TooLarge:
                pass
    return None


def _closed(known, cells):
    """Return whether no other unknown cell is next to these."""
    inside = set(cells)
    for cell in cells:
        for near in neighbours(known.topology)[cell]:
            if near not in inside and known.known[near] == knowledge.UNKNOWN:
                return False
    return True


def _searched(known, odds, diagram, limits):
    try:
        found = board_solutions(known, diagram, odds, limits.few * 4)
        return _search(known, list(known.unknown_cells()), found, limits)
    except TooLarge:
        return None


def _search(known, cells, found, limits):
    return Endgame(known.topology, cells, found, limits.nodes, limits.depth).best


def _promising(known, odds, diagram, limits, cache):
    """Return the candidate with the best prospects."""
    best, best_score = None, _DEAD
    lookahead = Lookahead(known, diagram, cache)
    for safety, cell in _candidates(known, odds):
        if best is not None and safety * (1 + _PROGRESS) <= best_score:
            continue
        try:
            score = _prospects(known, odds, lookahead, cell, best_score)
        except TooLarge:
            score = 0.0
        if best is None or score > best_score:
            best, best_score = cell, score
    return best


def _candidates(known, odds):
    """Return (safety, cell) of the candidates, safest first."""
    near = {cell for tally in odds.tallies for cell in tally.cells}
    far = [cell for cell in known.unknown_cells() if cell not in near]
    unknown = unknown_around(known)
    best = _safest(odds, unknown, near, _CANDIDATES)
    least = best[-1][0] * _WORTH if best else 0
    if far and 1 - chance(odds, far[0]) >= least:  # all of them are as safe
        best += _safest(odds, unknown, far, _FAR_CANDIDATES)
        best.sort()
        least = best[-1][0] * _WORTH
    return [(safety, cell) for safety, _, cell in reversed(best) if safety >= least]


def _safest(odds, unknown, cells, most):
    """Return (safety, -unknown neighbours, cell) of the safest cells, best last.

    The fewer unknown neighbours a cell has, the likelier it is an opening.
    """
    return sorted([(1 - chance(odds, cell), -unknown[cell], cell) for cell in cells])[-most:]


def _prospects(known, odds, lookahead, cell, least):
    """Return the chance to survive this move and the next, with a bonus for a safe next one.

    If it is certain to be below `least`, stop early and return a value below `least`.
    """
    scores: dict[int, float] = {}
    left = odds.solutions - odds.mines[cell]
    for number in _numbers(known, odds, cell):
        solutions, worth = _answer(lookahead, cell, number)
        if solutions:
            scores[number] = solutions / odds.solutions * worth
            left -= solutions
            most = _total(scores.values()) + left / odds.solutions * (1 + _PROGRESS)
            if not left or most < least - _ROUNDING:
                break
    score = _total(scores[number] for number in sorted(scores))
    return score if left or len(scores) > 1 else score + _DEAD


def _total(chances):
    """Add floats one after the other. From Python 3.12 on, `sum` rounds them otherwise."""
    return reduce(add, chances, 0.0)


def _answer(lookahead, cell, number):
    """Return the solutions in which the cell shows the number, and the score of one of them."""
    try:
        solutions, mines = lookahead.open(cell, number)
    except Impossible:
        return 0, 0.0
    return solutions, 1 - mines / solutions if mines else 1 + _PROGRESS


def _numbers(known, odds, cell):
    """Return the numbers that a cell may show given its neighbours, the likeliest first."""
    near = neighbours(known.topology)[cell]
    states = [known.known[one] for one in near]
    mines, free = states.count(knowledge.MINE), states.count(knowledge.UNKNOWN)
    mean = _total(chance(odds, one) for one in near)
    return sorted(range(mines, mines + free + 1), key=lambda number: abs(number - mean))


class Tracked(Knowledge):
    """Knowledge that lists in `marked` the cells proven since `begin`."""

    def begin(self, known):
        """Copy another knowledge and empty `marked`."""
        copy_into(self, known)
        self.marked = []

    def mark(self, cell, state):
        self.marked.append(cell)
        super().mark(cell, state)


class Lookahead:
    """Counts the solutions after a move; only the parts of the board that it touches are recounted.

    A move touches the components of the cells that follow from it and of those next to it; the
    tallies of the others stay. `diagram` counts, and `cache` keeps the tallies.
    """

    def __init__(self, known, diagram, cache):
        self._diagram = diagram
        self._cache = cache
        self._after = Tracked(known.topology, known.mines_left)
        self._known = Tracked(known.topology, known.mines_left)
        self._known.begin(known)
        rules.believe(self._known)
        self._tallies = self._count(self._known, list(self._known.clues()))
        self._owner = {cell: tally for tally in self._tallies for cell in tally.cells}

    def open(self, cell, number):
        """Return (solutions, those with a mine in the safest cell) if the cell shows the number.

        Raises Impossible if it cannot.
        """
        after = self._after
        after.begin(self._known)
        after.open(cell, number)
        return _joined(after, self._tallied((cell, *neighbours(after.topology)[cell])))

    def _tallied(self, cells):
        """Return the tallies after a change at these cells and those that follow from it."""
        after = self._after
        rules.believe(after)
        owner = self._owner
        touched = {owner[one] for one in (*cells, *after.marked) if one in owner}
        kept = [tally for tally in self._tallies if tally not in touched]
        around = set(cells[:1]).union(*[tally.clues for tally in touched])
        clues = [one for one in sorted(around) if after.free[one]]
        return kept + self._count(after, clues)

    def _count(self, known, clues):
        """Return the tallies of the components that have these clues."""
        frontier, tallies = self._diagram.frontier, []
        frontier.begin(known, clues)
        while frontier.next():
            tallies.append(cached_tally(self._diagram, self._cache))
        return tallies


def _joined(known, tallies):
    """Return (solutions, those with a mine in the safest cell)."""
    rest = known.unknown - sum(len(tally.cells) for tally in tallies)
    left = known.mines_left - sum(tally.fewest for tally in tallies)
    after = _weights(tallies, rest, left)
    solutions = after[0][0]
    if not solutions:
        raise Impossible("the mines left do not fit the clues")
    if not known.unknown or _any_living_safe(known):
        return solutions, 0
    shared, before = [], [1]
    for tally, ahead in zip(tallies, after[1:], strict=True):
        shares = [_dot(before, ahead, more) for more in range(len(tally.ways))]
        shared += tally.sums(shares)
        before = _product(before, tally.ways)
    if rest:
        shared.append((_dot(before, _lay(rest - 1, left - 1, len(before)), 0), ()))
    return solutions, _least_living(known, shared, solutions)


def _least_living(known, shared, solutions):
    """Return the fewest solutions with a mine in one living cell, or in any if none lives.

    `shared` are the solutions with a mine in the same cells; () are those that no clue touches.
    """
    shared.sort(key=itemgetter(0))
    for mines, cells in shared:
        if mines < solutions and not (cells and all(_dead(known, cell) for cell in cells)):
            return mines
    return 0 if known.known.find(SAFE) >= 0 else shared[0][0]


def _any_living_safe(known):
    at = known.known.find(SAFE)
    while at >= 0:
        if not _dead(known, at):
            return True
        at = known.known.find(SAFE, at + 1)
    return False


def _dead(known, cell):
    """Return whether the cell, if safe, can surely show one number only."""
    near = neighbours(known.topology)
    states = known.known
    unknown = {one for one in near[cell] if not states[one]}
    if not unknown:
        return True
    clues = [clue for clue in near[cell] if known.free[clue] and states[clue] == knowledge.OPEN]
    return any(unknown == {one for one in near[clue] if not states[one]} - {cell}
               for clue in clues)


def _weights(tallies, rest, left):
    """Compute `minesweeper.solver.odds.weights`, faster on a computer."""
    count = 1 + sum(len(tally.ways) - 1 for tally in tallies)
    after = [_lay(rest, left, count)]
    for tally in reversed(tallies):
        count -= len(tally.ways) - 1
        after.append([_dot(tally.ways, after[-1], more) for more in range(count)])
    after.reverse()
    return after


def _lay(cells, most, count):
    """Return the ways to lay `most`, `most` - 1, … mines in the cells, `count` numbers in all."""
    return [_choices(cells, mines) if mines >= 0 else 0 for mines in range(most, most - count, -1)]


def _dot(counts, weights, offset):
    """Return the sum of counts[m] * weights[offset + m]."""
    return sum(map(mul, counts, weights[offset:]))


def _product(one, other):
    """Return the counts of two parts together, by their number of mines."""
    sums = [0] * (len(one) + len(other) - 1)
    for mines, ways in enumerate(one):
        for more, others in enumerate(other):
            sums[mines + more] += ways * others
    return sums
