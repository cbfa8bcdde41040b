# SPDX-License-Identifier: MIT
"""The same program and session on both engines: pictures, words, sounds, light and nvm."""

import os

import pytest

from sim import PyPortal
from tests.support import firmware, twins
from tests.support.programs.typing import answers, repl_cases
from tests.support.tables import texts
from tests.support.twins import Twins

firmware.require()

SESSIONS = 200 if os.environ.get("FULL") else 2
PROGRAMS = texts(__file__)


@pytest.fixture(scope="module")
def compiled(drive, tmp_path_factory):
    return twins.compiled(drive, tmp_path_factory.mktemp("board") / "CIRCUITPY")


@pytest.mark.parametrize("seed", range(3, 3 + SESSIONS))
def test_a_session_with_the_game_is_the_same(drive, compiled, seed):
    with Twins(drive, compiled, seed=seed) as both:
        twins.play(both, seed)
        both.compare()
        assert both.looks > 0


@pytest.mark.parametrize(("name", "version"), [("shapes", 9), ("rotations", 10)])
def test_a_picture_is_drawn_the_same(write_program, name, version):
    firmware.require_major(version)
    with Twins(write_program(PROGRAMS[name])) as both:
        both.run(10)
        both.look(name)


def test_the_console_shows_the_same_traceback(write_program):
    firmware.require_major(10)
    with Twins(write_program("for line in range(30): print(line)\n1 / 0")) as both:
        both.run(5)
        parts = {portal.screenshot().crop((12, 0, 320, 240)).tobytes() for portal in both.both}
        assert len(parts) == 1, "they differ, and not only in the logo"


def test_the_clock_of_the_day_goes_on_both(write_program):
    with Twins(write_program(PROGRAMS["dates"])) as both:
        both.run(5)
        assert twins.printed(both.firmware)[1] == "(2026, 3, 1, 0, 0, 1)"
        assert twins.printed(both.firmware) == twins.printed(both.python)


@pytest.mark.parametrize("name", ["asyncio"])
def test_a_library_prints_the_same(write_program, name):
    with Twins(write_program(PROGRAMS[name])) as both:
        both.run(8)
        assert not both.firmware.failed, both.firmware.serial
        assert twins.printed(both.firmware) == twins.printed(both.python) != []


def test_a_pad_is_touched_on_both(write_program):
    with Twins(write_program(PROGRAMS["pad"])) as both:
        for touched in False, True:
            for portal in both.both:
                portal.pins["D4"].set(touched)
            both.run(2)
        assert twins.printed(both.firmware) == twins.printed(both.python)
        assert twins.printed(both.python)[2:] == ["touched 10000"]


def test_the_firmware_gives_the_answers_in_the_table_of_keys(write_program):
    firmware.require_major(10)
    with PyPortal(write_program("x = 5"), engine="firmware") as portal:
        portal.board.console.attended = True
        assert answers(portal, repl_cases()) == repl_cases()
