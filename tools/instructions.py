# SPDX-License-Identifier: MIT
"""Counts the processor's instructions for each action of a player, on a Cortex-M4 core in QEMU.

`PYPORTAL_M4=core.elf python -m tools.instructions`, with `--drive` for another drive than this
repository's and `--sources` for modules that are not compiled. The core is CircuitPython built for
qemu-system-arm's mps2-an386, with a display, a drive at 0x21000000 and `board.count()`, which
counts one for each 2.5 instructions. The game runs unchanged except for its device module, which
tools/counted replaces with a scripted player. Needs dosfstools and mtools.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools import firmware, tree
from tools.stage import DRIVE, stage

CORE = "PYPORTAL_M4"
COUNTED = Path(__file__).resolve().parent / "counted"
PLACES = {"code.py": "", "counter.py": "lib", "scripts.py": "lib", "bitmaptools.py": "lib",
          "device.py": "minesweeper"}
# Cycles per instruction, fitted to published timings of 120 MHz boards, and the clock.
PYTHON_CYCLES, REDRAW_CYCLES, CLOCK_HZ = 2.1, 1.6, 120_000_000
SETTINGS = {
    "tour": [],
    "advice": ['MINES_PRESET = "expert"', 'MINES_CONTROLS = "dig"'],
    "scroll": ['MINES_PRESET = "classic expert"', 'MINES_CONTROLS = "dig"'],
    "deals": ['MINES_PRESET = "expert"', 'MINES_CONTROLS = "dig"', 'MINES_NO_GUESS = "on"'],
    "fair": ['MINES_PRESET = "expert"', 'MINES_CONTROLS = "dig"', 'MINES_GUESSES = "fair"'],
}
DRIVE_BYTES = 4 << 20
BOARDS = 10


class Step(NamedTuple):
    """Instructions for computing and drawing, in all and until the first pixels; cells opened."""

    computed: int
    drawn: int
    first_computed: int
    first_drawn: int
    cells: int

    @property
    def ms(self) -> float:
        return milliseconds(self.computed, self.drawn)

    @property
    def first_ms(self) -> float:
        return milliseconds(self.first_computed, self.first_drawn)


def milliseconds(computed: float, drawn: float) -> float:
    return (computed * PYTHON_CYCLES + drawn * REDRAW_CYCLES) * 1000 / CLOCK_HZ


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.instructions", description=__doc__)
    parser.add_argument("--drive", type=Path, default=DRIVE, help="a staged drive")
    parser.add_argument("--sources", action="store_true", help="leave the modules uncompiled")
    parser.add_argument("--scripts", nargs="+", choices=SETTINGS, default=list(SETTINGS))
    parser.add_argument("--seconds", type=float, default=1200, help="the longest run of a script")
    options = parser.parse_args(arguments)
    if CORE not in os.environ:
        print(f"{CORE} names no core to count on.", file=sys.stderr)
        return 1
    if options.drive == DRIVE:
        stage()
    for script in options.scripts:
        steps = count(options.drive, script, not options.sources, options.seconds)
        for line in report(script, steps):
            print(line, flush=True)
    return 0


def count(drive: Path, script: str, compiled: bool, seconds: float,
          boards: int = BOARDS) -> dict[str, list[Step]]:
    """Return a script's steps by name; it asks for advice on so many boards."""
    steps = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        board = counted_drive(drive, script, compiled, Path(folder), boards)
        image = fat_image(board, Path(folder) / "drive.img")
        for line in run(image, seconds):
            if line.startswith("step,"):
                _, name, *counts = line.split(",")
                steps[name].append(Step(*map(int, counts)))
            elif "Error" in line or line.startswith("  File"):
                print(line, file=sys.stderr)
    return steps


def counted_drive(drive: Path, script: str, compiled: bool, folder: Path,
                  boards: int = BOARDS) -> Path:
    """Make a board's drive with the scripted player as its device; return its folder."""
    copy, board = folder / "drive", folder / "board"
    tree.copy(drive, copy, "sounds", ".*")
    (copy / "code.py").rename(copy / "game.py")
    (copy / "minesweeper" / "device.mpy").unlink(missing_ok=True)
    for name, place in PLACES.items():
        shutil.copyfile(COUNTED / name, copy / place / name)
    lines = [f'SCRIPT = "{script}"', f'BOARDS = "{boards}"', *SETTINGS[script]]
    (copy / "settings.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    firmware.write(firmware.files(copy, compiled), board)
    return board


def fat_image(folder: Path, image: Path) -> Path:
    image.write_bytes(bytes(DRIVE_BYTES))
    subprocess.run(["mkfs.fat", "-n", "CIRCUITPY", image], check=True, capture_output=True)
    names = [str(path) for path in sorted(folder.iterdir())]
    subprocess.run(["mcopy", "-s", "-i", str(image), *names, "::/"], check=True)
    return image


def run(image: Path, seconds: float) -> Iterator[str]:
    """Yield the lines that the core prints until its program ends, at most for so many seconds."""
    command = ["qemu-system-arm", "-machine", "mps2-an386", "-nographic", "-monitor", "none",
               "-serial", "stdio", "-icount", "shift=4", "-kernel", os.environ[CORE],
               "-device", f"loader,file={image},addr=0x21000000,force-raw=on"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                               errors="replace")
    timer = threading.Timer(seconds, process.kill)
    timer.start()
    try:
        assert process.stdout
        for line in process.stdout:
            yield line.rstrip()
            if line.startswith(("Code done running", "step,end")):
                return
    finally:
        timer.cancel()
        process.kill()
        process.wait()


def report(script: str, steps: dict[str, list[Step]]) -> Iterator[str]:
    """Yield a line for each step: instructions in millions, median and worst, and milliseconds."""
    yield f"{script}: instructions in millions, and estimated ms, at the median and at worst"
    yield (f"{'step':16}{'times':>6}{'computed':>10}{'worst':>8}{'drawn':>8}{'worst':>8}"
           f"{'ms':>7}{'worst':>7}{'first ms':>9}{'ms/cell':>8}")
    for name, taken in steps.items():
        yield _row(name, taken)
    yield ""


def _row(name: str, taken: list[Step]) -> str:
    computed, drawn = [s.computed / 1e6 for s in taken], [s.drawn / 1e6 for s in taken]
    ms, first = [s.ms for s in taken], [s.first_ms for s in taken]
    each = [(s.ms - s.first_ms) / s.cells for s in taken if s.cells > 8]
    row = f"{name:16}{len(taken):>6}"
    row += f"{statistics.median(computed):>10.2f}{max(computed):>8.2f}"
    row += f"{statistics.median(drawn):>8.2f}{max(drawn):>8.2f}"
    row += f"{statistics.median(ms):>7.0f}{max(ms):>7.0f}{max(first):>9.0f}"
    return row + (f"{max(each):>8.2f}" if each else "")


if __name__ == "__main__":
    sys.exit(main())
