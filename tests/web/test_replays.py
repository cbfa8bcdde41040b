# SPDX-License-Identifier: MIT
"""A game's replay plays on the page, out of a file and out of a link; a link may name the day."""

from random import Random

import pytest

from minesweeper.rules import presets
from tests.support.network import webpage
from tests.support.play import reader
from tests.support.play.player import Player
from tools import replay


@pytest.fixture(scope="module")
def lost(drive):
    """The console's replay of a lost game of five moves."""
    return Player(drive, 5, presets.BEGINNER).lost_replay()


def damaged(text, random):
    """A few pieces are gone, doubled, or elsewhere."""
    for _ in range(random.randrange(4)):
        first, last = sorted(random.choices(range(len(text)), k=2))
        piece = text[first:last][:random.randrange(60)]
        at = random.randrange(len(text))
        text = random.choice([text.replace(piece, "", 1), text[:at] + piece + text[at:],
                              text[:at] + "\r\n" + text[at:], text + text])
    return text


def read_by_tools(text):
    found = replay.read(text)
    if found is None or not webpage.NUMBER.fullmatch(found.number):
        return None
    return {"number": found.number, "status": found.status,
            "moves": [[ms, f"{command} {row} {column}\n"]
                      for ms, command, row, column in found.moves]}


def test_the_page_reads_what_the_tools_read(lost):
    random = Random(1)
    texts = [damaged(lost, random) for _ in range(100)]
    expected = list(map(read_by_tools, texts))
    assert webpage.node("rawvf.mjs", texts) == expected
    assert 5 < expected.count(None) < 95


def played(page):
    """The replay that the page's own console tells once the game is over."""
    page.wait_for_serial("mine")
    page.run(0.5)
    page.type("replay")
    page.wait_for_serial("Events:")
    page.run(1)
    return replay.read(page.serial)


def test_a_replay_plays_out_of_a_file_and_out_of_its_link(
        lost, open_page, tmp_path, monkeypatch):
    monkeypatch.setattr(replay, "LATE_MS", 500)  # the page hears later that the board is dealt
    (tmp_path / "game.rawvf").write_text("board\r\n  0  -  -\r\n" + lost)
    page = open_page()
    page.page.set_input_files("#files", tmp_path / "game.rawvf")
    page.wait_for_said("5 moves, lost.")
    other = open_page(page.link(), started=False)
    other.page.click("#replay button[value=watch]")
    for each in page, other:
        assert replay.differences(replay.read(lost), played(each)) == []
        assert each.page.evaluate("localStorage.length") == 0


def test_the_board_of_the_day_is_that_of_the_date(drive, open_page):
    page = open_page("#board=today&date=2026-11-22")
    page.wait_for_serial("Board of the day, 2026-11-22")
    assert Player(drive, 1).say("today 2026-11-22") in page.serial


def test_the_game_that_was_played_is_shared_and_watched_by_another(lost, open_page, tmp_path):
    page = open_page(script="navigator.share = (data) => { window.data = data; };")
    page.wait_for_title("Learn")
    number = replay.read(lost).number
    page.type(f"deal {number}")
    page.wait_for_serial(f"Board {number}.")
    for _, command, row, column in replay.read(lost).moves:
        page.type(f"{command} {row} {column}")
        page.run(0.3)
        if command != "open":
            page.page.click("#share-game")
            page.wait_for_said("No replay: this game is not over yet.")
    page.run(3)
    page.tap(160, 235)
    page.wait_for_text("was safe?")
    page.page.click("#share-game")
    page.wait_for("() => window.data")
    page.run(1)
    assert reader.sees(page, "was safe?")
    other = open_page(f"#{page.page.evaluate('data.url').partition('#')[2]}", started=False)
    other.page.wait_for_selector("#replay[open]")
    assert other.page.text_content("#replay-title").startswith("A game of 0:")
    other.page.click("#replay button[value=watch]")
    assert played(other).board == replay.read(lost).board
