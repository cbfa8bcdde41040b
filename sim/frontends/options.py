# SPDX-License-Identifier: MIT
"""The command line's options: their help, their values, the combinations that are refused, and the
network that they connect.
"""

import argparse
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib import metadata
from itertools import takewhile
from pathlib import Path
from typing import NoReturn

from .. import schema
from ..board.boards import DISPLAYS
from ..board.drive import PROGRAM_NAMES, program_at
from ..board.parts import plugged
from ..clock import LONGEST_S
from ..engines import ENGINES
from ..engines.python.firmware import VERSION
from ..engines.python.profiler import WRITERS
from ..engines.signals import finishing
from ..errors import UserError
from ..network.network import AS_SOLD, FIRMWARES, Network
from ..network.recording import Recorder
from ..network.wire import Loopback
from ..portal import DEBUG_PORT, END_WITHIN_S
from .files import require_writable, write_whole
from .recorder import require_recordable
from .script import date_of

COMMAND = "pyportal-sim" if __package__.startswith("pyportal_sim") else "python -m sim"
SLOWEST, FASTEST = 0.01, 100
LAST_PORT = 65_535
EPILOG = f"""`{COMMAND} new NAME` writes a project to begin with, and `{COMMAND} firmware` downloads
and lists firmware files: see --help of each. In the window, F1 shows the keys. Saving a file of the
drive restarts the program, as on the board. The command ends with 0, with 1 if the program died of
an exception, and with 2 and a sentence if something could not be done."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}: see {self.prog} --help")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Raises UserError for impossible options, among them files that cannot be written."""
    parser = _parser()
    # argparse would take this for no value at all.
    for word in takewhile("--".__ne__, arguments):
        if word.startswith("--") and word.endswith("=--"):
            parser.error(f"{word} has no value")
    options = parser.parse_args(arguments)
    for name, value in vars(options).items():
        if value == "" and name != "serial":
            parser.error(f"--{name.replace('_', '-')} has no value")
    for refused, message in _conflicts(options):
        if refused:
            raise UserError(message)
    _require_files(options)
    return options


def _conflicts(options: argparse.Namespace) -> Iterator[tuple[bool, str]]:
    """Yield each combination that makes no sense: whether it is given, and the message."""
    windowed = not (options.headless or options.terminal)
    yield (options.terminal and options.headless,
           "--terminal is for typing and --headless takes no input: leave out one")
    yield (options.seconds is not None and not options.headless,
           "--seconds goes with --headless: else a run lasts until you end it")
    yield (options.screenshot is not None and not options.headless,
           "--screenshot goes with --headless: in a window, F12 takes one")
    yield (options.headless and options.speed is not None and options.serial is None,
           "--speed is for a window or a terminal: headless runs as fast as possible")
    for name in "trace", "profile":
        yield (options.debug is not None and getattr(options, name) is not None,
               f"--{name} does not go with --debug: leave out one")
    firmware = options.engine == "firmware"
    yield (options.firmware is not None and not firmware,
           "--firmware is for --engine firmware: give both, or leave it out")
    for name in "profile", "debug":
        yield (firmware and getattr(options, name) is not None,
               f"--{name} needs to see the program's lines, which a firmware does not show: leave "
               "it out, or leave out --engine firmware")
    yield (firmware and options.strict is False,
           "--loose is for the Python engine: a firmware has the board's limits, leave it out")
    yield (firmware and options.speed_of == "desk",
           "--speed-of desk is for the Python engine: a firmware takes the board's time")
    yield (options.speed_of == "desk" and options.profile is not None,
           "--profile measures the board's time: leave out --speed-of desk")
    yield (bool(options.scale) and not windowed,
           "--scale is for the window and this run has none: leave it out")


def _require_files(options: argparse.Namespace) -> None:
    if options.screenshot is not None:
        require_writable(options.screenshot, ".png")
    if options.trace is not None:
        require_writable(options.trace, ".json")
    if options.profile is not None:
        require_writable(options.profile, *WRITERS)
    if options.record_network is not None:
        require_writable(options.record_network)
    for path in options.record:
        require_recordable(path)


def require_distinct(options: argparse.Namespace, drive: Path) -> None:
    """Raises UserError if a run would write one file twice, or one that it reads."""
    users = {_file(path): user for path, user in _read(options, drive)}
    for path, option in _written(options):
        if user := users.get(_file(path)):
            raise UserError(f"{path} is the file of {user} and of {option}: name two files")
        users[_file(path)] = option


