# SPDX-License-Identifier: MIT
"""The command line's options: what they are, what they mean, and which do not go together."""

import argparse
import math
from pathlib import Path
from typing import NoReturn

from ..board.boards import DISPLAYS
from ..clock import LONGEST_S
from ..core.engines import ENGINES
from ..debug.debugger import PORT
from ..drive.drive import SIZE_KB, SMALLEST_KB
from ..errors import UserError
from ..network.firmware import AS_SOLD, FIRMWARES
from ..profile.files import WRITERS
from .output import require_writable
from .recorder import require_recordable

COMMAND = "pyportal-sim" if __package__.startswith("pyportal_sim") else "python -m sim"
# How long a program without an end runs when nothing sets a time.
PATIENCE_S = 60.0
SLOWEST, FASTEST = 0.01, 100
LAST_PORT = 65_535
# Less does not start, and more the core has not.
LEAST_HEAP, MOST_HEAP = 16_384, 1_048_576
EPILOG = """In the window F1 shows the keys. Saving a file of the drive restarts the program, as on
the board. The command ends with 0, with 1 when the program died of an exception, with 2 and a
sentence when something could not be done."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}: see {COMMAND} --help")


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Raises UserError for impossible options, among them files that cannot be written."""
    options = _parser().parse_args(arguments)
    if options.terminal and options.headless:
        raise UserError("--terminal is for typing and --headless takes no input: leave out one")
    for name in () if options.headless else ("seconds", "screenshot"):
        if getattr(options, name) is not None:
            raise UserError(f"--{name} goes with --headless: else a run lasts until you end it")
    if options.headless and options.speed is not None:
        raise UserError("--speed is for a window or a terminal: headless runs as fast as possible")
    if options.heap is not None and options.engine != "core":
        raise UserError("--heap is for --engine core: Python has this computer's memory")
    if options.strict is not None and options.engine == "core":
        raise UserError(f"--{'strict' if options.strict else 'loose'} is for Python: the core has "
                        "the device's limits, leave it out")
    if options.profile is not None and options.engine == "core":
        raise UserError("--profile is for Python: the core does not tell its lines, leave it out")
    if options.debug is not None:
        _require_debuggable(options)
    if options.speed_of == "desk" and options.profile is not None:
        raise UserError("--profile is of the board's time: leave out --speed-of desk")
    for name in ("scale", "bare") if options.headless or options.terminal else ():
        if getattr(options, name):
            raise UserError(f"--{name} is about the window: this run has none, leave it out")
    _require_files(options)
    return options


def _require_debuggable(options: argparse.Namespace) -> None:
    if options.engine == "core":
        raise UserError("--debug is for Python: no debugger can stop the core, leave it out")
    for name in "trace", "profile":
        if getattr(options, name) is not None:
            raise UserError(f"--{name} does not go with --debug: leave out one")


def _require_files(options: argparse.Namespace) -> None:
    if options.screenshot is not None:
        require_writable(options.screenshot, ".png")
    if options.trace is not None:
        require_writable(options.trace, ".json")
    if options.profile is not None:
        require_writable(options.profile, *WRITERS)
    if options.record_network is not None:
        require_writable(options.record_network)
    for number, path in enumerate(options.record):
        require_recordable(path)
        if path in options.record[:number]:
            raise UserError(f"{path} is to be recorded twice: name it once")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog=COMMAND, allow_abbrev=False, epilog=EPILOG,
                     description="A PyPortal on the desk: runs CircuitPython programs unmodified.")
    parser.add_argument(
        "drive", nargs="?", type=Path, metavar="DRIVE",
        help="a CIRCUITPY folder or a .py file" + ("" if __package__.startswith("pyportal_sim") else
                                                   "; without it, this repository's CIRCUITPY"))
    _add_board(parser.add_argument_group("the board"))
    _add_frontends(parser.add_argument_group("frontends"))
    _add_results(parser.add_argument_group("what a run saves"))
    return parser


