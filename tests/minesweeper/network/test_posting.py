# SPDX-License-Identifier: MIT
"""Results that are posted: where they go, what is said of failures, and the clock by network."""

import json
from types import SimpleNamespace

import pytest

from minesweeper.network import settings, targets
from sim.clock import SECOND
from sim.network.faults import HANGS
from sim.network.network import FIRMWARES
from tests.support import seeds
from tests.support.network import posting
from tests.support.network.posting import HOST, PORT, SMALL, URL, WIFI
from tests.support.play import blocks
from tests.support.play.player import BY_NAME, DIG, Player
from tests.support.programs.wifi import broker
from tools.scoreboard import claim, referee
from tools.scoreboard.claim import Refused
from tools.scoreboard.store import Store

AIO = ('ADAFRUIT_AIO_USERNAME = "zoe"', 'ADAFRUIT_AIO_KEY = "her key"', 'MINES_POST_FEED = "mines"')
MQTT = ('MINES_POST_URL = "mqtt://broker.local/home/mines"', 'MINES_POST_USER = "zoe"',
        'MINES_POST_TOKEN = "her password"')
NOON = 1_800_000_000  # 2027-01-15 08:00:00 UTC


@pytest.fixture
def play(drive_with):
    """Plays a game whose result goes where these lines say; returns the player.

    What fails is tried until the player is told, on the next board.
    """
    players = []

    def start(*lines, answer=201, prepare=lambda network: None, fails=False, seed=1):
        player = posting.Poster(posting.drive(drive_with, *lines), seed=seed)
        players.append(player)
        answer_with(player, answer)
        prepare(player.portal.network)
        player.play(seeds.chance(seed))
        if fails:
            player.next_board()
            player.wait_until(lambda: "Not posted: " in player.portal.serial)
        else:
            player.deliver(15)
        return player

    yield start
    for player in players:
        player.portal.close()


def answer_with(player, answer):
    if answer:
        player.portal.network[f"{HOST}:{PORT}"] = lambda request: answer


def is_off(player):
    board = player.portal.board
    return not 0 <= NOON - board.rtc_start <= board.clock.now // SECOND


def test_a_url_gets_the_whole_game_and_a_clock_not_yet_set_is_set_by_a_later_session(play):
    player = play()
    (request,) = player.portal.network.requests
    assert (request.method, request.path) == ("POST", "/results")
    assert request.headers["Authorization"] == f"Bearer {posting.TOKEN}"
    found = claim.read(json.loads(request.body))
    assert found.player == "Zoë" and referee.judge(found).width == 5
    assert player.waiting == 0 and is_off(player)
    player.portal.network.serve_time(NOON)
    player.next_board()
    player.play(seeds.chance(2))
    player.wait_until(lambda: not is_off(player))
    assert not is_off(player)


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
    assert player.waiting == 0 and player.portal.nvm_writes == 2


def test_a_broker_that_refuses_the_password_is_tried_again(play):
    maker = broker("another password")
    player = play(*MQTT, prepare=lambda network: network.tcp("broker.local", 1883, maker),
                  fails=True)
    assert "Not posted: MQTT refused." in player.portal.serial
    assert maker.published == [] and player.waiting == 1


def test_a_delivery_that_found_no_memory_is_tried_again_on_the_next_board(play):
    def find_none():
        raise MemoryError
        yield

    player = play()
    (poster,) = blocks.objects(player, "Poster")
    player.next_board()
    poster._run = find_none
    player.play(seeds.chance(3))
    player.run(3)
    del poster._run
    before = len(player.portal.network.requests)
    player.next_board()
    player.deliver(15)
    assert (len(player.portal.network.requests), player.waiting) == (before + 1, 0)
    assert "Not posted: no memory." not in player.portal.serial, "it was"


def test_a_refused_result_is_said_and_not_sent_again(play):
    player = play(answer=(422, {}, {"error": "no"}))
    player.next_board()
    player.run(5)
    assert len(player.portal.network.requests) == 1 and player.waiting == 0
    assert "The result was refused." in player.portal.serial


