# SPDX-License-Identifier: MIT
"""The command `pyportal-sim`: powers a PyPortal on, in a window, in the terminal or headless.

In the repository it is `python -m sim`. Ends with 0, with 1 when the program died of an exception,
with 2 and one sentence on stderr when something could not be done.
"""

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path

from .clock import SECOND
from .errors import UserError
from .frontends import headless, options, places, preamble, script, uplink
from .frontends.keyboard import Keyboard, standard_input
from .frontends.nvmfile import NvmFile
from .frontends.player import Player
from .frontends.preamble import Preamble
from .frontends.recorder import Recorder
from .frontends.reloader import Reloader
from .frontends.session import Session
from .frontends.terminal import Terminal
from .portal import PyPortal

STAGED = Path(__file__).resolve().parent.parent / "CIRCUITPY"
INTERRUPTED = 130
KEYS = ("Ctrl-C interrupts the program, any key then opens the REPL, Ctrl-D reloads, Ctrl-] or "
        "Ctrl-X quits")


def main(arguments: list[str] | None = None) -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(options.parse(arguments))
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(given: argparse.Namespace) -> int:
    """Whatever can be wrong is found before the program starts."""
    nvm = _nvm_file(given)
    # Read once: a pipe cannot be read again.
    text = preamble.read_text(given.script) if given.script else ""
    scripted = preamble.parse(text, given.script)
    start = Preamble(_seed(given, scripted), given.board or scripted.board or "pyportal",
                     (nvm.content if nvm else None) or scripted.nvm,
                     _strict(given, scripted), _instant(given, scripted), scripted.attended)
    with _portal(given, start) as portal:
        machine = portal.machine
        size = machine.panel.width, machine.panel.height
        steps = script.parse(text, given.script, size, machine.board.pins)
        console = machine.console
        console.listener = _print_serial
        console.adviser = lambda text: print(text, file=sys.stderr)
        console.attended = console.echo = start.attended
        if given.trace:
            portal.trace(given.trace)
        profile = portal.profile(given.profile) if given.profile else None
        if given.debug is not None:
            _await_debugger(portal, given.debug)
        frontend = _headless if given.headless else _terminal if given.terminal else _window
        with uplink.open_for(given, portal.network):
            frontend(given, portal, start, steps, lambda: nvm.save(portal.nvm) if nvm else None)
        if profile:
            profile.close()
            print(profile.table(), end="", file=sys.stderr)
        return int(portal.failed)


def _await_debugger(portal: PyPortal, port: int) -> None:
    try:
        debugging = portal.debug(port)
    except (ImportError, RuntimeError) as error:
        raise UserError(str(error)) from None
    print(f"waiting for a debugger at 127.0.0.1:{debugging.port}", file=sys.stderr, flush=True)
    debugging.wait()


def _nvm_file(given: argparse.Namespace) -> NvmFile | None:
    """A person who plays this repository's drive finds it as they left it."""
    if given.nvm:
        return NvmFile(given.nvm)
    if given.drive or given.headless or given.script or not _is_watched(given):
        return None
    path = places.memory(given.board or "pyportal")
    print(f"the board's memory is kept in {path} (--nvm names another file)", file=sys.stderr)
    return NvmFile(path)


def _is_watched(given: argparse.Namespace) -> bool:
    """Whether a person looks on: input from a pipe starts afresh each time."""
    descriptor = standard_input()
    return not given.terminal or (descriptor is not None and os.isatty(descriptor))


def _portal(given: argparse.Namespace, start: Preamble) -> PyPortal:
    assert start.seed is not None and start.board is not None and start.strict is not None
    try:
        drive = given.drive or _staged_drive()
        return PyPortal(drive, seed=start.seed, board=start.board, nvm=start.nvm,
                        strict=start.strict, sd=given.sd, drive_size=given.drive_size,
                        engine=given.engine, heap=given.heap, instant=bool(start.instant),
                        sources=None if given.drive else drive)
    except ValueError as error:
        raise UserError(str(error)) from None


