# SPDX-License-Identifier: MIT
"""A board's number deals it again: on another PyPortal, by another's rules, first cell included."""

import pytest

from minesweeper.board import presets
from tests.support.play.player import Player

WAYS = [
    ("guide", 'FIRST = "any"'),
    ("guide", 'FIRST = "safe"'),
    ("expert", 'FIRST = "opening"'),
    ("expert", 'NO_GUESS = "on"'),
    ("flowers", 'FIRST = "opening"'),
]


@pytest.mark.parametrize(("preset", "rule"), WAYS)
def test_another_portal_deals_the_same_board(drive, drive_with, preset, rule):
    board = presets.find(preset)
    lines = f'PRESET = "{preset}"', 'CONTROLS = "dig"', rule
    mine = Player(drive_with(*(f"MINES_{line}" for line in lines)), 11, board)
    mine.say("3 4")
    told = mine.say("number")
    number = told.split()[1].rstrip(":")
    assert told.endswith(f"{preset}, {board[1]} columns, {board[2]} rows, {board[3]} mines.")
    other = Player(drive, 99)
    other.say(f"deal {number}")
    other.run(2)
    assert other.mines() == mine.mines()
    assert f"Board {number}." in other.portal.serial
    assert other.say("number") == told


def test_the_first_cell_is_ticked_and_the_game_sets_no_record(drive):
    player = Player(drive, 7)
    player.say("new beginner")
    player.say("4 4")
    number = player.say("number").split()[1].rstrip(":")
    player.say(f"deal {number}")
    player.look_for(presets.BEGINNER)
    assert set(player.signs()) == {"-"} and player.number() == number
    assert [cell for cell in range(81) if player.marked(cell) is not None] == [4 * 9 + 4]
    player.say("4 4")
    assert player.marked(4 * 9 + 4) is None
    for cell in player.mines()[:1]:
        player.say(f"{cell // 9} {cell % 9}")
    assert "No game" not in player.say("stats") and "beginner" not in player.say("stats")


def test_after_a_numbers_board_the_next_is_by_the_options_again(drive):
    player = Player(drive, 7)
    player.say("deal 00000-0000000")  # any first cell: the mines are laid at once
    assert player.mines()
    player.say("new")
    assert not player.mines()


@pytest.mark.parametrize(("line", "told"), [
    ("deal", "Board numbers have 12 or 19 digits."),
    ("deal 12", "Board numbers have 12 or 19 digits."),
    ("deal 99999-0000000", "No board has this number."),
    ("deal 01023-0000000", "Board 01023-0000000 cannot be laid: its mines do not fit."),
    ("deal 28672-0000000-1026049", "Board 28672-0000000-1026049 does not fit this display."),
    ("deal 29695-0000000-0337932", " cannot be laid: its mines do not fit."),
])
def test_what_cannot_be_dealt_is_said_and_the_game_stays(drive, line, told):
    player = Player(drive, 7)
    player.say("3 3")
    before = player.number(), player.signs()
    assert told.strip() in player.say(line)
    assert (player.number(), player.signs()) == before
    assert player.say("new") == "A new board, guide: 20 columns, 15 rows, 15 mines."


def test_before_the_first_cell_there_is_no_number(drive):
    player = Player(drive, 7)
    assert player.say("number") == "The mines are not laid yet: open a cell first."


def test_the_number_survives_a_power_off(drive):
    player = Player(drive, 7)
    player.say("3 3")
    number = player.say("number")
    player.run(15)
    player.portal.reset()
    player.run(2)
    player.portal.tap(160, 120)
    player.run(1)
    assert player.say("number") == number
    for cell in player.mines()[:1]:
        player.say(f"{cell // 20} {cell % 20}")
    assert player.say("replay") == (
        "No replay: this game was interrupted by a power-off, or had too many moves.")
