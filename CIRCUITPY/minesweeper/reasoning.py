# SPDX-License-Identifier: MIT
"""Complete reasoning: all that follows from all clues, and from the number of mines left.

Called when the simple rules stick. A deduction names as few clues as decide its cells: those
nearest to them, each needed. A walk over `budget` states raises TooLarge.
"""

from minesweeper import component, rules, states
from minesweeper.deduction import (
    CONTRADICTION,
    GROUP,
    WHOLE_BOARD,
    Deduction,
    Impossible,
    TooLarge,
)


def complete(knowledge, budget):
    """The next deduction, None if really nothing follows."""
    parts = _by_size(component.components(knowledge, knowledge.clues()))
    numbers = []
    too_large = False
    for part in parts:
        try:
            possible, boxes = solved(part, budget)
        except TooLarge:
            too_large = True
            continue
        if not possible:
            raise Impossible(CONTRADICTION, contradiction(knowledge, budget))
        if boxes:
            return _group(knowledge, part, boxes, budget)
        numbers.append(possible)
    if too_large:
        raise TooLarge
    return _whole_board(knowledge, parts, numbers, budget)


def _by_size(parts):
    """The smallest first."""
    ranks = sorted([(parts[number].size, number) for number in range(len(parts))])
    return [parts[number] for _, number in ranks]


def solved(part, budget, allowed=None):
    """The possible numbers of mines of a component as bits, and its decided boxes."""
    path = states.steps(part)
    found = list(states.layers(path, budget))
    possible = states.total(found[-1])
    if not possible:
        return 0, []
    return possible, states.decided(path, found, possible if allowed is None else allowed)


def _cells(part, boxes):
    """(mines, safe) of decided boxes."""
    mines: list = []
    safe: list = []
    for box, are_mines in boxes:
        (mines if are_mines else safe).extend(part.boxes[box])
    return tuple(mines), tuple(safe)


def _group(knowledge, part, boxes, budget):
    """What the fewest clues say that decide one of the boxes, a safe one if there is."""
    box, are_mines = boxes[0]
    for other, others_are_mines in boxes:
        if are_mines and not others_are_mines:
            box, are_mines = other, False
    target = part.boxes[box][0]
    clues = _enough(knowledge, _nearest(part, box), target, budget)
    clues = _needed(knowledge, clues, target, budget)
    mines, safe = _says(knowledge, clues, budget)
    return Deduction(GROUP, mines, safe, tuple(clues))


def _nearest(part, box):
    """The component's clues by their distance from a box."""
    order = list(part.touching[box])
    for clue in order:
        for touching in part.touching:
            if clue in touching:
                order += [near for near in touching if near not in order]
    return [part.clues[clue] for clue in order]


def _enough(knowledge, clues, target, budget):
    """The shortest head of the clues that decides the target."""
    low = 1
    high = len(clues)
    while low < high:
        middle = (low + high) // 2
        if _decides(knowledge, clues[:middle], target, budget):
            high = middle
        else:
            low = middle + 1
    return clues[:low]


def _needed(knowledge, clues, target, budget):
    """The clues without those that are not needed for the target."""
    for clue in tuple(clues):
        fewer = [other for other in clues if other != clue]
        if fewer and _decides(knowledge, fewer, target, budget):
            clues = fewer
    return clues


def _decides(knowledge, clues, target, budget):
    mines, safe = _says(knowledge, clues, budget)
    return target in mines or target in safe


def _says(knowledge, clues, budget):
    """(mines, safe) that follow from these clues alone."""
    mines = ()
    safe = ()
    for part in component.components(knowledge, clues):
        _, boxes = solved(part, budget)
        more_mines, more_safe = _cells(part, boxes)
        mines += more_mines
        safe += more_safe
    return mines, safe


def check(knowledge, budget):
    """Raises Impossible if no mines fit: with as few clues as contradict each other, if they do."""
    rules.check(knowledge)
    clues = contradiction(knowledge, budget)
    if clues:
        raise Impossible(CONTRADICTION, clues)
    parts = component.components(knowledge, knowledge.clues())
    numbers = [states.possible(part, budget) for part in parts]
    rest = knowledge.unknown - sum([part.size for part in parts])
    if not _window(knowledge.mines_left, rest) & _sums(numbers, -1):
        raise Impossible(_misfit(knowledge, numbers))


def contradiction(knowledge, budget):
    """As few clues as contradict each other; none if they do not."""
    clues = knowledge.clues()
    if _possible(knowledge, clues, budget):
        return ()
    for clue in tuple(clues):
        fewer = [other for other in clues if other != clue]
        if not _possible(knowledge, fewer, budget):
            clues = fewer
    return tuple(clues)


def _possible(knowledge, clues, budget):
    for part in component.components(knowledge, clues):
        if not states.possible(part, budget):
            return False
    return True


def _whole_board(knowledge, parts, numbers, budget):
    """What follows with the mines left: `numbers` are possible for each of the components."""
    rest = knowledge.unknown - sum([part.size for part in parts])
    mines, safe = _rest_says(knowledge, parts, numbers, rest)
    wanted = _window(knowledge.mines_left, rest)
    for index in range(len(parts)):
        allowed = numbers[index] & _differences(wanted, _sums(numbers, index))
        if not allowed:
            raise Impossible(_misfit(knowledge, numbers))
        if allowed != numbers[index]:
            _, boxes = solved(parts[index], budget, allowed)
            more_mines, more_safe = _cells(parts[index], boxes)
            mines += more_mines
            safe += more_safe
    if mines or safe:
        return Deduction(WHOLE_BOARD, mines, safe, tuple(knowledge.clues()))
    return None


def _rest_says(knowledge, parts, numbers, rest):
    """(mines, safe) of the cells that no clue touches: none, or all of them."""
    in_rest = _differences(1 << knowledge.mines_left, _sums(numbers, -1)) & (2 << rest) - 1
    if not rest or in_rest not in (1, 1 << rest):
        return (), ()
    touched = {cell for part in parts for box in part.boxes for cell in box}
    cells = tuple([cell for cell in knowledge.unknown_cells() if cell not in touched])
    return ((), cells) if in_rest == 1 else (cells, ())


def _misfit(knowledge, numbers):
    """Which way the number of mines left is wrong."""
    fewest = sum([_lowest(possible) for possible in numbers])
    if fewest > knowledge.mines_left:
        return "the clues want {} mines but only {} left".format(fewest, knowledge.mines_left)
    return "{} mines are left, more than fit the cells".format(knowledge.mines_left)


def _lowest(bits):
    place = 0
    while not bits >> place & 1:
        place += 1
    return place


def _window(mines_left, rest):
    """The numbers of mines that the components may have: mines_left - rest to mines_left."""
    bits = (1 << (mines_left + 1)) - 1
    fewest = max(0, mines_left - rest)
    return bits >> fewest << fewest


def _sums(numbers, without):
    """All sums of one number of each set but one."""
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
    """All that is in `wanted` less a number that is in `sums`."""
    found = 0
    less = 0
    while sums >> less:
        if sums >> less & 1:
            found |= wanted >> less
        less += 1
    return found
