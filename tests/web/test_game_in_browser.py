# SPDX-License-Identifier: MIT
"""The game in a browser, played by touch: won, lost, and gone on with after a reload.

The beginner's board; with FULL=1 in the environment every board that a PyPortal has is won.
"""

import math
import os

import pytest

from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.boardplace import on_map
from tests.support.play.desk import Desk
from tests.support.play.seat import BY_NAME, DIG

# Numbers of boards, by preset.
NUMBERS = {"beginner": "10280-6603372", "guide": "02088-6603372", "flowers": "06286-1205532",
           "intermediate": "14376-6603372", "expert": "18472-6603372",
           "classic": "22664-4665726", "classic expert": "26879-5959104"}
WON = NUMBERS if os.environ.get("FULL") else ["beginner"]
# More than what a game rests before it is saved.
REST_S = 12


class Seat(Desk):
    """A Desk whose portal is on a page; `mines` are those of the preset's board with a number."""

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
        self.portal.wait_for_title("TAP TO START")
        self.portal.tap(160, 120)
        self.portal.run(1)

    def open_safe(self, most=math.inf):
        """Tap the first safe cells that are covered."""
        for cell in range(self.columns * self.rows):
            if most and cell not in self.laid and self.look_at(cell) == tiles.BLANK:
                self.tap(cell)
                most -= 1

    def look_at(self, cell):
        """Its tile; the map is tapped where it is, should the window have to move there."""
        if not (self.is_whole or self.sees(cell)):
            column, row = cell % self.columns, cell // self.columns
            self.portal.tap(*on_map(column, row))
            self.first = (window(column, self.seen[0], self.columns),
                          window(row, self.seen[1], self.rows))
            self.portal.run(0.2)
        return self.tile(cell)

    def has_won(self):
        self.portal.run(3)
        return reader.sees(self.portal, "You have won in ")


def window(at, seen, count):
    """The first that is seen of so many, when the middle is pointed at `at`."""
    return max(0, min(count - seen, at - seen // 2))


@pytest.fixture
def take_seat(sit_down, open_page, drive):
    """At a preset's board, whose mines a simulator knows."""
    def sit(preset):
        twin = sit_down(preset)
        twin.portal.type(f"deal {NUMBERS[preset]}\n")
        twin.portal.run(2)
        return Seat(drive, open_page(), preset, twin.mines())

    return sit


@pytest.mark.parametrize("preset", WON)
def test_a_game_is_won_by_touch(take_seat, preset):
    seat = take_seat(preset)
    seat.open_safe()
    assert seat.has_won()


def test_a_mine_loses(take_seat):
    seat = take_seat("beginner")
    seat.tap(seat.laid[0])
    seat.portal.run(3)
    seen = seat.tiles()  # but where the verdict stands
    shown = {cell for cell, tile in enumerate(seen) if tile in (tiles.MINE, tiles.DEATH)}
    assert seen[seat.laid[0]] == tiles.DEATH
    assert shown <= {*seat.laid} and len(shown) > len(seat.laid) // 2


def test_a_game_goes_on_after_a_reload(take_seat):
    seat = take_seat("beginner")
    seat.open_safe(5)
    before = seat.tiles()
    assert before.count(tiles.BLANK) < 81
    seat.portal.rest(REST_S)
    seat.portal.reload()
    seat.start()
    assert seat.tiles() == before
    seat.open_safe()
    assert seat.has_won()
