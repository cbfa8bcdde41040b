# SPDX-License-Identifier: MIT
"""The game's memory on the board's firmware, with less of it than a board has."""

import numpy as np
import pytest

from tests.commands import budget
from tests.support import firmware
from tests.support.play import finger

BEGINNER = budget.Way("beginner", "mpy", 0)
GOOD = budget.Found(BEGINNER, 50, 9, 200, 2, 0, 9000, 4000, "")


@pytest.mark.parametrize(("changes", "kept"), [
    ({}, True), ({"refused": 3}, False), ({"last": "MemoryError:"}, False)])
def test_an_end_or_refused_advice_is_over_the_budget(changes, kept):
    assert budget.is_kept([GOOD, GOOD._replace(**changes)]) is kept


def test_a_program_that_ended_can_be_repeated_by_its_seed():
    bad = GOOD._replace(way=BEGINNER._replace(number=7), last="MemoryError:")
    *_, line = budget.rows([GOOD, bad])
    assert line == "  ended: --seed 7, touch 50: MemoryError:"


def test_a_finger_finds_buttons_and_cells_by_their_colour():
    screen = np.zeros((240, 320), np.uint16)
    screen[100:140, 20:120] = 0x1234
    screen[110:125, 40:90:2] = 0xFFFF  # a word on it
    screen[10:24, 200:214] = 0x4321
    screen[200:203, 10:300] = 0x5555  # a line
    found = [plate[:4] for plate in finger.plates(screen)]
    assert found == [(200, 10, 214, 24), (20, 100, 120, 140)]


def test_a_finger_plays_without_an_end_on_little_memory(drive):
    firmware.require()
    found = budget.played(BEGINNER, seconds=15)
    assert found.last == "" and found.touches > 8 and found.least_block > 0


def test_a_program_without_memory_is_found(drive):
    firmware.require()
    found = budget.played(BEGINNER, seconds=15, less_kb=150)
    assert "Error" in found.last
