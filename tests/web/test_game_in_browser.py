# SPDX-License-Identifier: MIT
"""The game in a browser, played by touch: won, lost, and gone on with after a reload."""

import pytest

import reader
from desk import Desk
from minesweeper.screen import tiles
from seat import BY_NAME, DIG

BEGINNER = BY_NAME["beginner"]
NUMBER = "10280-6603372"
# More than what a game rests before it is saved.
REST_S = 12


class Seat(Desk):
    """A Desk whose portal is on a page."""

    def __init__(self, drive, page):
        self.drive, self.portal = drive, page
        page.change_settings(DIG)
        self.start()
        page.type(f"deal {NUMBER}")
        page.run(1)
        self.look_for(BEGINNER)

    def start(self):
        """Past the title."""
        self.portal.run(0.5)
        self.portal.tap(160, 120)
        self.portal.run(1)


@pytest.fixture
def mines(sit_down):
    """Of the board with the number, as the simulator knows them."""
    twin = sit_down("beginner")
    twin.portal.type(f"deal {NUMBER}\n")
    twin.portal.run(2)
    return twin.mines()


@pytest.fixture
def seat(open_page, drive):
    return Seat(drive, open_page())


def open_safe(seat, mines, most=81):
    """Tap the first covered safe cells."""
    for cell in [cell for cell in range(81) if cell not in mines]:
        if most and seat.tile(cell) == tiles.BLANK:
            seat.tap(cell)
            most -= 1


def test_a_game_is_won_by_touch(seat, mines):
    open_safe(seat, mines)
    seat.portal.run(3)
    assert reader.sees(seat.portal, "You have won in ")


def test_a_mine_loses(seat, mines):
    seat.tap(mines[0])
    seat.portal.run(3)
    seen = seat.tiles()  # but where the verdict stands
    shown = {cell for cell, tile in enumerate(seen) if tile in (tiles.MINE, tiles.DEATH)}
    assert seen[mines[0]] == tiles.DEATH
    assert shown <= {*mines} and len(shown) > len(mines) // 2


def test_a_game_goes_on_after_a_reload(seat, mines):
    open_safe(seat, mines, 5)
    before = seat.tiles()
    assert before.count(tiles.BLANK) < 81
    seat.portal.rest(REST_S)
    seat.portal.reload()
    seat.start()
    assert seat.tiles() == before
    open_safe(seat, mines)
    seat.portal.run(3)
    assert reader.sees(seat.portal, "You have won in ")
