# SPDX-License-Identifier: MIT
"""A board's number deals it again: on another PyPortal, by another's rules, first cell included."""

import pytest

import core
from minesweeper.board import field, presets
from talk import Talk


def mines(talk):
    cells = talk.desk.table().game.field.cells
    return [cell for cell, byte in enumerate(cells) if byte & field.MINE]


def kept(talk):
    """What the player has chosen of boards."""
    options = talk.desk.table().options
    return options.preset, options.custom_columns, options.custom_rows, options.custom_mines


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
    mine = Talk(drive_with(*(f"MINES_{line}" for line in lines)), 11, board)
    mine.say("3 4")
    told = mine.say("number")
    number = told.split()[1].rstrip(":")
    assert told.endswith(f"{preset}, {board[1]} columns, {board[2]} rows, {board[3]} mines.")
    other = Talk(drive, 99)
    other.say(f"deal {number}")
    other.portal.run(2)
    assert mines(other) == mines(mine)
    assert f"Board {number}." in other.portal.serial
    assert other.say("number") == told


def test_the_first_cell_is_ticked_and_the_game_sets_no_record(drive):
    talk = Talk(drive, 7)
    talk.say("new beginner")
    talk.say("4 4")
    number = talk.say("number").split()[1].rstrip(":")
    talk.say(f"deal {number}")
    table = talk.desk.table()
    assert (table.game.first_cell, table.game.repeated) == (4 * 9 + 4, True)
    assert not table.game.moves and table.view._marks is not None
    talk.say("4 4")
    assert table.view._marks is None


def test_after_a_numbers_board_the_next_is_by_the_options_again(drive):
    talk = Talk(drive, 7)
    rule = talk.desk.table().game.first
    talk.say("deal 00000-0000000")  # any first cell
    assert talk.desk.table().game.first == 0 != rule
    talk.say("new")
    assert talk.desk.table().game.first == rule


@pytest.mark.parametrize(("line", "told"), [
    ("deal", "That is no board's number: it has 12 digits, or 19"),
    ("deal 12", "12 is no board's number: it has 12 digits, or 19"),
    ("deal 01023-0000000", "Board 01023-0000000 cannot be laid: its mines do not fit."),
    ("deal 28672-0000000-1026049", "Board 28672-0000000-1026049 does not fit this display."),
    ("deal 29695-0000000-0337932", " cannot be laid: its mines do not fit."),
])
def test_what_cannot_be_dealt_is_said_and_the_game_stays(drive, line, told):
    talk = Talk(drive, 7)
    talk.say("3 3")
    before = mines(talk), kept(talk)
    assert told.strip() in talk.say(line)
    assert (mines(talk), kept(talk)) == before and talk.desk.table().game.moves


def test_before_the_first_cell_there_is_no_number(drive):
    talk = Talk(drive, 7)
    assert talk.say("number") == "The mines are not laid yet: open a cell first."


def test_the_number_survives_a_power_off(drive):
    talk = Talk(drive, 7)
    talk.say("3 3")
    number = talk.say("number")
    talk.portal.run(15)
    talk.portal.reset()
    talk.portal.run(2)
    talk.portal.tap(160, 120)
    talk.portal.run(1)
    assert talk.say("number") == number
    for cell in mines(talk)[:1]:
        talk.say(f"{cell // 20} {cell % 20}")
    assert talk.say("replay") == (
        "No replay: this game was interrupted by a power-off, or had too many moves.")


def test_the_real_core_deals_what_the_simulator_deals(drive, tmp_path):
    core.require()
    talk = Talk(drive, 7)
    talk.say("deal 18479-0123456")
    talk.portal.run(1)
    talk.say("2 2")
    ours = talk.say("board")
    flash = core.image(drive, tmp_path / "flash")
    with core.power_on(flash, seed=5) as board:
        board.run(3)
        board.tap(160, 200)
        board.run(1)
        board.type("deal 18479-0123456\n")
        board.run(4)
        board.type("2 2\n")
        board.run(2)
        board.type("board\n")
        board.run(2)
        assert ours in board.serial.replace("\r", "")