def test_a_failure_is_said_once_on_a_fresh_board_and_tried_after_the_next_game(play):
    """Results that wait survive a power cut."""
    player = play(answer=401, fails=True)
    assert player.reads("Not posted: HTTP 401.")
    before = len(player.portal.network.requests)
    player.play(seeds.chance(3))
    player.wait_until(lambda: len(player.portal.network.requests) > before)
    player.next_board()
    player.run(2)
    assert not player.reads("Not posted:")
    assert player.portal.serial.count("Not posted:") == 1 and player.waiting == 2
    answer_with(player, 201)
    before = len(player.portal.network.requests)
    player.power_cycle()
    player.deliver(30)
    sent = [claim.read(json.loads(request.body))
            for request in player.portal.network.requests[before:]]
    assert len(set(sent)) == 2 and player.waiting == 0


OLD, NEW = FIRMWARES


@pytest.mark.parametrize(("firmware", "fault", "said"), [
    (OLD, "wifi", "no Wi-Fi"), (NEW, "refused", "no connection"), (NEW, "silent", "no answer")])
def test_each_failure_has_a_name(play, firmware, fault, said):
    def spoil(network):
        network.firmware = firmware
        network.faults.lose_wifi() if fault == "wifi" else network.faults.fail(fault)

    player = play(prepare=spoil, fails=True)
    assert f"Not posted: {said}." in player.portal.serial


def test_while_something_is_touched_nothing_is_sent(play):
    player = play()
    player.next_board()
    player.tap(12)
    before = len(player.portal.network.requests)
    player.tap(player.mines()[0])
    for _ in range(5):
        player.portal.press(300, 200)
        player.run(0.4)
        player.portal.release()
        player.run(0.4)
    assert (len(player.portal.network.requests), player.waiting) == (before, 1)
    player.deliver(15)
    assert (len(player.portal.network.requests), player.waiting) == (before + 1, 0)


def test_a_delivery_that_pages_cut_hears_the_answer_to_what_it_has_sent(play):
    player = play()
    player.next_board()
    player.portal.network.latency = 20
    player.play(seeds.chance(3))
    while player.waiting:
        assert player.portal.now < 200
        player.tap_face()
        player.tap_on("Back")
        player.run(1.3)
    assert len(player.portal.network.requests) == 2


@pytest.mark.parametrize(("lines", "steps"), [(URL, 20), (MQTT, 21)])
def test_a_delivery_that_is_cut_every_few_steps_goes_on_where_it_was(drive_with, lines, steps):
    player = posting.Poster(posting.drive(drive_with, *lines))
    answer_with(player, 201)
    maker = broker("her password")
    player.portal.network.tcp("broker.local", 1883, maker)
    poster, done = player.poster, 0

    def step():
        nonlocal done
        done += 1
        if done % steps == 0:
            poster.pause()
            poster.resume()
        poster.step()

    player.device.idle = step
    player.play(seeds.chance(0))
    player.deliver(40)
    assert len(player.portal.network.requests) + len(maker.published) == 1 and not player.waiting


@pytest.mark.parametrize(("name", "value", "said"), [
    ("MINES_POST_URL", "board.local/results", 'MINES_POST_URL is "board.local/results" and is'),
    ("MINES_POST_URL", "ftp://board.local/", "expected http, https, mqtt or mqtts://host:port"),
    ("MINES_POST_URL", "mqtt://board.local", "MINES_POST_URL is"),
    ("MINES_POST_FEED", "mines", "MINES_POST_FEED needs ADAFRUIT_AIO_USERNAME and"),
    ("", "", "")])
def test_a_line_that_names_no_target_is_told(name, value, said):
    posts, wrong = settings.check({name: value}.get)
    assert not posts and said in wrong and bool(wrong) == bool(said)


def test_a_target_that_is_none_is_said_and_the_game_goes_on(drive_with):
    player = posting.Poster(drive_with(*WIFI, *SMALL, 'MINES_POST_URL = "board.local/results"'))
    assert 'MINES_POST_URL is "board.local/results" and is' in player.portal.serial
    player.tap(12)
    assert player.mines() and not player.waiting


def test_a_name_that_is_not_told_is_the_boards(drive_with):
    player = posting.Poster(drive_with(*WIFI, *SMALL, *URL))
    answer_with(player, 201)
    player.play(seeds.chance(1))
    player.deliver(15)
    (request,) = player.portal.network.requests
    assert request.json()["player"] == "PyPortal"


DAY = "2027-01-15"


def test_wifi_alone_gives_the_board_of_the_day_its_date(drive_with):
    player = Player(drive_with(*posting.WIFI), 1)
    network = player.portal.network
    network.serve_time(NOON)
    assert "The date is not known" in player.say("today")
    player.run(10)
    assert f"Board of the day, {DAY}" in player.say("today")
    assert not network.requests


