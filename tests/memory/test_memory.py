# SPDX-License-Identifier: MIT
"""Memory: what is written comes back whole or is told as lost, and is written seldom."""

import binascii
import bisect
import random
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seeds
import vm
from chance import Chance
from minesweeper.board import controls, dice, field, presets
from minesweeper.board.controls import PLAYING, WON
from minesweeper.board.dice import Dice
from minesweeper.board.game import OPENING, Game
from minesweeper.memory import choices, options, savegame
from minesweeper.memory.memory import LARGE_LIMIT, LIMIT, MOST_WRITES, REST_MS, Memory

PYPORTAL, TITANO = (320, 240), (480, 320)
NEW = ("No saved game or options (a new board, or its power failed while it saved): starting with"
       " defaults.")
DAMAGED = ("The memory is damaged, its game, options and records are lost: starting with"
           " defaults.")
ELSEWHERE = "The saved game does not fit the board that the options say: a new one starts."
BLOCK = 8192
WITHOUT_GAME = 110
WRITE_MS = 10
WEEK_MS = 7 * 86_400_000


class Flash:
    """nvm: `log` has a copy after each write."""

    def __init__(self, content=b"\xff" * BLOCK):
        self.block = bytearray(content)
        self.log = []

    def __len__(self):
        return len(self.block)

    def __getitem__(self, index):
        return self.block[index]

    def __setitem__(self, index, value):
        assert isinstance(index, slice) and len(self.block[index]) == len(value)
        self.block[index] = value
        self.log.append(bytes(self.block))


def game_on(chosen, seed=1):
    return Game(chosen.board(), chosen.make_controls(), chosen.first,
                Chance(random.Random(seed).randrange))


def state(game, now_ms=0):
    """All that a game in play is, but the moment."""
    board = game.field
    return (
        game.preset, bytes(board.cells), board.laid, board.mines, board.flags, board.wrong_flags,
        board.undecided, board.safe_left, board.exploded, game.moves, game.hinted, game.repeated,
        game.elapsed_ms(now_ms), game.outcome(), game.first, game.first_cell, game.proved,
        game.dice.seed,
    )


def kept(memory):
    """Options and records."""
    buffer = bytearray(options.SIZE)
    memory.options.pack_into(buffer, 0)
    records = [memory.records.of(index) for index in range(len(presets.ALL))]
    return bytes(buffer), records, memory.records.last


def power_on(content, display=PYPORTAL):
    """(memory, the game resumed or None, sentences)"""
    memory = Memory(Flash(content), display)
    sentences = memory.load()
    game = game_on(memory.options)
    return memory, game if memory.resume(game) else None, sentences


def play(game, chance, now_ms):
    """A move by chance that does not often lose."""
    board = game.field
    cell = chance.randrange(len(board.cells))
    if board.laid and not board.is_open(cell) and chance.random() < 0.95:
        (game.flag if board.cells[cell] & field.MINE else game.open)(cell, now_ms)
    else:
        chance.choice([game.tap, game.hold, game.flag])(cell, now_ms)


@st.composite
def games(draw):
    """(memory, game in play, now): any board on either display, any controls, any moves."""
    display = draw(st.sampled_from([PYPORTAL, TITANO]))
    memory = Memory(Flash(), display)
    chosen = memory.options
    for name in ("preset", "controls", "first", "custom_columns", "custom_rows", "custom_mines"):
        for _ in range(draw(st.integers(0, 7))):
            choices.step(chosen, name, draw(st.sampled_from([-1, 1])))
    chance = random.Random(draw(st.integers(0, 1 << 32)))
    game = game_on(chosen, chance.random())
    now_ms = draw(st.sampled_from([0, WEEK_MS]))
    for _ in range(draw(st.integers(0, 60))):
        if game.outcome() == PLAYING:
            play(game, chance, now_ms)
            now_ms += chance.randrange(3000)
    game.hinted, game.repeated = draw(st.booleans()), draw(st.booleans())
    game.proved, game.dice.seed = draw(st.booleans()), draw(st.integers(0, 0xFFFFFFFF))
    return memory, game, now_ms


@given(games())
def test_a_game_in_play_comes_back_bit_for_bit(played):
    memory, game, now_ms = played
    memory.save(game, now_ms)
    back, resumed, sentences = power_on(memory._nvm.block, memory.options._size)
    assert (kept(back), sentences) == (kept(memory), [])
    if game.moves and game.outcome() == PLAYING:
        assert state(resumed) == state(game, now_ms)
    else:
        assert resumed is None


