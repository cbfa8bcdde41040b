# SPDX-License-Identifier: MIT
"""Measures the game's memory on CircuitPython's core and compares it with limits: `make budget`.

The command plays a thousand games in one power-on, the tests a few. A PyPortal's heap runs out of
large blocks before it runs out of bytes, so the limits are on failed requests and on the largest
free block. Without a core, the command says that it measured nothing.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.support import core
from tests.support.play.evenings import Evening
from tools import firmware
from tools.stage import DRIVE, stage

GAMES, SETTLED = 1000, 10
# Samples of the live bytes, which vary with what the stack still points to.
LOOKS = 5
# A heap some 18,000 bytes smaller than the 188,288 bytes of a PyPortal.
NARROW_BYTES = 170_000 + core.RAM_BYTES - 188_288
REFUSED_PER_CENT = 1
# The largest free block: as deployed, and where the board compiles sources or has less memory.
BLOCK_BYTES, NARROW_BLOCK_BYTES = 2048, 512
# Not a leak: after 15, 40 and 120 games of one run it was 1,056, 1,184 and 688 bytes.
GROWTH_BYTES = 2048
WAYS = (
    ("sources", False, core.RAM_BYTES, NARROW_BLOCK_BYTES),
    ("compiled", True, core.RAM_BYTES, BLOCK_BYTES),
    ("compiled, 170,000 bytes of heap", True, NARROW_BYTES, NARROW_BLOCK_BYTES),
)


class Row(NamedTuple):
    """A measured value and its limit, which is the least with `at_least`, else the most."""

    name: str
    measured: float
    limit: float
    at_least: bool = False

    @property
    def is_kept(self) -> bool:
        return self.measured >= self.limit if self.at_least else self.measured <= self.limit


def measure(games: int, compiled: bool, ram: int, block: int, seed: int = 0,
            settled: int = SETTLED, looks: int = LOOKS) -> list[Row]:
    """Play so many games in one power-on; memory settles in the first few of them.

    If the program ends, the console's last line is in the row.
    """
    with TemporaryDirectory() as folder:
        drive = Path(folder, "drive")
        firmware.write(firmware.files(DRIVE, compiled), drive)
        flash = core.image(drive, Path(folder, "flash"))
        with core.power_on(flash, seed, ram) as board:
            return list(_evening(Evening(board, seed), games, block, settled, looks))


def _evening(evening: Evening, games: int, block: int, settled: int, looks: int) -> Iterator[Row]:
    board = evening.core
    evening.play(settled - looks - evening.games)
    early = _alive(evening, looks)
    evening.play(games - looks - evening.games)
    late = _alive(evening, looks)
    ending = f": {board.serial.strip().splitlines()[-1]}" if board.ended else ""
    yield Row(f"programs ended in {evening.games} games{ending}", board.ended, 0)
    yield Row(f"per cent refused of {evening.asked} hints and odds",
              100 * evening.refused / max(1, evening.asked), REFUSED_PER_CENT)
    yield Row(f"bytes more alive than after {settled} games", late - early, GROWTH_BYTES)
    yield Row("bytes of the largest free block, at its least", board.heap()["lowblock"],
              block, True)


def _alive(evening: Evening, looks: int) -> int:
    """Return the fewest live bytes of some games, always sampled on the same new board."""
    least = sys.maxsize
    for _ in range(looks):
        evening.play(1)
        least = min(least, evening.alive_on_a_new_board())
    return least


def table(title: str, rows: list[Row]) -> str:
    lines = [f"{title:58}{'measured':>10}{'limit':>9}"]
    for row in rows:
        verdict = "" if row.is_kept else "MISSED" if row.at_least else "OVER"
        lines.append(f"{row.name:58}{row.measured:>10,.0f}{row.limit:>9,}  {verdict}".rstrip())
    return "\n".join(lines)


def main() -> int:
    if why := core.missing():
        print(f"The game's memory was not measured, {why}")
        return 0
    stage()
    kept = True
    for title, compiled, ram, block in WAYS:
        rows = measure(GAMES, compiled, ram, block)
        print(table(title, rows), flush=True)
        kept = kept and all(row.is_kept for row in rows)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
