# SPDX-License-Identifier: MIT
"""Without Wi-Fi in settings.toml nothing of the network is loaded; what is wrong there is said."""

import pytest

from tests.support import seeds
from tests.support.network import posting
from tests.support.network.posting import PRESET, SMALL, URL, WIFI
from tests.support.play.desk import Desk

# What stays in memory between sessions.
RESIDENT = "poster", "outbox", "failed"


def loaded(portal):
    """The network's modules that the program has in memory."""
    return {name for name in portal.engine.program.modules
            if name.startswith("minesweeper.network.")}


def test_without_wifi_nothing_is_loaded(drive_with):
    desk = Desk(drive_with(*SMALL, *URL), preset=PRESET)
    assert not loaded(desk.portal)


@pytest.mark.parametrize(("line", "said"), [
    ('MINES_POST_URL = "board.local/results"', 'MINES_POST_URL is "board.local/results" and is'),
    ('MINES_POST_URL = "ftp://board.local/"', "expected http, https, mqtt or mqtts://host:port"),
    ('MINES_POST_URL = "http://board.local:x/"', "MINES_POST_URL is"),
    ('MINES_POST_URL = "mqtt://board.local"', "MINES_POST_URL is"),
    ('MINES_POST_FEED = "mines"', "MINES_POST_FEED needs ADAFRUIT_AIO_USERNAME and"),
    ("", ""),
])
def test_a_target_that_is_none_is_said_and_the_game_goes_on(drive_with, line, said):
    player = posting.Poster(drive_with(*WIFI, *SMALL, line))
    assert said in player.portal.serial.replace("\r\n", " ")
    player.play(seeds.chance(1))
    assert not player.waiting and not player.packed


def test_a_name_that_is_not_told_is_the_boards(drive_with):
    player = posting.Poster(drive_with(*WIFI, *SMALL, *URL))
    player.portal.network[f"{posting.HOST}:{posting.PORT}"] = lambda request: 201
    player.play(seeds.chance(1))
    player.portal.run(15)
    (request,) = player.portal.network.requests
    assert request.json()["player"] == "PyPortal"
    assert loaded(player.portal) == {f"minesweeper.network.{name}" for name in RESIDENT}


def test_a_game_that_there_is_no_memory_to_post_ends_like_any_other(drive_with):
    player = posting.Poster(drive_with(*WIFI, *SMALL, *URL))

    def add(result):
        raise MemoryError

    player.poster.outbox.add = add
    player.play(seeds.chance(1))
    assert "Not posted: no memory." in player.portal.serial
    player.portal.run(15)
    assert loaded(player.portal) == {f"minesweeper.network.{name}" for name in RESIDENT}
    player.next_board()
    assert player.portal.running
