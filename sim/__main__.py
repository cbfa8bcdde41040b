# SPDX-License-Identifier: MIT
"""The command `python -m sim`: powers a PyPortal on, in a window, in the terminal or headless.

Ends with 0, with 1 when the program died of an exception, with 2 and one sentence on stderr when
something could not be done.
"""

import argparse
import math
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from sim import recording, script
from sim.boards import DISPLAYS
from sim.clock import SECOND, nanoseconds
from sim.errors import UserError
from sim.keyboard import Keyboard, standard_input
from sim.nvmfile import NvmFile
from sim.output import require_writable, save_picture
from sim.player import Player
from sim.portal import PyPortal
from sim.terminal import Terminal

STAGED = Path(__file__).resolve().parent.parent / "CIRCUITPY"
# A program without an end is given this long when nothing says how long to run it.
PATIENCE_S = 60.0
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}: see python -m sim --help")


def main(arguments: list[str] | None = None) -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(_options(arguments))
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED


def _options(arguments: list[str] | None) -> argparse.Namespace:
    options = _parser().parse_args(arguments)
    if options.terminal and options.headless:
        raise UserError("--terminal is for typing and --headless takes no input: leave out one")
    for name in () if options.headless else ("seconds", "screenshot", "record"):
        if getattr(options, name) is not None:
            raise UserError(f"--{name} goes with --headless: else a run lasts until you end it")
    if options.scale and (options.headless or options.terminal):
        raise UserError("--scale is the window's size: this run has none, leave it out")
    return options


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m sim", allow_abbrev=False,
                     description="A PyPortal on the desk: runs a CircuitPython program as it is.")
    add = parser.add_argument
    add("drive", nargs="?", type=Path, metavar="DRIVE",
        help="a CIRCUITPY folder or a .py file; without it, this repository's CIRCUITPY")
    add("--board", default="pyportal", metavar="NAME", help=f"one of {', '.join(DISPLAYS)}")
    add("--seed", type=int, metavar="N",
        help="what the chip's random bytes start from; without it 0 if headless, else another each "
             "time")
    add("--nvm", type=Path, metavar="FILE", help="keep the chip's non-volatile memory in this file")
    add("--script", type=Path, metavar="FILE", help="do what its lines say, as `1.5 tap 160 120`")
    add("--scale", type=_scale, metavar="N", help="window pixels a panel pixel, 1 to 8, else 2")
    add("--headless", action="store_true", help="no window: virtual time, as fast as it goes")
    add("--terminal", action="store_true",
        help="no window: type to the program here; Ctrl-C, or Ctrl-D on an empty line, leaves. "
             "Input from a pipe or a file is answered as fast as it goes")
    add("--seconds", type=_seconds, metavar="S",
        help="headless: stop after S virtual seconds; else a second after the script's end, or at "
             f"the program's end, or after {PATIENCE_S:g} s")
    add("--screenshot", type=Path, metavar="PNG", help="headless: save the last picture")
    add("--record", type=Path, metavar="GIF", help="headless: save what the panel showed")
    return parser


def _scale(text: str) -> int:
    if text not in ("1", "2", "3", "4", "5", "6", "7", "8"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 8")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return seconds


def _run(options: argparse.Namespace) -> int:
    """All that can be wrong is found before the program starts."""
    for path, suffix in (options.screenshot, ".png"), (options.record, ".gif"):
        if path is not None:
            require_writable(path, suffix)
    nvm = NvmFile(options.nvm) if options.nvm else None
    with _portal(options, nvm.content if nvm else None) as portal:
        panel = portal.machine.panel
        steps = script.load(options.script, (panel.width, panel.height)) if options.script else []
        portal.machine.console.listener = _print_serial
        hands = (_run_headless if options.headless else
                 _run_terminal if options.terminal else _run_window)
        hands(options, portal, steps, lambda: nvm.save(portal.nvm) if nvm else None)
        return int(portal.failed)


def _portal(options: argparse.Namespace, nvm: bytes | None) -> PyPortal:
    try:
        return PyPortal(options.drive or _staged_drive(), seed=_seed(options), board=options.board,
                        nvm=nvm)
    except ValueError as error:
        raise UserError(str(error)) from None


def _seed(options: argparse.Namespace) -> int:
    """Chance must differ from game to game when one plays, and never between two tests."""
    if options.seed is not None:
        return int(options.seed)
    return 0 if options.headless else int.from_bytes(os.urandom(4))


def _staged_drive() -> Path:
    """This repository's drive, complete."""
    if not STAGED.is_dir():
        raise UserError(f"there is no {STAGED}: name a CIRCUITPY folder or a .py file")
    from tools import stage

    try:
        stage.stage(STAGED)
    except stage.StageError as error:
        raise UserError(str(error)) from None
    return STAGED


def _print_serial(text: str) -> None:
    """The program must not fail because nobody reads any more."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run_headless(options: argparse.Namespace, portal: PyPortal, steps: list[script.Step],
                  keep: Callable[[], None]) -> None:
    player, film = Player(portal, steps), recording.Recording()
    end = _end(options, steps)
    while player.now < end and (steps or portal.running):
        player.run_until(min(end, player.now + recording.FRAME_NS))
        keep()
        if options.record:
            film.look(portal, player.now)
    if options.screenshot:
        save_picture(portal.screenshot(), options.screenshot)
    if options.record:
        film.save(options.record, player.now)
    if portal.running and not (options.seconds or steps):
        print(f"stopped after {PATIENCE_S:g} s, the program would go on: --seconds S says how long",
              file=sys.stderr)


def _end(options: argparse.Namespace, steps: list[script.Step]) -> int:
    if options.seconds:
        return nanoseconds(options.seconds)
    return steps[-1].at + SECOND if steps else nanoseconds(PATIENCE_S)


def _run_terminal(options: argparse.Namespace, portal: PyPortal, steps: list[script.Step],
                  keep: Callable[[], None]) -> None:
    if os.name != "posix":
        raise UserError("--terminal needs a Unix terminal: leave it out for a window")
    with Keyboard(standard_input()) as keyboard:
        portal.machine.console.echo = keyboard.is_terminal
        terminal = Terminal(portal, Player(portal, steps), keyboard, keep)
        if keyboard.is_terminal:
            terminal.converse()
        else:
            terminal.dictate(steps[-1].at + SECOND if steps else 0)


def _run_window(options: argparse.Namespace, portal: PyPortal, steps: list[script.Step],
                keep: Callable[[], None]) -> None:
    try:
        from sim.window import Window
    except ModuleNotFoundError as error:
        raise UserError(f"{error.name} is missing: pip install pygame-ce") from None
    window = Window(portal, Player(portal, steps), options.scale or 2)
    try:
        with Keyboard(standard_input()) as keyboard:
            portal.machine.console.echo = keyboard.is_terminal
            window.run(lambda: _feed(portal, keyboard, keep))
    finally:
        window.close()


def _feed(portal: PyPortal, keyboard: Keyboard, keep: Callable[[], None]) -> None:
    portal.type(keyboard.read())
    keep()


if __name__ == "__main__":
    sys.exit(main())
