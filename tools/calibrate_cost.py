# SPDX-License-Identifier: MIT
"""Compares the Python engine's model of the board's time with the firmware on the emulated chip.

`python -m tools.calibrate_cost` prints, for each kind of work, both engines' milliseconds. A kind
of work is a small program, whose function `work` is timed by the board's own clock. `--measure`
times them on the firmware anew; `--fit` fits the model's prices to those of
calibration/fitted.toml; held_out.toml tests them.
"""

import argparse
import re
import statistics
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np

from sim import PyPortal, output
from sim.engines.firmware.releases import find as find_firmware
from sim.engines.python.compiler import compiler
from sim.engines.python.compiler.compiler import CodeCache
from sim.engines.python.cost import prices
from sim.engines.python.program import mpy
from tools.stage import ROOT

NAMES = {"python": "Python code", "c": "calls into C", "allocating": "mostly allocating",
         "drawing": "drawing", "board": "the board's parts"}
ORIGINS = {"fitted": "fitted to", "held_out": "held out"}
FOLDER = Path(__file__).resolve().parent / "calibration"
SETS = ("fitted", "held_out")
MEASURED = FOLDER / "measured.toml"
NOTHING = "def work():\n    pass\n"
# The first line that a program prints at once may come before the computer listens.
HARNESS = """
import board
board.DISPLAY.auto_refresh = False
import gc
import sys
import time
from time import monotonic_ns as now
time.sleep(0.2)
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
# Files that the kinds of work read.
LIBRARY = "adafruit_touchscreen"
FILES = {"picture.bmp": ROOT / "SpriteSheet.bmp", "sound.wav": ROOT / "sounds" / "flag.wav"}
TEXT = "a line of the file\n" * 500


class Kind(NamedTuple):
    """A program; `origin` is one of SETS, `nature` one of NAMES."""

    name: str
    origin: str
    nature: str
    program: str


class Row(NamedTuple):
    """The time of a kind of work in µs: on the chip and in the model."""

    kind: Kind
    measured: float
    modelled: float

    @property
    def error(self) -> float:
        """The model's error as a part of the measured time."""
        return self.modelled / self.measured - 1


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate_cost", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="time the work on the firmware")
    parser.add_argument("--fit", action="store_true", help="fit the model's prices")
    parser.add_argument("--firmware", type=Path, help="a .uf2, or a folder with several")
    options = parser.parse_args(arguments)
    try:
        if options.measure:
            measure(options.firmware)
    except ValueError as error:
        output.complain(error)
        return 1
    if options.fit:
        fit()
    print(*report(rows(kinds())), sep="\n")
    return 0


def rows(work: Sequence[Kind]) -> list[Row]:
    known, modelled = measured()[1], in_model(work)
    return [Row(kind, known[kind.name], modelled[kind.name]) for kind in work]


def report(found: list[Row]) -> Iterator[str]:
    yield f"{'work':36}{'of what':20}{'':12}{'chip ms':>10}{'model ms':>10}{'error':>8}"
    for row in found:
        origin = ORIGINS[row.kind.origin]
        yield (f"{row.kind.name:36}{NAMES[row.kind.nature]:20}{origin:12}"
               f"{row.measured / 1000:>10.2f}{row.modelled / 1000:>10.2f}{row.error:>8.0%}")
    yield ""
    yield f"The chip ran {measured()[0]}."
    yield from summary(found)


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


def measured() -> tuple[str, dict[str, float]]:
    """Return the firmware that was timed, and the µs of each kind of work by its name."""
    recorded = _read(MEASURED)
    return recorded["firmware"], recorded["microseconds"]


