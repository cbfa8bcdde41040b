# SPDX-License-Identifier: MIT
"""A program that only looks at pins: the same answers at the same time, with fewer looks."""

import pytest

from sim import PyPortal

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
start, looks = restart(), 0
while busy.value:
    looks += 1
print((time.monotonic_ns() - start) // 100_000, looks)
"""


def _run(write_program, text, seconds=3, **options):
    with PyPortal(write_program(SET_UP + text), **options) as portal:
        portal.run(seconds)
        assert not portal.failed
        return portal.serial


def test_the_esp32_is_ready_at_its_time_after_few_looks(write_program):
    tenths_of_ms, looks = map(int, _run(write_program, WAIT).split())
    assert 5000 <= tenths_of_ms <= 5001
    assert looks < 700


def test_at_the_boards_speed_each_look_is_made(write_program):
    _, looks = map(int, _run(write_program, WAIT, speed_of="board").split())
    assert looks > 2000


def test_a_time_limit_of_the_program_is_a_millisecond_late_at_most(write_program):
    late = int(_run(write_program, """
reset.value = False
start = time.monotonic_ns()
while busy.value and time.monotonic_ns() - start < 300_000_000:
    pass
print(time.monotonic_ns() - start - 300_000_000)
"""))
    assert 0 <= late <= 1_100_000


@pytest.mark.parametrize("work", ["time.sleep(0.001)", "print(end='')\n    time.sleep(0.0003)"])
def test_who_does_something_meanwhile_is_not_put_off(work, write_program):
    looks = int(_run(write_program, f"""
start, looks = restart(), 0
while busy.value:
    looks += 1
    {work}
print(looks)
"""))
    assert looks > 400


def test_what_a_wire_does_is_seen_at_its_moment(write_program):
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
looks, point = 0, None
while point is None:
    point = screen.touch_point
    looks += 1
print(looks, time.monotonic_ns() // 100_000)
"""


@pytest.mark.parametrize("noise, least, most", [(0, 1, 900), (50, 5000, 20000)])
def test_an_untouched_panel_is_looked_at_less_and_a_touch_seen_at_once(
        noise, least, most, write_program):
    with PyPortal(write_program(TOUCHED)) as portal:
        portal.machine.touch_panel.noise = noise
        portal.run(1.5)
        portal.press(160, 120)
        pressed = portal.now
        portal.run(0.1)
        looks, seen = map(int, portal.serial.split())
        assert least <= looks <= most
        assert 0 <= seen / 10_000 - 1 - pressed <= 0.004