@given(games())
def test_a_resumed_game_is_played_on_as_the_one_before(played):
    memory, game, now_ms = played
    memory.save(game, now_ms)
    _, resumed, _ = power_on(memory._nvm.block, memory.options._size)
    if resumed is None or not game.field.laid:
        return
    for each in (game, resumed):
        each.stop_clock(now_ms)
        chance = random.Random(7)
        for step in range(50):
            if each.outcome() == PLAYING:
                play(each, chance, now_ms + step)
    assert state(resumed, now_ms + 60) == state(game, now_ms + 60)


@given(st.binary(min_size=LIMIT, max_size=LARGE_LIMIT), st.sampled_from([PYPORTAL, TITANO]))
def test_whatever_is_in_memory_the_game_starts_with_defaults_and_says_so(content, display):
    memory, resumed, sentences = power_on(content + bytes(BLOCK - len(content)), display)
    assert (kept(memory), resumed) == (kept(Memory(None, display)), None)
    assert sentences == [DAMAGED]


def sample():
    """A game in play, and everything else not as by default."""
    memory = Memory(Flash(), PYPORTAL)
    memory.options.choose(presets.find("beginner"))
    memory.options.calibration = ((8000, 60000), (7000, 58000))
    memory.records.finished(2, True, 42, True)
    memory.records.last = 5, 9, True
    game = game_on(memory.options)
    game.open(40, 100)
    game.flag(next(at for at in range(81) if not game.field.is_open(at)), 900)
    memory.save(game, 1000)
    return memory, game


def test_every_flipped_bit_is_noticed():
    memory, _ = sample()
    image = bytes(memory._written)
    lost = kept(Memory(None, PYPORTAL))
    for bit in range(8 * len(image)):
        content = bytearray(memory._nvm.block)
        content[bit // 8] ^= 1 << bit % 8
        back, resumed, sentences = power_on(content)
        assert (kept(back), resumed, sentences) == (lost, None, [DAMAGED])


def test_a_write_that_was_cut_anywhere_is_noticed():
    memory, _ = sample()
    image = bytes(memory._written)
    for done in range(len(image)):
        _, resumed, sentences = power_on(image[:done] + b"\xff" * (BLOCK - done))
        assert (resumed, sentences) == (None, [DAMAGED if done else NEW])


def sealed(image):
    """With the checksum that belongs to it."""
    return image[:-4] + binascii.crc32(image[:-4]).to_bytes(4, "little")


@given(st.data())
def test_what_is_wrong_in_spite_of_its_checksum_is_survived(data):
    """No bytes make the game raise, or play what cannot be."""
    memory, _ = sample()
    image = bytearray(memory._written)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(6, len(image) - 5))
        image[at] = data.draw(st.integers(0, 255))
    back, resumed, _ = power_on(sealed(image) + b"\xff" * BLOCK)
    assert back.options.board() in back.options.offered()
    if resumed:
        board = resumed.field
        mines = sum(bool(byte & field.MINE) for byte in board.cells)
        assert mines == board.mines * board.laid
        assert not any(byte & field.MINE and byte & field.STATE == field.OPEN
                       for byte in board.cells)


def test_another_version_is_told():
    memory, _ = sample()
    image = bytearray(memory._written)
    image[2] += 1
    _, resumed, sentences = power_on(sealed(image) + b"\xff" * BLOCK)
    assert resumed is None
    assert sentences == [
        "The memory was written by another version of the game: starting with defaults."]


def test_a_new_board_and_a_lost_write_start_with_defaults_and_say_so():
    memory, resumed, sentences = power_on(b"\xff" * BLOCK)
    assert (kept(memory), resumed, sentences) == (kept(Memory(None, PYPORTAL)), None, [NEW])


def test_a_board_without_memory_plays_and_says_so():
    for nvm in (None, bytearray(100)):
        memory = Memory(nvm, PYPORTAL)
        assert memory.load() == [
            "This board has no memory: options, records and games end with its power."]
        game = game_on(memory.options)
        assert not memory.resume(game)
        game.hold(0, 0)
        memory.note_change(0)
        assert not memory.due(99_999) and not memory.save(game, 99_999)
        assert memory.finished(game, True, 99_999)


def test_settings_win_over_memory_and_a_game_on_another_board_is_told():
    memory, _ = sample()
    for preset, expected in (("expert", [ELSEWHERE]), ("beginner", [])):
        settings = {"MINES_PRESET": preset, "MINES_SOUND": "loud"}
        back = Memory(memory._nvm, PYPORTAL)
        told = back.load(settings.get)
        assert told == [
            'MINES_SOUND is "loud" and is ignored: expected off, quiet or on.', *expected]
        assert choices.word(back.options, "preset").lower() == preset
        assert back.resume(game_on(back.options)) == (not expected)


