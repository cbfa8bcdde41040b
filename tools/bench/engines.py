# SPDX-License-Identifier: MIT
"""Measures how fast programs and the game run on the two engines.

Seconds are those that this process computes, which other processes do not lengthen.
"""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from sim import PyPortal
from sim.engines.firmware import chip, releases
from tools import firmware as shipped
from tools.bench.ratio import Ratio
from tools.stage import DRIVE

QUIET = "while True:\n    pass"
FLOOD = "n = 0\nwhile True:\n    n += 1\n    print('line', n)"
HELLO = "print('hello')"
# Polls the clock until it reads the touch panel, without sleeping, as many of Adafruit's programs.
POLLING = """
import adafruit_touchscreen, board, displayio, time
palette = displayio.Palette(2)
grid = displayio.TileGrid(displayio.Bitmap(16, 16, 2), pixel_shader=palette, width=20, height=15)
group = displayio.Group()
group.append(grid)
board.DISPLAY.root_group = group
panel = adafruit_touchscreen.Touchscreen(board.TOUCH_XL, board.TOUCH_XR,
                                         board.TOUCH_YD, board.TOUCH_YU)
due = 0
while True:
    now = time.monotonic()
    if now >= due:
        due = now + 0.2
        panel.touch_point
"""

BUSY = "n = 0\nwhile True:\n    n = n + 1 & 0xffff"
# On the firmware: the finger that leaves the title for a board.
BOARD = 160, 120
# How a program waits, and the virtual seconds a second of computing that it must reach on the
# firmware. On the computer's engine each must reach SKIPPED.
BUTTON = """
import board, digitalio
button = digitalio.DigitalInOut(board.D3)
while True:
    button.value
"""
TOUCH = """
import adafruit_touchscreen, board
panel = adafruit_touchscreen.Touchscreen(board.TOUCH_XL, board.TOUCH_XR,
                                         board.TOUCH_YD, board.TOUCH_YU)
while True:
    panel.touch_point
"""
TIME = """
import time
last = time.monotonic()
while True:
    now = time.monotonic()
    if now - last >= 1:
        last = now
"""
TASKS = """
import asyncio
async def work():
    while True:
        await asyncio.sleep(0.1)
async def main():
    await asyncio.gather(work(), work())
asyncio.run(main())
"""
POLLED_TASK = """
import asyncio
async def main():
    while True:
        await asyncio.sleep(0)
asyncio.run(main())
"""
POLLED_TASKS = """
import asyncio
async def work():
    while True:
        await asyncio.sleep(0)
async def main():
    await asyncio.gather(work(), work(), work())
asyncio.run(main())
"""
NANOSECONDS = """
import time
last = time.monotonic_ns()
while True:
    if time.monotonic_ns() - last >= 1_000_000_000:
        last = time.monotonic_ns()
"""
LIGHT = """
import analogio, board
light = analogio.AnalogIn(board.LIGHT)
while True:
    light.value
"""
WAITING = {
    "while True: pass": (QUIET, 100),
    "a flag": ("flag = False\nwhile not flag:\n    pass", 100),
    "a button": (BUTTON, 80),
    "keypad.events.get()": ("import board, keypad\nkeys = keypad.Keys((board.D3,), "
                            "value_when_pressed=False)\nwhile True:\n    keys.events.get()", 40),
    "serial_bytes_available": ("import supervisor\nwhile True:\n"
                               "    supervisor.runtime.serial_bytes_available", 70),
    "sleep(0.01)": ("import time\nwhile True:\n    time.sleep(0.01)", 60),
    "time.monotonic()": ("import time\nwhile True:\n    time.monotonic()", 80),
    "the time since": (TIME, 20),
    "touch five times a second": (POLLING, 15),
    "display.refresh()": ("import board\nwhile True:\n    board.DISPLAY.refresh()", 20),
    "touch_point": (TOUCH, None),
    "tasks that sleep": (TASKS, 70),
    "a task that polls": (POLLED_TASK, None),
    "three tasks that poll": (POLLED_TASKS, None),
    "the nanoseconds since": (NANOSECONDS, None),
    "the date": ("import time\nwhile True:\n    time.localtime()", None),
    "the light": (LIGHT, 1),
}
SKIPPED = 250
# Opens portals one after the other; prints the most memory so far, in MB, after FEW and after MANY.
FEW, MANY = 10, 100
PORTALS = """
import resource, sys
from sim import PyPortal
for number in range(1, 1 + int(sys.argv[3])):
    with PyPortal(sys.argv[1], engine="firmware", seed=1) as portal:
        portal.run(0.1)
    if number in map(int, sys.argv[2:]):
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
            1 if sys.platform == "darwin" else 1024) / 1e6)
"""
IMPORT = """
import sim.portal, time
began = time.process_time()
import sim.engines.firmware.machine
print(time.process_time() - began)
"""


