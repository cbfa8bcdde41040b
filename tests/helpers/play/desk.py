# SPDX-License-Identifier: MIT
"""A player's eyes and hand at the simulated PyPortal: reads cells off the screen, taps them.

The eyes know the sheet's picture and nothing of the program; they see what the panel shows.
"""

from pathlib import Path

import numpy as np
from PIL import Image

from boardplace import SIZE, board_corner, on_map, seen_of
from drives import linked
from minesweeper.board import field, presets
from minesweeper.screen import tiles
from paths import GOLDEN
from reader import box_of, find, screen_of
from sim import PyPortal, golden
from sim.clock import SECOND

# What the sheet's overlays see through, as the panel would show it.
KEY = 0xF81F
COLUMNS, ROWS = 20, 15
# Motion shows something new more often than this.
STILL_S = 0.04
NO_MEMORY = ("No saved game or options (a new board, or its power failed while it saved): starting"
             " with defaults.\n")

# What a program on the device would lay with the same chance as the game.
PEEK = """
import os, random
from minesweeper.board import dice, field
random.seed(int.from_bytes(os.urandom(4), "little"))
board = field.Field(20, 15)
board.start(15)
dice = dice.Dice()
dice.throw()
board.lay(dice.randrange)
print([cell for cell in range(300) if board.cells[cell] & field.MINE])
"""


def power_on(drive, **options):
    """A PyPortal as the game's tests have it: taps and looks come at moments that a script sets."""
    return PyPortal(drive, **{"instant": True, **options})


