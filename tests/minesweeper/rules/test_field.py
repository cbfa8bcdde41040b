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
from tests.support import seeds, tables
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


@pytest.mark.parametrize(("case", "expected"), tables.rows("moves.txt", __file__))
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


@pytest.mark.parametrize(("case", "expected"), tables.rows("games.txt", __file__))
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
    assert [preset[1:4] for preset in presets.ALL] == [
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
