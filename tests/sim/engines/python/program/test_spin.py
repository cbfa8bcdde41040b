# SPDX-License-Identifier: MIT
"""Loops that wait: their turns are skipped, and a program sees nothing of that."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim import PyPortal
from sim.clock import SECOND, Clock
from sim.engines.python.moments import Notes
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
# Tasks that take turns: a turn of all is several of the loop that runs them.
TURNS = """
import asyncio, board, keypad, time
async def poll(keys):
    while True:
        if keys and keys.events.get():
            print(time.monotonic_ns())
        await asyncio.sleep(0)
async def main():
    keys = keypad.Keys((board.D3,), value_when_pressed=False)
    await asyncio.gather(poll(keys), poll(None), poll(None))
asyncio.run(main())
"""
# Counts at a place that only an image of everything shows.
DEEP = """
import time
class Counts:
    late = 0
class Owner:
    counts = Counts()
owner, start = Owner(), time.monotonic()
rows = [[0]] * 70
while True:
    late = time.monotonic() > start + 0.5
    owner.counts.late += late
    rows[69][0] += late
    if owner.counts.late == 2000:
        print(rows[69], time.monotonic_ns())
"""
NANOSECONDS = """
import time
last = time.monotonic_ns()
while True:
    now = time.monotonic_ns()
    if now - last >= 123_456_789:
        print(now - last, now % 1000, time.monotonic())
        last = now
"""
# Keeps times of its last turns, and uses them when a quarter of a second is over.
HISTORY = """
import time
older = old = now = time.monotonic_ns()
due = time.monotonic() + 0.25
while True:
    older, old, now = old, now, time.monotonic_ns()
    if time.monotonic() >= due:
        print(now - old, old - older, now)
        due += 0.25
