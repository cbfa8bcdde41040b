# SPDX-License-Identifier: MIT
"""Fair guesses in the game: felt in the first tap, saved, and no number where there is none."""

import pytest

from minesweeper.board.field import Field
from minesweeper.network.outbox import Outbox
from minesweeper.screen import tiles
from tests.support.network import posting
from tests.support.play import reader
from tests.support.play.seat import DIG, begin

FAIR = 'MINES_GUESSES = "fair"'


@pytest.fixture
def desk(sit_down):
    """On a board that was laid before its first cell."""
    return sit_down("beginner", DIG, FAIR, 'MINES_FIRST = "any"')


def test_the_first_cell_is_safe_and_a_board_whose_mines_have_moved_has_no_number(desk):
    mine = desk.mines()[0]
    desk.tap(mine)
    assert desk.tile(mine) <= 8
    assert "no number deals this board" in desk.say("number")
    desk.portal.run(11)
    desk.power_cycle()
    assert desk.tile(mine) <= 8
    assert "no number deals this board" in desk.say("number")


def test_a_board_whose_mines_stayed_has_its_number(desk):
    safe = next(cell for cell in range(81) if cell not in desk.mines())
    desk.tap(safe)
    number, mines = desk.number(), desk.mines()
    desk.say(f"deal {number}")
    desk.portal.run(1)
    assert desk.mines() == mines
    desk.tap(mines[0])
    desk.portal.run(1)
    assert tiles.DEATH in desk.tiles(), "a board of a number is played as it is"


def test_a_guess_beside_what_is_safe_is_a_mine_and_told_so(sit_down):
    desk = sit_down("beginner", DIG, FAIR)
    begin(desk)
    signs, mines, steps = desk.signs(), desk.mines(), Field(9, 9).neighbours.steps
    apart = next(cell for cell in range(81) if signs[cell] == "-" and cell not in mines
                 and all(signs[cell + step] in "-F" for step in steps(cell)))
    desk.tap(apart)
    desk.portal.run(1)
    assert tiles.DEATH in desk.tiles()
    assert reader.sees(desk.portal, "Missed: ")
    desk.tap_face()
    desk.portal.run(1)
    desk.tap_on("Share")
    assert reader.sees(desk.portal, "no number deals this board again.")
    assert "Number:" not in desk.say("replay")


def test_a_game_whose_mines_have_moved_is_not_posted(sit_down):
    desk = sit_down("beginner", DIG, *posting.WIFI, *posting.URL, FAIR,
                    'MINES_FIRST = "any"')
    desk.tap(desk.mines()[0])
    while covered := desk.covered():
        desk.tap(covered[0])
        if tiles.MINE in desk.tiles():
            break
    desk.portal.run(3)
    assert "Not posted: fair guesses have moved the mines" in desk.portal.serial
    assert not len(Outbox(bytearray(desk.portal.nvm)))
