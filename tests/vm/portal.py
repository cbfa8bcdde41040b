# SPDX-License-Identifier: MIT
"""code.py at work over the stand-ins, and a finger at it that finds what it taps on the screen.

A finger is a generator of (point, milliseconds); when it ends, power is cut. Imports nothing of
the firmware itself.
"""

import gc

import board
from bench import PowerCut, bench

TAP_MS = 120
HOLD_MS = 700
LIFTED_MS = 80
OVER_MS = 900  # after a game's end, until a tap is meant for the next one


class Portal:
    """`table` is code.py's, from `power_on` on."""

    def __init__(self):
        self.table = None
        self.names = {}

    def power_on(self, finger=None):
        """Twice, as code.py starts itself when it is read: the second time with its table noted."""
        self._until_cut(self._load, self.start())
        make = self.names["Table"]

        def noted(device):
            self.table = make(device)
            return self.table

        self.names["Table"] = noted
        self._until_cut(self.names["main"], finger or self.start())
        self.names["Table"] = make

    def _load(self):
        with open("/code.py") as file:
            source = file.read()
        exec(source, self.names)

    def use(self, finger):
        """Go on where power was cut, which must have been while a board was played."""
        self._until_cut(self._play_on, finger)

    def _play_on(self):
        """Table.run without what comes before the board: the title, and dressing it."""
        table = self.table
        table.page = self._page
        table.dress = self._dressed
        table.run()

    def _page(self, name, *action):
        if name != "title":
            return self.names["Table"].page(self.table, name, *action)
        return None

    def _dressed(self):
        """But the first time it is what it was."""
        del self.table.dress

    def _until_cut(self, program, finger):
        bench.touch(finger)
        try:
            program()
        except PowerCut:
            bench.touch(iter(()))
            gc.collect()

    def start(self):
        """Past the title."""
        yield None, 300
        yield from self.press("TAP TO START")

    def press(self, words):
        """Tap what is written somewhere, as it begins."""
        return touched(label(words).anchored_position, TAP_MS)

    def tap(self, cell):
        return touched(self.middle(cell), TAP_MS)

    def hold(self, cell):
        return touched(self.middle(cell), HOLD_MS)

    def middle(self, cell):
        """Its pixel, by the screen's own grid."""
        grid, size = board_grid(), self.table.game.preset[4]
        return (grid.x + cell % grid.width * size + size // 2,
                grid.y + cell // grid.width * size + size // 2)

    def go_on(self):
        """If a game is over, on to the next board."""
        if self.is_over():
            yield None, OVER_MS
            yield from self.tap(0)

    def is_over(self):
        return self.table.game.outcome() != 0


def touched(point, ms):
    yield point, ms
    yield None, LIFTED_MS


def label(words):
    """The text on the screen that begins so."""
    for layer in layers():
        if getattr(layer, "text", "").startswith(words):
            return layer
    raise ValueError(f"{words} is not to be seen")


def written():
    """All text on the screen."""
    return [layer.text for layer in layers() if hasattr(layer, "text")]


def board_grid():
    """The one with the most tiles."""
    grids = [layer for layer in layers() if hasattr(layer, "pixel_shader")
             and hasattr(layer, "bitmap")]
    sizes = [grid.width * grid.height for grid in grids]
    return grids[sizes.index(max(sizes))]


def tiles():
    """(tile, how many of it) of the board on the screen."""
    grid = board_grid()
    shown = [grid[at] for at in range(grid.width * grid.height)]
    return [(tile, shown.count(tile)) for tile in sorted(set(shown))]


def layers():
    group = board.DISPLAY.root_group
    return [group[at] for at in range(len(group))]
