# SPDX-License-Identifier: MIT
"""Holds the simulator's model of the board's time against what CircuitPython's core takes.

`python -m tools.calibrate_cost` prints each kind of work with the instructions that the core took
and the model's, with `--engine core` what the core in WebAssembly counts of its own; `--table` as
the table of docs/device-time.md. With `--record` and a core for qemu-system-arm in PYPORTAL_M4 the
core's are counted anew, as tools/instructions.py does it.
"""

import argparse
import os
import statistics
import sys
from collections.abc import Iterator
from typing import NamedTuple

from tools.calibration import kinds, measured
from tools.calibration.kinds import Kind
from tools.instructions import CORE

NAMES = {"python": "Python code", "c": "calls into C", "allocating": "mostly allocating",
         "drawing": "drawing"}
ORIGINS = {"fitted": "fitted to", "held_out": "held out"}
ENGINES = "python", "core"


class Row(NamedTuple):
    """Instructions on the core, and in the model."""

    kind: Kind
    counted: int
    modelled: int

    @property
    def error(self) -> float:
        """Of the model, as a part of what was counted."""
        return self.modelled / self.counted - 1


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate_cost", description=__doc__)
    parser.add_argument("--record", action="store_true", help="count on the core, and keep it")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="whose model")
    parser.add_argument("--table", action="store_true", help="print it as in docs/device-time.md")
    options = parser.parse_args(arguments)
    if options.record and CORE not in os.environ:
        print(f"{CORE} names no core to count on.", file=sys.stderr)
        return 1
    if options.record:
        kinds.record(measured.on_core(kinds.kinds()))
    for line in (table if options.table else report)(rows(options.engine)):
        print(line)
    return 0


def rows(engine: str = ENGINES[0]) -> list[Row]:
    known, modelled = kinds.counted(), measured.in_model(kinds.kinds(), engine)
    return [Row(kind, known[kind.name], modelled[kind.name]) for kind in kinds.kinds()]


def report(found: list[Row]) -> Iterator[str]:
    for row in found:
        origin = ORIGINS[row.kind.origin]
        yield (f"{row.kind.name:36}{NAMES[row.kind.nature]:20}{origin:12}"
               f"{row.counted:>10,}{row.modelled:>11,}{row.error:>8.0%}")
    yield ""
    yield from summary(found)


def table(found: list[Row]) -> Iterator[str]:
    """Markdown: the summary, then the rows."""
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


if __name__ == "__main__":
    sys.exit(main())
