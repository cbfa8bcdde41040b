# SPDX-License-Identifier: MIT
"""The frontier cut into components, and each into boxes: cells that the very same clues touch.

Cells of a box are interchangeable and components know nothing of each other but the number of
mines left, so a component's solutions are counted box by box (see states). Its boxes come in an
order that keeps few clues open at a time.
"""

# States of a component that a device has memory for while its solutions are counted.
BUDGET = 600


class Component:
    """`boxes` are lists of cells, in order; `touching[i]` are the indices of the clues of box i."""

    def __init__(self, clues, left, boxes, touching):
        self.clues = clues
        self.left = left
        self.boxes = boxes
        self.touching = touching
        self.size = sum([len(box) for box in boxes])


def components(knowledge, clues):
    """The components of these clues' unknown cells."""
    boxes = _boxes(knowledge, clues)
    groups: list = []
    for bits in sorted(boxes):
        groups = _joined(groups, bits)
    return [_component(knowledge, clues, bits, members, boxes) for bits, members in groups]


def _joined(groups, bits):
    """Groups of (clues as bits, boxes) with one more box, which may join some of them."""
    together = bits
    members = [bits]
    apart = []
    for group in groups:
        if group[0] & bits:
            together |= group[0]
            members += group[1]
        else:
            apart.append(group)
    apart.append((together, members))
    return apart


def _boxes(knowledge, clues):
    """Cells by the clues that touch them, which are the bits of the key."""
    touch: dict = {}
    bit = 1
    for clue in clues:
        for cell in knowledge.cells(clue, knowledge.mask[clue]):
            touch[cell] = touch.get(cell, 0) | bit
        bit <<= 1
    boxes: dict = {}
    for cell in sorted(touch):
        boxes.setdefault(touch[cell], []).append(cell)
    return boxes


def _component(knowledge, clues, together, members, boxes):
    index = {}
    own: list = []
    for number in range(len(clues)):
        if together >> number & 1:
            index[1 << number] = len(own)
            own.append(clues[number])
    touching = [_split(bits, index) for bits in members]
    order = _order(touching, len(own))
    return Component(
        own,
        [knowledge.left[clue] for clue in own],
        [boxes[members[box]] for box in order],
        [touching[box] for box in order],
    )


def _split(bits, index):
    """The indices of the clues that are the bits."""
    found = []
    while bits:
        low = bits & -bits
        found.append(index[low])
        bits ^= low
    return tuple(found)


def _order(touching, clues):
    """The boxes clue by clue, always of the open clue that has the fewest left."""
    boxes_of: list = [[] for _ in range(clues)]
    for box in range(len(touching)):
        for clue in touching[box]:
            boxes_of[clue].append(box)
    waiting = [len(boxes) for boxes in boxes_of]
    opened = [waiting.index(min(waiting))]
    placed = bytearray(len(touching))
    order: list = []
    while opened:
        for box in boxes_of[_fewest(opened, waiting)]:
            if not placed[box]:
                placed[box] = 1
                order.append(box)
                _place(touching[box], waiting, opened)
        opened = [clue for clue in opened if waiting[clue]]
    return order


def _fewest(clues, waiting):
    fewest = clues[0]
    for clue in clues:
        if waiting[clue] < waiting[fewest]:
            fewest = clue
    return fewest


def _place(clues, waiting, opened):
    """One box of these clues is placed."""
    for clue in clues:
        waiting[clue] -= 1
        if clue not in opened:
            opened.append(clue)
