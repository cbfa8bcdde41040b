# SPDX-License-Identifier: MIT
"""The board's rules, move by move against independent models; dice, recordings and numbers."""

import random
from array import array
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.rules import controls, field, game, number, presets
from minesweeper.rules.controls import Dig
from minesweeper.rules.dice import SEEDS, Dice
from minesweeper.rules.field import Field, Neighbours
from minesweeper.rules.game import ANY, NO_GUESS, OPENING, Game
from minesweeper.rules.recording import (
    MOST,
    OPENED,
    UNFLAGGED,
    Recording,
    told,
)
from minesweeper.screen import tiles
from tests.support import seeds
from tests.support.play.games import Chance
from tests.support.play.models import FlowersModel, GuideModel, TaggerModel

OUTCOMES = {controls.PLAYING: "playing", controls.WON: "won", controls.LOST: "lost"}


@st.composite
def plays(draw):
    """(width, height, mines, moves)"""
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 7))
    size = width * height
    mines = draw(st.sets(st.integers(0, size - 1), max_size=max(0, min(size - 1, size // 3))))
    cells = draw(st.lists(st.integers(0, size - 1), min_size=1))
    move = st.tuples(st.sampled_from(["tap", "hold"]), st.sampled_from(cells))
    return width, height, sorted(mines), draw(st.lists(move, max_size=60))


def laid(width, height, mines):
    board = Field(width, height)
    board.start(len(mines))
    cells = iter(mines)
    board.lay(lambda count: next(cells))
    return board


def shown(board):
    return [tiles.of(byte) for byte in board.cells]


def check(player, make_model, play):
    """Play the moves on both; every picture, every outcome and the end must agree."""
    width, height, mines, moves = play
    board = laid(width, height, mines)
    model = make_model(width, height, {(cell % width, cell // width) for cell in mines})
    board.flood_questions(player.flood_questions)
    cells = [(x, y) for y in range(height) for x in range(width)]
    picture = shown(board)
    for name, cell in moves:
        if model.outcome() != "playing":
            break
        before = bytes(board.cells)
        changed = list(getattr(player, name)(board, cell))
        for at in changed:
            picture[at] = tiles.of(board.cells[at])
        different = [at for at, byte in enumerate(board.cells) if byte != before[at]]
        assert sorted(changed) == different
        for _ in range(2):
            check_counters(board)
            board.recount()
        getattr(model, name)(cells[cell])
        assert picture == shown(board) == [model.tile(at) for at in cells]
        assert OUTCOMES[player.outcome(board)] == model.outcome()
    if model.outcome() != "playing":
        for at in player.end(board):
            picture[at] = tiles.of(board.cells[at])
        assert picture == shown(board) == [model.final_tile(at) for at in cells]


def check_counters(board):
    states = [byte & field.STATE for byte in board.cells]
    wrong = sum(byte & (field.STATE | field.MINE) == field.FLAG for byte in board.cells)
    safe = sum(not byte & field.MINE and byte & field.STATE != field.OPEN for byte in board.cells)
    assert board.flags == states.count(field.FLAG)
    assert board.undecided == states.count(field.COVERED) + states.count(field.QUESTION)
    assert (board.wrong_flags, board.safe_left) == (wrong, safe)


@pytest.mark.parametrize(("controls", "model"), [
    (controls.ALL[way], model) for way, model in (
        (controls.GUIDE, GuideModel), (controls.DIG, FlowersModel), (controls.FLAGS, TaggerModel))])
@given(plays(), st.booleans(), st.booleans())
def test_each_way_to_play_is_that_of_the_program_it_comes_from(controls, model, play, questions,
                                                               chords):
    if model is GuideModel:
        check(controls(chords=False), model, play)
    else:
        check(controls(questions, chords), lambda *board: model(*board, questions, chords), play)


@pytest.mark.parametrize(("case", "expected"), [
    ("Guide shows everything of a lost board: -*-/--*/*--; mark(0, FLAG); mark(1, FLAG); mark(5, "
     "QUESTION); open(6); reveal()",
     "f1! =0* =2 =2 =3 =0* =0*! =2 =1 , 0 1 2 3 4 5 7 8 , 2 1 6 6 6"),
    ("Dig shows the mines: -*-/--*/*--; mark(0, FLAG); mark(1, FLAG); mark(5, QUESTION); open(6); "
     "reveal(False)", "f1! f0* -2 -2 -3 =0* =0*! -2 -1 , 0 5 , 2 1 6 6 6"),
    ("shown once more, nothing changes: -*-/--*/*--; mark(0, FLAG); open(6); reveal(); reveal()",
     "f1! =0* =2 =2 =3 =0* =0*! =2 =1 , , 1 1 7 6 6"),
    ("a won board is defused: -*-/--*/*--; mark(1, FLAG); mark(5, QUESTION); defuse()",
     "-1 f0*! -2 -2 -3 f0*! f0*! -2 -1 , 1 5 6 , 1 0 8 6 6"),
    ("defused once more, nothing changes: -*-/--*; defuse(); defuse()",
     "-1 f0*! -2 -1 -2 f0*! , , 0 0 6 4 4"),
    ("covered again: -*-/--*/*--; mark(0, FLAG); open(4); open(6); cover()",
     "-1 -0* -2 -2 -3 -0* -0* -2 -1 , , 0 0 9 6 6"),
    ("laid anew under marks: ---/--*/*--; mark(0, FLAG); mark(5, FLAG); open(1); "
     "lay_anew(bytes((1, 0, 0, 0, 0, 0, 1, 0, 0)))",
     "f0* =1 -0 -2 -2 f0 -0* -1 -0 , , 2 1 6 6 2"),
    ("laid anew under a flag on a number: --/-*; mark(1, FLAG); mark(2, QUESTION); "
     "lay_anew(bytes((1, 1, 1, 0)))", "-0* f0* ?0* -3 , , 1 0 3 3 1"),
    ("a right flag opens: --*/---; mark(2, FLAG); open(2)",
     "-0 -1 =0*! -0 -1 -1 , 2 , 0 0 5 5 2"),
    ("a wrong flag opens: --*/---; mark(1, FLAG); open(1)", "-0 =1 -0* -0 -1 -1 , 1 , 0 0 5 4 2"),
    ("a ? opens: --*/---; mark(1, QUESTION); open(1)", "-0 =1 -0* -0 -1 -1 , 1 , 0 0 5 4 2"),
    ("an open cell stays: --*/---; open(1); open(1)", "-0 =1 -0* -0 -1 -1 , , 0 0 5 4 2"),
    ("an open cell takes no mark: --*/---; open(1); mark(1, FLAG)",
     "-0 =1 -0* -0 -1 -1 , , 0 0 5 4 2"),
    ("a mark that is there already: --*/---; mark(1, FLAG); mark(1, FLAG)",
     "-0 f1 -0* -0 -1 -1 , , 1 1 5 5 2"),
    ("one mark for another: --*/---; mark(1, FLAG); mark(1, QUESTION)",
     "-0 ?1 -0* -0 -1 -1 , 1 , 0 0 6 5 2"),
    ("a flag for a mark: --*/---; mark(1, QUESTION); mark(1, FLAG)",
     "-0 f1 -0* -0 -1 -1 , 1 , 1 1 5 5 2"),
    ("a covered cell has no chord: --*/---; mark(2, FLAG); chord(1)",
     "-0 -1 f0* -0 -1 -1 , , 1 0 5 5 2"),
    ("a marked cell has no chord: --*/---; mark(2, FLAG); mark(1, QUESTION); chord(1)",
     "-0 ?1 f0* -0 -1 -1 , , 1 0 5 5 2"),
    ("a mine has no chord: -**/---; mark(2, FLAG); open(1); chord(1)",
     "-1 =0*! f0* -1 -2 -2 , , 1 0 4 4 4"),
    ("a number without its flags has no chord: -**/---; open(0); mark(1, QUESTION); chord(0)",
     "=1 ?0* -0* -1 -2 -2 , , 0 0 5 3 4"),
    ("a number with too many flags has no chord: -**/---; open(4); mark(0, FLAG); mark(1, FLAG); "
     "mark(2, FLAG); chord(4)", "f1 f0* f0* -1 =2 -2 , , 3 1 2 3 4"),
    ("no chord without a flag: ---/--*; open(0); chord(0)", "=0 =1 -1 =0 =1 -0* , , 0 0 2 1 2"),
    ("a chord: --*/---; open(1); mark(2, FLAG); mark(0, QUESTION); chord(1)",
     "=0 =1 f0* =0 =1 =1 , 0 3 4 5 , 1 0 0 0 2"),
    ("a chord beside a wrong flag: --*/---; open(1); mark(0, FLAG); chord(1)",
     "f0 =1 =0*! =0 =1 =1 , 2 3 4 5 , 1 1 0 1 2"),
    ("a chord of two mines: *-*/---; open(1); mark(3, FLAG); mark(0, FLAG); chord(1)",
     "f0* =2 =0*! f1 =2 =1 , 2 4 5 , 2 1 0 1 4"),
    ("a flood stops at flags: ----/----/---*; mark(1, FLAG); mark(6, QUESTION); open(0)",
     "=0 f0 =0 =0 =0 =0 ?1 =1 =0 =0 =1 -0* , 0 2 3 4 5 7 8 9 10 , 1 1 2 2 1"),
    ("a flood goes round a mine: -----/-*---/-----/-----; open(4)",
     "-1 -1 =1 =0 =0 -1 -0* =1 =0 =0 =1 =1 =1 =0 =0 =0 =0 =0 =0 =0 , 2 3 4 7 8 9 10 11 12 13 "
     "14 15 16 17 18 19 , 0 0 4 3 4"),
    ("a flood goes round two corners: ------/-*----/------/---*--/------; open(5)",
     "-1 -1 =1 =0 =0 =0 -1 -0* =1 =0 =0 =0 -1 -1 =2 =1 =1 =0 -0 -0 -1 -0* =1 =0 -0 -0 -1 -1 =1 "
     "=0 , 2 3 4 5 8 9 10 11 14 15 16 17 22 23 28 29 , 0 0 14 12 6"),
    ("a flood comes to a ? that stops it: -----/-----/*----; mark(2, QUESTION); mark(7, "
     "QUESTION); open(4)",
     "-0 -0 ?0 =0 =0 -1 =1 ?0 =0 =0 -0* =1 =0 =0 =0 , 3 4 6 8 9 11 12 13 14 , 0 0 6 5 1"),
    ("a flood goes through a ? to the right: -----/-----; flood_questions(True); mark(2, "
     "QUESTION); mark(7, QUESTION); open(0)",
     "=0 =0 =0 =0 =0 =0 =0 =0 =0 =0 , 0 1 2 3 4 5 6 7 8 9 , 0 0 0 0 1"),
    ("a flood goes through a ? to the left: -----/-----; flood_questions(True); mark(2, "
     "QUESTION); mark(7, QUESTION); open(4)",
     "=0 =0 =0 =0 =0 =0 =0 =0 =0 =0 , 0 1 2 3 4 5 6 7 8 9 , 0 0 0 0 1"),
    ("a flood goes through a ?: -----/-----/*----; flood_questions(True); mark(2, QUESTION); "
     "mark(7, QUESTION); open(4)",
     "=0 =0 =0 =0 =0 =1 =1 =0 =0 =0 -0* =1 =0 =0 =0 , 0 1 2 3 4 5 6 7 8 9 11 12 13 14 , 0 0 1 "
     "0 1"),
    ("an eight: ***/*-*/***; open(4); reveal()",
     "=0* =0* =0* =0* =8 =0* =0* =0* =0* , 0 1 2 3 5 6 7 8 , 0 0 8 0 1"),
    ("a flood ends at an eight: ***--/*-*--/***--; open(4)",
     "-0* -0* -0* =2 =0 -0* -8 -0* =3 =0 -0* -0* -0* =2 =0 , 3 4 8 9 13 14 , 0 0 9 1 2"),
    ("counted again: -*-/--*/*--; mark(0, FLAG); open(4); open(6); recount()",
     "f1 -0* -2 -2 =3 -0* =0*! -2 -1 , , 1 1 6 5 6"),
    ("two openings and a number alone: --*--/--*--/-*--*/*----; nothing()",
     "-0 -2 -0* -2 -0 -1 -3 -0* -3 -1 -2 -0* -2 -2 -0* -0* -2 -1 -1 -1 , , 0 0 20 15 9"),
    ("started anew: -*-/--*/*--; mark(0, FLAG); open(4); open(6); start(2)",
     "-0 -0 -0 -0 -0 -0 -0 -0 -0 , , 0 0 9 7 0"),
    ("marks from before the mines are laid: ---/---; start(2); mark(0, FLAG); mark(1, FLAG); "
     "mark(3, QUESTION); lay(lambda _, drawn=[0, 0, 2, 2, 5]: drawn.pop(0), (2,))",
     "f0* f2 -1 ?1 -2 -0* , , 2 1 4 4 4")])
def test_moves_leave_a_board_and_counts(case, expected):
    """Cells have a state (-?f=), a number, * for a mine and ! for what ended the game.

    Then come the changed cells, flags, wrong ones, undecided cells, safe cells left and 3BV.
    """
    first, *moves = case.partition(": ")[2].split("; ")
    mines = [at for at, sign in enumerate(first.replace("/", "")) if sign == "*"]
    board = laid(first.index("/"), first.count("/") + 1, mines)
    for move in moves:
        changed = eval(f"board.{move}", vars(field), {"board": board})
    found = ["-?f="[byte >> 5 & 3] + str(byte & 15) + "*" * (byte >> 4 & 1) + "!" * (byte >> 7)
             for byte in board.cells]
    found += [",", *sorted(changed or ()), ",", board.flags, board.wrong_flags, board.undecided,
              board.safe_left, board.three_bv()]
    assert " ".join(map(str, found)) == expected


def test_a_board_changes_its_shape_in_the_memory_that_it_has():
    board = Field(4, 3, 20)
    for width, height, is_larger in (5, 4, False), (3, 7, True), (1, 1, False), (21, 1, False):
        room, neighbours = board.cells.obj, board.neighbours
        board.shape(width, height)
        assert (board.cells.obj is not room) == (board.neighbours is not neighbours) == is_larger
        board.lay(None)
        assert (board.three_bv(), sorted(board.open(0))) == (1, [*range(width * height)])


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 3), (3, 1), (2, 2), (3, 3), (5, 4)])
def test_each_cell_has_up_to_eight_neighbours(width, height):
    cells = [(x, y) for y in range(height) for x in range(width)]
    steps = Neighbours(width, height).steps
    assert [[cells[at + step] for step in steps(at)] for at in range(len(cells))] == [
        [(a, b) for a, b in cells if max(abs(a - x), abs(b - y)) == 1] for x, y in cells]


def test_too_many_mines_are_refused():
    with pytest.raises(ValueError, match="9 mines do not fit 9 cells"):
        Field(3, 3).start(9)


def test_whoever_arranges_the_mines_is_asked_before_covered_cells_open_and_may_forbid_it():
    board = laid(4, 1, [0])
    asked, allows = [], True

    def arrange(cells):
        asked.append(tuple(cells))
        return allows

    board.arrange_for = arrange
    assert list(board.open(1)) == [1] and asked == [(1,)]
    assert list(board.open(1)) == [] and asked == [(1,)]
    board.mark(0, field.FLAG)
    allows = False
    assert list(board.open(2)) == list(board.chord(1)) == []
    assert asked == [(1,), (2,), (2,)]
    allows = True
    assert 2 in board.chord(1)


def new_game(preset, first, seed=1, player=None):
    return Game(preset, player or controls.Dig(), first, Chance(random.Random(seed).randrange))


@pytest.mark.parametrize("preset", presets.ALL, ids=lambda preset: preset[0])
@pytest.mark.parametrize(("first", "allowed"), [
    (game.ANY, {"mine", 0, 1}), (game.SAFE, {0, 1}), (game.OPENING, {0})])
def test_the_first_cell_is_as_the_rule_wants_it(preset, first, allowed):
    counts = set()
    for seed in range(60):
        table = new_game(preset, first, seed)
        cell = seed * 7 % len(table.field.cells)
        table.open(cell, 0)
        byte = table.field.cells[cell]
        counts.add("mine" if byte & field.MINE else min(byte & field.AROUND, 1))
        laid_mines = sum(bool(byte & field.MINE) for byte in table.field.cells)
        assert laid_mines == preset[3]
    assert counts <= allowed
    assert len(counts) > (first != game.OPENING)
    assert 1 in counts or 1 not in allowed


@pytest.mark.parametrize(("case", "expected"), [
    ("no move yet: Dig; elapsed_ms(5000)",
     "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=None | [] True"),
    ("the clock runs from the first change: Dig; flag(2, 6000)",
     "playing mines=[2] left=0 moves=1 moved=2 ms=4000 first=None | [(2, 2, 0)] True"),
    ("a move that changes nothing is none: Dig; chord(0, 5000); flag(2, 6000)",
     "playing mines=[2] left=0 moves=1 moved=2 ms=4000 first=None | [(2, 2, 0)] True"),
    ("it stops and runs on with a move: Dig; flag(2, 6000); stop_clock(8000); flag(2, 9000)",
     "playing mines=[2] left=1 moves=2 moved=2 ms=3000 first=None | [(2, 2, 0), (3, 2, 2000)] "
     "True"),
    ("it stops: Dig; flag(2, 6000); stop_clock(8000)",
     "playing mines=[2] left=0 moves=1 moved=2 ms=2000 first=None | [(2, 2, 0)] True"),
    ("it is started: Dig; flag(2, 6000); stop_clock(8000); start_clock(9000)",
     "playing mines=[2] left=0 moves=1 moved=2 ms=3000 first=None | [(2, 2, 0)] True"),
    ("it is started twice: Dig; flag(2, 6000); stop_clock(8000); start_clock(9000); "
     "start_clock(9500)",
     "playing mines=[2] left=0 moves=1 moved=2 ms=3000 first=None | [(2, 2, 0)] True"),
    ("it does not start before a move: Dig; start_clock(5000)",
     "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=None | [] True"),
    ("it does not start again after a loss: Dig; open(2, 7000); start_clock(8000)",
     "lost mines=[2] left=1 moves=1 moved=2 ms=0 first=None | [(0, 2, 0)] True"),
    ("it does not start again after a win: Dig; open(1, 7000); open(0, 8000); start_clock(9000)",
     "won mines=[2] left=0 moves=2 moved=0 ms=1000 first=None | [(0, 1, 0), (0, 0, 1000)] True"),
    ("it ends with a win: Dig; open(1, 7000); open(0, 8500)",
     "won mines=[2] left=0 moves=2 moved=0 ms=1500 first=None | [(0, 1, 0), (0, 0, 1500)] True"),
    ("it stands while time is still to come: Dig; flag(2, 11000)",
     "playing mines=[2] left=0 moves=1 moved=2 ms=0 first=None | [(2, 2, 0)] True"),
    ("every way to mark and open: Guide; open(1, 1000); tap(0, 1100); flag(2, 1200); flag(2, "
     "1300); flag(2, 1400); tap(1, 1500)",
     "won mines=[2] left=0 moves=6 moved=1 ms=500 first=None | [(0, 1, 0), (4, 0, 100), (2, 2, "
     "200), (3, 2, 300), (2, 2, 400), (1, 1, 500)] True"),
    ("a cell is marked in turn: Dig; hold(2, 100); hold(2, 200); hold(2, 300); hold(2, 400); "
     "tap(1, 500); tap(1, 600)",
     "won mines=[2] left=0 moves=6 moved=1 ms=500 first=None | [(2, 2, 0), (3, 2, 100), (4, 2, "
     "100), (5, 2, 200), (2, 2, 300), (0, 1, 400), (1, 1, 500)] True"),
    ("a flag becomes open: Guide; tap(0, 100); tap(0, 200); tap(0, 300)",
     "playing mines=[2] left=1 moves=3 moved=0 ms=9900 first=None | [(4, 0, 0), (2, 0, 100), "
     "(0, 0, 200)] True"),
    ("a ? becomes open: Guide; tap(0, 100); hold(0, 200)",
     "playing mines=[2] left=1 moves=2 moved=0 ms=9900 first=None | [(4, 0, 0), (0, 0, 100)] "
     "True"),
    ("a flag is taken off: Guide; tap(0, 100); tap(0, 200); hold(0, 300)",
     "playing mines=[2] left=1 moves=3 moved=0 ms=9900 first=None | [(4, 0, 0), (2, 0, 100), "
     "(3, 0, 200)] True"),
    ("a ? becomes a flag: Guide; tap(0, 100); flag(0, 200)",
     "playing mines=[2] left=0 moves=2 moved=0 ms=9900 first=None | [(4, 0, 0), (2, 0, 100)] "
     "True"),
    ("a flag too many: Dig; flag(1, 100); flag(2, 100)",
     "playing mines=[2] left=-1 moves=2 moved=2 ms=9900 first=None | [(2, 1, 0), (2, 2, 0)] "
     "True"),
    ("a flag after another: Dig; flag(1, 100); flag(2, 100); flag(1, 100)",
     "playing mines=[2] left=0 moves=3 moved=1 ms=9900 first=None | [(2, 1, 0), (2, 2, 0), (3, "
     "1, 0)] True"),
    ("a lost game: Dig; open(2, 100)",
     "lost mines=[2] left=1 moves=1 moved=2 ms=0 first=None | [(0, 2, 0)] True"),
    ("a lost game that has ended: Dig; open(2, 100); end()",
     "lost mines=[2] left=1 moves=1 moved=2 ms=0 first=None | [(0, 2, 0)] True"),
    ("a won game that has ended: Dig; open(1, 100); open(0, 100); end()",
     "won mines=[2] left=0 moves=2 moved=0 ms=0 first=None | [(0, 1, 0), (0, 0, 0)] True"),
    ("a covered board that has ended stays won: Dig; open(1, 100); open(0, 100); end(); "
     "field.cover()",
     "won mines=[2] left=0 moves=2 moved=0 ms=0 first=None | [(0, 1, 0), (0, 0, 0)] True"),
    ("the same board again: Dig; flag(2, 100); open(0, 200); repeat()",
     "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=None repeated| [] True"),
    ("the same board again, its marks of before gone: Dig; hinted = True; typed = True; "
     "rearrange(truth); open(0, 200); stop_clock(500); repeat()",
     "playing mines=[1] left=1 moves=0 moved=0 ms=0 first=None repeated rearranged| [] True"),
    ("another board: Dig; hinted = True; typed = True; rearrange(truth); open(0, 200); repeat(); "
     "begin()", "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=None | [] True"),
    ("a board that somebody knows: Dig; begin_as(7, 0)",
     "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=None repeated| [] True"),
    ("a day's board that needs a guess is none of a day: Dig; begin_as(7, 0, True)",
     "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=None repeated| [] True"),
    ("a day's board: Dig; first = 2; deal = lambda cell: truth; begin_as(7, 0, True)",
     "playing mines=[1] left=1 moves=0 moved=0 ms=0 first=0 proved repeated daily| [] True"),
    ("a board that needs no guess: Dig; first = 2; deal = lambda cell: truth; begin_as(7, 0)",
     "playing mines=[1] left=1 moves=0 moved=0 ms=0 first=0 proved repeated| [] True"),
    ("a day's board that cannot be proved: Dig; first = 1; deal = lambda cell: None; begin_as(7, "
     "0, True)", "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=0 repeated| [] True"),
    ("the first cell is clear: Dig; first = 1; begin(); open(0, 100)",
     "won mines=[2] left=0 moves=1 moved=0 ms=0 first=0 | [(0, 0, 0)] True"),
    ("the first cell is dealt: Dig; first = 1; deal = lambda cell: truth; begin(); open(0, 100)",
     "playing mines=[1] left=1 moves=1 moved=0 ms=9900 first=0 proved| [(0, 0, 0)] True"),
    ("the first cell is dealt once: Dig; first = 1; deal = lambda cell: truth; begin(); open(0, "
     "100); deal = None; open(2, 200)",
     "won mines=[1] left=0 moves=2 moved=2 ms=100 first=0 proved| [(0, 0, 0), (0, 2, 100)] True"),
    ("a board without mines yet: Dig; first = 1; begin()",
     "playing mines=[] left=1 moves=0 moved=0 ms=0 first=None | [] True"),
    ("an empty board: Dig; flag(0, 100); rearrange(truth); begin_empty()",
     "playing mines=[] left=1 moves=0 moved=0 ms=0 first=None | [] True"),
    ("the mines may be moved: Dig; arrange = lambda cells: game.rearrange(truth) or True; open(0, "
     "100)",
     "playing mines=[1] left=1 moves=1 moved=0 ms=9900 first=None rearranged| [(0, 0, 0)] True"),
    ("a move may be forbidden: Dig; arrange = lambda cells: False; open(0, 100)",
     "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=None | [] True"),
    ("a repeated board stays as it is: Dig; repeat(); arrange = lambda cells: False; open(0, 100)",
     "won mines=[2] left=0 moves=1 moved=0 ms=0 first=None repeated| [(0, 0, 0)] True"),
    ("what is certain is not asked about: Dig; arrange = lambda cells: False; open_certain(0, 100)",
     "won mines=[2] left=0 moves=1 moved=0 ms=0 first=None | [(0, 0, 0)] True"),
    ("what follows it is: Dig; arrange = lambda cells: False; open_certain(1, 100); open(0, 200)",
     "playing mines=[2] left=1 moves=1 moved=1 ms=9900 first=None | [(0, 1, 0)] True"),
    ("a move that lacks memory counts once: Dig; arrange = lambda cells: bytearray(1 << 60); "
     "open(0, 100); mend()",
     "playing mines=[2] left=1 moves=1 moved=0 ms=0 first=None | [] False"),
    ("a change that lacks no memory is not mended: Dig; open(0, 100); mend()",
     "won mines=[2] left=0 moves=1 moved=0 ms=0 first=None | [(0, 0, 0)] True"),
    ("other controls: Dig; play_by(Dig(False, False)); flag(2, 100); open(1, 100); tap(1, 100)",
     "playing mines=[2] left=0 moves=2 moved=1 ms=9900 first=None | [(2, 2, 0), (0, 1, 0)] True"),
    ("memory that lacks before a move: Dig; mend()",
     "playing mines=[2] left=1 moves=0 moved=0 ms=0 first=None | [] True"),
    ("memory that lacks on a new board: Dig; begin(); mend(); open(1, 100)",
     "playing mines=[2] left=1 moves=1 moved=1 ms=9900 first=None | [(0, 1, 0)] True"),
    ("Dig opens through a ?: Dig; hold(1, 100); hold(1, 200); open(0, 300)",
     "won mines=[2] left=0 moves=3 moved=0 ms=200 first=None | [(2, 1, 0), (3, 1, 100), (4, 1, "
     "100), (0, 0, 200)] True"),
    ("Guide stops at a ?: Guide; tap(1, 100); hold(0, 300)",
     "playing mines=[2] left=1 moves=2 moved=0 ms=9900 first=None | [(4, 1, 0), (0, 0, 200)] "
     "True")])
def test_calls_leave_a_game(case, expected):
    """Three cells, the last with the mine; players of replays know the numbers of moves."""
    way, *calls = case.partition(": ")[2].split("; ")
    game = Game(("", 3, 1, 1), getattr(controls, way)(), ANY, Chance(lambda count: 2))
    for call in calls:
        try:
            exec(f"game.{call}", {"game": game, "Dig": Dig, "truth": bytes((0, 1, 0))})
        except MemoryError:
            game.mend()
    names = " ".join(name for name in (
        "proved", "repeated", "daily", "hinted", "typed", "rearranged") if getattr(game, name))
    mines = [at for at, byte in enumerate(game.field.cells) if byte & field.MINE]
    assert (f"{OUTCOMES[game.outcome()]} mines={mines} left={game.mines_left()} moves={game.moves} "
            f"moved={game.moved} ms={game.elapsed_ms(10_000)} first={game.first_cell} {names}"
            f"| {[*game.recording.moves()]} {game.recording.whole}") == expected


def test_a_display_has_room_for_these_boards():
    """Numbers and saved games name them by their places; others follow."""
    assert [preset[1:4] for preset in presets.ALL[:7]] == [
        (20, 15, 15), (19, 14, 40), (9, 9, 10), (20, 14, 44), (20, 14, 58), (16, 16, 40),
        (30, 16, 99)]
    largest = presets.find("classic expert")
    assert [presets.most_cells(preset, *size) for preset in (presets.BEGINNER, largest)
            for size in ((320, 240), (480, 320), (47, 31))] == [300, 600, 81, 480, 600, 480]
    for name, whole in ("guide", True), ("beginner", True), ("classic", False):
        assert presets.is_whole(presets.find(name), 320, 240) == whole
    assert presets.is_whole(("", 20, 15, 9, 16), 320, 240)
    assert not presets.is_whole(("", 21, 15, 9, 16), 320, 240)
    assert presets.find("none") is None
    for columns, rows, small, large in ((9, 9, 24, 32), (10, 9, 16, 32), (7, 7, 32, 32),
                                        (8, 8, 24, 32), (7, 8, 24, 32), (5, 5, 32, 48),
                                        (8, 6, 24, 48), (9, 6, 24, 32), (12, 10, 16, 32),
                                        (13, 10, 16, 16), (12, 11, 16, 16), (20, 15, 16, 16)):
        board = "", columns, rows, 9, 16
        assert presets.tile_size(board, 320, 240) == small, board
        assert presets.tile_size(board, 480, 320) == large, board


def test_a_seed_throws_the_same_numbers_in_every_version():
    drawn = Dice(9_988_439), Dice(9_988_440)
    assert [[one.randrange(1000) for _ in range(4)] for one in drawn] == [
        [51, 810, 652, 951], [829, 669, 123, 568]]


def test_every_cell_comes_as_often_as_any_other():
    drawn = Dice(seeds.chance(1).randrange(SEEDS))
    counts = Counter(drawn.randrange(280) for _ in range(280 * 400))
    assert len(counts) == 280
    squares = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert 180 < squares < 400  # of 279 degrees of freedom


def test_moves_come_back_with_their_times():
    recording = Recording()
    moves = [(OPENED, 0, 0), (UNFLAGGED, 1023 - 1, 5), (OPENED, 479, 65_540),
             (OPENED, 3, 65_540), (UNFLAGGED, 7, 3_665_540)]
    for move in moves:
        recording.add(*move)
    assert list(recording.moves()) == moves
    assert recording.whole
    packed = recording.packed()
    middle = len(packed) // 2
    waits, found = array("H", packed[:middle]), array("H", packed[middle:])
    assert list(told(waits, found, len(waits))) == moves
    recording.begin(True)
    assert list(recording.moves()) == []
    recording.add(OPENED, 1, 7 * 86_400_000)
    assert not recording.whole, "a week between two moves fills it"
    recording.begin(False)
    assert not recording.whole


def test_more_moves_than_there_is_room_for_are_told():
    assert MOST == 384  # as docs/game/scoreboard.md says
    recording = Recording()
    for ms in range(MOST):
        recording.add(OPENED, ms % 300, ms)
    assert recording.whole
    recording.add(OPENED, 1, MOST)
    assert not recording.whole
    times = [ms for _, _, ms in recording.moves()]
    assert len(times) == MOST and all(one < other for one, other in pairwise(times))


CUSTOM = ("custom", 12, 9, 17, 16)
BOARDS = st.sampled_from(presets.ids()).map(lambda index: (index, presets.of(index) or CUSTOM))


@given(BOARDS, st.integers(0, 3), st.integers(0, 599), st.integers(0, SEEDS - 1))
def test_what_is_written_is_read(board, rule, cell, seed):
    index, preset = board
    text = number.text(index, preset, rule, cell, seed)
    own = preset[1:4] if index == presets.CUSTOM_ID else None
    for words in text, text.replace("-", ""), text.replace("-", " "):
        assert number.read(words) == (index, rule, cell, seed, own)
    assert len(text) == (13 if own is None else 21)


def test_a_number_tells_preset_rule_cell_and_seed_or_ones_own_columns_rows_and_mines():
    assert number.text(4, presets.ALL[4], OPENING, 33, 1) == "18465-0000001"
    assert number.text(4, presets.ALL[4], NO_GUESS, 33, 1) == "19489-0000001"
    text = number.text(7, CUSTOM, 2, 33, 1)
    assert text == f"{30 * 1024 + 33}-0000001-{(12 * 32 + 9) * 1024 + 17:07}"
    assert number.read(text) == (7, 2, 33, 1, (12, 9, 17))
    widest = ("custom", 30, 16, 1023, 16)
    assert number.read(number.text(7, widest, 2, 33, 1))[4] == (30, 16, 1023)


@pytest.mark.parametrize(("words", "why"), [
    *((words, r"^Board numbers have 12 or 19 digits\.$") for words in (
        "", "0", "00000-000000", "00000-00000000", "A8465-0000001", "²8465-0000001")),
    *((words, r"^No board has this number\.$") for words in (
        "18465-0000001-0000000", "32767-0000000", "99999-0000000", "99999-0000000-0000000"))])
def test_other_numbers_are_refused(words, why):
    with pytest.raises(ValueError, match=why):
        number.read(words)
