# SPDX-License-Identifier: MIT
"""Plays thousands of seeded games with the firmware's solver and prints how many it wins.

`python -m tools.play_many --preset expert --games 10000 --first safe-corner` uses all cores. With
`--resume FILE` every game is kept as a line of JSON, and a run that was stopped continues where it
was. The table compares with what is published under the same rule and first cell.
"""

import argparse
import math
import multiprocessing
import os
import signal
import statistics
import sys
from collections.abc import Iterable, Iterator

from minesweeper.solver.topology import Topology
from tools.games import published, records
from tools.games.records import Record, RecordError
from tools.games.selfplay import Result, Rule, play

PRESETS = {
    "beginner": (9, 9, 10),
    "intermediate": (16, 16, 40),
    "expert": (30, 16, 99),
    "guide": (20, 15, 15),
    "flowers": (19, 14, 40),
    "pyportal-intermediate": (20, 14, 44),
    "pyportal-expert": (20, 14, 58),
}
FIRST = ("safe-corner", "safe-centre", "opening")
BATCH = 20  # games that a process is given at once
BAR = 40
MOST_PROCESSES = 256
SURE = 1.96  # standard deviations around 95 %


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    size = options.board or PRESETS[options.preset]
    rule = first_cell(options.first, options.preset, *size[:2])
    about = {"board": list(size), "first": options.first, "rule": str(rule), "seed": options.seed}
    try:
        _check_room(size, rule)
        with records.opened(options.resume, about) as record:
            results = run(size, rule, options, record)
    except (RecordError, ValueError, OSError) as error:
        print(f"play_many: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        again = f"; go on with --resume {options.resume}" if options.resume else ""
        print(f"\nplay_many: stopped{again}", file=sys.stderr)
        return 130
    name = "" if options.board else options.preset
    print(report(name, size, options.first, rule, options.seed, results))
    return 0


def first_cell(first: str, preset: str, width: int, height: int) -> Rule:
    """An opening is at (3,3), on the expert's board at (4,4), as in the published figures."""
    if first == "safe-corner":
        return Rule(1, 1, False)
    if first == "safe-centre":
        return Rule((width + 1) // 2, (height + 1) // 2, False)
    place = 4 if preset == "expert" else 3
    return Rule(min(place, width), min(place, height), True)


def _check_room(size: tuple[int, int, int], rule: Rule) -> None:
    width, height, mines = size
    topology = Topology(width, height)
    room = topology.size - 1 - (len(topology.ways[rule.cell(topology)]) if rule.opens else 0)
    if mines > room:
        raise ValueError(f"{mines} mines do not fit {width}x{height} cells if {rule} "
                         f"(at most {room} do)")


def run(size, rule: Rule, options, record: Record) -> list[Result]:
    """All games: those in the record, then those that are still to be played."""
    results = [Result(*game) for game in record.games if game[0] < options.games]
    played = {result.game for result in results}
    missing = [game for game in range(options.games) if game not in played]
    jobs = [(size, rule, str(options.seed), missing[at:at + BATCH])
            for at in range(0, len(missing), BATCH)]
    _progress(len(results), options.games)
    for batch in _played(jobs, options.processes):
        record.keep(batch)
        results += batch
        _progress(len(results), options.games)
    return sorted(results)


def _played(jobs: list, processes: int) -> Iterator[list[Result]]:
    if processes == 1:
        yield from map(_play_batch, jobs)
        return
    # Spawned, for a forked process has the signals of whoever calls, and might not end by one.
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _leave_interrupts) as pool:
        yield from pool.imap_unordered(_play_batch, jobs)


def _leave_interrupts() -> None:
    """Control-C is the parent's, which then ends its processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_batch(job) -> list[Result]:
    (width, height, mines), rule, seed, games = job
    topology = Topology(width, height)
    return [play(topology, mines, rule, seed, game) for game in games]


def _progress(done: int, games: int) -> None:
    if sys.stderr.isatty():
        full = BAR * done // games
        end = "\n" if done == games else ""
        print(f"\r[{'#' * full}{'.' * (BAR - full)}] {done:,} of {games:,}", end=end,
              file=sys.stderr, flush=True)


def wilson(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate, in per cent."""
    rate, z2 = won / games, SURE * SURE / games
    middle = (rate + z2 / 2) / (1 + z2)
    reach = SURE * math.sqrt(rate * (1 - rate) / games + z2 / games / 4) / (1 + z2)
    return 100 * (middle - reach), 100 * (middle + reach)


def report(preset: str, size, first: str, rule: Rule, seed: int, results: list[Result]) -> str:
    won, games = sum(result.won for result in results), len(results)
    low, high = wilson(won, games)
    ms = [result.ms for result in results]
    lines = [
        f"{preset} {size[0]}x{size[1]}/{size[2]}, {rule}, {games:,} games, seed {seed}".strip(),
        "",
        f"{'solver':34}{'won':>9}   95 % interval",
        f"{'this one':34}{100 * won / games:>7.2f} %   {low:.2f} to {high:.2f}",
        *_others(published.beside(preset, first), low, high),
        "",
        f"guesses a game   {statistics.mean(result.guesses for result in results):.2f}",
        f"time a game      median {statistics.median(ms):.1f} ms, mean {statistics.mean(ms):.1f}, "
        f"longest {max(ms):.0f}",
    ]
    return "\n".join(lines)


def _others(rates: Iterable[tuple[str, float]], low: float, high: float) -> Iterator[str]:
    for solver, rate in rates:
        where = "above ours" if rate > high else "below ours" if rate < low else "within ours"
        yield f"{solver:34}{rate:>7.2f} %   {where}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="play_many", description=__doc__.split("\n", 1)[0])
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--preset", choices=PRESETS, default="expert")
    which.add_argument("--board", type=_board, metavar="WxHxMINES", help="instead of a preset")
    parser.add_argument("--games", type=_number, default=1000)
    parser.add_argument("--first", choices=FIRST, default="safe-corner")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=_processes, default=os.cpu_count(),
                        help=f"at most {MOST_PROCESSES}, else as many as there are processors")
    parser.add_argument("--resume", metavar="FILE", help="keep the games there and go on from it")
    return parser


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def _processes(text: str) -> int:
    number = _number(text)
    if number > MOST_PROCESSES:
        raise argparse.ArgumentTypeError(f"{number} processes are more than {MOST_PROCESSES}, and "
                                         f"this computer has {os.cpu_count()} processors")
    return number


def _board(text: str) -> tuple[int, int, int]:
    parts = text.split("x")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is no board like 20x14x58")
    width, height, mines = map(int, parts)
    if not (1 <= width <= 200 and 1 <= height <= 200):
        raise argparse.ArgumentTypeError(f"{text!r}: width and height are from 1 to 200")
    return width, height, mines


if __name__ == "__main__":
    sys.exit(main())
