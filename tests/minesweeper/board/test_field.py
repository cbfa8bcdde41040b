# SPDX-License-Identifier: MIT
"""The rules of the board, move by move against a model that was written independently."""

import sys
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.board import controls, field
from minesweeper.board.field import Field
from minesweeper.screen import tiles
from tests.support import seeds
from tests.support.play.guide_model import GuideModel

GUIDE = controls.Guide(chords=False)
OUTCOMES = {controls.PLAYING: "playing", controls.WON: "won", controls.LOST: "lost"}


def lay(width, height, mines):
    """A field and a model with mines at these cells."""
    board = Field(width, height)
    cells = iter(mines)
    board.start(len(mines))
    board.lay(lambda count: next(cells))
    return board, GuideModel(width, height, {(cell % width, cell // width) for cell in mines})


def shown(board):
    return [tiles.of(cell) for cell in board.cells]


def expected(model, tile):
    return [tile(x, y) for y in range(model.height) for x in range(model.width)]


@st.composite
def games(draw):
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 7))
    size = width * height
    mines = draw(st.sets(st.integers(0, size - 1), max_size=max(0, min(size - 1, size // 3))))
    moves = st.tuples(st.sampled_from(["tap", "hold"]), st.integers(0, size - 1))
    return width, height, sorted(mines), draw(st.lists(moves, max_size=60))


@given(games())
def test_every_move_does_what_the_guide_says(game):
    width, height, mines, moves = game
    board, model = lay(width, height, mines)
    picture = shown(board)
    for name, cell in moves:
        if model.outcome() != "playing":
            break
        changed = getattr(GUIDE, name)(board, cell)
        getattr(model, name)(cell % width, cell // width)
        for at in changed:
            picture[at] = tiles.of(board.cells[at])
        assert picture == shown(board) == expected(model, model.tile)
        assert OUTCOMES[GUIDE.outcome(board)] == model.outcome()


@given(games())
def test_counters_agree_with_the_board(game):
    width, height, mines, moves = game
    board, _ = lay(width, height, mines)
    for name, cell in moves:
        getattr(GUIDE, name)(board, cell)
        states = [byte & field.STATE for byte in board.cells]
        wrong = sum(byte & (field.STATE | field.MINE) == field.FLAG for byte in board.cells)
        safe = sum(not byte & field.MINE and byte & field.STATE != field.OPEN
                   for byte in board.cells)
        assert board.flags == states.count(field.FLAG)
        assert board.undecided == states.count(field.COVERED) + states.count(field.QUESTION)
        assert (board.wrong_flags, board.safe_left) == (wrong, safe)


@given(games())
def test_a_lost_board_is_revealed_as_the_guide_reveals_it(game):
    width, height, mines, moves = game
    board, model = lay(width, height, mines)
    for name, cell in moves:
        getattr(GUIDE, name)(board, cell)
        getattr(model, name)(cell % width, cell // width)
    before = shown(board)
    changed = set(board.reveal())
    assert shown(board) == expected(model, model.revealed_tile)
    assert {at for at, tile in enumerate(shown(board)) if tile != before[at]} <= changed


@pytest.mark.parametrize(("wanted", "opened"), [
    (False, "...?"
            "..?1"
            ".?1#"),
    (True, "...."
           "..11"
           "..1#"),
])
def test_a_flood_goes_through_marks_of_question_only_if_wanted(wanted, opened):
    """A row of them bars its way from the first cell."""
    board, _ = lay(4, 3, [11])
    board.flood_questions(wanted)
    for cell in 3, 6, 9:
        board.mark(cell, field.QUESTION)
    board.open(0)
    signs = {tiles.BLANK: "#", tiles.QUESTION: "?", tiles.of(field.OPEN): ".",
             tiles.of(field.OPEN + 1): "1"}
    assert "".join(signs[tile] for tile in shown(board)) == opened


@given(st.lists(st.booleans(), min_size=1, max_size=9), st.data())
def test_a_flood_goes_through_marks_along_a_corridor(marked, data):
    board, _ = lay(len(marked), 1, [])
    board.flood_questions(True)
    for cell, is_marked in enumerate(marked):
        board.mark(cell, field.QUESTION if is_marked else field.COVERED)
    changed = board.open(data.draw(st.integers(0, len(marked) - 1)))
    assert len(changed) == len(marked) and all(map(board.is_open, range(len(marked))))


@given(games(), st.randoms(use_true_random=False))
def test_a_move_names_each_changed_cell_once(game, chance):
    width, height, mines, _ = game
    board, _ = lay(width, height, mines)
    cell = chance.randrange(width * height)
    before = bytes(board.cells)
    changed = list(board.open(cell))
    assert sorted(changed) == [at for at, byte in enumerate(board.cells) if byte != before[at]]


def test_laying_is_fair_and_complete():
    chance = seeds.chance(3)
    board = Field(20, 15)
    seen = set()
    for _ in range(400):
        board.start(15)
        board.lay(chance.randrange)
        mines = [cell for cell, byte in enumerate(board.cells) if byte & field.MINE]
        assert len(mines) == 15
        seen.update(mines)
    assert len(seen) == 300


def test_too_many_mines_are_refused():
    with pytest.raises(ValueError, match="9 mines do not fit 9 cells"):
        Field(3, 3).start(9)


def test_only_an_open_clue_is_chorded():
    board, _ = lay(4, 1, [0, 1])
    board.mark(1, field.FLAG)
    assert not board.chord(2)
    board.open(0)
    assert not board.chord(0)


def test_a_flag_taken_off_is_a_covered_cell_again():
    board, _ = lay(3, 3, [0])
    GUIDE.tap(board, 8)
    GUIDE.tap(board, 8)
    assert tiles.of(board.cells[8]) == tiles.FLAG
    assert list(GUIDE.hold(board, 8)) == [8]
    assert tiles.of(board.cells[8]) == tiles.BLANK
    assert board.flags == board.wrong_flags == 0


def guides_flood(covered, around, width, height, start):
    """How the guide floods: a stack of pairs, every neighbour pushed by every opened cell."""
    stack = [start]
    while stack:
        x, y = stack.pop()
        if not covered[y * width + x]:
            continue
        covered[y * width + x] = 0
        if around[y * width + x]:
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if 0 <= x + dx < width and 0 <= y + dy < height and (dx or dy):
                    stack.append((x + dx, y + dy))


def bytecodes(run):
    """How many bytecodes `run` takes on this interpreter."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(None)
    return count


def test_opening_an_empty_board_costs_a_fifth_of_the_guides_flood():
    board, _ = lay(20, 15, [])
    theirs = bytecodes(
        lambda: guides_flood(bytearray(b"\1" * 300), bytearray(300), 20, 15, (10, 7))
    )
    ours = bytecodes(lambda: board.open(150))
    assert board.undecided == 0
    assert ours * 5 <= theirs, f"{ours} bytecodes against {theirs}"


def test_opening_an_empty_board_allocates_little():
    """CPython's objects are two to four times the device's; the bound is the device's."""
    board, _ = lay(20, 15, [])
    tracemalloc.start()
    board.open(150)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4096


def test_deciding_reads_no_board():
    board, _ = lay(4, 4, [5])
    board.cells = None
    assert GUIDE.outcome(board) == controls.PLAYING


def test_whoever_arranges_the_mines_is_asked_before_covered_cells_open_and_may_forbid_it():
    board, _ = lay(4, 1, [0])
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
