# SPDX-License-Identifier: MIT
"""Makes no-guess boards and tells how long one takes, on one core.

Simon Tatham's generator makes as many, if his `sgt-mines` is installed (Debian's sgt-puzzles). The
first cell is random for every board.
"""

import random
import shutil
import statistics
import subprocess
import time
from collections.abc import Iterator

from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.topology import Topology

SIZES = ((9, 9, 10), (16, 16, 40), (20, 14, 58), (20, 15, 60), (30, 16, 99))
PEER = "sgt-mines"


def rows(boards: int, seed: int) -> Iterator[str]:
    """Yield a table of milliseconds a board."""
    yield f"boards: {boards:,} without guesses of each size, seed {seed}; milliseconds a board"
    yield f"{'board':12}{'median':>8}{'mean':>8}{'longest':>9}{'unproved':>10}{PEER + ', mean':>17}"
    for width, height, mines in SIZES:
        taken, unproved = make(width, height, mines, boards, seed)
        peer = peers_mean(width, height, mines, boards)
        yield (f"{f'{width}x{height}/{mines}':12}{statistics.median(taken):>8.2f}"
               f"{statistics.mean(taken):>8.2f}{max(taken):>9.2f}{unproved:>10}"
               f"{'not installed' if peer is None else f'{peer:.2f}':>17}")


def make(width: int, height: int, mines: int, boards: int, seed: int) -> tuple[list[float], int]:
    """Return the milliseconds of each board, and how many could not be proved."""
    topology = Topology(width, height)
    taken, unproved = [], 0
    for number in range(boards):
        chance = random.Random(f"{seed}:{number}")
        first = chance.randrange(topology.size)
        began = time.perf_counter()
        made = NoGuess(topology, mines, first, chance.randrange)
        for _ in made.steps():
            pass
        taken.append((time.perf_counter() - began) * 1000)
        unproved += not made.proved
    return taken, unproved


def peers_mean(width: int, height: int, mines: int, boards: int) -> float | None:
    """Return milliseconds per board of Simon Tatham's generator, including its start."""
    program = shutil.which(PEER)
    if not program:
        return None
    began = time.perf_counter()
    done = subprocess.run([program, "--generate", str(boards), f"{width}x{height}n{mines}"],
                          capture_output=True, check=False)
    return None if done.returncode else (time.perf_counter() - began) * 1000 / boards
