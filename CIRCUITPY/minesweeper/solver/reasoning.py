# SPDX-License-Identifier: MIT
"""Complete reasoning: all that follows from all clues, and from the number of mines left.

Called when the simple rules stick. A deduction that is explained names as few clues as decide its
cells: those nearest to them, each needed. Where a diagram has no room, TooLarge is raised.
"""

from minesweeper.solver.deduction import (
    CONTRADICTION,
    GROUP,
    WHOLE_BOARD,
    Deduction,
    Impossible,
    TooLarge,
)


def complete(knowledge, diagram):
    """The next deduction, explained; None if really nothing follows."""
    found = follows(knowledge, diagram)
    if not found or found.rule != GROUP:
        return found
    return explain(knowledge, diagram, found.safe[0] if found.safe else found.mines[0])


def follows(knowledge, diagram):
    """All that one component says, or else what the whole board does; by all of their clues."""
    frontier = diagram.frontier
    frontier.begin(knowledge)
    numbers = []
    rest = knowledge.unknown
    too_large = False
    while frontier.next():
        try:
            possible, mines, safe = _solved(diagram)
        except TooLarge:
            too_large = True
            continue
        if not possible:
            raise Impossible(CONTRADICTION, contradiction(knowledge, diagram))
        if mines or safe:
            return Deduction(GROUP, mines, safe)
        numbers.append(possible)
        rest -= frontier.count
    if too_large:
        raise TooLarge
    return _whole_board(knowledge, diagram, numbers, rest)


def _solved(diagram, allowed=-1):
    """The component's possible numbers of mines as bits, and what it says if these are allowed."""
    diagram.build()
    possible = diagram.possible()
    mines, safe = diagram.decided(possible & allowed) if possible else ((), ())
    return possible, mines, safe


def explain(knowledge, diagram, target):
    """Return a deduction from as few clues as decide a cell that all clues together decide."""
    clues = _nearest(knowledge, target)
    diagram.poll()
    clues = _enough(knowledge, diagram, clues, target)
    clues = _needed(knowledge, diagram, clues, target)
    mines, safe = _says(knowledge, diagram, clues)
    return Deduction(GROUP, mines, safe, tuple(clues))


def _nearest(knowledge, target):
    """The clues of a cell's component by their distance from it."""
    order = _clues_at(knowledge, target, ())
    for clue in order:
        for cell in knowledge.cells(clue, knowledge.mask[clue]):
            order += _clues_at(knowledge, cell, order)
    return order


def _clues_at(knowledge, cell, known):
    """The clues that touch an unknown cell, but for those that are known."""
    clues = [cell + way[0] for way in knowledge.topology.near[cell]]
    return [clue for clue in clues if knowledge.free[clue] and clue not in known]


def _enough(knowledge, diagram, clues, target):
    """The shortest head of the clues that decides the target."""
    low = high = 1
    while high < len(clues) and not _decides(knowledge, diagram, clues[:high], target):
        low = high + 1
        high = min(2 * high, len(clues))
    while low < high:
        middle = (low + high) // 2
        if _decides(knowledge, diagram, clues[:middle], target):
            high = middle
        else:
            low = middle + 1
    return clues[:low]


def _needed(knowledge, diagram, clues, target):
    """The clues without those that are not needed for the target."""
    for clue in tuple(clues):
        fewer = [other for other in clues if other != clue]
        if fewer and _decides(knowledge, diagram, fewer, target):
            clues = fewer
    return clues


def _decides(knowledge, diagram, clues, target):
    frontier = diagram.frontier
    frontier.begin(knowledge, clues)
    for clue in clues:
        if clue in _clues_at(knowledge, target, ()):
            frontier.grow(clue)
            _, mines, safe = _solved(diagram)
            return target in mines or target in safe
    return False


def _says(knowledge, diagram, clues):
    """(mines, safe) that follow from these clues alone."""
    mines = ()
    safe = ()
    diagram.frontier.begin(knowledge, clues)
    while diagram.frontier.next():
        _, more_mines, more_safe = _solved(diagram)
        mines += more_mines
        safe += more_safe
    return mines, safe


def contradiction(knowledge, diagram):
    """Return as few of the clues that contradict each other as still do."""
    clues = list(knowledge.clues())
    for clue in tuple(clues):
        fewer = [other for other in clues if other != clue]
        if not _possible(knowledge, diagram, fewer):
            clues = fewer
    return clues


def _possible(knowledge, diagram, clues):
    diagram.frontier.begin(knowledge, clues)
    while diagram.frontier.next():
        diagram.build()
        if not diagram.possible():
            return False
    return True


def _whole_board(knowledge, diagram, numbers, rest):
    """Return what follows from the mines left; `numbers` are the possible ones by component."""
    mines, safe = _rest_says(knowledge, diagram.frontier, numbers, rest)
    allowed = _allowed(knowledge, numbers, rest)
    if allowed != numbers:
        diagram.frontier.begin(knowledge)
        for index in range(len(numbers)):
            diagram.frontier.next()
            if allowed[index] != numbers[index]:
                _, more_mines, more_safe = _solved(diagram, allowed[index])
                mines += more_mines
                safe += more_safe
    if mines or safe:
        return Deduction(WHOLE_BOARD, mines, safe, tuple(knowledge.clues()))
    return None


def _allowed(knowledge, numbers, rest):
    """The numbers of mines that each component may have beside the others."""
    wanted = window(knowledge.mines_left, rest)
    allowed = [numbers[index] & _differences(wanted, sums(numbers, index))
               for index in range(len(numbers))]
    if 0 in allowed:
        raise Impossible(CONTRADICTION)
    return allowed


def _rest_says(knowledge, frontier, numbers, rest):
    """(mines, safe) of the cells that no clue touches: none, or all of them."""
    in_rest = _differences(1 << knowledge.mines_left, sums(numbers, -1)) & (2 << rest) - 1
    if not rest or in_rest not in (1, 1 << rest):
        return (), ()
    cells = tuple([cell for cell in knowledge.unknown_cells() if not frontier.touched(cell)])
    return ((), cells) if in_rest == 1 else (cells, ())


def window(mines_left, rest):
    """The numbers of mines that the components may have: mines_left - rest to mines_left."""
    bits = (1 << (mines_left + 1)) - 1
    fewest = max(0, mines_left - rest)
    return bits >> fewest << fewest


def sums(numbers, without):
    """Return all sums of one number of each set but one."""
    sums = 1
    for index in range(len(numbers)):
        if index != without:
            sums = _spread(sums, numbers[index])
    return sums


def _spread(one, other):
    sums = 0
    while other:
        low = other & -other
        sums |= one * low
        other ^= low
    return sums


def _differences(wanted, sums):
    """Return all differences of a number in `wanted` and one in `sums`."""
    found = 0
    less = 0
    while sums >> less:
        if sums >> less & 1:
            found |= wanted >> less
        less += 1
    return found
