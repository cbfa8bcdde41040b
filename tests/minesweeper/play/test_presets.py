# SPDX-License-Identifier: MIT
"""Every board, every way to play and every rule for the first tap, on the screen to its end.

Played through the touch panel against the models of the programs that the game grew from. The
whole matrix is played with FULL=1 in the environment; else every pair of its values is.
"""

import os
from functools import cache
from itertools import combinations, product

import pytest

from minesweeper.board import presets
from minesweeper.memory import options
from minesweeper.memory.memory import Memory
from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.desk import Desk
from tests.support.play.models import FlowersModel, GuideModel, TaggerModel
from tests.support.play.seat import LOST

CUSTOM = (presets.CUSTOM, 12, 9, 14, 16)
# Boards larger than the display are played in test_scrolled_board.py.
WHOLE = [preset for preset in presets.ALL if presets.is_whole(preset, 320, 240)]
PYPORTAL, TITANO = "pyportal", "pyportal_titano"
MODELS = {"guide": GuideModel, "dig": FlowersModel, "flag": TaggerModel}
FIRSTS = ("any", "safe", "opening")
ENDS = ("won", "lost")
GREEN, RED = 0x086538, 0x9C1018
MATRIX = [*product([PYPORTAL], [*WHOLE, CUSTOM], MODELS, FIRSTS, ENDS),
          *product([TITANO], [*presets.ALL, CUSTOM], MODELS, FIRSTS, ENDS)]


def pairwise(matrix):
    """Choose few rows, greedily, that hold each pair of values."""
    wanted = set().union(*map(pairs_of, matrix))
    chosen = []
    while wanted:
        chosen.append(max(matrix, key=lambda row: len(pairs_of(row) & wanted)))
        wanted -= pairs_of(chosen[-1])
    return chosen


@cache
def pairs_of(row):
    return frozenset(combinations(enumerate(row), 2))


PLAYED = MATRIX if os.environ.get("FULL") else pairwise(MATRIX)


def name_of(row):
    board, preset, *others = row
    return " ".join([board.removeprefix("pyportal_"), preset[0], *others])


@pytest.fixture(scope="module")
def drives(drive_with):
    """The drive with these settings."""

    @cache
    def make(preset, controls, first):
        _, columns, rows, mines, _ = CUSTOM
        return drive_with(
            f'MINES_PRESET = "{preset}"', f'MINES_CUSTOM = "{columns}x{rows}/{mines}"',
            f'MINES_CONTROLS = "{controls}"', f'MINES_FIRST = "{first}"', 'MINES_HOLD_MS = "300"',
        )

    return make


