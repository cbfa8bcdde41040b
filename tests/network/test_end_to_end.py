# SPDX-License-Identifier: MIT
"""From taps on the simulated PyPortal, over its ESP32 and the loopback, to the page of results."""

import pytest

import forgeries
import posting
import seeds
import serving
from sim.network.outside import Outside


@pytest.mark.skipif(bool(serving.MISSING), reason=serving.REASON)
def test_a_game_that_was_played_by_hand_is_on_the_page(drive_with, tmp_path):
    from tools.scoreboard import limits, server

    app = server.application(tmp_path, forgeries.TOKEN, limits.Rates())
    with serving.served(app) as port:
        url = f'MINES_POST_URL = "http://localhost:{port}/results"'
        token = f'MINES_POST_TOKEN = "{forgeries.TOKEN}"'
        player = posting.Poster(posting.drive(drive_with, url, token))
        player.portal.network.outside = Outside()
        player.play(seeds.chance(2))
        player.portal.run(20)
        assert player.waiting == 0
        client = serving.Client(port)
        game = player.desk.table().game
        page = client.get("/games/1")[1]
        assert "Zoë" in client.get("/")[1] and "5×5 with 3 mines" in page
        assert f"after {game.played_ms // 1000}.{game.played_ms % 1000:03d} s" in page
        client.close()