@pytest.mark.parametrize(("display", "limit"), [(PYPORTAL, LIMIT), (TITANO, LARGE_LIMIT)])
def test_every_board_fits_into_the_limit(display, limit):
    chosen = Memory(None, display).options
    for name in ("custom_columns", "custom_rows"):
        for _ in range(40):
            choices.step(chosen, name)
    for board in chosen.offered():
        memory = Memory(Flash(), display)
        memory.options.set_custom(*chosen.custom()[1:4])
        memory.options.choose(board)
        game = game_on(memory.options)
        game.open(0, 0)
        game.flag(game.field.width * game.field.height - 1, 0)
        game.field.safe_left += not game.field.safe_left  # not decided, however it opened
        memory.save(game, 0)
        assert memory._saved is None and len(memory._written) <= limit
        assert len(memory._written) == WITHOUT_GAME + savegame.size(board[1] * board[2])


def test_a_game_that_the_options_give_up_or_that_is_decided_is_not_kept():
    memory, game = started()
    game.open(100, 0)
    choices.step(memory.options, "preset")
    memory.save(game, 0)
    assert power_on(memory._nvm.block)[1:] == (None, [])
    memory, game = started()
    for cell in range(280):
        if not game.field.cells[cell] & field.MINE:
            game.open(cell, 0)
        elif cell != 279:
            game.flag(cell, 0)
    game.flag(279, 0)
    assert game.outcome() != PLAYING
    memory.save(game, 0)
    assert power_on(memory._nvm.block)[1:] == (None, [])


def test_many_moves_are_kept():
    memory, game = started()
    game.open(100, 0)
    game.moves = 40_000
    memory.save(game, 0)
    assert power_on(memory._nvm.block)[1].moves == 40_000


@pytest.mark.parametrize(("laid", "mines", "opened", "possible"), [
    (True, [3, 5], [0], True),
    (False, [], [], True),
    (False, [], [0], False),
    (False, [3, 5], [], False),
    (True, [3], [0], False),
    (True, [3, 5, 7], [0], False),
    (True, [3, 5], [5], False),
])
def test_a_game_is_taken_only_if_it_can_be(laid, mines, opened, possible):
    board = ("custom", 5, 5, 2, 16)
    game = Game(board, controls.Dig(), OPENING, Dice())
    for cell in mines:
        game.field.cells[cell] |= field.MINE
    for cell in opened:
        game.field.cells[cell] |= field.OPEN
    game.field.laid = laid
    saved = savegame.pack(game, 7, 0)
    assert savegame.is_of(saved, 7, board) == possible
    assert not savegame.is_of(saved, 6, board)
    assert not savegame.is_of(saved, 7, ("custom", 5, 5, 3, 16))
    assert not any(savegame.is_of(saved[:length], 7, board) for length in range(len(saved)))


def test_where_memory_is_too_small_for_a_game_the_rest_is_kept():
    memory = Memory(Flash(b"\xff" * LIMIT), TITANO)
    memory.options.choose(presets.find("classic expert"))
    game = game_on(memory.options)
    game.open(0, 0)
    assert memory.save(game, 0)
    back, resumed, sentences = power_on(memory._nvm.block, TITANO)
    assert (kept(back), resumed, sentences) == (kept(memory), None, [])


def started():
    memory = Memory(Flash(), PYPORTAL)
    memory.load()
    memory.options.choose(presets.find("expert"))
    return memory, game_on(memory.options)


def rest_and_save(memory, game, now_ms):
    """One change, rested."""
    unopened = next(at for at in range(280) if not game.field.is_open(at))
    game.flag(unopened, now_ms)
    memory.note_change(now_ms)
    assert not memory.due(now_ms + REST_MS - 1)
    return memory.due(now_ms + REST_MS) and memory.save(game, now_ms + REST_MS)


@pytest.mark.parametrize("now_ms", [20_000, WEEK_MS])
def test_a_game_is_due_when_it_has_rested_with_something_new(now_ms):
    memory, game = started()
    assert not memory.due(now_ms)
    assert rest_and_save(memory, game, now_ms)
    assert not memory.due(now_ms + REST_MS * 3)
    assert len(memory._nvm.log) == 1


def test_a_moment_from_before_a_change_makes_no_game_due_and_no_clock_run():
    memory, game = started()
    game.open(100, 50_000)
    memory.note_change(50_000)
    assert not memory.due(49_999)
    assert game.elapsed_ms(49_999) == 0


