# SPDX-License-Identifier: MIT
"""code.py at work over the stand-ins, and a finger at it that finds what it taps on the screen.

A finger is a generator of (point, milliseconds); when it ends, power is cut. Imports nothing of
the firmware itself.
"""

import gc

import board
from bench import PowerCut, bench

from minesweeper.screen import text as letters

TAP_MS = 120
HOLD_MS = 700
LIFTED_MS = 80
OVER_MS = 900  # after a game's end, until a tap is meant for the next one


class Portal:
    """`session` is code.py's, from `power_on` on."""

    def __init__(self):
        self.session = None
        self._names = {}

    def power_on(self, finger=None):
        """Until power is cut, or the program gives up."""
        self._until_cut(self._load, iter(()))
        if "Loop" not in self._names:
            return
        make = self._names["Loop"]

        def noted(session):
            self.session = session
            return make(session)

        self._names["Loop"] = noted
        self._until_cut(self._names["main"], finger or self.start())

    def _load(self):
        """Run all of code.py but its last line, which starts the game."""
        with open("/code.py") as file:
            source = file.read()
        exec(source.rpartition("\nmain()")[0], self._names)

    def _until_cut(self, program, finger):
        bench.touch(finger)
        try:
            program()
        except (PowerCut, SystemExit):
            bench.touch(iter(()))
            gc.collect()

    def start(self):
        """Past the title."""
        yield None, 300
        yield from self.press("TAP TO START")

    def press(self, words):
        """Tap what is written somewhere, as it begins."""
        return touched(place(words), TAP_MS)

    def tap(self, cell):
        return touched(self.middle(cell), TAP_MS)

    def hold(self, cell):
        return touched(self.middle(cell), HOLD_MS)

    def middle(self, cell):
        """Its pixel, by the screen's own grid."""
        grid, size = board_grid(), self.session.game.preset[4]
        return (grid.x + cell % grid.width * size + size // 2,
                grid.y + cell // grid.width * size + size // 2)

    def go_on(self):
        """If a game is over, on to the next board."""
        if self.is_over():
            yield None, OVER_MS
            yield from self.tap(0)

    def is_over(self):
        return self.session.game.outcome() != 0


def touched(point, ms):
    yield point, ms
    yield None, LIFTED_MS


def place(words):
    """The middle of the text on the screen that begins so."""
    for text, at in texts():
        if text.startswith(words):
            return at
    raise ValueError(f"{words} is not to be seen")


def written():
    """All text on the screen."""
    return [text for text, _ in texts()]


def texts():
    """(text, its middle) of each that is on the screen: tiles of the game's letters."""
    for layer, x, y, scale in layers(board.DISPLAY.root_group):
        if getattr(layer, "bitmap", None) is letters.bitmap:
            rows = ["".join([chr(32 + layer[row * layer.width + at]) for at in range(layer.width)])
                    for row in range(layer.height)]
            told = [row.strip() for row in rows if row.strip()]
            width = max([len(row.rstrip()) for row in rows]) * letters.WIDTH
            height = len(told) * letters.HEIGHT
            yield " ".join(told), (x + width * scale // 2, y + height * scale // 2)


def board_grid():
    """The one with the most tiles."""
    grids = [layer for layer, _, _, _ in layers(board.DISPLAY.root_group)
             if hasattr(layer, "bitmap") and layer.bitmap is not letters.bitmap]
    sizes = [grid.width * grid.height for grid in grids]
    return grids[sizes.index(max(sizes))]


def tiles():
    """(tile, how many of it) of the board on the screen."""
    grid = board_grid()
    shown = [grid[at] for at in range(grid.width * grid.height)]
    return [(tile, shown.count(tile)) for tile in sorted(set(shown))]


def layers(group, x=0, y=0, scale=1):
    """(layer, its left, its top, its scale) of all in a group, and in groups in it."""
    x, y, scale = x + group.x * scale, y + group.y * scale, scale * group.scale
    for at in range(len(group)):
        layer = group[at]
        if hasattr(layer, "append"):
            yield from layers(layer, x, y, scale)
        else:
            yield layer, x + layer.x * scale, y + layer.y * scale, scale
