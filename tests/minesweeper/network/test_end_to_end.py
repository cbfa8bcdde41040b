# SPDX-License-Identifier: MIT
"""From taps on the simulated PyPortal, over its ESP32 and the loopback, to the page of results."""

import re
from importlib.util import find_spec

import pytest

from sim.network.outside import Outside
from tests.support import seeds
from tests.support.network import attacks, browser, posting, serving, watching


@pytest.fixture(scope="module")
def posted(drive_with, tmp_path_factory):
    """(the board as it was left, its time, the port of the scoreboard that has it)"""
    if serving.MISSING:
        pytest.skip(serving.REASON)
    from tools.scoreboard import server

    app = server.application(tmp_path_factory.mktemp("board"), attacks.TOKEN, server.Rates())
    with serving.served(app) as port:
        url = f'MINES_POST_URL = "http://localhost:{port}/results"'
        token = f'MINES_POST_TOKEN = "{attacks.TOKEN}"'
        player = posting.Poster(posting.drive(drive_with, url, token))
        player.portal.network.outside = Outside()
        player.play(seeds.chance(2))
        player.portal.run(20)
        assert player.waiting == 0
        time = re.search(r"Time: ([\d.]+)", player.desk.say("replay"))[1]
        yield player.desk.signs(), time, port
        player.portal.close()


def test_a_game_that_was_played_by_hand_is_on_the_page(posted):
    _, time, port = posted
    client = serving.Client(port)
    page = client.get("/games/1")[1]
    assert "Zoë" in client.get("/")[1] and "5×5 with 3 mines" in page
    assert f"after {time} s" in page
    client.close()


@pytest.mark.skipif(not find_spec("playwright") or not browser.executable(),
                    reason="playwright and a browser play the game back: pip install -e '.[web]'")
def test_it_is_played_back_in_the_browser_to_the_board_that_the_player_saw(posted):
    signs, _, port = posted
    with watching.page(port) as page:
        page.goto(f"{page.base}/")
        page.click("text=Watch")
        page.wait_for_selector("#board i")
        page.select_option("#speed", "16")
        page.click("#play")
        page.wait_for_selector("#play:text-is('Play')")
        assert watching.shown(page) == watching.told(signs)
