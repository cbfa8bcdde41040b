# SPDX-License-Identifier: MIT
"""A week of virtual time, in leaps of a day: whatever counts milliseconds stays right.

The supervisor's counter wraps twice in it: 65 s after power-on and after six days more.
"""

import pytest

from minesweeper.screen import tiles
from tests.support.play import reader, saved
from tests.support.play.seat import BEGINNER

DAY_S = 86_400
FLAG_HOLD_S = 0.6
LINES = 'MINES_CONTROLS = "dig"', 'MINES_LIGHT = "auto"'


def leap(portal, seconds):
    """So much time passes at once, in one of the program's waits."""
    clock = portal.board.clock
    advance = clock.advance

    def jump(ns):
        clock.advance = advance
        advance(ns)
        clock.now += seconds * 10**9
        clock.deadline = clock.now

    clock.advance = jump
    portal.run(0.1)
    portal.owed_ns = 0
    portal.run(0.5)


@pytest.fixture
def desk(sit_down):
    desk = sit_down("beginner", *LINES)
    desk.tap(40)
    yield desk


def check_hold(desk, cell):
    """Half a second is a hold, less is none."""
    desk.portal.press(*desk.middle(cell))
    desk.portal.run(0.4)
    assert desk.tile(cell) == tiles.PRESSED
    desk.portal.run(FLAG_HOLD_S - 0.4)
    desk.portal.release()
    desk.portal.run(0.1)
    assert desk.tile(cell) == tiles.FLAG


def check_saving(desk, writes):
    """What has just changed is saved in ten seconds, no sooner."""
    desk.portal.run(9)
    assert desk.portal.nvm_writes == writes
    desk.portal.run(1.5)
    assert desk.portal.nvm_writes == writes + 1


def check_light(desk):
    for level in (1.0, 0.5):
        desk.portal.light = level
        desk.portal.run(1.2)
        assert desk.portal.backlight == pytest.approx(level, abs=0.02)


def test_hold_saving_clock_and_light_are_right_for_a_week(desk):
    flags = desk.mines()[:5]
    for day in range(7):
        if day < len(flags):
            writes = desk.portal.nvm_writes
            check_hold(desk, flags[day])
            check_saving(desk, writes)
        check_light(desk)
        leap(desk.portal, DAY_S)
        assert reader.sees(desk.portal, "99:59")
    desk.hold(desk.mines()[6])
    desk.portal.run(11)
    desk.power_cycle()
    hours = saved.game(desk.portal.nvm).played_ms / 3_600_000
    assert hours == pytest.approx(7 * 24, abs=0.2)


def test_a_loss_after_a_week_flashes_and_lets_the_player_see_it(desk):
    for _ in range(7):
        leap(desk.portal, DAY_S)
    mine = desk.mines()[0]
    desk.portal.tap(*desk.middle(mine))
    seen = set()
    for _ in range(40):
        desk.portal.run(0.05)
        seen.add(desk.portal.pixel)
    assert {(60, 0, 0), (0, 0, 0)} <= seen
    desk.portal.run(2)
    assert desk.portal.pixel == (0, 0, 0)
    desk.tap(mine)
    desk.portal.run(1)
    assert desk.covered() == list(range(BEGINNER[1] * BEGINNER[2]))
