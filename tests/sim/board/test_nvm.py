# SPDX-License-Identifier: MIT
"""Non-volatile memory: one erase block, and what a power cut during a write leaves of it."""

import pytest

from sim.board.faults import Faults
from sim.board.journal import Journal
from sim.board.nvm import Nvm
from sim.clock import MS, Clock

ERASED = b"\xff" * 6


class PowerCut(Exception):
    """Raised where a board would be off."""


@pytest.fixture
def board():
    """Its `nvm`, `clock` and `faults`; each cut of the power raises PowerCut."""
    class Board:
        clock, faults, power = Clock(0), Faults(), True

        def cut(self):
            self.power = False
            raise PowerCut

        def __init__(self):
            self.nvm = Nvm(b"abcdef", self.clock, Journal(self.clock), self.faults,
                           lambda: self.power, self.cut)

    return Board()


def test_a_write_erases_the_whole_block_and_takes_ten_milliseconds(board):
    board.nvm.write(b"ABCDEF", 4)
    board.nvm.write(b"123456", 4)
    assert (bytes(board.nvm.content), board.nvm.writes) == (b"123456", 2)
    assert board.clock.now == 20 * MS


def test_a_new_chip_reads_erased():
    clock = Clock(0)
    nvm = Nvm(None, clock, Journal(clock), Faults(), lambda: True, lambda: None)
    assert (len(nvm.content), set(nvm.content), nvm.writes) == (8192, {255}, 0)


@pytest.mark.parametrize(("moment", "left"), [
    ("before", b"abcdef"), ("erased", ERASED), ("half", b"1234\xff\xff"), ("after", b"123456")])
def test_a_power_cut_leaves_what_was_written_up_to_then(board, moment, left):
    board.faults.cut_power_at_write(1, moment)
    for _ in range(2):  # a program that is being ended may still try to write
        with pytest.raises(PowerCut):
            board.nvm.write(b"123456", 4)
    assert bytes(board.nvm.content) == left


def test_the_cut_comes_at_the_write_that_is_named_and_only_there(board):
    board.faults.cut_power_at_write(2, "half")
    board.nvm.write(b"ABCDEF", 4)
    with pytest.raises(PowerCut):
        board.nvm.write(b"123456", 4)
    board.power = True
    board.nvm.write(b"ghijkl", 4)
    assert bytes(board.nvm.content) == b"ghijkl"