def test_a_win_on_the_board_of_the_day_is_told_its_rank_as_soon_as_it_is_posted(drive_with):
    board = BY_NAME["intermediate"]
    player = Player(drive_with(*WIFI, *URL, DIG, 'MINES_PRESET = "intermediate"'), preset=board)
    network = player.portal.network
    network.serve_time(NOON)
    network[f"{HOST}:{PORT}"] = lambda request: (201, {}, {"game": 7, "today": [3, 12]})
    player.run(10)
    player.say("today", 8)
    player.win()
    player.run(20)
    assert player.reads("3rd of 12 today.")
    player.tap_face()
    player.run(1)
    assert player.reads("3rd of 12 today.")
    player.tap_on("New")
    player.run(3)
    assert not player.reads("of 12")


class Wifi:
    """Takes what is sent, and answers as a scoreboard that has this to say."""

    def __init__(self, answer):
        self.answer = answer
        self.progress = SimpleNamespace(length=2)

    def connect(self, *place):
        yield

    def send(self, data):
        yield

    def receive(self, size):
        yield
        return b"HTTP/1.1 201"

    def receive_most(self, size, end):
        yield
        return self.answer


def delivered(target, wifi, result):
    """Deliver a result step by step, and return the target's last answer."""
    steps = target.deliver(wifi, result)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize(("answer", "expected"), [
    (b'HTTP\r\n\r\n{"today":[1,1]}', "1st of 1 today."),
    (b'\r\n\r\n{"today":[22,112]}', "22nd of 112 today."),
    (b'{"today":[112,130]}', "112th of 130 today."), (b"{", ""), (b'{"game":7}', ""),
    (b'{"today":["a","b"]}', "")])
def test_a_rank_is_read_from_an_answer_and_anything_else_is_none(answer, expected):
    result = SimpleNamespace(pieces=lambda: [b"{}"], may_rank=True)
    url = targets.Url(("board.local", 80, False, "/"), "")
    assert delivered(url, Wifi(answer), result) == expected


GAMES = int(seeds.more(1, 500))
LATE_MS = 50
KINDS = "dns", "refused", "silent", "slow", "cut", "429", "500", "truncated"


class Board:
    """The scoreboard itself, as a host of the simulated network."""

    def __init__(self, folder):
        self.store = Store(folder / "games.sqlite")

    def __call__(self, request):
        result = claim.read(json.loads(request.body))
        assert request.headers["Authorization"] == f"Bearer {posting.TOKEN}"
        try:
            referee.judge(result)
        except Refused as refusal:
            return refusal.status, {}, {"error": str(refusal)}
        return 201, {}, {"game": self.store.keep(result)}

    def kept(self):
        """The results by what was to be posted of them."""
        return [each.claim for each in self.store.latest(10**6)]


def spoil(portal, chance):
    faults = portal.faults.network
    kind = chance.choice((*KINDS, "wifi", "password", "reset", *HANGS, "none", "none", "none"))
    if kind in KINDS:
        faults.fail(kind, times=chance.randrange(1, 4))
    elif kind in HANGS:
        faults.hang_esp32(kind)
    elif kind == "wifi":
        faults.lose_wifi(chance.randrange(60))
    elif kind == "reset":
        faults.reset_esp32()
    faults.wrong_password = kind == "password"


def test_every_result_arrives_once_and_no_frame_is_late(drive_with, tmp_path):
    chance = seeds.chance(8)
    board = Board(tmp_path)
    source = posting.drive(drive_with)
    drive = posting.compiled(source, tmp_path / "drive")
    player = posting.Poster(drive, sources=source, instant=False)
    player.portal.run(3)  # as long as the game takes to start, at a board's speed
    player.watch()
    player.portal.network[f"{posting.HOST}:{posting.PORT}"] = board
    for number in range(GAMES):
        player.play(chance)
        spoil(player.portal, chance)
        player.run(chance.choice((1, 5, 20, 40)))
        if number % 10 == 9:
            player.portal.faults.network.clear()
            player.run(30)
        player.next_board()
    player.portal.faults.network.clear()
    player.play(chance)
    player.deliver(120)
    assert player.waiting == 0, player.portal.serial[-300:]
    kept = board.kept()
    assert len(kept) == len(player.packed) == len(set(player.packed)) == GAMES + 1
    assert player.longest_ms <= LATE_MS
    print(player.longest_ms, player.portal.now)
