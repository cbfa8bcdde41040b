# SPDX-License-Identifier: MIT
"""A board's number deals it again elsewhere; a replay comes to the same end in another program."""

from types import SimpleNamespace

import pytest

from minesweeper.rules import controls, field, presets, recording
from minesweeper.rules.game import Game
from minesweeper.sharing import events, replay
from tests.support import seeds
from tests.support.files.readers import Video
from tests.support.network import claims
from tests.support.play.games import Chance
from tests.support.play.player import BY_NAME, REST_S, Player

BOARDS = (presets.BEGINNER, presets.ALL[5], ("custom", 12, 9, 17, 16))


def played(chance, way, board):
    """A game of random moves that come to an end, as desktop players may chord and flag."""
    game = Game(board, way, chance.randrange(3), Chance(chance.randrange))

    def rest():
        return chance.randrange(3000) if chance.random() < 0.99 else 200_000

    claims.play(game, chance, chance.choice((0.9, 1)), rest)
    return game


@pytest.mark.parametrize(("kind", "lines"), [
    (recording.QUESTIONED, "1.234 questionmark 2 3"), (recording.UNQUESTIONED, "1.234 closed 2 3"),
    (recording.UNFLAGGED, "1.234 rc 2 3 (24 40)\n1.234 rr 2 3 (24 40)")])
def test_a_mark_is_an_event_of_a_mouse_or_a_change_of_its_cell(kind, lines):
    assert events.event(kind, 41, 1234, 20) == lines


def rawvf(game, capsys):
    capsys.readouterr()
    replay.tell(SimpleNamespace(game=game))
    return capsys.readouterr().out


