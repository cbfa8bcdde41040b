# SPDX-License-Identifier: MIT
"""Compares the simulator's model of the board's time with CircuitPython's core.

`python -m tools.calibrate_cost` prints, for each kind of work, the instructions that the core took
and those of the model, with `--engine core` of the core in WebAssembly; `--table` prints the table
of docs/reference/calibration.md. With `--record` and a core for qemu-system-arm in PYPORTAL_M4, the
core's instructions are counted anew, as by tools/instructions.py.

A kind of work is a small program; its function `work` is measured. The model was fitted to those of
calibration/fitted.toml; those of held_out.toml test it. counted.toml has the counted instructions.
"""

import argparse
import os
import statistics
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sim import PyPortal
from sim.engines.python.cost.figures import DRAWING_NS, PYTHON_NS
from tools import instructions
from tools.instructions import CORE

NAMES = {"python": "Python code", "c": "calls into C", "allocating": "mostly allocating",
         "drawing": "drawing"}
ORIGINS = {"fitted": "fitted to", "held_out": "held out"}
ENGINES = "python", "core"
FOLDER = Path(__file__).resolve().parent / "calibration"
SETS = ("fitted", "held_out")
COUNTED = FOLDER / "counted.toml"
# Instructions per step of the core's counter.
WEIGHT = 2.5
# The programs' counter: of the core, and the simulated clock in ns.
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
PATIENCE_S = 400


class Kind(NamedTuple):
    """A program; `origin` is one of SETS, `nature` one of NAMES."""

    name: str
    origin: str
    nature: str
    program: str


class Row(NamedTuple):
    """The instructions of a kind of work on the core and in the model."""

    kind: Kind
    counted: int
    modelled: int

    @property
    def error(self) -> float:
        """The model's error as a part of the counted instructions."""
        return self.modelled / self.counted - 1


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate_cost", description=__doc__)
    parser.add_argument("--record", action="store_true", help="count on the core, and keep it")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0],
                        help="the engine whose model is compared")
    parser.add_argument("--table", action="store_true",
                        help="print the table of docs/reference/calibration.md")
    options = parser.parse_args(arguments)
    if options.record and CORE not in os.environ:
        print(f"{CORE} names no core to count on.", file=sys.stderr)
        return 1
    if options.record:
        record(on_core(kinds()))
    for line in (table if options.table else report)(rows(options.engine)):
        print(line)
    return 0


def rows(engine: str = ENGINES[0]) -> list[Row]:
    known, modelled = counted(), in_model(kinds(), engine)
    return [Row(kind, known[kind.name], modelled[kind.name]) for kind in kinds()]


def report(found: list[Row]) -> Iterator[str]:
    for row in found:
        origin = ORIGINS[row.kind.origin]
        yield (f"{row.kind.name:36}{NAMES[row.kind.nature]:20}{origin:12}"
               f"{row.counted:>10,}{row.modelled:>11,}{row.error:>8.0%}")
    yield ""
    yield from summary(found)


def table(found: list[Row]) -> Iterator[str]:
    """Yield the summary and the rows as Markdown."""
    yield from summary(found)
    yield ""
    yield "| work | of what | | counted | model | error |"
    yield "|---|---|---|--:|--:|--:|"
    for row in found:
        yield (f"| {row.kind.name} | {NAMES[row.kind.nature]} | {ORIGINS[row.kind.origin]} | "
               f"{row.counted:,} | {row.modelled:,} | {row.error:+.0%} |")


def summary(found: list[Row]) -> Iterator[str]:
    yield "| of what | | kinds | median | within 10 % | within 20 % | within 35 % | worst |"
    yield "|---|---|--:|--:|--:|--:|--:|---|"
    for nature, name in NAMES.items():
        for origin, title in ORIGINS.items():
            some = [row for row in found
                    if (row.kind.nature, row.kind.origin) == (nature, origin)]
            if some:
                yield _summed(name, title, some)


def _summed(name: str, title: str, some: list[Row]) -> str:
    errors = [abs(row.error) for row in some]
    worst = max(some, key=lambda row: abs(row.error))
    parts = [sum(error <= bar for error in errors) / len(errors) for bar in (0.1, 0.2, 0.35)]
    return (f"| {name} | {title} | {len(some)} | {statistics.median(errors):.0%} | "
            + " | ".join(f"{part:.0%}" for part in parts)
            + f" | {worst.kind.name} {worst.error:+.0%} |")


def kinds() -> list[Kind]:
    return [Kind(name, origin, nature, program)
            for origin in SETS
            for nature, programs in _read(FOLDER / f"{origin}.toml").items()
            for name, program in programs.items()]


def counted() -> dict[str, int]:
    """Return the recorded instructions of each kind by name."""
    return _read(COUNTED)


def record(counts: dict[str, int]) -> None:
    head = ("# SPDX-License-Identifier: MIT\n"
            "# Instructions on the core: python -m tools.calibrate_cost --record wrote this.\n\n")
    lines = [f'"{name}" = {count}\n' for name, count in counts.items()]
    COUNTED.write_text(head + "".join(lines), encoding="utf-8")


def _read(file: Path) -> dict:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def on_core(work: Sequence[Kind]) -> dict[str, int]:
    """Count instructions by name on the core in PYPORTAL_M4. Needs dosfstools and mtools."""
    with tempfile.TemporaryDirectory() as folder:
        drive = _drive(Path(folder) / "drive", work, CORES_COUNTER)
        image = instructions.fat_image(drive, Path(folder) / "drive.img")
        counts = list(_counts(list(instructions.run(image, PATIENCE_S))))
    return _by_name(work, [count * WEIGHT for count in counts])


def in_model(work: Sequence[Kind], engine: str = "python") -> dict[str, int]:
    """Return instructions by name, computed from the simulated time on that engine."""
    with tempfile.TemporaryDirectory() as folder:
        drive = _drive(Path(folder) / "drive", work, CLOCKS_COUNTER)
        with PyPortal(drive, engine=engine) as portal:
            portal.run()
            counts = list(_counts(portal.serial.splitlines()))
    each = [PYTHON_NS, *(DRAWING_NS if kind.nature == "drawing" else PYTHON_NS for kind in work)]
    return _by_name(work, [ns / one for ns, one in zip(counts, each, strict=True)])


def _drive(folder: Path, work: Sequence[Kind], counter: str) -> Path:
    lib = folder / "lib"
    lib.mkdir(parents=True)
    (folder / "code.py").write_text(HARNESS.format(len(work)), encoding="utf-8")
    files = {"counter": counter, "work": NOTHING}
    files |= {f"work{number}": kind.program for number, kind in enumerate(work)}
    for name, text in files.items():
        (lib / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def _counts(lines: list[str]) -> Iterator[int]:
    """Yield the printed counts. Raises ValueError with the message of a program that fails."""
    for line in lines:
        if line.startswith("counted "):
            yield int(line.split()[2])
        elif "Error" in line:
            raise ValueError(line)


def _by_name(work: Sequence[Kind], counts: list[float]) -> dict[str, int]:
    nothing, *rest = counts  # the first is what measuring itself takes
    return {kind.name: round(count - nothing) for kind, count in zip(work, rest, strict=True)}


if __name__ == "__main__":
    sys.exit(main())
