# SPDX-License-Identifier: MIT
"""Loops that wait: their turns are skipped, and a program sees nothing of that."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sim import PyPortal
from sim.engines.python.program.spin import Spin

WriteProgram = Callable[[str], Path]

BUTTON = """
import board, digitalio, time
button = digitalio.DigitalInOut(board.D3)
button.switch_to_input(digitalio.Pull.UP)
while True:
    while button.value:
        pass
    print("down", time.monotonic_ns())
    while not button.value:
        pass
    print("up", time.monotonic_ns())
"""
TOUCH = """
import adafruit_touchscreen, board, time
panel = adafruit_touchscreen.Touchscreen(board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD,
                                         board.TOUCH_YU, calibration=((9000, 59000), (8000, 57000)),
                                         size=(320, 240))
was = None
while True:
    now = panel.touch_point
    if (now is None) != (was is None):
        print(now, time.monotonic_ns())
        was = now
"""
KEYS = """
import board, keypad, time
keys = keypad.Keys((board.D3,), value_when_pressed=False)
event = keypad.Event()
while True:
    if keys.events.get_into(event):
        print(event, event.timestamp, time.monotonic_ns())
"""
CLOCK = """
import time
last, count = time.monotonic(), 0
while True:
    now = time.monotonic()
    if now - last >= 0.1:
        last = now
        count += 1
        print(count, time.monotonic_ns())
"""
LATE = """
import time
start, count = time.monotonic(), 0
while True:
    count += time.monotonic() > start + 0.3
    if count == 2000:
        print(time.monotonic_ns())
"""
FUNCTION = """
import supervisor, time
class Timer:
    def __init__(self, ms):
        self.ms, self.begin = ms, supervisor.ticks_ms()
    def is_over(self):
        return (supervisor.ticks_ms() - self.begin) % (1 << 29) >= self.ms
def wait(ms):
    timer = Timer(ms)
    while not timer.is_over():
        pass
for ms in range(50, 500, 50):
    wait(ms)
    print(ms, time.monotonic_ns())
"""
REFRESH = """
import board, displayio, supervisor, time
board.DISPLAY.auto_refresh = False
group = displayio.Group()
board.DISPLAY.root_group = group
while True:
    board.DISPLAY.refresh()
    if supervisor.runtime.serial_bytes_available:
        print(input(), time.monotonic_ns())
"""
COUNTS = """
import time
count, seen = 0, []
def tick():
    global count
    count += 1
while count < 30000:
    tick()
print(time.monotonic_ns())
numbers = [0] * 20000
walk = iter(numbers)
while next(walk) == 0:
    if len(seen) > 5:
        break
"""
GENERATOR = """
import time
def steps():
    for item in [0] * 5000:
        yield item
walk = steps()
def done():
    for item in walk:
        return False
    return True
while not done():
    pass
print(time.monotonic_ns())
"""
ATTRIBUTE = """
import time
class Counts:
    late = 0
counts = Counts()
start = time.monotonic()
while True:
    counts.late += time.monotonic() > start + 0.5
    if counts.late == 2000:
        print(time.monotonic_ns())
"""
ITEM = """
import supervisor, time
start, late = supervisor.ticks_ms(), [0]
while True:
    late[0] += supervisor.ticks_ms() - start > 500
    if late[0] == 2000:
        print(time.monotonic_ns())
"""
# Does one turn later what a change of the time asks for.
LAGGING = """
import supervisor, time
last, is_new, count = supervisor.ticks_ms(), False, 0
while True:
    if is_new:
        count += 1
        if count % 500 == 0:
            print(count, time.monotonic_ns())
    now = supervisor.ticks_ms()
    is_new = now != last
    last = now
"""
TASKS = """
import asyncio, time
async def poll():
    while True:
        await asyncio.sleep(0)
async def tell():
    while True:
        print(time.monotonic_ns())
        await asyncio.sleep(0.3)
async def main():
    await asyncio.gather(poll(), tell())
asyncio.run(main())
"""
PROGRAMS = {"a button": BUTTON, "touch": TOUCH, "keys": KEYS, "the time": CLOCK, "counts": COUNTS,
            "a late count": LATE, "a function": FUNCTION, "refreshes": REFRESH,
            "a generator": GENERATOR, "an attribute": ATTRIBUTE, "an item": ITEM,
            "a turn later": LAGGING, "tasks": TASKS}


def played(program: Path) -> tuple[object, ...]:
    """Run it, with a button, a finger and keys; return what it has printed, and when it ended."""
    with PyPortal(program, seed=1) as portal:
        portal.run(0.9)
        portal.pins["D3"].set(False)
        portal.press(100, 100)
        portal.run(0.0301)
        portal.pins["D3"].set(True)
        portal.release()
        portal.type("hello\n")
        portal.run(1.2)
        portal.press(200, 50)
        portal.run(0.0777)
        portal.type("\x03")
        portal.run(0.5)
        return portal.serial, portal.now


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_sees_the_same_whether_turns_are_skipped_or_not(
        write_program: WriteProgram, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    path = write_program(program)
    seen = played(path)
    monkeypatch.setattr(Spin, "search", lambda self, builtins: None)
    assert seen == played(path)
