# SPDX-License-Identifier: MIT
"""A player at the simulated PyPortal: reads cells off the screen, taps them, and plays any board.

It knows the sheet's picture and the boards' sizes, and nothing of the program.
"""

import re
from itertools import product
from pathlib import Path

import numpy as np
from PIL import Image

from minesweeper.rules import presets
from minesweeper.saved.state import REST_MS
from minesweeper.screen import tiles
from sim import PyPortal, golden
from tests.support.paths import GOLDEN
from tests.support.play import games
from tests.support.play.reader import box_of, find, screen_of, sees

# The transparent colour of the sheet's overlays, as the panel would show it.
KEY = 0xF81F
COLUMNS = 20
# After so long a rest a game that has not been saved yet is.
REST_S = REST_MS / 1000 + 1
# A tile's size, if no other is given.
SIZE = 16
# By the tiles' size: the sheet, and how often each of its pixels is shown.
SHEETS = {16: ("SpriteSheet.bmp", 1), 24: ("SpriteSheet24.bmp", 1), 32: ("SpriteSheet.bmp", 2),
          48: ("SpriteSheet.bmp", 3)}
SEED = 4
CUSTOM = (presets.CUSTOM, 10, 10, 12, 16)
BY_NAME = {preset[0]: preset for preset in [*presets.ALL, CUSTOM]}
BEGINNER = BY_NAME["beginner"]
TITANO = "pyportal_titano"
# The first lesson on the first board of a new PyPortal.
FIRST = "Tap any cell to open it."
# How the sentence after a lost game may begin.
LOST = "Lost after ", "Oops! ", "Missed! ", "A guess at "
DIG = 'MINES_CONTROLS = "dig"'
# Where the map of a large board begins.
MAP_LEFT = 72
# The line with which the console ends a board.
STATUS = r"safe cells to open|You have (won|lost)\."
# Motion shows something new more often than this.
STILL_S = 0.04
# After an answer on the console, until the game has seen that no finger is on the panel.
LIFTED_S = 0.04
NOTHING_SAVED = ("No saved game or options (a new board, or its power failed while it saved):"
                 " starting with defaults.\n")


def power_on(drive, **options):
    """A PyPortal as the game's tests have it: taps and looks come at moments that a script sets.

    A busy machine may take long over a second of the game.
    """
    portal = PyPortal(drive, **{"instant": True, **options})
    portal.patience = 60
    return portal


