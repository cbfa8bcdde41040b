# SPDX-License-Identifier: MIT
"""Makes hundreds of no-guess boards and prints how long one takes, on one core.

`python -m tools.make_boards --boards 300` also runs Simon Tatham's generator, if his `sgt-mines` is
installed (Debian's sgt-puzzles). The first cell is random for every board.
"""

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from minesweeper.solver.noguess import NoGuess
from minesweeper.solver.topology import Topology

SIZES = ((9, 9, 10), (16, 16, 40), (20, 14, 58), (20, 15, 60), (30, 16, 99))
PEER = "sgt-mines"


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    for line in report(options.boards, options.seed):
        print(line, flush=True)
    return 0


def report(boards: int, seed: int) -> Iterator[str]:
    yield f"{boards:,} no-guess boards of each size, seed {seed}; milliseconds a board"
    yield ""
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make_boards", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--boards", type=_number, default=100)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