def _strict(given: argparse.Namespace, scripted: Preamble) -> bool:
    asked = scripted.strict if given.strict is None else given.strict
    return asked is not False


def _instant(given: argparse.Namespace, scripted: Preamble) -> bool:
    if given.speed_of or given.profile:
        return bool(given.speed_of == "desk")
    return bool(scripted.instant)


def _seed(given: argparse.Namespace, scripted: Preamble) -> int:
    """Random numbers differ from game to game when a person plays, and never between two tests."""
    for seed in given.seed, scripted.seed:
        if seed is not None:
            return int(seed)
    return 0 if given.headless else int.from_bytes(os.urandom(4))


def _staged_drive() -> Path:
    """This repository's drive, staged."""
    if not STAGED.is_dir():
        raise UserError("name a drive: a CIRCUITPY folder or a .py file")
    sys.path.append(str(STAGED.parent))
    from tools import stage

    try:
        stage.stage(STAGED)
    except stage.StageError as error:
        raise UserError(str(error)) from None
    return STAGED


def _print_serial(text: str) -> None:
    """Print; a closed pipe must not fail the program."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _recorder(portal: PyPortal, player: Player, start: Preamble) -> Recorder:
    return Recorder(portal, player, replace(start, nvm=bytes(portal.nvm),
                                            attended=portal.machine.console.attended))


def _headless(given: argparse.Namespace, portal: PyPortal, start: Preamble,
              steps: list[script.Step], keep: Callable[[], None]) -> None:
    player = Player(portal, steps)
    headless.run(given, portal, player, _recorder(portal, player, start), steps, keep)


def _session(given: argparse.Namespace, portal: PyPortal, start: Preamble,
             steps: list[script.Step], keep: Callable[[], None], keyboard: Keyboard) -> Session:
    console = portal.machine.console
    console.attended = console.echo = start.attended or keyboard.is_terminal
    player = Player(portal, steps)
    return Session(player, keyboard, _recorder(portal, player, start), keep,
                   Reloader(portal, player, _own_files(given),
                            whole=given.drive is None or given.drive.is_dir()))


def _own_files(given: argparse.Namespace) -> set[Path]:
    """Files that the run itself writes, which may be on the drive."""
    return {path.resolve() for path in (given.nvm, *given.record) if path}


def _terminal(given: argparse.Namespace, portal: PyPortal, start: Preamble,
              steps: list[script.Step], keep: Callable[[], None]) -> None:
    if os.name != "posix":
        raise UserError("--terminal needs a Unix terminal: leave it out for a window")
    with Keyboard(standard_input()) as keyboard:
        session = _session(given, portal, start, steps, keep, keyboard)
        if not keyboard.is_terminal:
            if given.speed:
                raise UserError("--speed is for a window or a terminal: input from a pipe is "
                                "answered as fast as it goes")
            session.reloader = None
        terminal = Terminal(portal, session, given.speed or 1)
        with session.recorder.to(*given.record):
            if keyboard.is_terminal:
                print(KEYS, file=sys.stderr, flush=True)
                terminal.converse()
            else:
                terminal.dictate(steps[-1].at + SECOND if steps else 0)


def _window(given: argparse.Namespace, portal: PyPortal, start: Preamble,
            steps: list[script.Step], keep: Callable[[], None]) -> None:
    try:
        from .frontends.window.window import Window
    except ModuleNotFoundError as error:
        raise UserError(f"{error.name} is missing: pip install pygame-ce") from None
    with Keyboard(standard_input()) as keyboard:
        session = _session(given, portal, start, steps, keep, keyboard)
        window = Window(portal, session.player, given.scale or 2, bare=given.bare,
                        speed=given.speed or 1, recorder=session.recorder)

        def turn() -> None:
            session.turn()
            window.open = window.open and not keyboard.left

        try:
            with session.recorder.to(*given.record):
                window.run(turn)
        finally:
            window.close()


if __name__ == "__main__":
    sys.exit(main())
