# SPDX-License-Identifier: MIT
"""Plays seeded games with the desk solver, on all processors: how many it wins, and how fast.

The rates of others are published for the same sizes, rules and first cells. The limits leave out
what chance alone explains in so many games.
"""

import math
import multiprocessing
import os
import signal
import statistics
from collections.abc import Iterator

from minesweeper.solver.topology import Topology
from tools.bench.ratio import Ratio
from tools.guessing.selfplay import Result, Rule, play

BATCH = 20  # games given to a process at once
SURE = 1.96  # standard deviations around 95 %
SIZES = ((9, 9, 10), (16, 16, 40), (30, 16, 99))
CORNER, NEAR = Rule(1, 1, False), Rule(3, 3, True)
# The first cell of published figures, for each size.
RULES = ((CORNER, CORNER, CORNER), (NEAR, NEAR, Rule(4, 4, True)))
# Per cent won by each of SIZES, None if unpublished, and by first cell as RULES. PSEQ's rates are
# those of 200 to 500 million games; the others' are their authors'.
PUBLISHED: tuple[dict[str, tuple[float | None, float | None, float | None]], ...] = (
    {"PSEQ (C++)": (91.68, 78.12, 39.62),
     "PSEQ-D256 (with endgame search)": (91.69, 78.23, 40.05),
     "DavidNHill (Java)": (None, None, 41.0),
     "rules and simple guesses (bcw)": (89.9, 72.0, 20.0)},
    {"PSEQ (C++)": (97.15, 88.93, 52.78),
     "PSEQ-D256 (with endgame search)": (97.17, 89.08, 53.45),
     "DavidNHill (Java), from (3,3)": (None, None, 54.3)},
)


def rows(games: int, seed: int) -> Iterator[Ratio | str]:
    """Yield the rates for every size and rule, each with those of others."""
    # Spawned, since a forked process inherits the caller's signal handlers and might not end.
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count(), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for rules, published in zip(RULES, PUBLISHED, strict=True):
            for at, (size, rule) in enumerate(zip(SIZES, rules, strict=True)):
                jobs = [(size, rule, str(seed), range(first, min(first + BATCH, games)))
                        for first in range(0, games, BATCH)]
                results = [result for batch in pool.imap(play_batch, jobs) for result in batch]
                rates = {solver: rates[at] for solver, rates in published.items()}
                yield from report(size, rule, results, rates)


def play_batch(job: tuple) -> list[Result]:
    (width, height, mines), rule, seed, games = job
    topology = Topology(width, height)
    return [play(topology, mines, rule, seed, game) for game in games]


def report(size: tuple[int, int, int], rule: Rule, results: list[Result],
           published: dict[str, float | None]) -> Iterator[Ratio | str]:
    """Yield the lines of one size and rule: our rate, then how many points it is above others'."""
    width, height, mines = size
    ms = [result.ms for result in results]
    rate = 100 * sum(result.won for result in results) / len(results)
    yield (f"wins: {width}x{height}/{mines}, {rule}: {rate:.2f} % of {len(results):,} games, "
           f"{statistics.mean(result.guesses for result in results):.2f} guesses, "
           f"median {statistics.median(ms):.2f} ms, mean {statistics.mean(ms):.2f}")
    for solver, other in published.items():
        if other is not None:
            yield Ratio(f"wins: points above the {other:.2f} % of {solver}", rate - other,
                        -reach(rate, len(results)), True)


def reach(rate: float, games: int) -> float:
    """Return how far a true rate may be from a measured one with a chance of 95 %, in per cent."""
    return SURE * math.sqrt(rate * (100 - rate) / games)
