# SPDX-License-Identifier: MIT
"""Memory that is damaged, cut, never written, or of an earlier version."""

import binascii
from binascii import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.board import controls, field, presets
from minesweeper.board.dice import Dice
from minesweeper.board.game import OPENING, Game
from minesweeper.memory import savegame
from minesweeper.memory.memory import LEAST, LIMIT, Memory
from minesweeper.memory.upgrade import upgraded
from tests.support.play.flashes import (
    BLOCK,
    NEW,
    PYPORTAL,
    TITANO,
    Flash,
    game_on,
    kept,
    power_on,
    sample,
    state,
)

DAMAGED = ("The memory is damaged, its game, options and records are lost: starting with"
           " defaults.")


@given(st.binary(min_size=LEAST, max_size=LIMIT), st.sampled_from([PYPORTAL, TITANO]))
def test_whatever_is_in_memory_the_game_starts_with_defaults_and_says_so(content, display):
    memory, resumed, sentences = power_on(content + bytes(BLOCK - len(content)), display)
    assert (kept(memory), resumed) == (kept(Memory(None, display)), None)
    assert sentences == [DAMAGED]


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


def test_a_last_move_beyond_the_board_is_on_it():
    memory, _ = sample()
    image = bytearray(memory._written)
    image[-6:-4] = b"\xff\xff"
    _, resumed, _ = power_on(sealed(image) + b"\xff" * BLOCK)
    assert resumed.moved == len(resumed.field.cells) - 1


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
    before = len(saved) - 2  # when the last move's cell was not saved
    lengths = [length for length in range(len(saved)) if savegame.is_of(saved[:length], 7, board)]
    assert lengths == [before] * possible


def test_where_memory_is_too_small_for_a_game_the_rest_is_kept():
    memory = Memory(Flash(b"\xff" * LEAST), TITANO)
    memory.options.choose(presets.find("classic expert"))
    game = game_on(memory.options)
    game.open(0, 0)
    assert memory.save(game, 0)
    back, resumed, sentences = power_on(memory._nvm.block, TITANO)
    assert (kept(back), resumed, sentences) == (kept(memory), None, [])


# `sample` as it was written by the version that knew no days yet, and, with motion turned off, by
# the one that knew no fair guesses.
BEFORE_DAYS = bytes.fromhex(
    "4d730201a0000200010102010002010400000a0a0c00401f60ea581b90e20000000000000000000000000000"
    "0000000000002a00010001000100010000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000050009000100020909210a0028000200840300000000000000910204000000d2"
    "000100bf00fc00f0ffcfffffffffffffff030000000000006d0286b1")
BEFORE_GUESSES = bytes.fromhex(
    "4d730402ab00020001010201000201040000000a0a0c00401f60ea581b90e200000000000000000000000000"
    "000000000000002a000100010001000100000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000000500090001005e265e2601000100020909210a002800020084030000000000"
    "0000910204000000d2000100bf00fc00f0ffcfffffffffffffff030000000000000300d2266461")


def test_the_version_before_days():
    memory, game = sample()
    memory.records.days = [0] * 4
    game.moved = 0  # which was not saved
    is_read_as(BEFORE_DAYS, memory, game)


def test_the_version_before_fair_guesses():
    memory, game = sample()
    memory.options.motion = False
    is_read_as(BEFORE_GUESSES, memory, game)


def is_read_as(image, memory, game):
    back, resumed, sentences = power_on(image + b"\xff" * BLOCK)
    assert (kept(back), sentences) == (kept(memory), [])
    game.stop_clock(1000)
    assert state(resumed) == state(game)


@pytest.mark.parametrize(("image", "at"), [(BEFORE_DAYS, 18), (BEFORE_GUESSES, 19)])
def test_a_board_of_the_players_own_comes_back(image, at):
    image = image[:at] + bytes((11, 9, 13)) + image[at + 3 : -4]
    memory, _, _ = power_on(image + crc32(image).to_bytes(4, "little") + b"\xff" * BLOCK)
    assert memory.options.custom()[1:4] == (11, 9, 13)


def test_a_version_that_never_was_is_left_as_it_is():
    for version in 0, 1, 6, 255:
        image = BEFORE_DAYS[:2] + bytes([version]) + BEFORE_DAYS[3:]
        assert upgraded(image, 2) == image
