# SPDX-License-Identifier: MIT
"""What arrives at a URL, at Adafruit IO and at a broker, and what is said when it does not."""

import json

import pytest

from sim.clock import SECOND
from tests.support import seeds
from tests.support.network import posting
from tests.support.network.broker import broker
from tests.support.network.posting import HOST, PORT
from tests.support.play import reader
from tools.scoreboard import claim, referee

AIO = ('ADAFRUIT_AIO_USERNAME = "zoe"', 'ADAFRUIT_AIO_KEY = "her key"',
       'MINES_POST_FEED = "mines"')
MQTT = ('MINES_POST_URL = "mqtt://broker.local/home/mines"', 'MINES_POST_USER = "zoe"',
        'MINES_POST_TOKEN = "her password"')
NOON = 1_800_000_000  # 2027-01-15 08:00:00 UTC


@pytest.fixture
def play(drive_with):
    """Plays a game whose result goes where these lines say; returns the player."""
    players = []

    def start(*lines, prepare, seed=1):
        player = posting.Poster(posting.drive(drive_with, *lines), seed=seed)
        players.append(player)
        prepare(player.portal.network)
        player.play(seeds.chance(seed))
        player.portal.run(15)
        return player

    yield start
    for player in players:
        player.portal.close()


def accept(network):
    network[f"{HOST}:{PORT}"] = lambda request: (201, {}, {"game": 1})


def test_a_url_gets_the_whole_game(play):
    player = play(prepare=accept)
    (request,) = player.portal.network.requests
    assert (request.method, request.path) == ("POST", "/results")
    assert request.headers["Authorization"] == f"Bearer {posting.TOKEN}"
    found = claim.read(json.loads(request.body))
    assert found.player == "Zoë" and referee.judge(found).width == 5
    assert player.waiting == 0


def test_a_feed_of_adafruit_io_gets_a_summary(play):
    def accept_feed(network):
        network["io.adafruit.com"] = lambda request: {"id": "1"}

    (request,) = play(*AIO, prepare=accept_feed).portal.network.requests
    assert (request.method, request.path, request.port) == (
        "POST", "/api/v2/zoe/feeds/mines/data", 443)
    assert request.headers["X-AIO-Key"] == "her key"
    summary = json.loads(json.loads(request.body)["value"])
    assert summary["player"] == "Zoë" and summary["preset"] == "custom" and "moves" not in summary
    assert len(request.body) < 1024  # what Adafruit IO takes


def test_a_topic_of_a_broker_gets_a_summary(play):
    maker = broker("her password")
    player = play(*MQTT, prepare=lambda network: network.tcp("broker.local", 1883, maker))
    ((topic, message),) = maker.published
    assert topic == "home/mines" and json.loads(message)["player"] == "Zoë"
    assert player.waiting == 0


def test_a_broker_that_refuses_is_tried_again(play):
    maker = broker("another password")
    player = play(*MQTT, prepare=lambda network: network.tcp("broker.local", 1883, maker))
    assert maker.published == [] and player.waiting == 1
    player.next_board()
    player.portal.run(3)
    assert "Not posted: MQTT refused." in player.portal.serial


def test_a_refused_result_is_said_and_not_sent_again(play):
    def refuse(network):
        network[f"{HOST}:{PORT}"] = lambda request: (422, {}, {"error": "no"})

    player = play(prepare=refuse)
    player.next_board()
    player.portal.run(20)
    assert len(player.portal.network.requests) == 1 and player.waiting == 0
    assert "The result was refused." in player.portal.serial


def test_a_failure_is_said_once_on_a_fresh_board_and_tried_after_the_next_game(play):
    def deny(network):
        network[f"{HOST}:{PORT}"] = lambda request: 401

    player = play(prepare=deny)
    words = "Not posted: HTTP 401."
    assert not reader.sees(player.portal, "Not posted:")
    for _ in range(2):
        player.next_board()
        player.portal.run(20)
        first = len(player.portal.network.requests) == 1
        assert reader.sees(player.portal, "Not posted:") == first
        player.play(seeds.chance(3))
        player.portal.run(20)
    assert player.portal.serial.count(words) == 1 and player.waiting == 3
    accept(player.portal.network)
    player.next_board()
    player.portal.run(20)
    assert player.waiting == 3
    player.play(seeds.chance(4))
    player.portal.run(30)
    assert player.waiting == 0


def test_results_that_wait_survive_a_power_cut(play):
    player = play(prepare=lambda network: None)
    player.next_board()
    player.play(seeds.chance(5))
    assert player.waiting == 2
    accept(player.portal.network)
    player.desk.power_cycle()
    player.portal.run(30)
    sent = [claim.read(json.loads(request.body)) for request in player.portal.network.requests]
    assert len(set(sent)) == 2 and player.waiting == 0


def test_while_something_is_touched_nothing_is_sent(play):
    def slow(network):
        network.latency = 5
        accept(network)

    player = play(prepare=slow)
    while player.waiting:
        player.portal.run(1)
    player.next_board()
    player.play(seeds.chance(6))
    before = len(player.portal.network.requests)
    for _ in range(60):
        player.portal.press(300, 200)
        player.portal.run(0.4)
        player.portal.release()
        player.portal.run(0.4)
    assert len(player.portal.network.requests) == before


def test_the_clock_is_set_when_there_is_a_network(play):
    def with_time(network):
        network.serve_time(NOON)
        accept(network)

    board = play(prepare=with_time).portal.board
    began = NOON - board.rtc_start
    assert 0 < began < board.clock.now // SECOND
