# SPDX-License-Identifier: MIT
"""The game in a browser, played by touch: won, lost, and gone on with after a reload.

The beginner's board; with FULL=1 in the environment every board that a PyPortal has is won.
"""

import math
import os

import pytest

from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.player import BY_NAME, DIG, Player, on_map

# Numbers of boards, by preset.
NUMBERS = {"beginner": "10280-6603372", "guide": "02088-6603372", "flowers": "06286-1205532",
           "intermediate": "14376-6603372", "expert": "18472-6603372",
           "classic": "22664-4665726", "classic expert": "26879-5959104"}
WON = NUMBERS if os.environ.get("FULL") else ["beginner"]
# More than what a game rests before it is saved.
REST_S = 32
PLAY = 160, 210


class PagePlayer(Player):
    """A player whose portal is on a page; `mines` are those of the preset's board with a number."""

    # The column and row that the window on a large board shows first.
    first = 0, 0

    def __init__(self, drive, page, preset, mines):
        self.drive, self.portal, self.laid = drive, page, mines
        page.change_settings(DIG)
        self.start()
        page.type(f"deal {NUMBERS[preset]}")
        page.run(1)
        self.look_for(BY_NAME[preset])
        self.first = (self.columns - self.seen[0]) // 2, (self.rows - self.seen[1]) // 2

    def start(self):
        """Past the title."""
        self.portal.wait_for_title("Learn")
        self.portal.tap(*PLAY)
        self.portal.run(1)

    def open_safe(self, most=math.inf):
        """Tap the first safe cells that are covered."""
        for cell in range(self.columns * self.rows):
            if most and cell not in self.laid and self.look_at(cell) == tiles.BLANK:
                self.tap(cell)
                most -= 1

    def look_at(self, cell):
        """Return the cell's tile; tap the map there if the window has to move."""
        if not (self.is_whole or self.sees(cell)):
            column, row = cell % self.columns, cell // self.columns
            self.portal.tap(*on_map(column, row))
            self.first = (window(column, self.seen[0], self.columns),
                          window(row, self.seen[1], self.rows))
            self.portal.run(0.2)
        return self.tile(cell)

    def has_won(self):
        self.portal.run(3)
        return reader.sees(self.portal, "Won in ")


def window(at, seen, count):
    """The first that is seen of so many, when the middle is pointed at `at`."""
    return max(0, min(count - seen, at - seen // 2))


@pytest.fixture
def play_on_page(start_game, open_page, drive):
    """Play a preset's board, whose mines a simulator knows."""
    def play(preset):
        twin = start_game(preset)
        twin.portal.type(f"deal {NUMBERS[preset]}\n")
        twin.portal.run(2)
        return PagePlayer(drive, open_page(), preset, twin.mines())

    return play


@pytest.mark.parametrize("preset", WON)
def test_a_game_is_won_by_touch(play_on_page, preset):
    player = play_on_page(preset)
    player.open_safe()
    assert player.has_won()


def test_a_mine_loses(play_on_page):
    player = play_on_page("beginner")
    player.tap(player.laid[0])
    player.run(3)
    seen = player.tiles()  # but where the verdict stands
    shown = {cell for cell, tile in enumerate(seen) if tile in (tiles.MINE, tiles.DEATH)}
    assert seen[player.laid[0]] == tiles.DEATH
    assert shown <= {*player.laid} and len(shown) > len(player.laid) // 2


def test_a_game_goes_on_after_a_reload(play_on_page):
    player = play_on_page("beginner")
    player.open_safe(5)
    before = player.tiles()
    assert before.count(tiles.BLANK) < 81
    player.portal.rest(REST_S)
    player.portal.reload()
    player.start()
    assert player.tiles() == before
    player.open_safe()
    assert player.has_won()
