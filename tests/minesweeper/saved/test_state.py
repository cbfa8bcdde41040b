# SPDX-License-Identifier: MIT
"""Saved games come back whole after power cuts at any moment; nvm is written seldom, and in time.

Damaged nvm, and that of an earlier version, is read or refused.
"""

import random
from array import array
from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper import lazy
from minesweeper.rules import controls, field, presets
from minesweeper.rules.controls import PLAYING
from minesweeper.rules.dice import Dice
from minesweeper.rules.game import OPENING, Game
from minesweeper.saved import choices, options, restoring, savegame
from minesweeper.saved.records import DEALT, STREAK
from minesweeper.saved.state import LEAST, LIMIT, MENU_MS, REST_MS, SavedState
from minesweeper.sharing import numbers
from tests.support.play.games import Chance
from tests.support.play.player import BY_NAME

PYPORTAL, TITANO = (320, 240), (480, 320)
NEW = ("No saved game or options (a new board, or its power failed while it saved): starting with"
       " defaults.")
DAMAGED = ("The saved data is damaged. Its game, options and records are lost: starting with"
           " defaults.")
FOREIGN = "The saved data comes from another version of the game: starting with defaults."
BLOCK = 8192
WEEK_MS = 7 * 86_400_000


@pytest.fixture(scope="module", autouse=True)
def roomy():
    """Collecting a computer's garbage takes long, and thousands of images are read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lazy, "make_room", lambda: None)
        yield


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


class Memory(SavedState):
    """The saved state in a `flash` of its own, of a board with this `display`."""

    def __init__(self, display=PYPORTAL, content=b"\xff" * BLOCK):
        self.flash, self.display = Flash(content), display
        super().__init__(self.flash, display)

    @property
    def image(self):
        """The bytes that were written, without the rest of the flash; their head tells how many."""
        return bytes(self.flash.block[: int.from_bytes(self.flash.block[4:6], "little")])


def game_on(chosen, seed=1):
    return Game(chosen.board(), chosen.make_controls(), chosen.first,
                Chance(random.Random(seed).randrange))


def state(game, now_ms=0):
    """Return the state of a game in play without its time."""
    board = game.field
    return (
        game.preset, bytes(board.cells), board.laid, board.mines, board.flags, board.wrong_flags,
        board.undecided, board.safe_left, board.exploded, game.moves, game.hinted, game.repeated,
        game.elapsed_ms(now_ms), game.outcome(), game.first, game.first_cell, game.proved,
        game.daily, game.dice.seed, game.moved, game.rearranged,
    )


def kept(saved):
    """Options, records and days."""
    buffer = bytearray(options.SIZE)
    saved.options.pack_into(buffer, 0)
    records = [saved.records.of(number) for number in presets.ids()]
    return bytes(buffer), records, saved.records.last, list(saved.records.days)


def power_on(content, display=PYPORTAL):
    """(memory, the game resumed or None, sentences)"""
    saved = Memory(display, content)
    sentences = saved.load()
    game = game_on(saved.options)
    return saved, game if saved.resume(game) else None, sentences


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
    saved = Memory(draw(st.sampled_from([PYPORTAL, TITANO])))
    chosen = saved.options
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
    game.daily, saved.records.days[DEALT] = draw(st.booleans()), draw(st.integers(0, 0xFFFF))
    game.rearranged = draw(st.booleans())
    return saved, game, now_ms


def sample():
    """A game in play, and everything else not as by default."""
    saved = Memory()
    saved.options.choose(BY_NAME["beginner"])
    saved.options.calibration = ((8000, 60000), (7000, 58000))
    saved.options.controls = controls.GUIDE
    saved.records.finished(2, True, 42, True)
    saved.records.last = 5, 9, True
    saved.records.dealt(9822)
    saved.records.finished_day(True)
    game = game_on(saved.options)
    game.open(40, 100)
    game.flag(next(at for at in range(81) if not game.field.is_open(at)), 900)
    saved.save(game, 1000)
    return saved, game


def started():
    saved = Memory()
    saved.load()
    saved.options.choose(BY_NAME["expert"])
    return saved, game_on(saved.options)


@given(games())
def test_a_game_in_play_comes_back_bit_for_bit_and_is_played_on_as_before(played):
    saved, game, now_ms = played
    saved.save(game, now_ms)
    back, resumed, sentences = power_on(saved.flash.block, saved.display)
    assert (kept(back), sentences) == (kept(saved), [])
    if not game.moves or game.outcome() != PLAYING:
        assert resumed is None
        return
    assert state(resumed) == state(game, now_ms) and not resumed.recording.whole
    if not game.field.laid:
        return
    for each in (game, resumed):
        each.stop_clock(now_ms)
        chance = random.Random(7)
        for step in range(50):
            if each.outcome() == PLAYING:
                play(each, chance, now_ms + step)
    assert state(resumed, now_ms + 60) == state(game, now_ms + 60)


@pytest.mark.parametrize("nvm", [None, bytearray(100)])
def test_a_board_without_memory_plays_and_says_so(nvm):
    saved = SavedState(nvm, PYPORTAL)
    assert (saved.load(), saved.is_new) == ([
        "This board cannot save: options, records and games are lost with its power."], False)
    game = game_on(saved.options)
    assert not saved.resume(game)
    game.hold(0, 0)
    saved.note_change(0)
    assert not saved.due(99_999) and not saved.save(game, 99_999)
    assert saved.finished(game, True, 99_999)


@pytest.mark.parametrize(("key", "value", "is_new", "expected"), [
    ("MINES_PRESET", "expert", False,
     ["The saved game does not fit the board that the options say: a new one starts."]),
    ("MINES_PRESET", "beginner", False, []),
    ("MINES_CONTROLS", "dig", False, []),
    ("MINES_LIGHT", "50", True, []),
    ("MINES_SOUND", "loud", True,
     ['MINES_SOUND is "loud" and is ignored: expected off, quiet or on.'])])
def test_settings_win_over_memory_and_who_chose_how_to_play_is_not_new(
        key, value, is_new, expected):
    for flash, new in (Flash(), is_new), (sample()[0].flash, False):
        saved = SavedState(flash, PYPORTAL)
        sentences = saved.load({key: value}.get)
        assert saved.is_new == new
    assert sentences == expected
    if key == "MINES_PRESET":
        assert choices.word(saved.options, "preset").lower() == value
    assert saved.resume(game_on(saved.options)) == (value != "expert")


@pytest.mark.parametrize("display", [PYPORTAL, TITANO])
def test_every_board_fits_into_the_limit(display):
    chosen = SavedState(None, display).options
    for name in ("custom_columns", "custom_rows"):
        for _ in range(40):
            choices.step(chosen, name)
    for board in chosen.offered():
        saved = Memory(display)
        for preset in presets.ALL:
            saved.records.finished(presets.id_of(preset), True, 9, True)
        saved.options.set_custom(*chosen.custom()[1:4])
        saved.options.choose(board)
        game = game_on(saved.options)
        game.open(0, 0)
        game.flag(game.field.width * game.field.height - 1, 0)
        game.field.safe_left += not game.field.safe_left  # not decided, however it opened
        saved.save(game, 0)
        assert len(saved.image) <= LIMIT
        assert power_on(saved.flash.block, display)[1]


def rest_and_save(saved, game, now_ms):
    """One change, rested."""
    unopened = next(at for at in range(280) if not game.field.is_open(at))
    game.flag(unopened, now_ms)
    saved.note_change(now_ms)
    assert not saved.due(now_ms + REST_MS - 1)
    return saved.due(now_ms + REST_MS) and saved.save(game, now_ms + REST_MS)


def test_nothing_is_written_when_nothing_has_changed():
    saved, game = started()
    assert saved.save(game, 0) and not saved.save(game, 5_000)
    game.open(100, 6_000)
    game.stop_clock(7_000)
    assert saved.save(game, 8_000) and not saved.save(game, 9_000)
    game.flag(0, 10_000), game.flag(0, 10_000)
    game.moves, game.moved = game.moves - 2, 100
    game.stop_clock(10_000)
    saved.note_change(10_000)
    assert not saved.save(game, 30_000)
    saved.finished(game, False, 40_000)
    saved.save(game, 40_000)
    game.begin()
    saved.new_game()
    assert not saved.save(game, 50_000)
    assert len(saved.flash.log) == 3


def test_a_game_is_written_once_then_every_five_minutes_before_its_advice_and_at_its_end():
    saved, game = started()
    written = [at for at in range(0, 1_200_000, 20_000) if rest_and_save(saved, game, at)]
    assert written == [0, 300_000, 600_000, 900_000]
    choices.step(saved.options, "theme")
    assert saved.has_choices()
    saved.save(game, 1_200_000)
    assert not saved.has_choices()
    choices.step(saved.options, "theme", -1)
    assert saved.has_choices()
    saved.save(game, 1_215_000)
    game.hinted = True
    assert saved.save(game, 1_220_000)
    saved.finished(game, False, 1_240_000)
    assert saved.save(game, 1_240_000)
    assert power_on(saved.flash.block)[0].erases == saved.erases == len(saved.flash.log) == 8


def test_it_is_due_when_a_kept_game_is_abandoned_and_again_after_memory_lacked(monkeypatch):
    saved, game = started()
    rest_and_save(saved, game, 0)
    assert not saved.due(WEEK_MS)
    saved.new_game()
    assert not saved.due(WEEK_MS) and saved.due(WEEK_MS + REST_MS)
    saved.save(game, WEEK_MS)
    assert not saved.due(WEEK_MS) and not saved.due(2 * WEEK_MS)
    monkeypatch.setattr(saved.records, "pack_into", lambda *places: bytearray(1 << 60))
    with pytest.raises(MemoryError):
        saved.save(game, 2 * WEEK_MS)
    assert not saved.due(2 * WEEK_MS) and saved.due(2 * WEEK_MS + REST_MS)


def test_a_pause_saves_soon_and_a_result_goes_along_with_the_games_end():
    saved, game = started()
    game.flag(0, 0)
    saved.note_change(0)
    saved.put_off(1000, MENU_MS)
    assert not saved.due(999 + MENU_MS) and saved.due(1000 + MENU_MS)
    saved.save(game, 2500)
    saved.finished(game, False, 9000)
    saved.write_behind(600, b"result")
    assert not saved.save(game, 9000)
    saved.new_game()
    saved.write_behind(600, b"R")
    back, resumed, _ = power_on(saved.flash.block)
    assert (resumed, back.erases, saved.flash[600:606]) == (None, 3, b"Result")
    assert kept(back) == kept(saved)


@pytest.mark.parametrize(("won", "mark", "streak"), [
    (True, "", 5), (True, "hinted", 0), (True, "repeated", 5), (False, "", 0)])
def test_the_end_of_a_game_is_noted_and_helped_games_set_no_best(won, mark, streak):
    saved, game = started()
    rest_and_save(saved, game, 0)
    saved.records.days[:] = array("H", [101, 100, 4, 4])
    for cell in range(280):
        if not game.field.cells[cell] & field.MINE:
            game.open(cell, 42_000)
    game.daily = True
    if mark:
        setattr(game, mark, True)
    assert saved.finished(game, won, 42_000) == (won and not mark)
    assert saved.records.of(4)[:2] == (42 * (won and not mark), not mark)
    assert saved.records.last[1:] == (game.moves, won)
    assert game.daily and list(saved.records.days) == [101, 101, streak, max(4, streak)]
    saved.finished(game, True, 6_000)
    assert not game.daily and saved.records.days[STREAK] == streak
    saved.save(game, 42_000)
    game.end()
    saved.options.controls = controls.DIG  # by which it is not decided, once it is shown
    saved.save(game, 50_000)
    back, resumed, sentences = power_on(saved.flash.block)
    assert (resumed, sentences, kept(back)) == (None, [], kept(saved))


@given(st.binary(min_size=LEAST, max_size=LIMIT), st.sampled_from([PYPORTAL, TITANO]))
def test_whatever_is_in_memory_the_game_starts_with_defaults_and_says_so(content, display):
    saved, resumed, sentences = power_on(content + bytes(BLOCK - len(content)), display)
    assert (kept(saved), resumed) == (kept(SavedState(None, display)), None)
    assert (sentences, saved.is_new) == ([DAMAGED], False)


def test_a_flipped_bit_and_a_write_that_was_cut_anywhere_are_noticed():
    saved, _ = sample()
    image = saved.image
    lost = kept(SavedState(None, PYPORTAL))
    for bit in range(0, 8 * len(image), 7):
        content = bytearray(saved.flash.block)
        content[bit // 8] ^= 1 << bit % 8
        back, resumed, sentences = power_on(content)
        assert (kept(back), resumed, sentences) == (lost, None, [DAMAGED])
    for done in range(0, len(image), 5):
        back, resumed, sentences = power_on(image[:done] + b"\xff" * (BLOCK - done))
        assert (kept(back), resumed, sentences) == (lost, None, [DAMAGED if done else NEW])


def sealed(image):
    """Return an nvm with this image and its checksum, erased behind them."""
    return image[:-4] + crc32(image[:-4]).to_bytes(4, "little") + b"\xff" * BLOCK


@pytest.mark.parametrize(("length", "expected"), [(9, DAMAGED), (10, FOREIGN)])
def test_the_shortest_image_has_a_header_and_a_checksum(length, expected):
    image = b"Ms\7\0" + length.to_bytes(2, "little") + bytes(length - 6)
    assert power_on(sealed(image))[2] == [expected]


@pytest.mark.parametrize(("at", "content", "expected"), [
    (-6, b"\xff\xff", []),  # the last move, beyond the board
    (2, b"\1", [FOREIGN]), (2, b"\x09", [FOREIGN])])
def test_what_cannot_be_used_is_left(at, content, expected):
    image = bytearray(sample()[0].image)
    image[at : at + len(content)] = content
    saved, resumed, sentences = power_on(sealed(image))
    assert (sentences, saved.is_new) == (expected, False)
    assert (resumed.moved == 80) if resumed else expected


@given(st.data())
def test_what_is_wrong_in_spite_of_its_checksum_is_survived(data):
    """No bytes make the game raise, or play what cannot be."""
    image = bytearray(sample()[0].image)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(6, len(image) - 5))
        image[at] = data.draw(st.integers(0, 255))
    back, resumed, _ = power_on(sealed(image))
    assert back.options.board() in back.options.offered()
    if resumed:
        board = resumed.field
        mines = sum(bool(byte & field.MINE) for byte in board.cells)
        assert mines == board.mines * board.laid
        assert not any(byte & field.MINE and byte & field.STATE == field.OPEN
                       for byte in board.cells)


@pytest.mark.parametrize(("laid", "mines", "opened", "possible"), [
    (True, [3, 5], [0], True),
    (False, [], [], True),
    (False, [], [0], False),
    (True, [3], [0], False),
    (True, [3, 5], [5], False)])
def test_a_game_is_taken_only_if_it_can_be(laid, mines, opened, possible):
    board = ("custom", 5, 5, 2, 16)
    game = Game(board, controls.Dig(), OPENING, Dice())
    for cell in mines:
        game.field.cells[cell] |= field.MINE
    for cell in opened:
        game.field.cells[cell] |= field.OPEN
    game.field.laid, game.moves, game.played_ms = laid, 0x10000, 1 << 33
    saved = savegame.pack(game, 7, 0)
    chosen = options.Options(320, 240)
    chosen.choose(board)
    assert restoring.board_of(saved, chosen) == (board if possible else None)
    if possible:
        restoring.restore(saved, game, None)
        assert (game.field.laid, game.moves, game.played_ms) == (laid, 0xFFFF, 0xFFFFFFFF)
    chosen.set_custom(5, 5, 3)
    assert restoring.board_of(saved, chosen) is None
    game.repeated = True
    saved = savegame.pack(game, 7, 0)
    assert restoring.board_of(saved, chosen) == (board if possible else None)
    assert restoring.board_of(savegame.pack(game, 6, 0), chosen) is None


def test_where_memory_is_too_small_for_a_game_the_rest_is_kept():
    saved = Memory(TITANO, b"\xff" * LEAST)
    saved.options.choose(BY_NAME["classic expert"])
    game = game_on(saved.options)
    game.open(0, 0)
    assert saved.save(game, 0)
    back, resumed, sentences = power_on(saved.flash.block, TITANO)
    assert (kept(back), resumed, sentences) == (kept(saved), None, [])


# `sample` as it was written by version 2, which knew no days yet, and by version 6, which did.
VERSION_2 = bytes.fromhex(
    "4d730201a0000200010102010002010400000a0a0c00401f60ea581b90e20000000000000000000000000000"
    "0000000000002a00010001000100010000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000050009000100020909210a0028000200840300000000000000910204000000d2"
    "000100bf00fc00f0ffcfffffffffffffff030000000000006d0286b1")
VERSION_6 = bytes.fromhex(
    "4d730600b00002000101020100020104000001000a0a0c00401f60ea581b90e2000000000000000000000000"
    "00000000000000002a0001000100010001000000000000000000000000000000000000000000000000000000"
    "00000000000000000000000000000500090001005e265e260100010001000000020909210a00280002008403"
    "00000000000000910204000000d2000100bf00fc00f0ffcfffffffffffffff030000000000000300b4e1066a")


@pytest.mark.parametrize("was_fair", [False, True])
@pytest.mark.parametrize("is_fair", [False, True])
def test_a_game_keeps_its_guesses_through_power_off_whatever_the_option_says(was_fair, is_fair):
    def arrange(cells):
        return True

    saved, game = sample()
    game.arrange = arrange if was_fair else None
    saved.save(game, 1000)
    memory = Memory(content=bytes(saved.flash.block))
    memory.load()
    back = game_on(memory.options)
    back.arrange = arrange if is_fair else None
    assert memory.resume(back, arrange)
    assert back.arrange is (arrange if was_fair else None)
    assert back.moved == game.moved


@pytest.mark.parametrize("image", [VERSION_2, VERSION_6], ids=["version 2", "version 6"])
def test_what_an_earlier_version_wrote_is_read(image):
    saved, game = sample()
    if image == VERSION_2:
        saved.records.days = [0] * 4
        game.moved = 0  # which was not saved
    back, resumed, sentences = power_on(image + b"\xff" * BLOCK)
    assert (kept(back), sentences) == (kept(saved), [])
    game.stop_clock(1000)
    assert state(resumed) == state(game)


# Version 7: boards without guesses are chosen, two presets were played, two days in a row were won.
def version_7(no_guess, fair):
    options = bytes((3, 1, 1, 1, 2, 1, 0, 2, 1, 4, 0, no_guess, 1, fair, 10, 10, 12, 0))
    options += (9000).to_bytes(2, "little") + (59000).to_bytes(2, "little")
    options += (8000).to_bytes(2, "little") + (57000).to_bytes(2, "little")
    records = array("H", [0] * 10 + [42, 5, 3, 1, 2] + [90, 2, 1, 0, 1] + [0] * 15)
    last_and_days = array("H", [20, 30, 1, 9822, 9822, 2, 4])
    content = options + records.tobytes() + last_and_days.tobytes() + bytes(112 + 4)
    image = b"Ms\7\0" + (len(content) + 10).to_bytes(2, "little") + content
    return image + crc32(image).to_bytes(4, "little")


@pytest.mark.parametrize(("no_guess", "fair", "guessing"), [
    (1, 1, options.NEVER), (0, 1, options.FAIR), (0, 0, options.CHANCE)])
def test_version_7_kept_all_presets_and_had_two_options_for_guesses(no_guess, fair, guessing):
    back, resumed, sentences = power_on(version_7(no_guess, fair) + b"\xff" * BLOCK)
    assert (resumed, sentences, back.options.guessing) == (None, [], guessing)
    assert back.records.of(2) == (42, 5, 3, 1, 2) and back.records.of(3) == (90, 2, 1, 0, 1)
    assert [day for day in range(9800, 9830) if back.records.was_won(day)] == [9821, 9822]


def test_one_more_preset_moves_no_id(monkeypatch):
    """Options, records, saved games and numbers of before are read as they were."""
    saved, game = sample()
    saved.records.finished(6, True, 300, True)
    saved.save(game, 2000)
    before = [presets.id_of(board) for board in saved.options.offered()]
    own = numbers.text(presets.CUSTOM_ID, ("custom", 12, 9, 17, 16), 2, 33, 1)
    new = presets.ids()[-1] + 1
    monkeypatch.setattr(presets, "ALL", (*presets.ALL, ("tiny", 12, 10, 15, 16)))
    back, resumed, sentences = power_on(saved.flash.block)
    assert sentences == [] and state(resumed) == state(game, 2000)
    assert [presets.id_of(board) for board in back.options.offered()] == [*before, new]
    assert back.records.of(2)[0] == 42 and back.records.of(6)[0] == 300
    assert numbers.read(own)[0] == presets.CUSTOM_ID
    assert presets.of(numbers.read(numbers.text(new, presets.ALL[-1], 2, 3, 1))[0])[0] == "tiny"
    back.records.finished(new, True, 5, True)
    back.save(resumed, 3000)
    assert power_on(back.flash.block)[0].records.of(new) == (5, 1, 1, 1, 1)
