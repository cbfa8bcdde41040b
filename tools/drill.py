# SPDX-License-Identifier: MIT
"""The same drill on desk and device: plays the scenarios over the serial console.

`python -m tools.drill` plays against the simulator, `--port /dev/ttyACM0` against a real board,
whose records then hold the drill's games too. Ends with 0 if nothing failed, 1 if something did.
"""

import argparse
import sys
import time
from typing import NamedTuple

from tools.console import scenarios
from tools.console.console_player import Failed, Player
from tools.console.line import Line, NoAnswer
from tools.console.scenarios import Skipped
from tools.console.serial_line import SerialLine

PASS, FAIL, SKIP = "pass", "FAIL", "skipped"


class Result(NamedTuple):
    """`seconds` are those of the board's clock, `moves` what was typed to the board."""

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
    from tools.console.simulated_line import SimulatedLine

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
    parser.add_argument("--port", help="a real board's serial port; the simulator without it")
    parser.add_argument("--board", default="pyportal", help="which board to simulate")
    parser.add_argument("--only", action="append", choices=list(scenarios.ALL),
                        help="this scenario; may be given several times")
    parser.add_argument("--manual", action="store_true",
                        help="ask for the Reset button where a scenario needs it")
    return parser


if __name__ == "__main__":
    sys.exit(main())
