# SPDX-License-Identifier: MIT
"""Runs the same test scenarios over the serial console of a simulated and a real board.

`python -m tools.drill` plays on the simulator, `--port /dev/ttyACM0` on a real board, whose records
then include the drill's games. Ends with 0, or with 1 if a scenario failed.
"""

import argparse
import sys
import time
from typing import NamedTuple

from tools.console import scenarios
from tools.console.line import Line, NoAnswer, SerialLine
from tools.console.player import Failed, Player
from tools.console.scenarios import Skipped

PASS, FAIL, SKIP = "pass", "FAIL", "skipped"


class Result(NamedTuple):
    """The outcome of a scenario, with the seconds on the board's clock and the moves typed."""

    name: str
    result: str
    seconds: float
    moves: int
    note: str


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    began = time.perf_counter()
    try:
        line = _connect(options)
    except (NoAnswer, ValueError) as error:
        print(f"drill: {error}", file=sys.stderr)
        return 1
    try:
        results = [run(name, line) for name in options.only or scenarios.ALL]
    finally:
        line.close()
    print(report(results, time.perf_counter() - began))
    return int(any(result.result == FAIL for result in results))


def _connect(options: argparse.Namespace) -> Line:
    if options.port:
        return SerialLine(options.port, input if options.manual else None)
    from tools.console.line import SimulatedLine

    return SimulatedLine(options.board)


def run(name: str, line: Line) -> Result:
    player, began = Player(line), line.now()
    result, note = _outcome(name, player)
    return Result(name, result, line.now() - began, player.moves, note)


def _outcome(name: str, player: Player) -> tuple[str, str]:
    try:
        return PASS, scenarios.ALL[name](player)
    except Skipped as why:
        return SKIP, str(why)
    except (Failed, NoAnswer) as error:
        return FAIL, str(error)


def report(results: list[Result], wall_s: float) -> str:
    lines = [f"{'scenario':10}{'result':9}{'seconds':>8}{'moves':>7}  note"]
    for name, result, seconds, moves, note in results:
        lines.append(f"{name:10}{result:9}{seconds:8.1f}{moves:7}  {note}".rstrip())
    counts = {kind: sum(result.result == kind for result in results) for kind in (PASS, FAIL, SKIP)}
    lines.append(f"{counts[PASS]} passed, {counts[FAIL]} failed, {counts[SKIP]} skipped "
                 f"in {wall_s:.1f} s")
    return "\n".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("drill", description=__doc__.splitlines()[0])
    parser.add_argument("--port", help="a real board's serial port (default: the simulator)")
    parser.add_argument("--board", default="pyportal", help="the board to simulate")
    parser.add_argument("--only", action="append", choices=list(scenarios.ALL),
                        help="run this scenario only; may be given several times")
    parser.add_argument("--manual", action="store_true",
                        help="ask for the Reset button where a scenario needs it")
    return parser


if __name__ == "__main__":
    sys.exit(main())
