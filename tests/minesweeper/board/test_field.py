# SPDX-License-Identifier: MIT
"""The board's rules, move by move against independent models, and the dice that lay it."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.board import controls, dice, field, game, presets
from minesweeper.board.dice import SEEDS, Dice
from minesweeper.board.field import Field
from minesweeper.board.game import Game
from minesweeper.screen import tiles
from tests.support import effort, seeds
from tests.support.play.games import Chance
from tests.support.play.models import FlowersModel, GuideModel, TaggerModel

GUIDE = controls.Guide(chords=False)
OUTCOMES = {controls.PLAYING: "playing", controls.WON: "won", controls.LOST: "lost"}


@st.composite
def plays(draw):
    """(width, height, mines, moves)"""
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 7))
    size = width * height
    mines = draw(st.sets(st.integers(0, size - 1), max_size=max(0, min(size - 1, size // 3))))
    move = st.tuples(st.sampled_from(["tap", "hold"]), st.integers(0, size - 1))
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
        for at in getattr(player, name)(board, cell):
            picture[at] = tiles.of(board.cells[at])
        getattr(model, name)(cells[cell])
        assert picture == shown(board) == [model.tile(at) for at in cells]
        assert OUTCOMES[player.outcome(board)] == model.outcome()
    if model.outcome() != "playing":
        for at in player.end(board):
            picture[at] = tiles.of(board.cells[at])
        assert picture == shown(board) == [model.final_tile(at) for at in cells]


@given(plays(), st.booleans(), st.booleans())
def test_dig_plays_as_flowers(play, questions, chords):
    check(controls.Dig(questions, chords), lambda *board: FlowersModel(*board, questions, chords),
          play)


@given(plays(), st.booleans(), st.booleans())
def test_flag_plays_as_flowers_with_the_buttons_exchanged(play, questions, chords):
    check(controls.Flag(questions, chords), lambda *board: TaggerModel(*board, questions, chords),
          play)


@given(plays())
def test_guide_plays_as_the_guide(play):
    check(GUIDE, GuideModel, play)


@given(plays())
def test_counters_agree_with_the_board(play):
    width, height, mines, moves = play
    board = laid(width, height, mines)
    for name, cell in moves:
        getattr(GUIDE, name)(board, cell)
        states = [byte & field.STATE for byte in board.cells]
        wrong = sum(byte & (field.STATE | field.MINE) == field.FLAG for byte in board.cells)
        safe = sum(not byte & field.MINE and byte & field.STATE != field.OPEN
                   for byte in board.cells)
        assert board.flags == states.count(field.FLAG)
        assert board.undecided == states.count(field.COVERED) + states.count(field.QUESTION)
        assert (board.wrong_flags, board.safe_left) == (wrong, safe)


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
    board = laid(4, 3, [11])
    board.flood_questions(wanted)
    for cell in 3, 6, 9:
        board.mark(cell, field.QUESTION)
    board.open(0)
    signs = {tiles.BLANK: "#", tiles.QUESTION: "?", tiles.of(field.OPEN): ".",
             tiles.of(field.OPEN + 1): "1"}
    assert "".join(signs[tile] for tile in shown(board)) == opened


@given(st.lists(st.booleans(), min_size=1, max_size=9), st.data())
def test_a_flood_goes_through_marks_along_a_corridor(marked, data):
    board = laid(len(marked), 1, [])
    board.flood_questions(True)
    for cell, is_marked in enumerate(marked):
        board.mark(cell, field.QUESTION if is_marked else field.COVERED)
    changed = board.open(data.draw(st.integers(0, len(marked) - 1)))
    assert len(changed) == len(marked) and all(map(board.is_open, range(len(marked))))


@given(plays(), st.randoms(use_true_random=False))
def test_a_move_names_each_changed_cell_once(game, chance):
    width, height, mines, _ = game
    board = laid(width, height, mines)
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
    board = laid(4, 1, [0, 1])
    board.mark(1, field.FLAG)
    assert not board.chord(2)
    board.open(0)
    assert not board.chord(0)


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


@pytest.mark.parametrize("way", controls.ALL)
def test_a_clue_is_chorded_unless_that_is_switched_off(way):
    for player, chorded in (way(), [0]), (way(True, False), []):
        board = laid(3, 1, [2])
        board.mark(2, field.FLAG)
        board.open(1)
        assert list(player.tap(board, 1)) == chorded


def test_a_chord_never_opens_on_too_few_or_too_many_flags():
    board = laid(3, 3, [0, 8])
    player = controls.Dig()
    player.tap(board, 4)
    assert list(player.tap(board, 4)) == []
    player.hold(board, 0)
    assert list(player.tap(board, 4)) == []
    for cell in (1, 8):
        player.hold(board, cell)
    assert list(player.tap(board, 4)) == []
    player.hold(board, 1)
    player.hold(board, 1)
    assert set(player.tap(board, 4)) == {1, 2, 3, 5, 6, 7}
    assert player.outcome(board) == controls.WON


def test_what_was_won_with_flags_keeps_them():
    board, player = laid(3, 1, [2]), controls.Guide()
    player.hold(board, 0)
    for _ in range(2):
        player.tap(board, 2)
    assert player.outcome(board) == controls.WON
    assert list(player.end(board)) == []
    assert tiles.of(board.cells[2]) == tiles.FLAG


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


def test_marks_set_before_the_mines_are_laid_count_afterwards():
    table = new_game(presets.GUIDE, game.SAFE, player=controls.Guide())
    for cell in range(100, 160):
        table.flag(cell, 0)
    table.open(0, 0)
    wrong = sum(byte & field.STATE == field.FLAG and not byte & field.MINE
                for byte in table.field.cells)
    assert table.field.wrong_flags == wrong
    assert table.field.flags == 60


def test_the_clock_runs_from_the_first_change_to_the_last_and_not_while_it_is_stopped():
    table = new_game(presets.GUIDE, game.SAFE)
    assert table.elapsed_ms(5000) == 0
    table.flag(3, 6000)
    assert table.elapsed_ms(7500) == 1500
    table.stop_clock(8000)
    assert table.elapsed_ms(90000) == 2000
    table.flag(3, 100000)
    assert table.elapsed_ms(100500) == 2500
    mine = next(cell for cell in range(300) if cell != 3)
    table.open(mine, 101000)
    mine = next(cell for cell, byte in enumerate(table.field.cells) if byte & field.MINE)
    table.open(mine, 102000)
    assert table.elapsed_ms(999999) == 4000


def test_a_stopped_clock_starts_again_for_a_game_in_play_only():
    table = new_game(presets.GUIDE, game.SAFE)
    table.start_clock(1000)
    assert table.elapsed_ms(5000) == 0, "no move was made"
    table.flag(3, 6000)
    table.stop_clock(8000)
    table.start_clock(20000)
    assert table.elapsed_ms(20500) == 2500
    table.start_clock(21000)
    assert table.elapsed_ms(22000) == 4000, "it was running"
    table.open(4, 23000)
    mine = next(cell for cell, byte in enumerate(table.field.cells) if byte & field.MINE)
    table.open(mine, 24000)
    table.start_clock(30000)
    assert table.elapsed_ms(40000) == 6000, "the game is lost"


def test_the_same_board_again_has_the_same_mines_and_counts_as_repeated():
    table = new_game(presets.GUIDE, game.OPENING)
    table.open(150, 0)
    mines = [cell for cell, byte in enumerate(table.field.cells) if byte & field.MINE]
    table.repeat()
    assert [cell for cell, byte in enumerate(table.field.cells) if byte & field.MINE] == mines
    assert table.repeated
    assert {tiles.of(byte) for byte in table.field.cells} == {tiles.BLANK}
    assert (table.field.safe_left, table.field.undecided) == (285, 300)


def test_a_board_that_was_dealt_by_its_number_counts_as_repeated():
    table = Game(presets.GUIDE, controls.Dig(), game.SAFE, Dice())
    table.begin()
    assert not table.repeated
    table.begin_as(7, 3)
    assert table.repeated and not table.daily


def published(x, y, z):
    """AS 183 as it was published: the fractions' sum, whose whole part is dropped."""
    while True:
        x, y, z = 171 * x % 30269, 172 * y % 30307, 170 * z % 30323
        yield Fraction(x, 30269), Fraction(y, 30307), Fraction(z, 30323)


