# SPDX-License-Identifier: MIT
"""The solver in the game: hints that say why, boards that never need a guess, a word after a loss.

Asked over the console, on the staged drive; what is hinted is checked against the board's truth.
"""

import re
import types

import pytest

from minesweeper.advice import verdict
from minesweeper.board import presets
from minesweeper.board.controls import Dig
from minesweeper.board.field import AROUND, OPEN, STATE, Field
from minesweeper.screen import tiles
from minesweeper.solver.solver import Solver
from tests.support import seeds
from tests.support.play import blocks
from tests.support.play.desk import Desk

DIG = ('MINES_CONTROLS = "dig"',)


@pytest.fixture
def beginner(drive_with):
    return drive_with('MINES_PRESET = "beginner"', *DIG)


def signs(text):
    """The board's rows as lists of signs."""
    return [line.split()[1:] for line in text.splitlines()[1:-1]]


def test_a_hint_says_why_and_is_done_when_it_is_asked_again(beginner):
    talk = Desk(beginner, 4)
    before = signs(talk.say("4 4"))
    hint = re.match(r"(.+)\. \((mines|safe): (\d) (\d).*\)", talk.say("hint"))
    why, kind, row, column = hint.groups()
    assert before[int(row)][int(column)] == "-"
    assert why
    assert talk.say("hint") == "Done."
    after = signs(talk.say("board"))[int(row)][int(column)]
    assert after == "F" if kind == "mines" else after in ".12345678"


def test_a_move_of_the_players_own_takes_the_hint_away(beginner):
    talk = Desk(beginner, 6)
    talk.say("4 4")
    first = talk.say("hint")
    talk.say("flag 8 8")
    assert talk.say("hint") != "Done."
    assert first


def test_a_hinted_game_counts_for_nothing(beginner):
    talk = Desk(beginner, 4)
    talk.say("4 4")
    talk.say("hint")
    for row in range(9):
        for column in range(9):
            talk.say(f"open {row} {column}")
    assert "beginner" not in talk.say("stats")


@pytest.mark.parametrize("seed", seeds.some(4)[1:])
def test_a_no_guess_board_is_won_by_deduction_alone(drive_with, seed):
    talk = Desk(drive_with('MINES_PRESET = "beginner"', 'MINES_NO_GUESS = "on"', *DIG), seed)
    talk.say("0 0")
    for _ in range(100):
        answer = talk.say("hint")
        assert not answer.startswith("Nothing is certain")
        talk.say("hint")
        if talk.say("board").endswith("You have won."):
            return
    pytest.fail("a hundred hints did not win it")


def test_an_impossible_board_is_named_with_its_clues(beginner):
    """Only a fault in memory can bring one about: a clue is made to tell what cannot be."""
    talk = Desk(beginner, 4, presets.find("beginner"))
    talk.say("4 4")
    (board,) = blocks.objects(talk, "Field")
    clue = next(cell for cell, byte in enumerate(board.cells)
                if byte & STATE == OPEN and byte & AROUND)
    board.cells[clue] = board.cells[clue] & ~AROUND | 8
    row, column = divmod(clue, 9)
    assert talk.say("hint").startswith("No mines fit the circled number")
    assert f"{row} {column}" in talk.say("hint")
    assert talk.marked(clue) is not None
    assert talk.say("odds") == "Impossible board."


def lost(mines, opened, fatal):
    """The verdict, and its marks, on 4×3 cells of which some are opened, then the fatal one."""
    field = Field(4, 3)
    field.start(len(mines))
    cells = iter(mines)
    field.lay(lambda count: next(cells))
    for cell in opened:
        Dig().tap(field, cell)
    field.open(fatal)
    session = types.SimpleNamespace(
        game=types.SimpleNamespace(field=field), solver=Solver(len(field.cells)))
    return verdict.show(session, bytes(field.cells))


def test_a_proven_mine_was_a_slip():
    sentence, marks = lost([0], [5, 1, 4, 11], 0)
    assert sentence.startswith("A slip. ")
    assert {tile for _, tile in marks} == {tiles.CLUE}


def test_a_safe_cell_that_was_there_was_missed_and_is_shown():
    sentence, marks = lost([0, 2], [1, 3, 7, 11], 0)
    assert sentence.startswith(("Missed: ", "A slip. "))
    assert {tile for _, tile in marks} <= {tiles.CURSOR, tiles.CLUE}
    assert marks


def test_a_guess_that_nobody_could_avoid_was_fair_and_has_its_odds():
    sentence, marks = lost([0], [], 0)
    assert sentence == "A fair guess: 8 % for a mine, and no cell had less."
    assert not marks


def test_a_guess_that_was_not_the_best_is_told_what_was():
    """One mine in eight cells around the clue, the other in the three cells of the far column."""
    sentence, _ = lost([0, 1], [6], 0)
    assert sentence == "A guess: 33 % for a mine, and the safest cell had 13 %."
