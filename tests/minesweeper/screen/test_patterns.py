# SPDX-License-Identifier: MIT
"""The patterns under a finger: a right answer is praised, a wrong one explained."""

import pytest

from minesweeper.advice import patterns
from minesweeper.advice.patterns import COLUMNS, MINE, SAFE
from tests.support.play import reader
from tests.support.play.desk import check_golden
from tests.support.play.seat import DIG, TITANO, begin

TOP = 18
WRONG = {SAFE: "No, that one is safe.", MINE: "No, that one is a mine.",
         "-": "No, that one is not certain."}
FOR = {SAFE: "Tap a cell that is surely safe.", MINE: "Tap a cell that is surely a mine."}


def learn(desk):
    """From the game to the first pattern."""
    desk.tap_face()
    for words in "How to play", "Patterns":
        desk.tap_on(words)
        desk.portal.run(0.5)
    return desk


def tap(desk, cell):
    side = 48 if desk.portal.board.model.display.width > 320 else 32
    left = (desk.portal.board.model.display.width - COLUMNS * side) // 2
    desk.portal.tap(left + cell % COLUMNS * side + side // 2, TOP + cell // COLUMNS * side + 9)
    desk.portal.run(0.3)


def wrong_one(board, asked):
    return next(cell for cell, sign in enumerate(board)
                if sign in ("-", SAFE, MINE) and sign != asked)


def test_all_twelve_are_learned_one_after_the_other(sit_down):
    desk = learn(sit_down("beginner"))
    for number in range(patterns.count()):
        name, asked, board, *_ = patterns.pattern(number)
        assert reader.sees(desk.portal, f"{number + 1} of 12: {name}")
        if number % 4 == 1:
            assert reader.sees(desk.portal, FOR[asked])
            cell = wrong_one(board, asked)
            tap(desk, cell)
            assert reader.sees(desk.portal, WRONG[board[cell]])
        tap(desk, patterns.cells(board, asked)[-1])
        desk.tap_on("Next")
    assert reader.sees(desk.portal, "You knew 9 of 12 at once.")
    desk.tap_on("Done")
    desk.portal.run(0.5)
    assert reader.sees(desk.portal, "Pause")


def test_a_wrong_cell_is_explained_and_the_right_one_praised(sit_down):
    desk = learn(sit_down("beginner"))
    _, asked, board, *_ = patterns.pattern(0)
    tap(desk, wrong_one(board, asked))
    assert reader.sees(desk.portal, "The circled 1s share their mine:")
    check_golden(desk.portal, "pattern-wrong")
    tap(desk, patterns.cells(board, asked)[0])
    check_golden(desk.portal, "pattern-right")
    before = desk.portal.framebuffer
    tap(desk, wrong_one(board, asked))
    assert desk.portal.framebuffer == before, "a pattern that is solved stays"


def test_what_is_open_or_flagged_is_no_answer(sit_down):
    desk = learn(sit_down("beginner"))
    for _ in range(2):
        desk.tap_on("Next")
    before = desk.portal.framebuffer
    board = patterns.pattern(2)[2]
    for sign in "F.3":
        tap(desk, board.index(sign))
    assert desk.portal.framebuffer == before


def test_a_covered_cell_sinks_under_the_finger(sit_down):
    desk = learn(sit_down("beginner"))
    before = desk.portal.framebuffer
    desk.portal.press(160 + 16, TOP + 16)
    desk.portal.run(0.2)
    assert desk.portal.framebuffer != before
    desk.portal.move(5, 5)
    desk.portal.run(0.2)
    desk.portal.release()
    desk.portal.run(0.2)
    assert desk.portal.framebuffer == before


@pytest.mark.parametrize("board", ["pyportal", TITANO])
def test_one_may_leave_at_any_time_and_the_game_is_as_it_was(sit_down, board):
    desk = sit_down("beginner", DIG, board=board)
    begin(desk)
    cells = desk.tiles()
    learn(desk)
    tap(desk, 3)
    assert reader.sees(desk.portal, "No, that one is not certain.")
    for words in "Leave", "Resume":
        desk.tap_on(words)
        desk.portal.run(0.5)
    assert desk.tiles() == cells


def test_a_line_on_the_console_leaves_the_patterns(sit_down):
    desk = learn(sit_down("beginner"))
    desk.portal.type("board\n")
    desk.portal.run(2)
    assert "10 mines, 0 flags" in desk.portal.serial
    assert set(desk.tiles()) == {9}
