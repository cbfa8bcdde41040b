# SPDX-License-Identifier: MIT
"""The kinds of work: small programs, in the order in which both sides run them.

fitted.toml has those that the model's figures come from, held_out.toml others; counted.toml what
each took on the core, in instructions. A program's function `work` is what is measured.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent
SETS = ("fitted", "held_out")
COUNTED = FOLDER / "counted.toml"
CLASSES = ("python", "c", "allocating", "drawing")


class Kind(NamedTuple):
    """`origin` is one of SETS, `nature` one of CLASSES."""

    name: str
    origin: str
    nature: str
    program: str


def kinds() -> list[Kind]:
    return [Kind(name, origin, nature, program)
            for origin in SETS
            for nature, programs in _read(FOLDER / f"{origin}.toml").items()
            for name, program in programs.items()]


def counted() -> dict[str, int]:
    """Instructions of each kind by its name, as they were recorded."""
    return _read(COUNTED)


def record(counts: dict[str, int]) -> None:
    head = ("# SPDX-License-Identifier: MIT\n"
            "# Instructions on the core: python -m tools.calibrate_cost --record wrote this.\n\n")
    lines = [f'"{name}" = {count}\n' for name, count in counts.items()]
    COUNTED.write_text(head + "".join(lines), encoding="utf-8")


def _read(file: Path) -> dict:
    return tomllib.loads(file.read_text(encoding="utf-8"))
