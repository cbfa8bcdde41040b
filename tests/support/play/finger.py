# SPDX-License-Identifier: MIT
"""A finger that finds buttons and cells in a board's picture, and tries each of them in turn.

It knows nothing of the program but the words of buttons that ask for advice and of the one that
leads to calibration, which it leaves alone. So it comes to every page, changes every option, plays
whatever board is dealt, and drags one that is larger than the display.
"""

from collections import Counter
from random import Random
from typing import NamedTuple

import numpy as np

from tests.support.play import reader

TAP_S, HOLDS_S = 0.12, (0.8, 1.8)
# The picture is at rest when nothing was drawn for so long; the longest wait for that.
QUIET_S, MOST_S = 0.5, 8.0
# After which nobody calibrates.
GIVEN_UP_S = 16
ADVICE = "Hint", "Show the odds", "Play on until", "What was"
# Words of the sentences that refuse advice for want of memory.
REFUSALS = "memory", "beyond"
CALIBRATE = "Calibrate"
# A plate's least run of one colour, width, height, and part that is of its colour; its most pixels.
RUN, SIDE, PART, MOST = 4, 8, 0.35, 0.6
# A plate that is no larger is a cell, and stands for all that look like it.
CELL = 26
HOLDS, DRAGS = 0.12, 0.04
# Cells of a colour that only so many have are icons; how often one of those, or a button, is tried.
FEW, OFTEN = 2, 0.4


class Plate(NamedTuple):
    """A rectangle of mostly one colour."""

    left: int
    top: int
    right: int
    bottom: int
    color: int

    @property
    def middle(self):
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    @property
    def is_cell(self):
        return max(self.right - self.left, self.bottom - self.top) <= CELL


class Finger:
    """At a portal that is on; `seed` draws what it does among what it did least often.

    `asked` counts pieces of advice, `refused` those that were refused for memory. `least_free` and
    `least_block` are the least bytes, and bytes in one piece, that were free while a cell was
    pressed and the game had collected its garbage.
    """

    def __init__(self, portal, seed):
        self.portal = portal
        self.touches = self.asked = self.refused = 0
        self.least_free = self.least_block = 1 << 30
        self.tried = Counter()
        self._dice = Random(seed)

    def play(self, seconds):
        """Touch for so long, or until the program ends."""
        until = self.portal.now + seconds
        while self.portal.running and self.portal.now < until:
            self.step()

    def step(self):
        found = plates(reader.screen_of(self.portal))
        if not found or self._dice.random() < DRAGS:
            self._drag()
        else:
            self._touch(self._next(found))
        self.touches += 1

    def _next(self, found):
        """A plate that was tried least often; one that gives advice half of the time it is seen."""
        advising = [each for each in found if self._advises(each)]
        if advising and self._dice.random() < 0.5:
            return self._dice.choice(advising)
        names = _names(found)
        counts = Counter(names)
        few = [at for at, name in enumerate(names) if counts[name] <= FEW]
        if few and self._dice.random() < OFTEN:
            found, names = [found[at] for at in few], [names[at] for at in few]
        least = min(self.tried[name] for name in names)
        rare = [at for at, name in enumerate(names) if self.tried[name] == least]
        chosen = self._dice.choice(rare)
        self.tried[names[chosen]] += 1
        return found[chosen]

    def _touch(self, plate):
        asks = self._advises(plate)
        leads_away = self._bears(plate, CALIBRATE)
        holds = not asks and self._dice.random() < HOLDS
        before = self.portal.heap if self.portal.running else None
        self.portal.press(*plate.middle)
        self.portal.run(self._dice.choice(HOLDS_S) if holds else TAP_S)
        if plate.is_cell and before:
            self._look_at_heap(before)
        self.portal.release()
        self.portal.run(GIVEN_UP_S * leads_away)
        self._wait()
        if asks:
            self.asked += 1
            self.refused += any(reader.sees(self.portal, word) for word in REFUSALS)

    def _advises(self, plate):
        return any(self._bears(plate, words) for words in ADVICE)

    def _bears(self, plate, words):
        """Whether words stand on a button."""
        return not plate.is_cell and any(
            plate.left <= box[0] and box[2] <= plate.right
            and plate.top <= box[1] and box[3] <= plate.bottom
            for heading in (False, True) for box in reader.find(self.portal, words, heading))

    def _drag(self):
        display = self.portal.board.model.display
        ends = [(self._dice.randrange(display.width), self._dice.randrange(display.height))
                for _ in range(2)]
        self.portal.press(*ends[0])
        for step in range(1, 6):
            self.portal.run(0.06)
            self.portal.move(*(a + (b - a) * step // 5 for a, b in zip(*ends, strict=True)))
        self.portal.run(0.06)
        self.portal.release()
        self._wait()

    def _wait(self):
        """Wait until nothing moves, or a clock only."""
        until = self.portal.now + MOST_S
        sent = -1
        while sent != self.portal.bus_bytes and self.portal.now < until and self.portal.running:
            sent = self.portal.bus_bytes
            self.portal.run(QUIET_S)

    def _look_at_heap(self, before):
        """Note what is free, if the press has freed anything: other garbage counts as used."""
        heap = self.portal.heap if self.portal.running else before
        if heap.free > before.free:
            self.least_free = min(self.least_free, heap.free)
            self.least_block = min(self.least_block, heap.largest)


def plates(screen):
    """The plates of a picture, (height, width) of RGB565."""
    found = []
    for (left, top, right, bottom), pixels, color in _patches(screen):
        width, height = right - left, bottom - top
        area = width * height
        if min(width, height) >= SIDE and pixels >= PART * area and area <= MOST * screen.size:
            found.append(Plate(left, top, right, bottom, color))
    return found


def _names(found):
    """The key of a plate in the counts: a colour for a cell, a place on the page for a button."""
    page = frozenset(plate[:4] for plate in found if not plate.is_cell)
    return [plate.color if plate.is_cell else (page, plate[:4]) for plate in found]


def _patches(screen):
    """Return [left, top, right, bottom], pixels and colour of each patch of one colour.

    Runs of a colour in a row belong to the patch that they touch in the row above.
    """
    done, above = [], []
    for y, row in enumerate(screen):
        edges = np.flatnonzero(np.diff(row)) + 1
        starts = [0, *edges.tolist()]
        ends = [*edges.tolist(), len(row)]
        here = []
        for start, end in zip(starts, ends, strict=True):
            if end - start >= RUN:
                color = int(row[start])
                patch = _joined([each for s, e, each in above
                                 if s < end and start < e and each["color"] == color])
                patch = patch or {"color": color, "box": [start, y, end, y + 1], "pixels": 0}
                box = patch["box"]
                patch["box"] = [min(box[0], start), box[1], max(box[2], end), y + 1]
                patch["pixels"] += end - start
                here.append((start, end, patch))
        kept = {id(each) for *_, each in here}
        done += [each for each in {id(each): each for *_, each in above}.values()
                 if id(each) not in kept and "joined" not in each]
        above = here
    done += {id(each): each for *_, each in above}.values()
    return [(each["box"], each["pixels"], each["color"]) for each in done if "joined" not in each]


def _joined(patches):
    """Make one patch of those that meet, into the first; None for none."""
    first, *others = patches or [None]
    for other in others:
        if other is not first and "joined" not in other:
            box, more = first["box"], other["box"]
            first["box"] = [min(box[0], more[0]), min(box[1], more[1]),
                            max(box[2], more[2]), max(box[3], more[3])]
            first["pixels"] += other["pixels"]
            other["joined"] = True
    return first
