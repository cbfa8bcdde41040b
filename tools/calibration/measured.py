# SPDX-License-Identifier: MIT
"""Runs kinds of work on the core, which counts its instructions, and on the simulated board, whose
clock says what its model takes them for.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from sim import PyPortal
from sim.cost.figures import DRAWING_NS, PYTHON_NS
from tools import instructions
from tools.calibration.kinds import Kind

# The core's counter, of so many instructions, and the simulated clock, in ns.
WEIGHT = 2.5
CORES_COUNTER = "import board\ncount = board.count\n"
CLOCKS_COUNTER = "from time import monotonic_ns as count\n"
NOTHING = "def work():\n    pass\n"
HARNESS = """
import board
board.DISPLAY.auto_refresh = False
import gc
import sys
from counter import count
def measure(name):
    work = __import__(name).work
    gc.collect()
    began = count()
    work()
    ended = count()
    print("counted", name, ended - began)
    del sys.modules[name]
measure("work")
for number in range({}):
    measure("work%d" % number)
"""
# Of the counts that a program prints, the first is what measuring takes.
PATIENCE_S = 400


def on_core(kinds: Sequence[Kind]) -> dict[str, int]:
    """Instructions by name, on the core that PYPORTAL_M4 names. Needs dosfstools and mtools."""
    with tempfile.TemporaryDirectory() as folder:
        drive = _drive(Path(folder) / "drive", kinds, CORES_COUNTER)
        image = instructions.fat_image(drive, Path(folder) / "drive.img")
        counts = list(_counts(list(instructions.run(image, PATIENCE_S))))
    return _by_name(kinds, [count * WEIGHT for count in counts])


def in_model(kinds: Sequence[Kind], engine: str = "python") -> dict[str, int]:
    """Instructions by name, as the simulated board's time is made of them on that engine."""
    with tempfile.TemporaryDirectory() as folder:
        drive = _drive(Path(folder) / "drive", kinds, CLOCKS_COUNTER)
        with PyPortal(drive, engine=engine) as portal:
            portal.run()
            counts = list(_counts(portal.serial.splitlines()))
    each = [PYTHON_NS, *(DRAWING_NS if kind.nature == "drawing" else PYTHON_NS for kind in kinds)]
    return _by_name(kinds, [ns / one for ns, one in zip(counts, each, strict=True)])


def _drive(folder: Path, kinds: Sequence[Kind], counter: str) -> Path:
    lib = folder / "lib"
    lib.mkdir(parents=True)
    (folder / "code.py").write_text(HARNESS.format(len(kinds)), encoding="utf-8")
    files = {"counter": counter, "work": NOTHING}
    files |= {f"work{number}": kind.program for number, kind in enumerate(kinds)}
    for name, text in files.items():
        (lib / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def _counts(lines: list[str]) -> Iterator[int]:
    """Raises ValueError with what the program says when it fails."""
    for line in lines:
        if line.startswith("counted "):
            yield int(line.split()[2])
        elif "Error" in line:
            raise ValueError(line)


def _by_name(kinds: Sequence[Kind], counts: list[float]) -> dict[str, int]:
    nothing, *rest = counts
    return {kind.name: round(count - nothing) for kind, count in zip(kinds, rest, strict=True)}