def _read(file: Path) -> dict:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def measure(firmware: Path | None) -> None:
    """Time all work on the firmware and record it. Raises ValueError without one."""
    name = find_firmware("pyportal", firmware).path.name
    times = _timed(kinds(), engine="firmware", firmware=firmware)
    lines = [f'"{kind}" = {round(time)}' for kind, time in times.items()]
    # REUSE-IgnoreStart
    MEASURED.write_text("# SPDX-License-Identifier: MIT\n# Times on the emulated chip, written by "
    # REUSE-IgnoreEnd
                        f'`python -m tools.calibrate_cost --measure`.\nfirmware = "{name}"\n\n'
                        "[microseconds]\n" + "\n".join(lines) + "\n", encoding="utf-8")


def in_model(work: Sequence[Kind]) -> dict[str, float]:
    """Return µs by name, as the Python engine charges them."""
    compiler.compile_device.cache_clear()
    with patch.object(compiler, "_cache", lambda: CodeCache(None, [])):
        return _timed(work)


def _timed(work: Sequence[Kind], **options: object) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        drive = _drive(Path(folder) / "drive", work)
        sources = _put(Path(folder) / "sources", {"lib/packed.py": _module()})
        with PyPortal(drive, sources=sources, **options) as portal:  # type: ignore[arg-type]
            portal.run()
            nothing, *rest = _times(portal.serial.splitlines())
    # The first is what measuring itself takes.
    return {kind.name: (time - nothing) / 1000 for kind, time in zip(work, rest, strict=True)}


def _drive(folder: Path, work: Sequence[Kind]) -> Path:
    module = _module()
    files = {"code.py": HARNESS.format(len(work)).encode(), "lib/work.py": NOTHING.encode(),
             "lib/sample.py": module, "lib/packed.mpy": mpy.compiled(module, "/lib/packed.py"),
             "data.txt": TEXT.encode(), f"lib/{LIBRARY}.py": _library().read_bytes()}
    files |= {f"lib/work{number}.py": kind.program.encode() for number, kind in enumerate(work)}
    return _put(folder, files | {name: path.read_bytes() for name, path in FILES.items()})


def _module() -> bytes:
    """Return a module to import, as source and compiled, which changes with these programs only."""
    return "\n".join(_read(FOLDER / "held_out.toml")["python"].values()).encode()


def _library() -> Path:
    spec = find_spec(LIBRARY)
    assert spec and spec.origin
    return Path(spec.origin)


def _put(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def _times(lines: list[str]) -> Iterator[int]:
    """Yield the printed nanoseconds. Raises ValueError with the message of a program that fails."""
    for line in lines:
        if line.startswith("took "):
            yield int(line.split()[2])
        elif "Error" in line:
            raise ValueError(line)


def fit() -> None:
    """Fit the prices of steps by least squares of relative errors, and write prices.py."""
    work = [kind for kind in kinds() if kind.origin == "fitted"]
    known = np.array([measured()[1][kind.name] for kind in work])
    parts = np.array([_part(work, step) for step in prices.STEPS])
    rest = np.array(list(in_model(work).values())) - parts.sum(axis=0)
    factors = np.linalg.lstsq((parts / known).T, 1 - rest / known, rcond=None)[0]
    for step, factor in zip(prices.STEPS, factors, strict=True):
        prices.STEPS[step] = float(f"{prices.STEPS[step] * factor:.4g}")
    _write_prices()


def _part(work: Sequence[Kind], step: str) -> np.ndarray:
    """Return the µs that a step takes in each kind of work."""
    before = np.array(list(in_model(work).values()))
    with patch.dict(prices.STEPS, {step: 2 * prices.STEPS[step]}):
        return np.array(list(in_model(work).values())) - before


def _write_prices() -> None:
    path = Path(prices.__file__)
    parts = ", ".join(f'"{step}": {price:g}' for step, price in prices.STEPS.items())
    # A name with a space stays on its line.
    body = textwrap.fill(parts.replace(" ", "\0").replace(",\0\"", ", \""), 95,
                         initial_indent="    ", subsequent_indent="    ").replace("\0", " ")
    text = re.sub(r"^STEPS: .*?^}$", f"STEPS: dict[str, float] = {{\n{body},\n}}",
                  path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(output.run(main))