class Player:
    """Makes each move on the screen and on the model; knows where the mines are."""

    def __init__(self, desk, controls):
        self.desk = desk
        self.controls = controls
        self.model = None

    def start(self, first, lose):
        """The first opening move, which in a game to be lost is on a mine if it may be."""
        laid = self.desk.mines()
        assert bool(laid) == (first == "any")
        middle = self.desk.columns * (self.desk.rows // 2) + self.desk.columns // 2
        cells = [*range(middle, self.desk.columns * self.desk.rows), *range(middle)]
        cell = next(cell for cell in cells if (cell in laid) == (lose and first == "any"))
        name = "hold" if self.controls == "guide" else "tap"
        self.on_screen(name, cell)
        self.model = self.make_model(self.desk.mines())
        getattr(self.model, name)(self.at(cell))
        return cell

    def make_model(self, mines):
        model = MODELS[self.controls](self.desk.columns, self.desk.rows, set(map(self.at, mines)))
        model.around, model.count = cache(model.around), cache(model.count)
        return model

    def at(self, cell):
        return cell % self.desk.columns, cell // self.desk.columns

    def count(self, cell):
        """Mines around, which all the models count alike."""
        x, y = self.at(cell)
        return sum(max(abs(x - a), abs(y - b)) == 1 for a, b in self.model.mines)

    def mark(self, cell):
        return self.model.marks[self.at(cell)]

    def cells(self):
        return range(self.desk.columns * self.desk.rows)

    def is_mine(self, cell):
        return self.at(cell) in self.model.mines

    def on_screen(self, name, cell):
        self.desk.portal.hold(*self.desk.middle(cell), 0.45 if name == "hold" else 0.06)
        self.desk.portal.run(0.05)

    def act(self, name, cell, times=1):
        for _ in range(times):
            self.on_screen(name, cell)
            getattr(self.model, name)(self.at(cell))

    def open(self, cell):
        self.act("tap" if self.controls == "dig" else "hold", cell)

    def flag(self, cell):
        if self.controls == "guide":
            self.act("tap", cell, 2)
        else:
            self.act("hold" if self.controls == "dig" else "tap", cell)

    def open_the_rest(self):
        """Cells with nothing around first, for their floods."""
        for cell in sorted(self.cells(), key=lambda cell: self.count(cell) > 0):
            if self.mark(cell) == "-" and not self.is_mine(cell):
                self.open(cell)

    def win(self):
        self.open_the_rest()
        for cell in self.cells() if self.controls == "guide" else ():
            if self.is_mine(cell):
                self.flag(cell)

    def lose(self):
        """With a right and a wrong flag, on a mine."""
        mines = [cell for cell in self.cells() if self.is_mine(cell)]
        self.flag(mines[0])
        self.flag(next(cell for cell in self.cells()
                       if self.mark(cell) == "-" and not self.is_mine(cell)))
        self.open(mines[-1])


def final_tiles(player):
    return [player.model.final_tile(player.at(cell)) for cell in player.cells()]


def is_under(box, cell):
    return (box[0] < cell[2] and cell[0] < box[2]) and (box[1] < cell[3] and cell[1] < box[3])


def check_screen(player, banner):
    """Every tile but those under the banner, which lies over two rows at most of small ones."""
    desk = player.desk
    seen, wanted = desk.tiles(), final_tiles(player)
    clear = [cell for cell in player.cells() if not is_under(banner, desk.box(cell))]
    assert len(clear) >= len(wanted) - 3 * desk.columns
    advised = {cell: desk.marked(cell) for cell in clear if seen[cell] is None}
    assert player.model.outcome() == "lost" or not advised
    assert [advised.get(cell, seen[cell]) for cell in clear] == [wanted[cell] for cell in clear]
    if player.model.outcome() == "lost":
        assert seen.count(tiles.DEATH) == 1


def check_first(player, first, cell):
    if first != "any":
        assert not player.is_mine(cell)
    if first == "opening":
        assert player.count(cell) == 0


def check_records(desk, preset, won):
    display = desk.portal.board.model.display
    memory = Memory(bytearray(desk.portal.nvm), (display.width, display.height))
    assert memory.load() == []
    moves = memory.records.last
    assert moves[0] > 0 and moves[1] > 0 and moves[2] == won
    index = options.index_of(preset)
    if index == options.CUSTOM:
        assert not any(memory.records.of(at)[1] for at in range(len(presets.ALL)))
        return
    best, *counts = memory.records.of(index)
    assert counts == [1, won, won, won]
    assert bool(best) == won


@pytest.mark.parametrize("row", PLAYED, ids=name_of)
def test_a_game_is_played_to_its_end(row, drives):
    board, preset, controls, first, end = row
    desk = Desk(drives(preset[0], controls, first), 6, preset, board=board)
    with desk.portal as portal:
        player = Player(desk, controls)
        cell = player.start(first, end == "lost")
        if end == "won":
            check_first(player, first, cell)
            player.win()
        elif first != "any":
            check_first(player, first, cell)
            player.lose()
        assert player.model.outcome() == end
        portal.run(2.2)
        check_end(desk, player, end, preset)
        check_records(desk, preset, end == "won")


def check_end(desk, player, end, preset):
    """Check the sounds, the banner and the board."""
    portal = desk.portal
    heard = [path for _, path, _, _ in portal.sounds if "click" not in path]
    assert heard == ["sounds/win.wav" if end == "won" else "sounds/lose.wav"]
    words = LOST
    if end == "won":
        words = ["You have won in " if preset[0] == presets.CUSTOM else "New best: "]
    banner = reader.plate_of(portal, next(text for text in words if reader.sees(portal, text)))
    color = reader.screen_of(portal)[banner[1], banner[0]]
    assert color == reader.rgb565(GREEN if end == "won" else RED)
    check_screen(player, banner)


def test_every_pair_of_values_is_played():
    assert set().union(*map(pairs_of, PLAYED)) == set().union(*map(pairs_of, MATRIX))