@pytest.mark.parametrize("seed", [0, 1, 30268, 1_234_567, SEEDS - 1])
def test_the_three_parts_are_the_published_generators(seed):
    drawn = Dice(seed)
    parts = published(1 + seed % 30268, 1 + seed // 30268, 1 + seed % 30322)
    for _ in range(8):
        next(parts)
    for _ in range(200):
        expected = sum(part.numerator * (modulus // part.denominator)
                       for part, modulus in zip(next(parts), (30269, 30307, 30323), strict=True))
        assert drawn.randrange(300) == expected % 300


def test_every_cell_comes_as_often_as_any_other():
    drawn = Dice(seeds.chance(1).randrange(SEEDS))
    counts = Counter(drawn.randrange(280) for _ in range(280 * 400))
    assert len(counts) == 280
    squares = sum((count - 400) ** 2 / 400 for count in counts.values())
    assert 180 < squares < 400  # of 279 degrees of freedom


def test_a_throw_begins_at_a_seed_that_begins_it_again(monkeypatch):
    monkeypatch.setattr(dice.random, "randrange", lambda count: count - 3)
    drawn = Dice()
    drawn.throw()
    assert drawn.seed == SEEDS - 3
    first = [drawn.randrange(100) for _ in range(20)]
    drawn.sow(drawn.seed)
    assert [drawn.randrange(100) for _ in range(20)] == first


def test_opening_an_empty_board_is_little_work():
    """Each cell is looked at few times: the guide's flood pushes every neighbour of every cell."""
    board = laid(20, 15, [])
    assert effort.lines(lambda: board.open(150)) < 6000
    assert board.undecided == 0
