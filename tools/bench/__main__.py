# SPDX-License-Identifier: MIT
"""Measures what is compared, beside its limits: `make bench`, or some parts of it by name.

    python -m tools.bench [display] [engines] [boards] [wins] [scenes]

The output has a line for each figure, with its limit, and MISSED where it is not kept; the command
then ends with 1.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from sim import output
from tools.stage import StageError, stage

# Behind tools.stage, which leads to the game's modules.
from tools.bench import boards, display, engines, scenes, wins  # isort: skip
from tools.bench.ratio import Ratio  # isort: skip

# A part yields figures, and lines that are only printed.
PARTS: dict[str, Callable[[argparse.Namespace], Iterable[Ratio | str]]] = {
    "display": lambda options: display.ratios(),
    "engines": lambda options: engines.ratios(),
    "boards": lambda options: boards.rows(options.boards, options.seed),
    "wins": lambda options: wins.rows(options.games, options.seed),
    "scenes": lambda options: scenes.rows(options.firmware, options.scenes),
}


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        stage()
        kept = [_measure(name, options) for name in options.parts or PARTS]
    except (ValueError, StageError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    return 0 if all(kept) else 1


def _measure(name: str, options: argparse.Namespace) -> bool:
    """Print the figures of a part; return whether its limits are kept."""
    is_kept = True
    for row in PARTS[name](options):
        print(row, flush=True)
        is_kept &= isinstance(row, str) or row.is_kept
    return is_kept


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench",
                                     description=__doc__.split("\n", 1)[0])
    parser.add_argument("parts", nargs="*", metavar="PART", type=_part,
                        help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--games", type=_number, default=1000,
                        help="of the solver, for each size and first cell (default 1000)")
    parser.add_argument("--boards", type=_number, default=100,
                        help="without guesses, of each size (default 100)")
    parser.add_argument("--scenes", type=_number, default=3, metavar="TIMES",
                        help="how often the scenes are played, on other boards (default 3)")
    parser.add_argument("--seed", type=int, default=1, help="of boards and games (default 1)")
    parser.add_argument("--firmware", type=Path, help="of the scenes: a .uf2, or a folder of them")
    return parser


def _part(text: str) -> str:
    if text not in PARTS:
        raise argparse.ArgumentTypeError(f"{text!r} is not one of {', '.join(PARTS)}")
    return text


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


if __name__ == "__main__":
    sys.exit(output.run(main))
