# SPDX-License-Identifier: MIT
"""Virtual time: it moves for whatever a program does, and exactly as far as it should."""

import pytest

from sim import PyPortal, StillRunning
from tests.support.programs.instantly import printed, run


def test_time_moves_for_a_program_that_only_spins(write_program):
    portal = PyPortal(write_program("while True:\n    pass\n"))
    portal.run(2)
    assert portal.running
    assert portal.now == 2


def test_time_moves_in_code_that_comes_from_a_string(write_program):
    portal = PyPortal(write_program("exec('n = 1\\nwhile True: n += 1')"))
    portal.run(1)
    assert portal.running


def test_a_run_to_the_end_of_an_endless_program_says_where_it_spins(write_program):
    portal = PyPortal(write_program("import displayio, time\ndisplayio.release_displays()\n"
                                    "while True:\n    time.sleep(60)\n"))
    sentence = r"code\.py is still running after 3600 s, at code\.py line 4"
    with pytest.raises(StillRunning, match=sentence):
        portal.run()


def test_a_run_returns_early_when_the_program_ends(write_program):
    portal = run(write_program("import time\ntime.sleep(0.5)"), 10)
    assert not portal.running
    assert 0.5 <= portal.now < 0.51


def test_sleep_takes_exactly_as_long_as_it_says(write_program):
    program = """
from time import monotonic_ns, sleep
start = monotonic_ns()
sleep(0.25)
print(monotonic_ns() - start)
"""
    assert 250_000_000 <= int(printed(write_program(program))) < 250_100_000


def test_the_millisecond_counter_starts_65_seconds_before_it_wraps(write_program):
    program = """
import supervisor, time
print(supervisor.ticks_ms())
time.sleep(66)
print(supervisor.ticks_ms())
"""
    first, second = map(int, printed(write_program(program), 70).split())
    assert first == 2**29 - 65_000
    assert 999 <= second <= 1001
