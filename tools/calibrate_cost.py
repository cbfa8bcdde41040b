# SPDX-License-Identifier: MIT
"""Compares the simulator's model of the board's time with counted instructions.

`python -m tools.calibrate_cost` prints, for each kind of work, the instructions that CircuitPython
executed on a Cortex-M4 and those of the model; `--table` prints the table of
docs/reference/calibration.md. A kind of work is a small program; its function `work` is measured.
The model was fitted to those of calibration/fitted.toml; those of held_out.toml test it.
counted.toml has the counted instructions.
"""

import argparse
import statistics
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sim import PyPortal
from sim.engines.python.cost.figures import DRAWING_NS, PYTHON_NS

NAMES = {"python": "Python code", "c": "calls into C", "allocating": "mostly allocating",
         "drawing": "drawing"}
ORIGINS = {"fitted": "fitted to", "held_out": "held out"}
FOLDER = Path(__file__).resolve().parent / "calibration"
SETS = ("fitted", "held_out")
COUNTED = FOLDER / "counted.toml"
NOTHING = "def work():\n    pass\n"
HARNESS = """
import board
board.DISPLAY.auto_refresh = False
import gc
import sys
from time import monotonic_ns as now
def measure(name):
    work = __import__(name).work
    gc.collect()
    began = now()
    work()
    ended = now()
    print("took", name, ended - began)
    del sys.modules[name]
measure("work")
for number in range({}):
    measure("work%d" % number)
"""


class Kind(NamedTuple):
    """A program; `origin` is one of SETS, `nature` one of NAMES."""

    name: str
    origin: str
    nature: str
    program: str


class Row(NamedTuple):
    """The instructions of a kind of work, as counted and in the model."""

    kind: Kind
    counted: int
    modelled: int

    @property
    def error(self) -> float:
        """The model's error as a part of the counted instructions."""
        return self.modelled / self.counted - 1


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate_cost", description=__doc__)
    parser.add_argument("--table", action="store_true",
                        help="print the table of docs/reference/calibration.md")
    options = parser.parse_args(arguments)
    for line in (table if options.table else report)(rows()):
        print(line)
    return 0


def rows() -> list[Row]:
    known, modelled = counted(), in_model(kinds())
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


def _read(file: Path) -> dict:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def in_model(work: Sequence[Kind]) -> dict[str, int]:
    """Return instructions by name, computed from the simulated time."""
    with (tempfile.TemporaryDirectory() as folder,
          PyPortal(_drive(Path(folder) / "drive", work)) as portal):
        portal.run()
        times = list(_times(portal.serial.splitlines()))
    each = [PYTHON_NS, *(DRAWING_NS if kind.nature == "drawing" else PYTHON_NS for kind in work)]
    return _by_name(work, [ns / one for ns, one in zip(times, each, strict=True)])


def _drive(folder: Path, work: Sequence[Kind]) -> Path:
    lib = folder / "lib"
    lib.mkdir(parents=True)
    (folder / "code.py").write_text(HARNESS.format(len(work)), encoding="utf-8")
    files = {"work": NOTHING}
    files |= {f"work{number}": kind.program for number, kind in enumerate(work)}
    for name, text in files.items():
        (lib / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def _times(lines: list[str]) -> Iterator[int]:
    """Yield the printed nanoseconds. Raises ValueError with the message of a program that fails."""
    for line in lines:
        if line.startswith("took "):
            yield int(line.split()[2])
        elif "Error" in line:
            raise ValueError(line)


def _by_name(work: Sequence[Kind], counts: list[float]) -> dict[str, int]:
    nothing, *rest = counts  # the first is what measuring itself takes
    return {kind.name: round(count - nothing) for kind, count in zip(work, rest, strict=True)}


if __name__ == "__main__":
    sys.exit(main())
