# SPDX-License-Identifier: MIT
"""Loops that only poll pins or the clock: the same results at the same time, with fewer reads."""

import pytest

from sim import PyPortal
from tests.support import effort
from tests.support.programs.programs import printed

SET_UP = """
import time
import board
from digitalio import DigitalInOut
reset, busy = DigitalInOut(board.ESP_RESET), DigitalInOut(board.ESP_BUSY)
reset.switch_to_output(False)
time.sleep(0.01)
def restart():
    reset.value = False
    reset.value = True
    return time.monotonic_ns()
"""
WAIT = """
start = restart()
while busy.value:
    pass
print((time.monotonic_ns() - start) // 100_000)
"""


COUNT = """
start, looks = restart(), 0
while busy.value:
    looks += 1
print(looks)
"""


def _run(write_program, text, seconds=3, **options):
    with PyPortal(write_program(SET_UP + text), **options) as portal:
        portal.run(seconds)
        assert not portal.failed
        return portal.serial


def _count_looks(portal, name):
    """Return a list that grows by one item with each read of a pin."""
    line, looks = portal.board.pins[name], []
    answer = line.outside
    line.outside = lambda: looks.append(None) or answer()
    return looks


@pytest.mark.parametrize("instant", [True, False])
def test_polling_a_busy_pin_takes_few_reads_and_ends_on_time(instant, write_program):
    with PyPortal(write_program(SET_UP + WAIT), instant=instant) as portal:
        looks = _count_looks(portal, "ESP_BUSY")
        portal.run(3)
        assert 5000 <= int(portal.serial) <= 5001
        assert len(looks) < 700


@pytest.mark.parametrize("instant, least, most", [(True, 1, 700), (False, 2000, 99_999)])
def test_a_loop_that_counts_runs_each_iteration_at_the_boards_speed(
        instant, least, most, write_program):
    assert least <= int(_run(write_program, COUNT, instant=instant)) <= most


def test_a_timeout_in_a_polling_loop_is_at_most_a_millisecond_late(write_program):
    late = int(_run(write_program, """
reset.value = False
start = time.monotonic_ns()
while busy.value and time.monotonic_ns() - start < 300_000_000:
    pass
print(time.monotonic_ns() - start - 300_000_000)
"""))
    assert 0 <= late <= 1_100_000


@pytest.mark.parametrize("work", ["time.sleep(0.001)", "print(end='')\n    time.sleep(0.0003)"])
def test_a_loop_that_does_other_work_runs_each_iteration(work, write_program):
    looks = int(_run(write_program, f"""
start, looks = restart(), 0
while busy.value:
    looks += 1
    {work}
print(looks)
"""))
    assert looks > 400


def test_a_change_on_a_wire_is_seen_at_its_moment(write_program):
    with PyPortal(write_program(f"""{SET_UP}
start = restart()
while busy.value:
    pass
print(time.monotonic_ns() // 1_000_000)
""")) as portal:
        portal.pins["ESP_BUSY"].set(lambda: float(portal.now < 0.2504))
        portal.run(1)
        assert portal.serial == "1250\n"


TOUCHED = """
import board, time
from adafruit_touchscreen import Touchscreen
wires = board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU
screen = Touchscreen(*wires)
while not screen.touch_point:
    pass
print(time.monotonic_ns() // 100_000)
"""


@pytest.mark.parametrize("instant", [True, False])
@pytest.mark.parametrize("noise, least, most", [(0, 1, 300), (50, 3000, 50000)])
def test_an_untouched_panel_is_read_less_often_and_a_touch_is_seen_at_once(
        noise, least, most, instant, write_program):
    with PyPortal(write_program(TOUCHED), instant=instant) as portal:
        looks = _count_looks(portal, "TOUCH_XL")
        portal.board.touch_panel.noise = noise
        portal.run(1.5)
        portal.press(160, 120)
        pressed = portal.now
        portal.run(0.1)
        assert least <= len(looks) <= most
        assert 0 <= int(portal.serial) / 10_000 - 1 - pressed <= 0.004


CLOCK = """
import time, supervisor
time.sleep(0.1)
turns = 0
while time.monotonic() < 3.5: {}
print(time.monotonic_ns() // 100_000, turns)
"""


@pytest.mark.parametrize("instant", [True, False])
def test_a_loop_that_waits_for_a_time_reads_the_clock_once_a_millisecond(instant, write_program):
    with PyPortal(write_program(CLOCK.format("pass")), instant=instant) as portal:
        portal.run(0.2)
        assert effort.lines(lambda: portal.run(1)) < 100_000
        portal.run(5)
        assert portal.serial == "35000 0\n"


def test_a_loop_that_waits_and_counts_runs_each_iteration(write_program):
    moment, turns = map(int, printed(write_program(CLOCK.format("turns += 1")), 5).split())
    assert moment == 35000
    assert turns > 50_000


@pytest.mark.parametrize("kept, keep, count", [
    ("[]", "kept.append(None)", "len(kept)"),
    ("bytearray()", "kept.append(1)", "len(kept)"),
    ("{'turns': 0}", "kept['turns'] += 1", "kept['turns']"),
    ("[0, 0]", "kept[1] += 1", "kept[1]"),
])
def test_a_loop_that_counts_in_an_object_runs_each_iteration(kept, keep, count, write_program):
    looks, both = map(int, _run(write_program, f"""
kept, start = {kept}, restart()
while busy.value and time.monotonic_ns() - start < 100_000_000:
    {keep}
looks, until = {count}, time.monotonic() + 0.1
while time.monotonic() < until:
    {keep}
print(looks, {count})
""", 1).split())
    assert 500 < looks < both - 500


def test_a_counting_loop_after_a_wait_runs_each_iteration(write_program):
    text = ("import time\nturns = 0\nwhile time.monotonic() < 2: pass\n"
            "while time.monotonic() < 2.1: turns += 1\nprint(turns)")
    assert int(printed(write_program(text), 3)) > 3_000