def test_random_games_come_to_the_same_end_in_another_player(capsys):
    """Floods of the Guide's controls stop at question marks, which no other player knows."""
    chance = seeds.chance(3)
    ends = set()
    for number in range(int(seeds.more(200, 1000))):
        way = controls.ALL[number % 3](questions=number % 3 > 0)
        game = played(chance, way, BOARDS[number // 3 % len(BOARDS)])
        if not game.recording.whole:
            continue
        video = Video(rawvf(game, capsys))
        opened, flags, exploded = video.play()
        width = game.field.width
        cells = {(cell % width + 1, cell // width + 1): byte & field.STATE
                 for cell, byte in enumerate(game.field.cells)}
        assert opened == {cell for cell, state in cells.items() if state == field.OPEN}
        assert flags == {cell for cell, state in cells.items() if state == field.FLAG}
        assert exploded == game.field.exploded
        won = game.outcome() == controls.WON
        assert video.head["Status"] == ("won" if won else "lost")
        assert video.head["BBBV"] == str(game.field.three_bv())
        assert video.head["Time"].replace(".", "").lstrip("0") == str(game.played_ms or "")
        assert video.events[-1][0] <= game.played_ms
        ends.add((number % 3, won))
    assert len(ends) == 6


@pytest.mark.parametrize(("board", "level"), [
    (presets.BEGINNER, "Beginner"), (presets.ALL[6], "Expert"), (presets.GUIDE, "Custom")])
def test_levels_are_those_that_everybody_knows(board, level, capsys):
    game = played(seeds.chance(4), controls.Dig(), board)
    game.recording.whole = True
    assert Video(rawvf(game, capsys)).head["Level"] == level


def test_on_the_console_a_replay_is_for_decided_games_only(drive):
    player = Player(drive, 5, presets.BEGINNER)
    assert player.say("replay") == (
        "No replay: this game is not over yet.")
    assert player.say("number") == "The mines are not laid yet: open a cell first."
    player.say("7 7")
    mine = "{} {}".format(*divmod(player.mines()[0], 9))
    for line in f"flag {mine}", f"flag {mine}", mine:
        player.say(line)
    video = Video(player.say("replay") + "\n")
    assert [event[1] for event in video.events] == ["l", "r", "r", "l"]
    assert video.play()[2] and video.head["Status"] == "lost"
    assert video.events[0] == (0, "l", 8, 8)
    assert video.head["Number"] == player.number()


def test_a_replay_is_told_on_every_page_and_the_display_stays(drive):
    player = Player(drive, 5, presets.BEGINNER)
    told = player.lost_replay().strip()

    def stays():
        player.portal.run(2)
        before = player.portal.framebuffer
        return player.say("replay") == told and player.portal.framebuffer == before

    assert stays()
    player.portal.tap(160, 235)
    assert stays() and player.reads("was safe?")
    player.tap_on("was safe?")
    assert stays() and not player.reads("was safe?")
    player.portal.hold(160, 120)
    player.portal.run(1)
    player.tap_on("Share")
    assert stays() and player.reads("By number")
    player.tap_on("Back", "Title")
    assert player.say("replay") == told and player.reads("Daily")


def test_a_line_typed_at_the_result_goes_back_to_the_game_that_is_over(drive):
    player = Player(drive, 5, presets.BEGINNER)
    told = player.lost_replay().strip()
    player.portal.tap(160, 235)
    player.portal.run(1)
    assert "lost" in player.say("board")
    assert player.say("replay") == told


def test_a_page_stays_when_there_is_no_replay_yet(drive):
    player = Player(drive, 5, presets.BEGINNER)
    player.tap_face()
    for way, page in ((), "Menu"), (["Solve"], "the odds"), (["Back", "Title"], "Daily"):
        player.tap_on(*way)
        assert player.say("replay") == "No replay: this game is not over yet."
        assert player.reads(page)


@pytest.fixture(scope="module")
def other(drive):
    player = Player(drive, 99)
    yield player
    player.portal.close()


@pytest.mark.parametrize(("preset", "rule"), [
    ("guide", 'FIRST = "any"'), ("flowers", 'FIRST = "safe"'), ("expert", 'NO_GUESS = "on"')])
def test_another_portal_deals_the_same_board(other, drive_with, preset, rule):
    board = BY_NAME[preset]
    lines = f'PRESET = "{preset}"', 'CONTROLS = "dig"', rule
    mine = Player(drive_with(*(f"MINES_{line}" for line in lines)), 11, board)
    mine.say("3 4")
    answer = mine.say("number")
    assert answer.endswith(f"{preset}, {board[1]} columns, {board[2]} rows, {board[3]} mines.")
    other.say(f"deal {mine.number()}", 3)
    assert other.mines() == mine.mines()
    assert f"Board {mine.number()}." in other.portal.serial
    assert other.say("number") == answer


def test_the_first_cell_is_opened_the_game_sets_no_record_and_the_next_is_another(drive):
    player = Player(drive, 7, presets.BEGINNER)
    player.say("new beginner")
    player.say("4 4")
    number, opened = player.number(), player.signs()
    player.say(f"deal {number}", 2)
    player.look_for(presets.BEGINNER)
    assert player.signs() == opened and player.number() == number
    player.say("{} {}".format(*divmod(player.mines()[0], 9)))
    assert "No game" not in (stats := player.say("stats")) and "Easy" not in stats
    player.say("deal 00000-0000000")  # any first cell: the mines are laid at once
    assert player.mines()
    player.say("new")
    assert not player.mines()


@pytest.fixture(scope="module")
def begun(drive):
    player = Player(drive, 7, presets.BEGINNER)
    player.say("3 3")
    yield player
    player.portal.close()


@pytest.mark.parametrize(("line", "expected"), [
    ("deal 12", "Board numbers have 12 or 19 digits."),
    ("deal 99999-0000000", "No board has this number."),
    ("deal 01023-0000000", "Board 01023-0000000 cannot be laid: its mines do not fit."),
    ("deal 28672-0000000-1026049", "Board 28672-0000000-1026049 does not fit this display."),
    ("deal 29695-0000000-0337932", "cannot be laid: its mines do not fit.")])
def test_what_cannot_be_dealt_is_said_and_the_game_stays(begun, line, expected):
    before = begun.number(), begun.signs()
    assert expected in begun.say(line)
    assert (begun.number(), begun.signs()) == before


def test_the_number_survives_a_power_off_and_no_replay_does(begun):
    number = begun.number()
    begun.run(REST_S)
    begun.power_cycle()
    assert begun.number() == number
    begun.say("{} {}".format(*divmod(begun.mines()[0], 9)))
    assert begun.say("replay") == (
        "No replay: this game has moves that were not kept.")
    assert begun.say("new") == "A new board, beginner: 9 columns, 9 rows, 10 mines."
