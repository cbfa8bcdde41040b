# SPDX-License-Identifier: MIT
"""The firmware's memory budget: measured in the VM, printed as a table, held against its limits.

`make budget` plays a thousand games, the tests fewer. The VM's words are 4 bytes and its heap's
blocks 16, as the device's are. What the device's core takes is not in it: a program on a PyPortal
finds some 184,800 bytes free.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import vm
from tools.stage import StageError, stage

KB = 1024
LIMITS = {
    "alive after the start of a game": 100 * KB,
    "highest while playing": 125 * KB,
    "a tap that opens one cell": 256,
    "a hold that opens one cell": 256,
    "left by pages that were left": 0,
    "growth from game 10 on": 0,
    "import": 48 * KB,  # over what the module leaves
}
MOVES = 1100
GAMES_AT_LEAST = 20
GAMES = 1000
# In memory only while they are wanted; the latter of two is called by the former.
ASIDE = (("title",), ("pause",), ("calibrate",), ("advice",), ("dealer",), ("proof",),
         ("forecast", "figures"), ("review", "verdict"), ("review", "odds"))


class Row(NamedTuple):
    """Bytes; `note` is what else there is to know."""

    name: str
    size: int
    limit: int | None
    note: str

    @property
    def is_kept(self) -> bool:
        return self.limit is None or self.size <= self.limit


def measure(games: int = GAMES, drive: Path = vm.DRIVE) -> list[Row]:
    """The whole table. Raises vm.NoVM, and vm.Crash when the firmware does not run."""
    return [*measure_play(games, drive), *measure_imports(drive)]


def measure_play(games: int, drive: Path) -> Iterator[Row]:
    """Heap over what the VM, the stand-ins and the measuring itself take.

    The first ten games and the last ten are the same move by move, with all pages opened and left
    after each, so that what is alive after them can be compared to the byte. Before them all that
    is loaded and forgotten was loaded once, for the names in it stay: the VM keeps every name, in
    pools that double.
    """
    steps = [
        "firmware = measure_play.Firmware()",
        "measure_play.live()",
        "firmware.ready()",
        "firmware.open_one()",
        "firmware.costs()",
        *_loaded(ASIDE),
        *["firmware.pages()", "measure_play.live()"] * 3,
        *["firmware.game()", "firmware.pages()"] * 10,
        "measure_play.live()",
        *["firmware.game()"] * (games - 20),
        *["firmware.game()", "firmware.pages()"] * 10,
        "measure_play.live()",
        "firmware.restart()",
        *["firmware.move()"] * MOVES,
        "print(firmware.games, firmware.highest)",
    ]
    numbers = _numbers(drive, "measure_play", steps)
    base, start, tap, hold, idle, *aside = numbers[: 5 + len(ASIDE)]
    _, once, twice, early, late, count, highest = numbers[5 + len(ASIDE) :]
    assert count >= GAMES_AT_LEAST
    yield Row("before the firmware: VM, stand-ins", base, None, "not counted below")
    yield _row("alive after the start of a game", start - base)
    note = f"alive after each move and end; {count} games"
    yield _row("highest while playing", highest - base, note)
    for names, alive in zip(ASIDE, aside, strict=True):
        limit = LIMITS["highest while playing"]
        at_work = " and ".join(names)
        yield Row(f"alive while {at_work} work", alive - base, limit, "before they allocate")
    yield _row("a tap that opens one cell", tap, "allocated")
    yield _row("a hold that opens one cell", hold, "allocated")
    yield Row("a look when nothing happens", idle, None, "allocated, the panel's reading included")
    yield _row("left by pages that were left", twice - once, "all opened a third time")
    yield _row("growth from game 10 on", late - early, f"to game {games:,}")


def _loaded(aside: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for names in aside:
        yield f"firmware.load{names}"
        yield "measure_play.live()"
        yield "firmware.unload()"


def measure_imports(drive: Path) -> Iterator[Row]:
    """What an import needs at most, over what it leaves. The measuring adds some 800 bytes.

    A module is imported after those that it imports, and code.py after all.
    """
    game = [f"minesweeper.{path.stem}" for path in sorted((drive / "minesweeper").glob("[!_]*.py"))]
    find = ["import measure_imports", f"measure_imports.modules(*{game})"]
    names = [*vm.run(files(drive), find).splitlines()[-1].split(), "code"]
    steps = []
    for name in names:
        steps.append(f"watch = measure_imports.Watch({name!r})")
        steps.append("watch.bring()")
        steps.append("measure_imports.live()")
    numbers = _numbers(drive, "measure_imports", steps)
    alive, used = numbers[::2], numbers[1::2]
    for name, peak, (before, after) in zip(names, used, pairwise(alive), strict=True):
        over = peak - (after - before)
        note = f"over the {after - before:,} that it leaves"
        yield Row(f"import {name}", over, LIMITS["import"], note)


def _numbers(drive: Path, program: str, steps: Iterable[str]) -> list[int]:
    """What a program prints after all stand-ins are in; the first is what is alive then."""
    modules = ", ".join([program, *vm.standin_names()])
    ready = [f"import {modules}, gc; gc.collect()", f"{program}.live()"]
    printed = vm.run(files(drive), [*ready, *steps]).splitlines()
    # What the firmware says begins with a letter.
    return [int(number) for line in printed for number in line.split() if line[:1].isdigit()]


def files(drive: Path) -> dict[str, Path]:
    programs = vm.programs("measure_imports", "measure_play", "player", "portal")
    return vm.drive_files(drive) | vm.standins() | programs


def _row(name: str, size: int, note: str = "") -> Row:
    return Row(name, size, LIMITS[name], note)


def table(rows: Iterable[Row]) -> str:
    lines = [f"{'bytes':54}{'measured':>9}{'limit':>9}"]
    for row in rows:
        limit = "" if row.limit is None else f"{row.limit:,}"
        verdict = "    " if row.is_kept else "OVER"
        lines.append(f"{row.name:54}{row.size:>9,}{limit:>9}  {verdict}  {row.note}".rstrip())
    return "\n".join(lines)


def main() -> int:
    try:
        stage()
        rows = measure()
    except (StageError, vm.NoVM, vm.Crash) as error:
        print(error, file=sys.stderr)
        return 1
    print(table(rows))
    return 0 if all(row.is_kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
