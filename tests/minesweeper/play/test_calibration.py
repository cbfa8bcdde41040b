# SPDX-License-Identifier: MIT
"""Calibration by four crosses: a panel that is off is set right, nonsense is refused."""

import pytest

from minesweeper.memory.memory import Memory
from minesweeper.screen import tiles
from tests.support.play import reader
from tests.support.play.desk import power_on
from tests.support.play.seat import DIG, pause


def crosses(portal):
    display = portal.board.model.display
    width, height = display.width, display.height
    return [(x, y) for x in (24, width - 24) for y in (24, height - 24)]


def calibrate(desk, touched):
    """Tap these four places when the crosses are shown."""
    pause(desk)
    desk.tap_on("Options")
    desk.tap_on("More")
    desk.tap_on("Calibrate")
    for x, y in touched:
        desk.portal.hold(x, y, 0.5)
        desk.portal.run(0.3)


@pytest.mark.parametrize("board", ["pyportal", "pyportal_titano"])
def test_a_panel_whose_readings_are_off_is_set_right_at_once_and_for_good(sit_down, board):
    """The finger is felt 12 pixels right of and 9 above where it is seen."""
    desk = sit_down("beginner", DIG, board=board)
    calibrate(desk, [(x + 12, y - 9) for x, y in crosses(desk.portal)])
    for words in "Done", "Resume":
        left, top, _, _ = reader.box_of(desk.portal, words)
        desk.portal.tap(left + 12, top - 9)
        desk.portal.run(0.5)
    assert not reader.sees(desk.portal, "Resume")
    for power in "on", "off and on":
        for cell in (0, 8, 72, 80, 40):
            x, y = desk.middle(cell)
            desk.portal.hold(x + 12, y - 9, 0.8)
            desk.portal.run(0.2)
            assert desk.tile(cell) == tiles.FLAG, power
            for _ in range(2):
                desk.portal.hold(x + 12, y - 9, 0.8)
                desk.portal.run(0.2)
        desk.power_cycle()


@pytest.mark.parametrize("touched", [[(160, 120)] * 4, [(296, 216), (296, 24), (24, 216), (24, 24)],
                                     [(24, 24), (160, 216), (296, 24), (296, 216)]])
def test_taps_that_do_not_line_up_are_refused(sit_down, touched):
    desk = sit_down("beginner", DIG)
    calibrate(desk, touched)
    assert reader.sees(desk.portal, "Those taps don't line up.")
    desk.portal.run(3)
    desk.tap_on("Done")
    desk.tap_on("Resume")
    desk.hold(40)
    assert desk.tile(40) == tiles.FLAG


@pytest.mark.parametrize("touches", [0, 2])
def test_the_way_out_of_the_calibration_is_to_wait(sit_down, touches):
    desk = sit_down("beginner", DIG)
    calibrate(desk, crosses(desk.portal)[:touches])
    desk.portal.run(16)
    assert reader.sees(desk.portal, "Options")
    assert desk.portal.nvm_writes <= 1


def test_a_calibration_survives_power_off_with_the_options(sit_down):
    desk = sit_down("beginner", DIG)
    calibrate(desk, [(x + 5, y + 5) for x, y in crosses(desk.portal)])
    memory = Memory(bytearray(desk.portal.nvm), (320, 240))
    assert memory.load() == []
    (left, right), (top, bottom) = memory.options.calibration
    assert (left, right) == (pytest.approx(9800, abs=400), pytest.approx(59800, abs=400))
    assert (top, bottom) == (pytest.approx(9000, abs=400), pytest.approx(58000, abs=400))
    with power_on(desk.drive, nvm=bytes(desk.portal.nvm)) as portal:
        portal.run(0.5)
        assert portal.serial == ""
