# SPDX-License-Identifier: MIT
"""A game's replay is read by another program and comes to the same end there."""

from types import SimpleNamespace

import pytest

from minesweeper.board import controls, field, presets
from minesweeper.board.field import three_bv
from minesweeper.board.game import Game
from minesweeper.sharing import replay
from tests.support import seeds
from tests.support.files.rawvf import Video
from tests.support.network import claims
from tests.support.play.games import Chance
from tests.support.play.player import Player

BOARDS = (presets.BEGINNER, presets.ALL[5], ("custom", 12, 9, 17, 16))


def played(chance, way, board):
    """A game of random moves that come to an end, as desktop players may chord and flag."""
    game = Game(board, way, chance.randrange(3), Chance(chance.randrange))

    def rest():
        return chance.randrange(3000) if chance.random() < 0.99 else 200_000

    claims.play(game, chance, chance.choice((0.9, 1)), rest)
    return game


def told(game, capsys):
    capsys.readouterr()
    sentence = replay.tell(SimpleNamespace(game=game))
    return sentence or capsys.readouterr().out


def test_random_games_come_to_the_same_end_in_another_player(capsys):
    """Floods of the Guide's controls stop at question marks, which no other player knows."""
    chance = seeds.chance(3)
    ends = set()
    for number in range(int(seeds.more(400, 1000))):
        way = controls.ALL[number % 3](questions=number % 3 > 0)
        game = played(chance, way, BOARDS[number // 3 % len(BOARDS)])
        if not game.recording.whole:
            continue
        video = Video(told(game, capsys))
        opened, flags, exploded = video.play()
        width = game.field.width
        cells = {(cell % width + 1, cell // width + 1): byte & field.STATE
                 for cell, byte in enumerate(game.field.cells)}
        assert opened == {cell for cell, state in cells.items() if state == field.OPEN}
        assert flags == {cell for cell, state in cells.items() if state == field.FLAG}
        assert exploded == game.field.exploded
        won = game.outcome() == controls.WON
        assert video.head["Status"] == ("won" if won else "lost")
        assert video.head["BBBV"] == str(three_bv(game.field))
        assert video.head["Time"].replace(".", "").lstrip("0") == str(game.played_ms or "")
        assert video.events[-1][0] <= game.played_ms
        ends.add((number % 3, won))
    assert len(ends) == 6


@pytest.mark.parametrize(("board", "level"), [(presets.BEGINNER, "Beginner"),
                                              (presets.ALL[6], "Expert"),
                                              (presets.GUIDE, "Custom")])
def test_levels_are_those_that_everybody_knows(board, level, capsys):
    chance = seeds.chance(4)
    game = played(chance, controls.Dig(), board)
    game.recording.whole = True
    assert Video(told(game, capsys)).head["Level"] == level


def test_on_the_console_it_is_for_decided_games_only(drive):
    player = Player(drive, 5)
    assert player.say("replay") == (
        "A replay shows where the mines are: ask for it when the game is over")
    player.say("7 7")
    mine = player.mines()[0]
    player.say(f"flag {mine // 20} {mine % 20}")
    player.say(f"flag {mine // 20} {mine % 20}")
    player.say(f"{mine // 20} {mine % 20}")
    video = Video(player.say("replay") + "\n")
    assert [event[1] for event in video.events] == ["l", "r", "r", "l"]
    assert video.play()[2] and video.head["Status"] == "lost"
    assert video.events[0] == (0, "l", 8, 8)
    assert video.head["Number"] == player.say("number").split()[1].rstrip(":")
