# SPDX-License-Identifier: MIT
"""The network sets the clock, and the clock's date is the board of the day's."""

import pytest

from sim.clock import SECOND
from sim.network.network import FIRMWARES
from tests.support import seeds
from tests.support.network import posting
from tests.support.play.desk import Desk

NOON = 1_800_000_000  # 2027-01-15 08:00:00 UTC
DAY = "2027-01-15"


@pytest.mark.parametrize("firmware", FIRMWARES)
def test_wifi_alone_gives_the_board_of_the_day_its_date(drive_with, firmware):
    talk = Desk(drive_with(*posting.WIFI), 1)
    network = talk.portal.network
    network.firmware = firmware
    network.serve_time(NOON)
    assert "The date is not known" in talk.say("today")
    talk.portal.run(10)
    assert f"Board of the day, {DAY}" in talk.say("today")
    assert not network.requests


def test_a_clock_that_nobody_told_the_time_is_set_by_a_later_session(drive_with):
    player = posting.Poster(posting.drive(drive_with))
    network = player.portal.network
    network[f"{posting.HOST}:{posting.PORT}"] = lambda request: 201
    player.play(seeds.chance(1))
    player.portal.run(20)
    assert player.waiting == 0 and is_off(player)
    network.serve_time(NOON)
    player.next_board()
    player.play(seeds.chance(2))
    player.portal.run(20)
    assert not is_off(player)


def is_off(player):
    board = player.portal.board
    return not 0 <= NOON - board.rtc_start <= board.clock.now // SECOND
