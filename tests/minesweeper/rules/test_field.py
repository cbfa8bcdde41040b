# SPDX-License-Identifier: MIT
"""The board's rules, move by move against independent models; dice, recordings and numbers."""

import random
from array import array
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.rules import controls, field, game, presets
from minesweeper.rules.controls import Dig
from minesweeper.rules.dice import SEEDS, Dice
from minesweeper.rules.field import Field, Neighbours
from minesweeper.rules.game import ANY, NO_GUESS, OPENING, SAFE, Game
from minesweeper.rules.recording import (
    MOST,
    OPENED,
    UNFLAGGED,
    Recording,
    read,
)
from minesweeper.screen import tiles
from minesweeper.sharing import numbers
from tests.support import seeds
from tests.support.play.games import Chance
from tests.support.play.models import FlowersModel, GuideModel, TaggerModel
from tests.support.play.player import BY_NAME

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


def drawn(rows):
    """Lay a board from its rows, in which * is a mine."""
    mines = [at for at, sign in enumerate(rows.replace(" ", "")) if sign == "*"]
    return laid(rows.index(" "), len(rows.split()), mines)


def test_a_board_that_has_ended_changes_no_more():
    board = drawn("-*- --* *--")
    board.open(6)
    assert sorted(board.reveal()) == [0, 1, 2, 3, 4, 5, 7, 8] and list(board.reveal()) == []
    board = drawn("-*- --*")
    assert sorted(board.defuse()) == [1, 5] and list(board.defuse()) == []


def counted(board):
    check_counters(board)
    return board.flags, board.wrong_flags, board.undecided, board.safe_left


def test_a_board_is_laid_anew_under_its_marks_covered_and_started_anew():
    board = drawn("--- --* *--")
    board.mark(0, field.FLAG)
    board.mark(5, field.FLAG)
    board.open(1)
    board.lay_anew(bytes((1, 0, 0, 0, 0, 0, 1, 0, 0)))
    assert shown(board) == [tiles.FLAG, 1, *[tiles.BLANK] * 3, tiles.FLAG, *[tiles.BLANK] * 3]
    assert counted(board) == (2, 1, 6, 6)
    board.cover()
    assert set(shown(board)) == {tiles.BLANK} and counted(board) == (0, 0, 9, 7)
    board.start(2)
    assert set(board.cells) == {field.COVERED} and board.undecided == 9


def test_a_mark_from_before_the_mines_are_laid_stays():
    board = Field(3, 2)
    board.start(2)
    board.mark(0, field.FLAG)
    board.mark(1, field.FLAG)
    board.mark(3, field.QUESTION)
    draws = iter([0, 0, 2, 2, 5])  # a cell that has a mine, and one to be clear, are drawn again
    board.lay(lambda count: next(draws), (2,))
    assert [at for at, byte in enumerate(board.cells) if byte & field.MINE] == [0, 5]
    assert shown(board)[:4] == [tiles.FLAG, tiles.FLAG, tiles.BLANK, tiles.QUESTION]
    assert counted(board) == (2, 1, 4, 4)


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


@pytest.mark.parametrize("preset", [presets.GUIDE, presets.BEGINNER], ids=lambda each: each[0])
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


# Another board than that of `three`.
MIDDLE = bytes((0, 1, 0))


def three(way=controls.Dig):
    """A game of three cells, the last of which has the mine."""
    return Game(("", 3, 1, 1), way(), ANY, Chance(lambda count: 2))


def mines_of(game):
    return [at for at, byte in enumerate(game.field.cells) if byte & field.MINE]


def test_the_clock_runs_from_the_first_change_unless_it_is_stopped():
    game = three()
    game.start_clock(5000)
    game.chord(0, 5000)
    assert (game.elapsed_ms(5500), game.moves) == (0, 0)
    game.flag(2, 6000)
    assert game.elapsed_ms(5900) == 0 and game.elapsed_ms(10_000) == 4000
    game.stop_clock(8000)
    assert game.elapsed_ms(10_000) == 2000
    for now_ms in 9000, 9500:
        game.start_clock(now_ms)
    assert game.elapsed_ms(10_000) == 3000
    game.stop_clock(10_000)
    game.flag(2, 20_000)
    assert game.elapsed_ms(20_500) == 3500, "a move starts it, too"