def test_nothing_is_written_when_nothing_has_changed():
    memory, game = started()
    assert memory.save(game, 0) and not memory.save(game, 5_000)
    game.open(100, 6_000)
    game.stop_clock(7_000)
    assert memory.save(game, 8_000) and not memory.save(game, 9_000)
    game.flag(0, 10_000), game.flag(0, 10_000)
    game.moves -= 2
    game.stop_clock(10_000)
    memory.note_change(10_000)
    assert not memory.save(game, 30_000)
    memory.finished(game, False, 40_000)
    memory.save(game, 40_000)
    game.begin()
    memory.new_game()
    assert not memory.save(game, 50_000)
    assert len(memory._nvm.log) == 3


def test_a_long_game_is_saved_often_at_first_then_seldom_and_at_its_end():
    memory, game = started()
    written = [at for at in range(0, 7_200_000, 20_000) if rest_and_save(memory, game, at)]
    apart = [b - a for a, b in pairwise(written)]
    assert apart == [20_000] * 4 + [60_000, 240_000, 960_000]
    assert not memory.save(game, 7_300_000)
    game.hinted = True
    assert memory.save(game, 7_300_000) and not memory.save(game, 7_310_000)
    memory.finished(game, False, 7_320_000)
    assert memory.save(game, 7_320_000)
    assert len(memory._nvm.log) == MOST_WRITES
    assert not memory.save(game, 7_400_000)


def test_what_a_game_may_not_write_any_more_is_written_in_the_next():
    memory, game = started()
    for at in range(0, 3_000_000, 20_000):
        rest_and_save(memory, game, at)
    memory.finished(game, False, 3_000_000)
    memory.save(game, 3_000_000)
    choices.step(memory.options, "theme")
    assert not memory.save(game, 3_000_100)
    game.begin()
    memory.new_game()
    assert not memory.due(3_000_200) and memory.due(3_000_200 + REST_MS)
    assert memory.save(game, 3_020_000)
    assert power_on(memory._nvm.block)[0].options.theme == 1


def test_a_games_writes_are_counted_on_after_a_power_cut():
    memory, game = started()
    for at in range(0, 3_000_000, 20_000):
        rest_and_save(memory, game, at)
    back, resumed, _ = power_on(memory._nvm.block)
    choices.step(back.options, "theme")
    assert not back.save(resumed, 0)
    resumed.hinted = True
    assert back.save(resumed, 0) and not back.save(resumed, 9)
    back.finished(resumed, True, 10)
    assert back.save(resumed, 10)
    assert len(memory._nvm.log) + len(back._nvm.log) == MOST_WRITES


@pytest.mark.parametrize("moved", [False, True])
def test_a_game_that_was_given_up_does_not_come_back(moved):
    memory, game = started()
    rest_and_save(memory, game, 0)
    if moved:
        memory.note_change(20_000)
    game.begin()
    memory.new_game()
    assert not memory.due(30_000) and memory.due(30_000 + REST_MS)
    memory.save(game, 50_000)
    assert power_on(memory._nvm.block)[1] is None


def test_the_end_of_a_game_is_noted_and_written():
    memory, game = started()
    rest_and_save(memory, game, 0)
    for cell in range(280):
        if not game.field.cells[cell] & field.MINE:
            game.open(cell, 42_000)
    won = game.outcome() == WON
    assert memory.finished(game, won, 42_000) == won
    memory.save(game, 42_000)
    game.end()
    memory.options.controls = controls.DIG  # by which it is not decided, once it is shown
    memory.save(game, 50_000)
    back, resumed, sentences = power_on(memory._nvm.block)
    assert (resumed, sentences, kept(back)) == (None, [], kept(memory))
    assert back.records.of(4)[1] == 1


@pytest.mark.parametrize("mark", ["hinted", "repeated"])
def test_hinted_and_repeated_games_set_no_best(mark):
    memory, game = started()
    game.open(0, 0)
    setattr(game, mark, True)
    assert not memory.finished(game, True, 5_000)
    assert memory.records.of(4) == (0, 0, 0, 0, 0)
    assert memory.records.last[1:] == (1, True)