def ratios() -> Iterator[Ratio | str]:
    yield from on_the_simulator()
    yield from on_the_firmware()


def on_the_simulator() -> Iterator[Ratio]:
    """Measure printing and a game on the computer, relative to an empty loop."""
    quiet = computed_by(QUIET)
    yield Ratio("simulator: a flood of lines, beside an empty loop",
                computed_by(FLOOD) / quiet, 200)
    with PyPortal(DRIVE, seed=1) as portal:
        portal.run(1)
        yield Ratio("simulator: virtual seconds of the game per second",
                    10 / computed(portal, 10), 5, True)
    for name, (program, _) in WAITING.items():
        yield Ratio(f"simulator: virtual seconds of {name} per second",
                    100 / computed_by(program, 100, 1), SKIPPED, True)
    computed_by(HELLO)
    began = process_time()
    computed_by(HELLO)
    yield Ratio("simulator: PyPortals that print hello per second",
                1 / (process_time() - began), 20, True)


def on_the_firmware() -> Iterator[Ratio | str]:
    """Measure the chip, if there is a firmware."""
    try:
        releases.find("pyportal")
    except ValueError as error:
        yield f"firmware: {error}"
        return
    yield Ratio("firmware: KB of chip.wasm", chip.PATH.stat().st_size / 1000, 300)
    yield Ratio("firmware: ms to import the engine", 1000 * import_seconds(), 100)
    with TemporaryDirectory() as folder:
        drive = Path(folder, "CIRCUITPY")
        shipped.write({"code.py": BUSY.encode()}, drive)
        with board_on(drive) as portal:
            yield Ratio("firmware: board seconds of a busy program per second",
                        10 / computed(portal, 10), 3, True)
        yield from waiting(drive)
        yield from memory(drive)
        yield from with_the_game(drive)


def waiting(drive: Path) -> Iterator[Ratio]:
    for name, (program, bar) in WAITING.items():
        shipped.write({"code.py": program.encode(), **libraries()}, drive)
        with board_on(drive) as portal:
            portal.run(3)
            yield Ratio(f"firmware: board seconds of {name} per second",
                        4 / computed(portal, 4), bar, True)


def libraries() -> dict[str, bytes]:
    """Return the libraries of the programs, by their paths on a drive."""
    spec = find_spec("adafruit_ticks")
    assert spec and spec.origin
    home = Path(spec.origin).parent
    files = [*home.glob("adafruit_t*.py"), *home.glob("asyncio/*.py")]
    return {f"lib/{file.relative_to(home).as_posix()}": file.read_bytes() for file in files}


def memory(drive: Path) -> Iterator[Ratio]:
    """Measure what portals leave behind, where Python can tell."""
    shipped.write({"code.py": HELLO.encode()}, drive)
    if find_spec("resource") is None:
        return
    done = subprocess.run([sys.executable, "-c", PORTALS, drive, str(FEW), str(MANY)],
                          capture_output=True, text=True, check=True)
    few, many = map(float, done.stdout.split())
    yield Ratio(f"firmware: MB after {MANY} portals", many, 120)
    yield Ratio(f"firmware: MB more than after {FEW}", many - few, 5)


def import_seconds() -> float:
    done = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True,
                          check=True)
    return float(done.stdout)


def board_on(drive: Path) -> PyPortal:
    return PyPortal(drive, engine="firmware", seed=1)


def with_the_game(drive: Path) -> Iterator[Ratio]:
    shipped.write(shipped.files(DRIVE) | {"settings.toml": b'MINES_CONTROLS = "guide"\n'}, drive)
    with board_on(drive) as portal:
        portal.run(0.001)
    with board_on(drive) as portal:
        yield Ratio("firmware: ms to power on from a snapshot", 1000 * computed(portal, 0.001), 50)
        portal.run(8)
        yield Ratio("firmware: board seconds of the title per second", 20 / computed(portal, 20))
        portal.tap(*BOARD)
        portal.run(5)
        yield Ratio("firmware: board seconds of the idle game per second",
                    20 / computed(portal, 20), 70, True)


def computed(portal: PyPortal, seconds: float) -> float:
    """Return the seconds that this process computes for so many virtual ones."""
    began = process_time()
    portal.run(seconds)
    return process_time() - began


def computed_by(program: str, seconds: float = 0.5, before: float = 0.1) -> float:
    """Return the seconds of computing that a program takes on the computer's engine."""
    with TemporaryDirectory() as folder:
        Path(folder, "code.py").write_text(program)
        with PyPortal(folder) as portal:
            portal.run(before)
            return computed(portal, seconds)
