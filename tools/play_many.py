# SPDX-License-Identifier: MIT
"""Plays thousands of seeded games with the game's solver and prints how many it wins.

`python -m tools.play_many --preset expert --games 10000 --first safe-corner` uses all cores. With
`--resume FILE`, every game is kept as a line of JSON, and a stopped run continues. The table
compares the result with published win rates under the same rule and first cell.
"""

import argparse
import json
import math
import multiprocessing
import os
import signal
import statistics
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from minesweeper.solver.topology import Topology
from tools.guessing.selfplay import Result, Rule, play

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
BATCH = 20  # games given to a process at once
BAR = 40
MOST_PROCESSES = 256
SURE = 1.96  # standard deviations around 95 %
Rates = tuple[float | None, float | None, float | None]  # per cent by preset, None if unpublished
RATED_PRESETS = ("beginner", "intermediate", "expert")
# Published win rates of other solvers, by first cell.
RATES: dict[str, tuple[tuple[str, Rates], ...]] = {
    "safe-corner": (
        ("PSEQ (C++)", (91.68, 78.12, 39.62)),
        ("PSEQ-D256 (with endgame search)", (91.69, 78.23, 40.05)),
        ("DavidNHill (Java)", (None, None, 41.0)),
        ("rules and simple guesses (bcw)", (89.9, 72.0, 20.0)),
    ),
    "opening": (
        ("PSEQ (C++)", (97.15, 88.93, 52.78)),
        ("PSEQ-D256 (with endgame search)", (97.17, 89.08, 53.45)),
        ("DavidNHill (Java), from (3,3)", (None, None, 54.3)),
    ),
}
# The types of a game in the record: number, won, guesses, milliseconds.
TYPES = [int, bool, int, float]


class RecordError(Exception):
    """The message names the file and the line and says what is wrong."""


class Record:
    """A file of played games that survives a stopped run: its terms, then a line for each game.

    `games` are those that the file held before.
    """

    def __init__(self, games: list[tuple], file: IO[str] | None):
        self.games = games
        self._file = file

    def keep(self, games: Iterable[tuple]) -> None:
        if self._file:
            self._file.writelines(json.dumps(list(game)) + "\n" for game in games)
            self._file.flush()


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    size = options.board or PRESETS[options.preset]
    rule = first_cell(options.first, options.preset, *size[:2])
    about = {"board": list(size), "first": options.first, "rule": str(rule), "seed": options.seed}
    try:
        _check_room(size, rule)
        with opened_record(options.resume, about) as record:
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
    """Return the first cell. An opening is at (3,3), for expert (4,4), as in published figures."""
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
    """Return the results in the record and those of the missing games, which it plays."""
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
    # Spawned, since a forked process inherits the caller's signal handlers and might not end.
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _leave_interrupts) as pool:
        yield from pool.imap_unordered(_play_batch, jobs)


def _leave_interrupts() -> None:
    """Ignore Ctrl-C, upon which the parent ends its processes."""
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
    """Return the 95 % interval of a rate, in per cent."""
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
        *_others(published(preset, first), low, high),
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
        raise argparse.ArgumentTypeError(f"{text!r} is not a board size like 20x14x58")
    width, height, mines = map(int, parts)
    if not (1 <= width <= 200 and 1 <= height <= 200):
        raise argparse.ArgumentTypeError(f"{text!r}: width and height are from 1 to 200")
    return width, height, mines


def published(preset: str, first: str) -> list[tuple[str, float]]:
    """Return (solver, per cent) of each published win rate for a preset and first cell."""
    if preset not in RATED_PRESETS:
        return []
    column = RATED_PRESETS.index(preset)
    rates = [(solver, rates[column]) for solver, rates in RATES.get(first, ())]
    return [(solver, rate) for solver, rate in rates if rate is not None]


@contextmanager
def opened_record(path: str | None, about: dict) -> Iterator[Record]:
    """Open the record at `path`, or one that keeps nothing if there is none.

    A record of other terms than `about` is refused; a line that a power cut left unfinished is
    removed. Raises RecordError, OSError.
    """
    if path is None:
        yield Record([], None)
        return
    games = _read(Path(path), about) if Path(path).exists() else []
    with open(path, "a", encoding="utf-8") as file:
        if not file.tell():
            file.write(json.dumps(about) + "\n")
        yield Record(games, file)


def _read(path: Path, about: dict) -> list[tuple]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not a record of games: it is not text") from None
    whole = text[:text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    lines = whole.splitlines()
    if lines and _parse(path, 1, lines[0]) != about:
        raise RecordError(f"{path}, line 1: these games were played under other terms, {lines[0]}")
    return [_game(path, number, line) for number, line in enumerate(lines[1:], 2)]


def _game(path: Path, number: int, line: str) -> tuple:
    game = _parse(path, number, line)
    if not isinstance(game, list) or [type(part) for part in game] != TYPES:
        raise RecordError(f"{path}, line {number}: {line!r} is not a game")
    return tuple(game)


def _parse(path: Path, number: int, line: str):
    try:
        return json.loads(line)
    except ValueError:
        raise RecordError(f"{path}, line {number}: {line!r} is not JSON") from None


if __name__ == "__main__":
    sys.exit(main())