def evening(seed, games):
    """Games by chance with pauses; yields (when, nvm, what was saved last) at every write.

    A turn of the loop is half a second; the options are visited, games given up and repeated.
    """
    chance = seeds.chance(seed)
    flash = Flash()
    memory = Memory(flash, PYPORTAL)
    memory.load()
    now_ms = 0
    yield now_ms, bytes(flash.block), (None, kept(memory)), 0

    def told(writes):
        assert len(flash.log) - writes <= 1
        playing = game.moves and game.outcome() == PLAYING and len(memory._written) > WITHOUT_GAME
        return (now_ms, bytes(flash.block),
                (state(game, now_ms) if playing else None, kept(memory)), len(flash.log))

    for number in range(games):
        for name in ("preset", "controls", "first", "theme"):
            for _ in range(chance.randrange(4)):
                choices.step(memory.options, name)
        game = game_on(memory.options, number)
        memory.new_game()
        written = len(flash.log)
        for _ in range(chance.randrange(10, 250)):
            if game.outcome() != PLAYING:
                break
            play(game, chance, now_ms)
            memory.note_change(now_ms)
            for _ in range(chance.choice([1, 1, 1, 2, 3, 30, 200])):
                now_ms += 500
                before = len(flash.log)
                if game.outcome() == PLAYING and memory.due(now_ms):
                    memory.save(game, now_ms)
                elif chance.random() < 0.002:
                    game.stop_clock(now_ms)
                    choices.step(memory.options, "light")
                    memory.save(game, now_ms)
                if len(flash.log) > before:
                    yield told(before)
        before = len(flash.log)
        if game.outcome() != PLAYING:
            memory.finished(game, game.outcome() == WON, now_ms)
            memory.save(game, now_ms)
            if len(flash.log) > before:
                yield told(before)
        assert len(flash.log) - written <= MOST_WRITES
        now_ms += chance.randrange(2, 300) * 1000


def test_after_a_cut_at_a_thousand_moments_the_last_saved_game_goes_on():
    writes = list(evening(5, 60))
    chance = seeds.chance(1)
    times = [when for when, _, _, _ in writes]
    moments = [chance.uniform(0, times[-1]) for _ in range(600)]
    moments += [when + chance.uniform(-WRITE_MS, 2 * WRITE_MS)
                for when in chance.choices(times[1:], k=400)]
    seen = {"game": 0, "no game": 0, "lost": 0}
    defaults = kept(Memory(None, PYPORTAL))
    for moment in moments:
        at = max(0, bisect.bisect_right(times, moment) - 1)
        when, content, (saved, rest), count = writes[at]
        in_write = count and moment - when < WRITE_MS
        memory, resumed, sentences = power_on(b"\xff" * BLOCK if in_write else content)
        if in_write or not count:
            assert (resumed, kept(memory), sentences) == (None, defaults, [NEW])
            seen["lost"] += 1
        else:
            assert (state(resumed) if resumed else None) == saved
            assert (kept(memory), sentences) == (rest, [])
            seen["game" if saved else "no game"] += 1
    assert min(seen.values()) > 20, seen


def test_no_game_is_written_more_than_ten_times_however_it_is_played():
    """`evening` counts; somewhere the limit must have been reached."""
    for seed in range(3):
        assert len(list(evening(seed, 20))) > 20


VM_STEPS = """
import random
from minesweeper.memory import statistics
from minesweeper.memory.memory import Memory
from minesweeper.board.dice import Dice
from minesweeper.board.game import Game
def show(nvm, size):
    memory = Memory(nvm, size)
    print(memory.load({'MINES_SOUND': 'loud', 'MINES_LIGHT': 50, 'MINES_CUSTOM': '8x7/9'}.get))
    chosen = memory.options
    game = Game(chosen.board(), chosen.make_controls(), chosen.first, Dice())
    print(memory.resume(game), list(game.field.cells), game.moves, game.played_ms)
    return memory, game
def evening(size):
    random.seed(9)
    nvm = bytearray(b'\\xff' * 8192)
    memory, game = show(nvm, size)
    for at in range(12):
        game.flag(at, at * 100)
    for at in (150, 77, 20, 200):
        game.open(at, 5000)
    print(memory.save(game, 9000), game.outcome(), list(nvm[:400]))
    memory, game = show(nvm, size)
    print(memory.finished(game, True, 9000), memory.save(game, 9000), list(nvm[:400]))
    print(statistics.lines(memory.records))
    show(nvm, size)
"""


def test_the_device_writes_and_reads_the_same_bytes(capsys, monkeypatch):
    """Run by a MicroPython VM and here, with the same chance."""
    vm.require()
    from sim.hardware import random as device_random

    calls = ["evening((320, 240))", "evening((480, 320))"]
    theirs = vm.run(vm.drive_files(), [VM_STEPS, *calls])
    names = {}
    monkeypatch.setattr(dice, "random", device_random)
    here = sys.modules["random"]
    sys.modules["random"] = device_random
    try:
        exec(VM_STEPS, names)
        capsys.readouterr()
        for call in calls:
            exec(call, names)
    finally:
        sys.modules["random"] = here
    ours = capsys.readouterr().out
    assert theirs.splitlines() == ours.splitlines()
    assert "True" in ours