"""
PARTS = """
import supervisor, time
last = None
while True:
    t = time.monotonic()
    parts = (int(t * 10), round(t, 1) > 2, supervisor.ticks_ms() // 300 % 4, t // 0.5,
             t % 0.7 < 0.3, "%d:%02d" % (t // 2, t % 2 * 10))
    if parts != last:
        print(parts, time.monotonic_ns())
        last = parts
"""
DATE = """
import time
last = time.localtime()
while True:
    now = time.localtime()
    if now.tm_sec != last.tm_sec:
        print(now, time.time(), time.monotonic_ns())
        last = now
"""
INDEX = """
import supervisor, time
start, frames = supervisor.ticks_ms(), [0] * 300 + [1] * 100
while True:
    if frames[supervisor.ticks_ms() - start]:
        print(time.monotonic_ns())
"""
DELTA = """
import time
last, total = time.monotonic(), 0
while True:
    now = time.monotonic()
    total += now - last
    last = now
    if total > 0.2:
        print(total, time.monotonic_ns())
        total = 0
"""
# Moves a layer and moves it back, so that a frame in between shows it elsewhere.
SHAKEN = """
import board, displayio, time
bitmap, palette = displayio.Bitmap(8, 8, 1), displayio.Palette(1)
palette[0] = 0xFF0000
layer, group = displayio.TileGrid(bitmap, pixel_shader=palette), displayio.Group()
group.append(layer)
board.DISPLAY.root_group = group
while True:
    layer.x = 100
    for _ in range(50):
        pass
    layer.x = 0
"""
PROGRAMS = {"a deep count": DEEP, "nanoseconds": NANOSECONDS, "times of the last turns": HISTORY,
            "parts of the time": PARTS, "the date": DATE, "an index by the time": INDEX,
            "a delta": DELTA, "a shaken layer": SHAKEN, "a button": BUTTON, "touch": TOUCH,
            "keys": KEYS, "counts": COUNTS, "a function": FUNCTION, "refreshes": REFRESH,
            "a generator": GENERATOR, "an attribute": ATTRIBUTE, "a turn later": LAGGING,
            "tasks": TASKS, "tasks that take turns": TURNS}


def played(program: Path) -> tuple[object, ...]:
    """Run it, with a button, a finger and keys; return what it has shown until it ended."""
    with PyPortal(program, seed=1) as portal:
        portal.run(0.7)
        portal.pins["D3"].set(False)
        portal.press(100, 100)
        portal.run(0.0301)
        portal.pins["D3"].set(True)
        portal.release()
        portal.type("hello\n")
        portal.run(0.6)
        portal.press(200, 50)
        portal.run(0.0777)
        portal.type("\x03")
        portal.run(0.2)
        return portal.serial, portal.now, portal.framebuffer


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_sees_the_same_whether_turns_are_skipped_or_not(
        write_program: WriteProgram, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    path = write_program(program)
    seen = played(path)
    monkeypatch.setattr(Spin, "search", lambda self, builtins: None)
    assert seen == played(path)


def test_most_turns_of_tasks_that_poll_in_turn_are_skipped(
        write_program: WriteProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    skipped, skip = [0], Clock.skip

    def count(clock: Clock, ns: int) -> None:
        skipped[0] += ns
        skip(clock, ns)

    monkeypatch.setattr(Clock, "skip", count)
    with PyPortal(write_program(TURNS)) as portal:
        portal.run(5)
    assert skipped[0] > 3 * SECOND


# `t` is a time in seconds, `n` one in nanoseconds or milliseconds.
EXPRESSIONS = """
" | t + 1 | 1 - t | t * 2.5 | 2.5 * t | t / 3 | 3 / t | t // 0.5 | t % 0.3 | t ** 2 | -t | +t
abs(t) | int(t) | float(t) | round(t, 1) | round(t) | math.floor(t) | math.ceil(t) | math.sin(t)
divmod(t, 1) | divmod(7, t) | str(t) | repr(t) | f"{t:.2f} {t} {n:5d} {n:x}"
"%.3f %d %s %x" % (t, n, n, n) | "{:08.3f} {}".format(t, n) | {t: 1} | t in [t]
(t == t, t != t, t < t, t <= t) | bool(t) | not t | max(0, t) | min(t, n) | sum([t, n])
sorted([t, n, 3]) | t and 3 | n or 4 | n + 1 | n / 1000 | n // 7 | n % 7 | n & 255 | 255 & n | n
n ^ 3 | n << 2 | 1 << (n & 3) | n >> 3 | ~n | -n | n * n | n - n | n ** 2 | pow(n, 2, 7)
[1, 2, 3][n % 3] | "x" * (n & 3) | (n & 3) * "x" | [0] * (n & 3) | range(n & 3) | bytes([n & 255])
bytes(n & 7) | bytearray(n & 3) | struct.pack("<If", n & 0xFFFF, t) | hex(n)
json.dumps([t, n, {"a": n}]) | array.array("f", [t]) | chr(65 + (n & 3)) | n.to_bytes(8, "little")
time.localtime(n // 1000) | "abcdef"[n & 1 : n % 5] | t + "x" | "x" + t | [1][t] | n.real | t.hex
t() | n[0] | len(n) | t < "x" | None < t | t == None | t in (1, 2) | t is None | n / 0 | t % 0
0 // n | 5.5 - n | t * n | t - n | n + t | t > n | n == t | time.sleep(t / 1e6)
isinstance(t, float) | isinstance(n, int) | type(t) is float | type(n) is int | type(t) | type(n)
[t] == [t] | complex(t) | (t, n) < (t, n + 1) | {n} | n.bit_length() | dir(n) | hasattr(n, "real")
hash(n) == hash(n)
"""
ANSWERS = """
import array, json, math, struct, supervisor, time
def show(t, n):
    for text in EXPRESSIONS:
        try:
            value = eval(text, globals(), {"t": t, "n": n})
        except Exception as error:
            value = type(error), str(error)
        print(text, value, type(value))
show(time.monotonic(), time.monotonic_ns())
show(time.monotonic(), supervisor.ticks_ms())
"""


def test_a_time_answers_as_its_number_while_turns_are_looked_for(
        write_program: WriteProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text.strip() for line in EXPRESSIONS.strip().splitlines()
             for text in line.split(" | ")]
    path = write_program(ANSWERS.replace("EXPRESSIONS", repr(texts)))

    with PyPortal(path, seed=1) as portal:
        portal.run(30)
        numbers = portal.serial
    notes = Notes()
    with PyPortal(path, seed=1) as portal:
        clock = portal.board.clock

        def tell(spin: Spin, source: Any, ns: int) -> Any:
            """Return a moment, whether a search is on or not."""
            clock.pass_on(ns)
            return notes.read(source, clock.now)

        monkeypatch.setattr(Spin, "tell", tell)
        portal.run(30)
        assert portal.serial == numbers
