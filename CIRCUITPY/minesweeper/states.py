# SPDX-License-Identifier: MIT
"""A component's solutions, walked box by box without recursion.

A state is how many mines each open clue still wants, four bits a clue, packed in an int; all ways
to the same state are one. A layer maps states to which numbers of mines so far are possible, as
the bits of an int. Nothing is guessed: a walk over `budget` states raises TooLarge.
"""

from minesweeper.deduction import TooLarge

_WANTS = 15


class Step:
    """Placing mines in one box: each takes `unit` from a state, to which `opening` was added.

    `opening` is what the clues want that open with this box; `places` tell where in a state its
    clues are and `room` how many cells each of them has in the boxes to come.
    """

    def __init__(self, size, opening, places, room):
        self.size = size
        self.opening = opening
        self.places = places
        self.room = room
        self.unit = sum([1 << place for place in places])
        self.fields = self.unit * _WANTS
        self._moves = {}

    def moves(self, state):
        """The numbers of mines that the clues allow in this state."""
        read = state & self.fields
        moves = self._moves.get(read)
        if moves is None:
            fewest = 0
            most = self.size
            for place, room in zip(self.places, self.room):
                wants = read >> place & _WANTS
                most = min(most, wants)
                fewest = max(fewest, wants - room)
            moves = self._moves[read] = range(fewest, most + 1)
        return moves


def steps(component):
    """One Step a box; a clue's place in the state is used again when the clue is closed."""
    room = [0] * len(component.clues)
    for box, clues in zip(component.boxes, component.touching):
        for clue in clues:
            room[clue] += len(box)
    place: list = [None] * len(component.clues)
    taken: list = []
    found = []
    for box, clues in zip(component.boxes, component.touching):
        opening = 0
        for clue in clues:
            room[clue] -= len(box)
            if place[clue] is None:
                place[clue] = _take(taken)
                opening += component.left[clue] << place[clue]
        found.append(_step(len(box), opening, clues, place, room))
        for clue in clues:
            if not room[clue]:
                taken[place[clue] >> 2] = False
    return found


def _step(size, opening, clues, place, room):
    places = tuple([place[clue] for clue in clues])
    return Step(size, opening, places, tuple([room[clue] for clue in clues]))


def _take(taken):
    """The first free place."""
    for number in range(len(taken)):
        if not taken[number]:
            taken[number] = True
            return number << 2
    taken.append(True)
    return (len(taken) - 1) << 2


def layers(path, budget):
    """The possible numbers of mines by state before each box; the last layer is the component's."""
    layer = {0: 1}
    yield layer
    for step in path:
        layer = _next(layer, step)
        budget -= len(layer)
        if budget < 0:
            raise TooLarge
        yield layer


def possible(component, budget):
    """The possible numbers of mines of a component as bits, a layer in memory at a time."""
    last = {}
    for layer in layers(steps(component), budget):
        last = layer
    return total(last)


def _next(layer, step):
    following: dict = {}
    for before, numbers in layer.items():
        state = before + step.opening
        for mines in step.moves(state):
            after = state - mines * step.unit
            following[after] = following.get(after, 0) | numbers << mines
    return following


def total(layer):
    """The possible numbers of mines of the whole component, as bits; 0 if it has no solution."""
    return layer.get(0, 0)


def decided(path, found, allowed):
    """(box, whether mines) of the boxes that are alike in all solutions.

    `allowed` are the bits of the component's numbers of mines that may be. Uses up the layers.
    """
    found.pop()
    later = {0: allowed}
    answer = []
    for box in range(len(path) - 1, -1, -1):
        later, some, blank = _back(path[box], found.pop(), later)
        if some != blank:
            answer.append((box, some))
    return answer


def _back(step, layer, later):
    """From the layer after a box to the one before it: which numbers of mines so far may go on.

    Also whether any solution has a mine in the box, and whether any has a cell without one.
    """
    before = {}
    some = blank = False
    for state, numbers in layer.items():
        fit = 0
        opened = state + step.opening
        for mines in step.moves(opened):
            rest = later.get(opened - mines * step.unit, 0) >> mines
            fit |= rest
            if numbers & rest:
                some = some or mines > 0
                blank = blank or mines < step.size
        if fit:
            before[state] = fit
    return before, some, blank
