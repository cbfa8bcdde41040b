# SPDX-License-Identifier: MIT
"""What earlier versions have written into nvm is read whole."""

from binascii import crc32

import pytest

from minesweeper.memory.upgrade import upgraded
from tests.support.play.flashes import BLOCK, kept, power_on, sample, state

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
