# SPDX-License-Identifier: MIT
"""The patterns to learn: what follows from them, by brute force, and their pages."""

import pytest

from minesweeper.advice import patterns
from minesweeper.advice.patterns import COLUMNS, MINE, ROWS, SAFE
from minesweeper.screen.text import lines
from minesweeper.solver import analysis, rules
from minesweeper.solver.diagram import Diagram
from minesweeper.solver.knowledge import MINE as MINE_KNOWN
from minesweeper.solver.knowledge import Knowledge
from minesweeper.solver.topology import Topology
from tests.support.play import reader
from tests.support.play.desk import check_golden
from tests.support.play.seat import DIG, TITANO, begin
from tests.support.solver import brute_force
from tests.support.solver.brute_force import COVERED, FLAG, Position

NUMBERS = range(patterns.count())
# The room in the lines below a board.
LETTERS, LINES, PRAISE_LINES = 39, 3, 2


def seen_of(board):
    """Return the board as the oracle takes it."""
    signs = {"F": FLAG, ".": 0, "-": COVERED, SAFE: COVERED, MINE: COVERED}
    return bytearray(signs[sign] if sign in signs else int(sign) for sign in board)


def read(number):
    """(position, flags, clues that tell, what is written of mines and of safe cells)"""
    _, _, board, clues, _, left = patterns.pattern(number)
    flags = set(patterns.cells(board, "F"))
    at = Position(COLUMNS, ROWS, len(flags) + left, seen_of(board), frozenset())
    written = set(patterns.cells(board, MINE)), set(patterns.cells(board, SAFE))
    return at, flags, clues, written


def telling(at, flags):
    """The clues with cells that are not known."""
    return [clue for clue in at.clues() if at.around(clue) & set(at.covered()) - flags]


def known_of(at, flags):
    """Return the solver's knowledge; half of the cells have mines where they are not counted."""
    topology = Topology(COLUMNS, ROWS)
    mines = at.mines if at.mines > len(flags) else (len(at.covered()) + len(flags)) // 2
    known = Knowledge(topology, mines)
    known.see(at.seen, topology, mines)
    for cell in flags:
        known.mark(cell, MINE_KNOWN)
    return known


@pytest.mark.parametrize("number", NUMBERS)
def test_exactly_what_is_written_follows_and_the_circles_are_enough_for_it(number):
    at, flags, clues, written = read(number)
    _, asked, board, _, _, left = patterns.pattern(number)
    assert len(board) == COLUMNS * ROWS and patterns.cells(board, asked)
    if left:
        laid = [mines for mines in brute_force.solutions(at) if flags <= mines]
        free = set(at.covered()) - flags
        assert (set.intersection(*laid) - flags, free.difference(*laid)) == written
        assert set(clues) == set(telling(at, flags))
        assert brute_force.certain(at, clues, flags, set()) == (set(), set())
    else:
        assert brute_force.certain(at, clues, flags, set()) == written
        assert brute_force.certain(at, telling(at, flags), flags, set()) == written


@pytest.mark.parametrize("number", NUMBERS)
def test_no_fewer_circles_would_be(number):
    at, flags, clues, written = read(number)
    for clue in clues:
        fewer = [other for other in clues if other != clue]
        assert brute_force.certain(at, fewer, flags, set()) != written


@pytest.mark.parametrize("number", NUMBERS)
def test_the_flags_follow_too_and_nothing_simpler_is_left(number):
    at, flags, _, _ = read(number)
    mines, _ = brute_force.certain(at, [clue for clue in at.clues() if at.around(clue) & flags],
                                   set(), set())
    assert flags <= mines
    assert rules.one_clue(known_of(at, flags)) is None


@pytest.mark.parametrize("number", NUMBERS)
def test_the_solver_says_the_same_and_the_reason_is_of_its_kind(number):
    at, flags, clues, (mines, safe) = read(number)
    known = known_of(at, flags)
    found = list(analysis.deductions(known, Diagram(COLUMNS * ROWS)))
    assert {cell for each in found for cell in each.mines} >= mines
    assert {cell for each in found for cell in each.safe} >= safe
    if len(clues) == 2:
        more, fewer = [at.around(clue) & set(at.covered()) - flags for clue in clues]
        assert (more - fewer, fewer - more) == (mines, safe)


def test_the_reasons_are_the_advices():
    told = [patterns.explained(number) for number in NUMBERS]
    assert told[0] == "The circled 1s share their mine: the marked cell is safe."
    assert told[7] == "The circled 1s share their mine: the marked cells are safe."
    assert told[2] == "The 1's mine here is all that the 2 needs, so the 2's other cells are safe."
    assert told[3] == "The 3 needs more mines than the 1 shares: the marked cell is a mine."
    assert told[11] == "Counting the mines that are left, what is marked is certain."


@pytest.mark.parametrize("number", NUMBERS)
def test_the_words_fit_below_the_board(number):
    name, _, _, _, told, _ = patterns.pattern(number)
    assert len(lines(told, LETTERS)) <= PRAISE_LINES
    assert len(lines(patterns.explained(number), LETTERS)) <= LINES
    assert len(f"12 of 12: {name}") <= LETTERS


BOARD_TOP = 18
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
    desk.portal.tap(left + cell % COLUMNS * side + side // 2,
                    BOARD_TOP + cell // COLUMNS * side + 9)
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