@pytest.mark.parametrize(("cells", "outcome", "ms"), [([2], "lost", 0), ([1, 0], "won", 1500)])
def test_the_clock_ends_with_the_game(cells, outcome, ms):
    game = three()
    for at, cell in enumerate(cells):
        game.open(cell, 7000 + 1500 * at)
    game.start_clock(9000)
    assert (OUTCOMES[game.outcome()], game.elapsed_ms(10_000)) == (outcome, ms)
    game.end()
    game.field.cover()
    assert OUTCOMES[game.outcome()] == outcome


@pytest.mark.parametrize(("way", "acts", "recorded"), [
    (controls.Guide, "open 1, tap 0, flag 2, flag 2, flag 2, tap 1",
     [(0, 1, 0), (4, 0, 100), (2, 2, 200), (3, 2, 300), (2, 2, 400), (1, 1, 500)]),
    (controls.Dig, "hold 2, hold 2, hold 2, hold 2, tap 1, tap 1",
     [(2, 2, 0), (3, 2, 100), (4, 2, 100), (5, 2, 200), (2, 2, 300), (0, 1, 400), (1, 1, 500)]),
    (controls.Guide, "tap 0, tap 0, hold 0", [(4, 0, 0), (2, 0, 100), (3, 0, 200)]),
    (controls.Guide, "tap 0, flag 0", [(4, 0, 0), (2, 0, 100)])])
def test_each_change_of_a_mark_is_recorded(way, acts, recorded):
    """A record is (kind of move, cell, ms since the first one); replays number the kinds."""
    game = three(way)
    for at, act in enumerate(acts.split(", ")):
        name, cell = act.split()
        getattr(game, name)(int(cell), 100 * at)
    assert [*game.recording.moves()] == recorded and game.recording.whole


def test_flags_are_subtracted_from_the_mines_that_are_left():
    game = three()
    lefts = []
    for cell in 1, 2, 1:
        game.flag(cell, 100)
        lefts.append(game.mines_left())
    assert (lefts, game.moves, game.moved) == ([0, -1, 0], 3, 1)


def test_the_same_board_begins_anew_without_its_marks_and_the_next_one_without_its_past():
    game = three()
    game.hinted = game.typed = True
    game.rearrange(MIDDLE)
    game.open(0, 200)
    game.stop_clock(500)
    game.repeat()
    assert mines_of(game) == [1] and game.repeated and game.rearranged
    assert (game.hinted, game.typed, game.moves, game.elapsed_ms(900)) == (False, False, 0, 0)
    game.begin()
    assert mines_of(game) == [2] and not game.repeated and not game.rearranged


def test_a_days_board_is_one_that_needs_no_guess():
    game = three()
    for daily in False, True:
        game.begin_as(7, 0, daily)
        assert (mines_of(game), game.repeated, game.daily) == ([2], True, False)
    game.first, game.deal = OPENING, lambda cell: MIDDLE
    for daily in False, True:
        game.begin_as(7, 0, daily)
        assert (mines_of(game), game.first_cell, game.proved, game.daily) == ([1], 0, True, daily)
    game.first, game.deal = SAFE, lambda cell: None
    game.begin_as(7, 0, True)
    assert (mines_of(game), game.proved, game.daily) == ([2], False, False)


def test_a_board_is_laid_or_dealt_for_its_first_cell_once():
    game = three()
    game.first = SAFE
    game.begin()
    assert mines_of(game) == [] and game.mines_left() == 1
    game.open(0, 100)
    assert mines_of(game) == [2] and game.first_cell == 0
    game.deal = lambda cell: MIDDLE
    game.begin()
    game.open(0, 100)
    assert mines_of(game) == [1] and game.proved
    game.deal = None
    game.open(2, 200)
    assert mines_of(game) == [1] and OUTCOMES[game.outcome()] == "won"
    game.begin_empty()
    assert mines_of(game) == [] and not game.moves


