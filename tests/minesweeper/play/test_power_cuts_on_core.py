# SPDX-License-Identifier: MIT
"""Power that fails on CircuitPython's own core: it always starts, and only a write's data is lost.

CUTS in the environment says how many random moments are tried, each on what the cut before left.
A soak tries every tenth byte of a write.
"""

import os
import random

import pytest

from minesweeper.console.text import lines
from minesweeper.memory.memory import Memory
from tests.support import core, seeds
from tests.support.play import games as saved_state

CUTS = int(os.environ.get("CUTS", seeds.more(12, 40)))
BYTES_APART = int(seeds.more(80, 10))
NEW = b"\xff" * 8192
ROWS, COLUMNS = 15, 20
START_S, ANSWER_S, REST_S = 2.5, 0.6, 10.5


@pytest.fixture(scope="module")
def flash(drive, tmp_path_factory):
    core.require()
    return core.image(drive, tmp_path_factory.mktemp("core") / "drive.img")


def read(nvm):
    """(what is told as lost, the board as text, how many bytes were written)"""
    memory = Memory(bytearray(nvm), (320, 240))
    return memory.load(), "\n".join(lines(saved_state.game(nvm))), len(memory._written)


def say(portal, line, seconds=ANSWER_S):
    """What is answered on the console."""
    before = len(portal.serial)
    portal.type(line + "\n")
    portal.run(seconds)
    return portal.serial[before:].replace("\r", "").partition("\n")[2].rstrip("\n")


def check(portal, nvm):
    """It has started with what nvm held; returns what was lost and the board."""
    told, board, _ = read(nvm)
    portal.run(START_S)
    assert say(portal, "board") == board
    assert not portal.ended
    assert all(sentence in portal.serial for sentence in told)
    return told, board


@pytest.fixture(scope="module")
def saved(flash):
    """What a game on the core leaves in nvm,."""
    with core.power_on(flash, 4) as portal:
        portal.run(START_S)
        say(portal, "5 5", REST_S)
        return portal.nvm


def test_a_cut_at_any_byte_of_a_write_loses_that_write_and_no_more(flash, saved):
    former, length = read(saved)[1:]
    ends = set()
    for byte in range(0, length + BYTES_APART, BYTES_APART):
        with core.power_on(flash, 4, nvm=saved) as portal:
            portal.run(START_S)
            following = flag_something(portal)
            portal.cut_power_at(byte)
            with pytest.raises(core.Died):
                portal.run(REST_S)
            left = portal.nvm
        with core.power_on(flash, 5, nvm=left) as portal:
            told, board = check(portal, left)
        assert following != former
        assert told if byte < length else (told, board) == ([], following)
        ends.add(tuple(told))
    assert len(ends) == 3  # erased, damaged, whole


def flag_something(portal):
    """The board with a flag more."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            answer = say(portal, f"flag {row} {column}")
            if "open already" not in answer:
                return answer
    raise AssertionError("all is open")


def play(portal, chance):
    """A few moves by chance, now and then on a new board; returns the boards that came of them."""
    boards = []
    if chance.random() < 0.4:
        say(portal, "new")
    for _ in range(chance.randrange(1, 4)):
        row, column = chance.randrange(ROWS), chance.randrange(COLUMNS)
        answer = say(portal, f"{chance.choice(('open', 'flag', 'flag'))} {row} {column}")
        if "You have" in answer or "over" in answer:
            say(portal, "new")
        elif "open already" not in answer:
            boards.append(answer)
    return boards


def test_after_a_cut_at_random_moments_it_starts_with_a_board_that_was_played(flash):
    chance = random.Random(3)
    nvm, seen, resumed, lost = NEW, {read(NEW)[1]}, 0, 0
    for number in range(CUTS):
        with core.power_on(flash, number, nvm=nvm) as portal:
            _, board = check(portal, nvm)
            assert board in seen
            resumed += board != read(NEW)[1]
            seen.update(play(portal, chance))
            in_write = chance.random() < 0.3
            if in_write:
                portal.cut_power_at(chance.randrange(260))
            try:
                portal.run(chance.uniform(REST_S if in_write else 0, 2 * REST_S))
            except core.Died:
                assert in_write
            nvm, before = portal.nvm, nvm
        is_lost = read(nvm)[0] != [] and nvm != before
        assert in_write or not is_lost
        lost += is_lost
    assert resumed > CUTS // 10 and lost > CUTS // 20, (resumed, lost)