class Player:
    """A player of a portal with the game on it, which is tapped past the title.

    `preset` is the board that the drive's settings ask for: without any, the guide's.
    """

    _moves = False
    _late = 0.0

    def __init__(self, drive, seed=1, preset=presets.GUIDE, **options):
        self.drive = drive
        self.portal = power_on(drive, seed=seed, **options)
        self.portal.run(1.5)  # so that it may write to nvm once the title is tapped
        self.portal.tap(160, 120)
        self.portal.run(0.5)
        if preset == presets.GUIDE and sees(self.portal, FIRST):
            self.choose_guide()
        self.look_for(preset)

    def choose_guide(self):
        """From a new PyPortal's first board to that of Adafruit's guide."""
        self.look_for(BEGINNER)
        self.tap_face()
        self.tap_on("Boards", "More", "Guide")
        self.portal.run(0.6)
        self.portal.tap(*box_of(self.portal, "Taps: ?")[:2])
        self.portal.run(0.3)
        if self.reads("Resume"):
            self.tap_on("Resume")

    def look_for(self, preset):
        """The board that is to be seen from now on."""
        _, self.columns, self.rows, _, _ = preset
        display = self.portal.board.model.display
        self.size = presets.tile_size(preset, display.width, display.height)
        self.seen = seen_of(preset, display.width, display.height)
        self.is_whole = self.seen == (self.columns, self.rows)
        self.corner = board_corner(self.seen, self.size, display.width, display.height)
        name, scale = SHEETS[self.size]
        sheet = np.asarray(Image.open(Path(self.drive) / name).convert("RGB"))
        sheet = sheet.repeat(scale, 0).repeat(scale, 1)
        starts = range(0, sheet.shape[1], self.size)
        self.pictures = [_rgb565(sheet[:, x : x + self.size]) for x in starts]
        numbers = enumerate(picture.astype(">u2").tobytes() for picture in self.pictures)
        self._numbers = {picture: number for number, picture in reversed([*numbers])}

    @property
    def first(self):
        """The first column and row in view, which the frame on the map shows."""
        if self.is_whole:
            return 0, 0
        screen, (across, down) = screen_of(self.portal), self.seen
        for column, row in product(range(self.columns - across + 1), range(self.rows - down + 1)):
            left = MAP_LEFT + 2 * column
            framed = screen[row : row + down, left : left + 2 * across]
            edges = np.concatenate((framed[0], framed[-1], framed[:, 0], framed[:, -1]))
            if (edges == edges[0]).all():
                return column, row
        raise AssertionError("the map shows no frame")

    def box(self, cell, first=None):
        """(left, top, right, bottom) of a cell; a cell that is not in view is outside the board."""
        column, row = first or self.first
        left = self.corner[0] + (cell % self.columns - column) * self.size
        top = self.corner[1] + (cell // self.columns - row) * self.size
        return left, top, left + self.size, top + self.size

    def middle(self, cell):
        """The middle of a cell; a tap on the map brings it into view."""
        if not self.sees(cell):
            x, y = on_map(cell % self.columns, cell // self.columns)
            self.portal.tap(x, min(y, 13))  # well above the board
            self.portal.run(0.1)
        left, top, right, bottom = self.box(cell)
        return (left + right) // 2, (top + bottom) // 2

    def sees(self, cell, first=None):
        """Whether a cell is in view."""
        column, row = first or self.first
        return (0 <= cell % self.columns - column < self.seen[0]
                and 0 <= cell // self.columns - row < self.seen[1])

    def tile(self, cell, first=None):
        """The number of the tile that is seen at a cell, None for something else."""
        self.settle()
        return self.number_shown(screen_of(self.portal), cell, first)

    def number_shown(self, screen, cell, first=None):
        left, top, right, bottom = self.box(cell, first)
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
        """The numbers of all cells' tiles; a larger board is looked at part by part."""
        self.settle()
        tiles, last = {}, self.columns * self.rows - 1
        corners = (0, self.columns - 1, last + 1 - self.columns, last)
        for corner in corners[:1] if self.is_whole else corners:
            self.middle(corner)
            screen, first = screen_of(self.portal), self.first
            tiles.update((cell, self.number_shown(screen, cell, first)) for cell in range(last + 1)
                         if self.sees(cell, first))
        return [tiles[cell] for cell in range(last + 1)]

    def tap(self, cell, times=1):
        for _ in range(times):
            self.portal.tap(*self.middle(cell))
            self._look_on()

    def hold(self, cell, seconds=None):
        """Hold a cell for so long, by default 0.8 s or a little less to make up for questions."""
        self.portal.hold(*self.middle(cell), seconds or 0.8 - self._made_up(0.1))
        self._look_on()

    def _made_up(self, most):
        """Seconds to save after questions, at most so many."""
        saved = min(most, self._late)
        self._late -= saved
        return saved

    def _look_on(self):
        """Look for a tenth of a second."""
        self.portal.run(0.1 - STILL_S)
        self._stand_still()

    def _stand_still(self):
        """Look a moment longer whether anything moves."""
        sent = self.portal.bus_bytes
        self.portal.run(STILL_S)
        self._moves = self.portal.bus_bytes != sent

    def settle(self):
        """Run until nothing moves any more of what was moving after the last touch."""
        while self._moves:
            self._stand_still()

    def tap_on(self, *texts):
        """Tap where this is written, one after the other."""
        for text in texts:
            left, top, right, bottom = box_of(self.portal, text)
            self.portal.tap((left + right) // 2, (top + bottom) // 2)
            self.portal.run(0.3)

    def run(self, seconds):
        self.portal.run(seconds)

    def leap(self, seconds):
        """Let so much time pass at once, in one of the program's waits."""
        clock = self.portal.board.clock
        advance = clock.advance

        def jump(ns):
            clock.advance = advance
            advance(ns)
            clock.now += seconds * 10**9
            clock.deadline = clock.now

        clock.advance = jump
        self.portal.run(0.1)
        self.portal.owed_ns = 0
        self.portal.run(0.5)

    def reads(self, text):
        """Whether this is written somewhere."""
        return sees(self.portal, text)

    def shows(self, title, value):
        """Whether a button says this, and below it that."""
        left, top, right, _ = box_of(self.portal, title)
        middle = (left + right) // 2
        return any(box[0] <= middle <= box[2] and 0 < box[1] - top <= 20
                   for box in find(self.portal, value))

    def tap_face(self):
        """The button that brings the menu, where there is room for one."""
        self._tap_button(0.5, 130)

    def tap_switch(self):
        """The button that changes between digging and flagging."""
        self._tap_button(0.95, 200)

    def _tap_button(self, across, down):
        """Tap so far across the strip above the board, or so far down the column beside it."""
        width = self.portal.board.model.display.width
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

    def open_menu(self):
        """Hold an open cell of the full-screen board, else tap the face."""
        if self.corner == (0, 0):
            self.hold(self.tiles().index(0))
            self.portal.run(0.2)
        else:
            self.tap_face()
        assert self.reads("Menu")

    def begin(self):
        """Open in the middle and put a flag on a mine; returns where the mines are."""
        self.tap(self.columns * (self.rows // 2) + self.columns // 2)
        mines = self.mines()
        self.hold(mines[0])
        return mines

    def win(self, mines=None):
        """Open all cells without a mine."""
        mines = mines or self.mines()
        for cell in range(self.columns * self.rows):
            if cell not in mines and self.tile(cell) == tiles.BLANK:
                self.tap(cell)
        self.portal.run(2)

    def say(self, line, seconds=1.5):
        """The console's answer to a line, without its echo."""
        before = len(self.portal.serial)
        self.portal.type(line + "\n")
        self.portal.run(seconds)
        return self.portal.serial[before:].replace("\r", "").partition("\n")[2].strip()

    def ask(self, line, end="\n"):
        """The console's answer to a line, as soon as it ends.

        The time that it takes is saved in the next hold, so that games last as long.
        """
        began, before = self.portal.now, len(self.portal.serial)
        self.portal.type(line + "\n")
        answer = ""
        while not re.search(end, answer):
            self.portal.run(0.01)
            assert self.portal.running, "the program has ended"
            answer = self.portal.serial[before:].replace("\r", "").partition("\n")[2]
        self.portal.run(LIFTED_S)
        self._late += self.portal.now - began
        return answer.strip()

    def signs(self):
        """The board as the console prints it, a sign a cell."""
        rows = self.ask("board", STATUS).splitlines()[1:-1]
        return [sign for row in rows for sign in row.split()[1:]]

    def number(self):
        """The board's number, "" if it has none yet."""
        found = re.match(r"Board ([\d-]+):", self.ask("number"))
        return found[1] if found else ""

    def mines(self):
        """The cells of the board's mines, none if they are not laid yet."""
        number = self.number()
        return games.mines(number) if number else []

    def lost_replay(self):
        """The console's replay of a game of five moves, the last one on a mine."""
        self.say("new beginner")
        self.say("4 4")
        self.portal.run(2.345)
        first, second, *_ = self.mines()
        for verb, cell in ("flag", first), ("flag", second), ("flag", second), ("", second):
            self.say(f"{verb} {cell // 9} {cell % 9}")
        return self.say("replay") + "\n"


def seen_of(preset, width, height):
    """The columns and rows that are seen: of a board that is too large, what leaves a strip."""
    _, columns, rows, _, size = preset
    if columns * size <= width and rows * size <= height:
        return columns, rows
    return min(columns, width // size), min(rows, (height - SIZE) // size)


def board_corner(seen, size, width, height):
    """Return the board's corner: beside large buttons, below a strip, or the screen's."""
    across, down = seen[0] * size, seen[1] * size
    if (across, down) == (width, height):
        return 0, 0
    if width - across >= 96:
        # A sentence of one line, as high as letters and 7 pixels, gets the room below.
        line = 24 if height == 240 else 29
        above = max(0, min((height - down) // 2, height - down - line))
        return max(8, min(above, (width - across - 96) // 2)), above
    return (width - across) // 2, height - down


def on_map(column, row):
    """Return the cell's place on a large board's map, which has two pixels by one for a cell."""
    return MAP_LEFT + 1 + 2 * column, row


def middle(cell):
    return cell % COLUMNS * SIZE + SIZE // 2, cell // COLUMNS * SIZE + SIZE // 2


def check_golden(portal, name):
    """Compare the screen with golden/name.png; GOLDEN=1 in the environment rewrites it."""
    golden.check(portal.screenshot(), GOLDEN / f"{name}.png")


def _rgb565(pixels):
    red, green, blue = (pixels[..., channel].astype(np.uint16) for channel in range(3))
    return red >> 3 << 11 | green >> 2 << 5 | blue >> 3