def _read(options: argparse.Namespace, drive: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file that the run reads, and who reads it."""
    program = program_at(drive)
    folder = program if program.is_dir() else program.parent
    yield folder / "settings.toml", "the settings"
    yield folder / plugged.FILE, "the parts"
    names = PROGRAM_NAMES if program.is_dir() else (program.name,)
    yield from ((folder / name, "the program") for name in names)
    if options.network not in (None, HOST):
        yield Path(options.network), "--network"
    yield from _named(options, "parts", "script", "sd", "firmware")


def _written(options: argparse.Namespace) -> Iterator[tuple[Path, str]]:
    yield from _named(options, "nvm", "record_network", "screenshot", "trace", "profile")
    if options.serial:
        yield Path(options.serial), "--serial"
    yield from ((path, "--record") for path in options.record)


def _named(options: argparse.Namespace, *names: str) -> Iterator[tuple[Path, str]]:
    """Yield the path of each option that is given, and the option."""
    for name in names:
        if path := getattr(options, name):
            yield path, f"--{name.replace('_', '-')}"


def _file(path: Path) -> object:
    """Return a value that is the same for all names of a file."""
    try:
        found = os.stat(path)
    except OSError:
        return os.path.normcase(os.path.realpath(path))
    return found.st_dev, found.st_ino


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog=COMMAND, allow_abbrev=False, epilog=EPILOG,
                     description="A simulated PyPortal: runs CircuitPython programs unmodified.")
    parser.add_argument("--version", action="version", version=version(),
                        help="print the version, and that of the CircuitPython it stands for")
    parser.add_argument(
        "drive", nargs="?", type=_path, metavar="DRIVE",
        help="a CIRCUITPY folder or a .py file" + ("" if __package__.startswith("pyportal_sim") else
                                                   " (default: this repository's CIRCUITPY)"))
    _add_board(parser.add_argument_group("the board"))
    _add_frontends(parser.add_argument_group("frontends"))
    _add_results(parser.add_argument_group("files that a run writes"))
    return parser


def version() -> str:
    """Return the versions of the simulator and of CircuitPython in a sentence."""
    try:
        own = metadata.version("pyportal-sim")
    except metadata.PackageNotFoundError:
        own = "of a repository"
    return f"pyportal-sim {own}, CircuitPython {VERSION}"


def _add_board(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--board", metavar="NAME",
                       help=f"one of {', '.join(DISPLAYS)} (default: pyportal)")
    group.add_argument(
        "--seed", type=int, metavar="N",
        help="the seed of the chip's random bytes (default: the script's; if it has none, 0 if "
             "headless, else a new one each time)")
    group.add_argument("--date", type=_date, metavar="DATE",
                       help="the date of the board's clock at power-on, such as 2026-11-28T09:30 "
                            "(default: the script's; else the computer's where a person plays, "
                            "and 2000-01-01 as on a board that nobody has told it)")
    group.add_argument("--nvm", type=_path, metavar="FILE",
                       help="keep the chip's non-volatile memory in this file")
    group.add_argument("--sd", type=_path, metavar="CARD",
                       help="the SD card in the slot: a folder, or an image of one")
    group.add_argument("--parts", type=_path, metavar="FILE",
                       help="what is plugged into the board (default: the parts.toml beside the "
                            "program, if there is one)")
    group.add_argument("--sources", type=_path, metavar="FOLDER",
                       help="the .py files from which the drive's .mpy files were compiled, in "
                            "folders like the drive's")
    group.add_argument("--engine", choices=ENGINES, default=ENGINES[0],
                       help="what runs the program: this computer's Python (default), or the "
                            "board's own CircuitPython on an emulated chip")
    group.add_argument("--firmware", type=_path, metavar="FILE",
                       help="the .uf2 for --engine firmware, or a folder of them (default: what "
                            f"PYPORTAL_FIRMWARE names, else what `{COMMAND} firmware` lists)")
    limits = group.add_mutually_exclusive_group()
    limits.add_argument("--strict", action="store_true", default=None,
                        help="refuse what a computer's Python accepts and the device's does not "
                             "(default)")
    limits.add_argument("--loose", dest="strict", action="store_false",
                        help="accept all that a computer's Python accepts")
    group.add_argument("--speed-of", choices=("board", "desk"),
                       help="how fast code and drawing are: as on a PyPortal, or taking almost no "
                            "time (default: as the script says, else board)")
    _add_network(group)


def _add_network(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--network", metavar="WHAT",
        help="the network behind the Wi-Fi: a folder whose subfolders are hosts and whose files "
             "are their answers, a recording, or `host`, which lets requests leave this computer "
             "(default: no host answers)")
    group.add_argument("--record-network", type=_path, metavar="FILE",
                       help="save the hosts' answers, without keys and passwords, for --network")
    group.add_argument("--esp32", metavar="VERSION",
                       help=f"the firmware of the ESP32: {' or '.join(FIRMWARES)} (default: "
                            f"{AS_SOLD}, as sold)")


def _add_frontends(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--scale", type=_scale, metavar="N",
        help="window pixels per panel pixel, 1 to 8 (default: 2)")
    add("--speed", type=_speed, metavar="N",
        help="run time N times as fast, 0.5 for half as fast; sound plays at 1 only")
    add("--script", type=_path, metavar="FILE",
        help="carry out the lines of a file, such as `1.5 tap 160 120`")
    add("--terminal", action="store_true",
        help="no window: show the board's serial console here. Ctrl-C interrupts the program, then "
             "any key opens the REPL, Ctrl-D reloads; Ctrl-] or Ctrl-X quits. Input from a "
             "pipe or a file is answered as fast as possible")
    add("--serial", metavar="PORT", nargs="?", const="",
        help="let other programs open the board's serial port: a pseudo-terminal, a symbolic link "
             "to one at this path, or tcp:4000 for RFC 2217 at that port of this computer; name "
             "the drive before it. With --headless, the board then runs in real time until Ctrl-C "
             "or for --seconds")
    add("--debug", type=_debug_port, metavar="PORT", nargs="?", const=DEBUG_PORT,
        help="start when a debugger has attached, at this port of this computer (default: "
             f"{DEBUG_PORT}; 0: any free one)")
    add("--headless", action="store_true", help="no window: run as fast as possible")
    add("--seconds", type=_seconds, metavar="S",
        help="headless: stop after S virtual seconds (default: a second after the script's end; "
             f"without a script, at the program's end or after {END_WITHIN_S:g} s)")


def _add_results(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--screenshot", type=_path, metavar="PNG",
                       help="headless: save the last picture")
    group.add_argument(
        "--record", type=_path, metavar="FILE", action="append", default=[],
        help="save the panel's picture (.gif), the sound (.wav) or a script of your input (.txt), "
             "which replays the run bit for bit; may be given several times")
    group.add_argument("--trace", type=_path, metavar="JSON",
                       help="save when what happened, with calls and redraws, for the viewer at "
                            "ui.perfetto.dev")
    group.add_argument("--profile", type=_path, metavar="FILE",
                       help="print which lines took the time, and save the calls, as .json for "
                            "speedscope.app or as .txt for flame graphs")


def _path(text: str) -> Path:
    try:
        return schema.path(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _date(text: str) -> datetime:
    try:
        return date_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def port(text: str) -> int:
    """Return the number of a port. Raises ArgumentTypeError for a text that is none."""
    if not text.isdecimal() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to {LAST_PORT}")
    return int(text)


def _debug_port(text: str) -> int:
    try:
        return port(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}: name the drive before --debug") from None


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


HOST = "host"


@contextmanager
def network_of(given: argparse.Namespace, network: Network) -> Iterator[None]:
    """Connect the network while a run lasts. Raises UserError for options that cannot be used."""
    try:
        if given.esp32:
            network.firmware = given.esp32
        if given.network:
            _connect(given.network, network)
    except ValueError as error:
        raise UserError(str(error)) from None
    network.recorder = Recorder(given.record_network is not None)
    network.loopback = Loopback(network.connect, network.remark)
    try:
        yield
    finally:
        with finishing():
            network.loopback.close()
            if given.record_network:
                write_whole(given.record_network, network.recorder.dump())


def _connect(what: str, network: Network) -> None:
    """Connect the real network, a folder of hosts, or a recording."""
    if what == HOST:
        print("--network host: the program's requests go out to the real network", file=sys.stderr)
        from ..network.outside import Outside

        network.outside = Outside()
    elif schema.path(what).is_dir():
        for folder in sorted(path for path in Path(what).iterdir() if path.is_dir()):
            network[folder.name] = folder
    else:
        network.replay(Path(what))
