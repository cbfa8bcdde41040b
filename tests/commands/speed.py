# SPDX-License-Identifier: MIT
"""Measures speed as ratios to other work in the same run, which have limits: `make bench`.

A ratio is the same on a fast and a slow machine, and nearly the same on a busy one, so that it can
have a limit where seconds cannot. The command ends with 1 if a limit is missed.
"""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from sim import PyPortal
from sim.engines.firmware import chip
from tests.support import firmware
from tests.support.tables import texts
from tools import benchmark_display
from tools import firmware as shipped
from tools.stage import DRIVE

# How many times as fast as stock Blinka, which loops over single pixels.
FASTER = {"whole screen": 100, "one tile": 1, "new 24-bit file": 10, "24-bit file again": 100}
QUIET = "while True:\n    pass"
FLOOD = "n = 0\nwhile True:\n    n += 1\n    print('line', n)"
HELLO = "print('hello')"
# Polls the clock until it reads the touch panel, without sleeping, as many of Adafruit's programs.
POLLING = texts(__file__)["program"]

BUSY = "n = 0\nwhile True:\n    n = n + 1 & 0xffff"
# On the firmware: the finger that leaves the title for a board.
BOARD = 160, 120
# On the firmware: how a program waits, and the virtual seconds a second that it must reach.
WAITING = {
    "while True: pass": (QUIET, 60),
    "polling a button": ("import board, digitalio\nbutton = digitalio.DigitalInOut(board.D3)\n"
                         "while True:\n    button.value", 20),
    "keypad.events.get()": ("import board, keypad\nkeys = keypad.Keys((board.D3,), "
                            "value_when_pressed=False)\nwhile True:\n    keys.events.get()", None),
    "polling time.monotonic()": ("import time\nwhile True:\n    time.monotonic()", None),
    "display.refresh()": ("import board\nwhile True:\n    board.DISPLAY.refresh()", None),
}
IMPORT = texts(__file__)["power_on"]


class Ratio(NamedTuple):
    name: str
    value: float
    bar: float | None = None
    at_least: bool = False

    @property
    def is_kept(self) -> bool:
        if self.bar is None:
            return True
        return self.value >= self.bar if self.at_least else self.value <= self.bar

    def __str__(self) -> str:
        bar = "" if self.bar is None else f"{'≥' if self.at_least else '≤'} {self.bar:g}"
        return f"{self.name:56}{self.value:>9.2f}  {bar:8}{'' if self.is_kept else 'MISSED'}"


def measure() -> Iterator[Ratio]:
    yield from on_the_display()
    yield from on_the_simulator()
    yield from on_the_firmware()


def on_the_display() -> Iterator[Ratio]:
    """Measure how many times as long stock Blinka takes."""
    with TemporaryDirectory() as folder:
        drive = Path(folder)
        (drive / "code.py").touch()
        benchmark_display.noise(random.Random(1)).save(drive / benchmark_display.PHOTO)
        ours = benchmark_display.measure(benchmark_display.simulator(drive), 20)
        theirs = benchmark_display.measure(benchmark_display.stock_blinka(drive), 3)
    for scene, own, other in zip(benchmark_display.SCENES, ours, theirs, strict=True):
        yield Ratio(f"display: {scene}, times as fast as Blinka", other / own, FASTER[scene], True)


def on_the_simulator() -> Iterator[Ratio]:
    """Measure printing and a game on the computer, relative to an empty loop."""
    quiet = real_seconds(QUIET)
    yield Ratio("simulator: a flood of lines, beside an empty loop",
                real_seconds(FLOOD) / quiet, 200)
    with PyPortal(DRIVE, seed=1) as portal:
        yield Ratio("simulator: virtual seconds of the game per second",
                    10 / run_seconds(portal, 1, 10), 5, True)
    yield Ratio("simulator: virtual seconds of a polling program per second",
                20 / real_seconds(POLLING, 20), 100, True)
    real_seconds(HELLO)
    began = perf_counter()
    real_seconds(HELLO)
    yield Ratio("simulator: PyPortals that print hello per second",
                1 / (perf_counter() - began), 20, True)


def on_the_firmware() -> Iterator[Ratio]:
    """Measure the chip in this process's own seconds, which other processes do not lengthen."""
    if reason := firmware.missing():
        print("firmware:", reason)
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
        yield from with_the_game(drive)


def waiting(drive: Path) -> Iterator[Ratio]:
    for name, (program, bar) in WAITING.items():
        shipped.write({"code.py": program.encode()}, drive)
        with board_on(drive) as portal:
            portal.run(3)
            yield Ratio(f"firmware: board seconds of {name} per second",
                        4 / computed(portal, 4), bar, True)


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
                    20 / computed(portal, 20), 40, True)


def computed(portal: PyPortal, seconds: float) -> float:
    """Return the seconds that this process computes for so many virtual ones."""
    began = process_time()
    portal.run(seconds)
    return process_time() - began


def real_seconds(program: str, seconds: float = 0.5) -> float:
    with TemporaryDirectory() as folder:
        Path(folder, "code.py").write_text(program)
        with PyPortal(folder) as portal:
            return run_seconds(portal, 0.1, seconds)


def run_seconds(portal: PyPortal, before: float, seconds: float) -> float:
    """Return the real seconds of so many virtual ones, after those `before`."""
    portal.run(before)
    began = perf_counter()
    portal.run(seconds)
    return perf_counter() - began


def main() -> int:
    is_kept = True
    for ratio in measure():
        print(ratio, flush=True)
        is_kept &= ratio.is_kept
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main())