def test_mines_may_be_moved_before_an_opening_or_forbid_it_but_not_what_is_certain():
    game = three()
    game.arrange = lambda cells: game.rearrange(MIDDLE) or True
    game.open(0, 100)
    assert mines_of(game) == [1] and game.rearranged and OUTCOMES[game.outcome()] == "playing"
    game = three()
    game.arrange = lambda cells: False
    game.open(0, 100)
    assert (game.moves, game.elapsed_ms(900), [*game.recording.moves()]) == (0, 0, [])
    game.open_certain(1, 100)
    game.open(0, 200)
    assert [*game.recording.moves()] == [(0, 1, 0)]
    game.repeat()
    game.open(0, 300)
    assert OUTCOMES[game.outcome()] == "won", "a board that is known stays as it is"


def test_a_move_that_lacks_memory_counts_once_and_spoils_the_recording():
    game = three()
    game.repair()

    def arrange(cells):
        raise MemoryError

    game.arrange = arrange
    with pytest.raises(MemoryError):
        game.open(0, 100)
    game.repair()
    assert (game.moves, game.recording.whole) == (1, False)
    game = three()
    game.open(0, 100)
    game.repair()
    assert (game.moves, game.recording.whole) == (1, True)


def test_other_controls_may_be_taken_in_a_game():
    game = three()
    game.play_by(Dig(False, False))
    game.flag(2, 100)
    game.open(1, 100)
    game.tap(1, 100)
    assert [*game.recording.moves()] == [(2, 2, 0), (0, 1, 0)], "no chord"


def test_a_display_has_room_for_these_boards():
    """Numbers and saved games name them by their places; others follow."""
    assert [preset[1:4] for preset in presets.ALL[:7]] == [
        (20, 15, 15), (19, 14, 40), (9, 9, 10), (20, 14, 44), (20, 14, 58), (16, 16, 40),
        (30, 16, 99)]
    largest = BY_NAME["classic expert"]
    assert [presets.most_cells(preset, *size) for preset in (presets.BEGINNER, largest)
            for size in ((320, 240), (480, 320), (47, 31))] == [300, 600, 81, 480, 600, 480]
    for name, whole in ("guide", True), ("beginner", True), ("classic", False):
        assert presets.is_whole(BY_NAME[name], 320, 240) == whole
    assert presets.is_whole(("", 20, 15, 9, 16), 320, 240)
    assert not presets.is_whole(("", 21, 15, 9, 16), 320, 240)
    for columns, rows, small, large in ((9, 9, 24, 32), (10, 9, 16, 32), (7, 7, 32, 32),
                                        (7, 8, 24, 32), (5, 5, 32, 48), (8, 6, 24, 48),
                                        (13, 10, 16, 16), (12, 11, 16, 16)):
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
    assert list(read(waits, found, len(waits))) == moves
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
    text = numbers.text(index, preset, rule, cell, seed)
    own = preset[1:4] if index == presets.CUSTOM_ID else None
    for words in text, text.replace("-", ""), text.replace("-", " "):
        assert numbers.read(words) == (index, rule, cell, seed, own)
    assert len(text) == (13 if own is None else 21)


def test_a_number_tells_preset_rule_cell_and_seed_or_ones_own_columns_rows_and_mines():
    assert numbers.text(4, presets.ALL[4], OPENING, 33, 1) == "18465-0000001"
    assert numbers.text(4, presets.ALL[4], NO_GUESS, 33, 1) == "19489-0000001"
    text = numbers.text(7, CUSTOM, 2, 33, 1)
    assert text == f"{30 * 1024 + 33}-0000001-{(12 * 32 + 9) * 1024 + 17:07}"
    assert numbers.read(text) == (7, 2, 33, 1, (12, 9, 17))
    widest = ("custom", 30, 16, 1023, 16)
    assert numbers.read(numbers.text(7, widest, 2, 33, 1))[4] == (30, 16, 1023)


@pytest.mark.parametrize(("words", "why"), [
    *((words, r"^Board numbers have 12 or 19 digits\.$") for words in (
        "", "0", "00000-000000", "00000-00000000", "A8465-0000001", "²8465-0000001")),
    *((words, r"^No board has this number\.$") for words in (
        "18465-0000001-0000000", "32767-0000000", "99999-0000000", "99999-0000000-0000000"))])
def test_other_numbers_are_refused(words, why):
    with pytest.raises(ValueError, match=why):
        numbers.read(words)