class Desk:
    """A portal with the game on it, tapped past the title, and the eyes for it.

    `preset` is the board that the drive's settings ask for.
    """

    _moves = False

    def __init__(self, drive, seed=1, preset=presets.GUIDE, **options):
        self.drive = drive
        self.portal = power_on(drive, seed=seed, **options)
        self.portal.run(1.5)  # so that it may write to nvm once the title is tapped
        self.portal.tap(160, 120)
        self.portal.run(0.5)
        self.look_for(preset)

    def look_for(self, preset):
        """The board that is to be seen from now on."""
        _, self.columns, self.rows, _, self.size = preset
        display = self.portal.machine.board.display
        self.seen = seen_of(preset, display.width, display.height)
        self.is_whole = self.seen == (self.columns, self.rows)
        self.corner = board_corner(self.seen, self.size, display.width, display.height)
        name = "SpriteSheet.bmp" if self.size == SIZE else f"SpriteSheet{self.size}.bmp"
        sheet = np.asarray(Image.open(Path(self.drive) / name).convert("RGB"))
        starts = range(0, sheet.shape[1], self.size)
        self.pictures = [_rgb565(sheet[:, x : x + self.size]) for x in starts]
        numbers = enumerate(picture.astype(">u2").tobytes() for picture in self.pictures)
        self._numbers = {picture: number for number, picture in reversed([*numbers])}

    @property
    def first(self):
        """The first column and row that are seen."""
        view = None if self.is_whole else self.table().view
        return (view.column, view.row) if view else (0, 0)

    def box(self, cell):
        """(left, top, right, bottom) of a cell; what is not seen is outside the board."""
        column, row = self.first
        left = self.corner[0] + (cell % self.columns - column) * self.size
        top = self.corner[1] + (cell // self.columns - row) * self.size
        return left, top, left + self.size, top + self.size

    def middle(self, cell):
        """Of a cell, which a tap on the map brings into view if it is not seen."""
        if not self.sees(cell):
            x, y = on_map(cell % self.columns, cell // self.columns)
            self.portal.tap(x, min(y, 13))  # well above the board
            self.portal.run(0.1)
        left, top, right, bottom = self.box(cell)
        return (left + right) // 2, (top + bottom) // 2

    def sees(self, cell):
        """Whether it is in the window."""
        column, row = self.first
        return (0 <= cell % self.columns - column < self.seen[0]
                and 0 <= cell // self.columns - row < self.seen[1])

    def tile(self, cell):
        """The number of the tile that is seen at a cell, None for something else."""
        self.settle()
        return self._number(screen_of(self.portal), cell)

    def _number(self, screen, cell, box=None):
        left, top, right, bottom = box or self.box(cell)
        return self._numbers.get(screen[top:bottom, left:right].tobytes())

    def marked(self, cell):
        """The number of the tile that is seen under a mark of the advice, None without one."""
        self.settle()
        left, top, right, bottom = self.box(cell)
        seen = screen_of(self.portal)[top:bottom, left:right]
        for mark in tiles.HINT, tiles.CLUE, tiles.CURSOR, tiles.TICK:
            clear = self.pictures[mark] == KEY
            for number, picture in enumerate(self.pictures):
                if np.array_equal(seen, np.where(clear, picture, self.pictures[mark])):
                    return number
        return None

    def tiles(self):
        """Of a board that is larger than the display all parts are looked at, one after another."""
        self.settle()
        if not self.is_whole:
            return self._tiles_of_parts()
        screen = screen_of(self.portal)
        return [self._number(screen, cell) for cell in range(self.columns * self.rows)]

    def _tiles_of_parts(self):
        tiles: dict = {}
        last = self.columns * self.rows - 1
        for corner in 0, self.columns - 1, last + 1 - self.columns, last:
            self.middle(corner)
            screen = screen_of(self.portal)
            for cell in filter(self.sees, range(last + 1)):
                tiles[cell] = self._number(screen, cell)
        return [tiles[cell] for cell in range(last + 1)]

    def tap(self, cell, times=1):
        for _ in range(times):
            self.portal.tap(*self.middle(cell))
            self._look_on()

    def hold(self, cell, seconds=0.8):
        self.portal.hold(*self.middle(cell), seconds)
        self._look_on()

    def _look_on(self):
        """For a tenth of a second."""
        self.portal.run(0.1 - STILL_S)
        self._stand_still()

    def _stand_still(self):
        """Look a moment longer whether anything moves."""
        sent = self.portal.bus_bytes
        self.portal.run(STILL_S)
        self._moves = self.portal.bus_bytes != sent

    def settle(self):
        """Until nothing moves any more of what was moving after the last touch."""
        while self._moves:
            self._stand_still()

    def tap_on(self, text):
        """Tap where this is written."""
        left, top, right, bottom = box_of(self.portal, text)
        self.portal.tap((left + right) // 2, (top + bottom) // 2)
        self.portal.run(0.3)

    def shows(self, title, value):
        """Whether a button says this, and below it that."""
        left, top, right, _ = box_of(self.portal, title)
        middle = (left + right) // 2
        return any(box[0] <= middle <= box[2] and 0 < box[1] - top <= 20
                   for box in find(self.portal, value))

    def tap_face(self):
        """The button that brings the pause sheet, where there is room for one."""
        self._tap_button(0.5, 130)

    def tap_switch(self):
        """The button that changes between digging and flagging."""
        self._tap_button(0.95, 200)

    def _tap_button(self, across, down):
        """In the strip above the board, so far across it, or in the column, so far down."""
        width = self.portal.machine.board.display.width
        top, right = self.corner[1], self.corner[0] + self.seen[0] * self.size
        if width - self.seen[0] * self.size < 96:
            self.portal.tap(width * across, top // 2)
        else:
            self.portal.tap((right + width) // 2, down)
        self.portal.run(0.3)

    def covered(self):
        """The cells that are seen covered, mines or not."""
        return [cell for cell, tile in enumerate(self.tiles()) if tile == tiles.BLANK]

    def power_cycle(self):
        """Off and on again, and past the title."""
        self.portal.reset()
        self.portal.run(0.5)
        self.portal.tap(160, 120)
        self.portal.run(0.5)

    def table(self):
        """The program's own Table, found on its stack: for a player who knows the mines.

        Calls into the game take its time, so it is given a second for them.
        """
        self.portal.machine.clock.deadline = self.portal.machine.clock.now + SECOND
        frame = self.portal.machine._coroutine.gr_frame
        while type(frame.f_locals.get("self")).__name__ != "Table":
            frame = frame.f_back
        return frame.f_locals["self"]

    def mines(self):
        """Where they are, none if they are not laid yet."""
        board = self.table().game.field
        return [cell for cell, byte in enumerate(board.cells) if byte & field.MINE]


def middle(cell):
    return cell % COLUMNS * SIZE + SIZE // 2, cell // COLUMNS * SIZE + SIZE // 2


def mines_of(drive, seed, tmp_path):
    """Where the game lays its first 15 mines when the machine has this seed."""
    folder = tmp_path / f"peek{seed}"
    linked(drive / "minesweeper", folder / "minesweeper")
    (folder / "code.py").write_text(PEEK)
    with power_on(folder, seed=seed) as portal:
        portal.run()
        return eval(portal.serial)


def check_golden(portal, name):
    """Compare the screen with golden/name.png; GOLDEN=1 in the environment rewrites it."""
    golden.check(portal.screenshot(), GOLDEN / f"{name}.png")


def _rgb565(pixels):
    red, green, blue = (pixels[..., channel].astype(np.uint16) for channel in range(3))
    return red >> 3 << 11 | green >> 2 << 5 | blue >> 3