def _add_board(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--board", metavar="NAME",
                       help=f"one of {', '.join(DISPLAYS)}; else pyportal")
    group.add_argument(
        "--seed", type=int, metavar="N",
        help="the seed of the chip's random bytes; without it the script's, else 0 if headless, "
             "else a new one each time")
    group.add_argument("--nvm", type=Path, metavar="FILE",
                       help="keep the chip's non-volatile memory in this file")
    group.add_argument("--sd", type=Path, metavar="CARD",
                       help="the SD card in the slot: a folder, or an image of one")
    group.add_argument("--drive-size", type=_kilobytes, metavar="KB", default=SIZE_KB,
                       help=f"the drive's size, else {SIZE_KB} as the board's")
    group.add_argument("--engine", choices=ENGINES, default=ENGINES[0],
                       help="what runs the program: this computer's Python, or CircuitPython's own "
                            "core, which has the board's memory; else python")
    group.add_argument("--heap", type=_whole, metavar="BYTES",
                       help="the memory for the program on the core, else 194560 as the board's")
    limits = group.add_mutually_exclusive_group()
    limits.add_argument("--strict", action="store_true", default=None,
                        help="refuse what a computer's Python accepts and the device's does not, "
                             "which is what it does unless told otherwise")
    limits.add_argument("--loose", dest="strict", action="store_false",
                        help="accept what a computer's Python accepts")
    group.add_argument("--speed-of", choices=("board", "desk"),
                       help="how fast code and drawing are: as on a PyPortal, or in next to no "
                            "time on a desk; without it as the script says, else board")
    _add_network(group)


def _add_network(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--network", metavar="WHAT",
        help="what is behind the Wi-Fi: a folder whose folders are hosts and whose files are their "
             "answers, a recording, or `host`, which lets requests out of this computer; else "
             "there is nothing")
    group.add_argument("--record-network", type=Path, metavar="FILE",
                       help="keep what hosts answered, without keys and passwords, for --network")
    group.add_argument("--esp32", metavar="VERSION",
                       help=f"its firmware: {' or '.join(FIRMWARES)}; else {AS_SOLD}, as sold")


def _add_frontends(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--scale", type=_scale, metavar="N", help="window pixels per panel pixel, 1 to 8, else 2")
    add("--bare", action="store_true", help="a window of the panel alone, without a bezel")
    add("--speed", type=_speed, metavar="N",
        help="run time N times as fast, 0.5 for half; sound plays at 1 only")
    add("--script", type=Path, metavar="FILE", help="carry out its lines: `1.5 tap 160 120`")
    add("--terminal", action="store_true",
        help="no window: the board's serial console is here. Ctrl-C interrupts the program, then "
             "any key opens the REPL, Ctrl-D reloads; Ctrl-] or Ctrl-X quits. Input from a "
             "pipe or a file is answered as fast as possible")
    add("--debug", type=_port, metavar="PORT", nargs="?", const=PORT,
        help="start when a debugger has attached, at this port of this computer or else at "
             f"{PORT}; 0 is a free one")
    add("--headless", action="store_true", help="no window: virtual time, as fast as possible")
    add("--seconds", type=_seconds, metavar="S",
        help="headless: stop after S virtual seconds; else a second after the script's end, or at "
             f"the program's end, or after {PATIENCE_S:g} s")


def _add_results(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--screenshot", type=Path, metavar="PNG",
                       help="headless: save the last picture")
    group.add_argument(
        "--record", type=Path, metavar="FILE", action="append", default=[],
        help="save what the panel showed (.gif), what was heard (.wav) or a script of what you did "
             "(.txt), which replays it bit for bit; may be given several times")
    group.add_argument("--trace", type=Path, metavar="JSON",
                       help="save what happened and when, calls and redraws among it, for the "
                            "viewer at ui.perfetto.dev")
    group.add_argument("--profile", type=Path, metavar="FILE",
                       help="say which lines took the time, and save the calls, as .json for "
                            "speedscope.app or as .txt for flame graphs")


def _kilobytes(text: str) -> int:
    if not text.isdecimal() or int(text) < SMALLEST_KB:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {SMALLEST_KB} on")
    return int(text)


def _whole(text: str) -> int:
    if not text.isdecimal() or not LEAST_HEAP <= int(text) <= MOST_HEAP:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from {LEAST_HEAP} to {MOST_HEAP}")
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, 0 to {LAST_PORT}: a drive comes "
                                         "before --debug")
    return int(text)


def _scale(text: str) -> int:
    if text not in ("1", "2", "3", "4", "5", "6", "7", "8"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 8")
    return int(text)


def _seconds(text: str) -> float:
    seconds = _number(text)
    if not 0 < seconds <= LONGEST_S:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number above 0 and up to {LONGEST_S:,}")
    return seconds


def _speed(text: str) -> float:
    speed = _number(text)
    if not SLOWEST <= speed <= FASTEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {SLOWEST} to {FASTEST}")
    return speed


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
