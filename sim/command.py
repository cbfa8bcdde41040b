# SPDX-License-Identifier: MIT
"""The command line: powers a PyPortal on, in a window, in the terminal or headless.

It ends with 0, with 1 when the program died of an exception, and with 2 and one sentence on stderr
when something could not be done.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from . import output
from .clock import NEVER, SECOND, nanoseconds
from .errors import UserError
from .frontends import files, headless, options, script
from .frontends.headless import Server
from .frontends.nvmfile import NvmFile
from .frontends.player import Player
from .frontends.recorder import Recorder
from .frontends.script import Preamble, Step
from .frontends.serial import SerialLine, serving, write_identity
from .frontends.session import Keyboard, Reloader, Session, standard_input
from .frontends.terminal import Terminal
from .portal import PyPortal
from .standard import import_code

STAGED = Path(__file__).resolve().parent.parent / "CIRCUITPY"
KEYS = ("Ctrl-C interrupts the program, any key then opens the REPL, Ctrl-D reloads, Ctrl-] or "
        "Ctrl-X quits")


def main(arguments: list[str] | None = None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    try:
        _require_folder()
        import_code()
        if given[:1] == ["firmware"]:
            from .frontends import firmware

            return firmware.main(given[1:])
        if given[:1] == ["new"]:
            from .frontends import new

            return new.main(given[1:])
        return _run(options.parse(given))
    except UserError as error:
        output.complain(error)
        return 2
    except OSError as error:
        output.complain(f"{error.filename or 'the computer'}: {error.strerror or error}")
        return 2


def _require_folder() -> None:
    try:
        os.getcwd()
    except FileNotFoundError:
        raise UserError("the current folder is gone: change to another one") from None


@dataclass
class _Run:
    """A portal that is powered on, and all that a frontend needs to run it."""

    given: argparse.Namespace
    start: Preamble
    portal: PyPortal
    player: Player
    steps: list[Step]
    save_nvm: Callable[[], None]
    line: SerialLine | None

    def recorder(self) -> Recorder:
        start = replace(self.start, nvm=bytes(self.portal.nvm),
                        attended=self.portal.board.console.attended)
        return Recorder(self.portal, self.player, start)

    def session(self, keyboard: Keyboard) -> Session:
        console = self.portal.board.console
        console.attended = console.echo = self.start.attended or keyboard.is_terminal
        if self.line:
            console.attended = console.echo = True
        drive = self.given.drive
        reloader = Reloader(self.portal, self.player, self._own_files(),
                            whole=drive is None or drive.is_dir())
        return Session(self.player, keyboard, self.recorder(), self.save_nvm, reloader, self.line)

    def _own_files(self) -> set[Path]:
        """Return the files that the run itself writes, which may be on the drive."""
        written = self.given.nvm, *self.given.record
        return {Path(os.path.realpath(path)) for path in written if path}


def _run(given: argparse.Namespace) -> int:
    """Check everything that can be wrong, and then run the program."""
    options.require_distinct(given, given.drive or STAGED)
    nvm = _nvm_file(given)
    with nvm or nullcontext():
        failed, is_saved = _powered(given, nvm)
    if nvm and not nvm.is_saved:
        is_saved = False
    return 1 if failed else 0 if is_saved else 2


def _powered(given: argparse.Namespace, nvm: NvmFile | None) -> tuple[bool, bool]:
    """Run the program; return whether it failed, and whether the drive has all that it wrote."""
    # Read once, since a pipe cannot be read again.
    text = script.read_text(given.script) if given.script else ""
    start = _start(given, script.parse_preamble(text, given.script), nvm)
    with _portal(given, start) as portal:
        board = portal.board
        size = board.panel.width, board.panel.height
        steps = script.parse(text, given.script, size, board.model.pins, portal.parts)
        board.console.listener = _print
        board.console.adviser = _tell
        board.console.attended = board.console.echo = start.attended
        with _observed(given, portal):
            _play(given, start, portal, steps, nvm)
        failed = portal.failed
    return failed, not portal.board.drive.main.unsaved


@contextmanager
def _observed(given: argparse.Namespace, portal: PyPortal) -> Iterator[None]:
    """Trace or profile a run, or let a debugger attach; print the profile at its end."""
    if given.trace:
        portal.trace(given.trace)
    profile = portal.profile(given.profile) if given.profile else None
    if given.debug is not None:
        _await_debugger(portal, given.debug)
    yield
    if profile:
        profile.close()
        print(profile.table(), end="", file=sys.stderr)


def _play(given: argparse.Namespace, start: Preamble, portal: PyPortal, steps: list[Step],
          nvm: NvmFile | None) -> None:
    """Run a frontend, with the network, the serial port and the nvm file around it."""
    player = Player(portal, steps)
    with (options.network_of(given, portal.network),
          serving(given.serial, portal, player) as line):
        if line and given.drive and given.drive.is_dir():
            write_identity(portal)
        run = _Run(given, start, portal, player, steps,
                   lambda: nvm.save(portal.board.nvm.complete) if nvm else None, line)
        try:
            _frontend(given)(run)
        finally:
            if nvm:
                nvm.save_last(portal.board.nvm.complete)


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _print(text: str) -> None:
    print(text, end="", flush=True)


def _nvm_file(given: argparse.Namespace) -> NvmFile | None:
    """Return the nvm file, by default one that keeps this repository's game for a player."""
    if given.nvm:
        return NvmFile(given.nvm, _tell)
    if given.drive or given.headless or given.script or not _is_watched(given):
        return None
    path = files.default_nvm(given.board or "pyportal")
    _tell(f"the board's nvm is kept in {path} (--nvm names another file)")
    return NvmFile(path, _tell)


def _is_watched(given: argparse.Namespace) -> bool:
    """Return whether a person uses the board; input from a pipe starts afresh each time."""
    descriptor = standard_input()
    return not given.terminal or (descriptor is not None and os.isatty(descriptor))


def _start(given: argparse.Namespace, scripted: Preamble, nvm: NvmFile | None) -> Preamble:
    """Combine the options with the script's preamble and the defaults."""
    strict = scripted.strict if given.strict is None else given.strict
    instant = given.speed_of == "desk" if given.speed_of or given.profile else scripted.instant
    return Preamble(_seed(given, scripted), given.board or scripted.board or "pyportal",
                    (nvm.content if nvm else None) or scripted.nvm,
                    strict is not False, bool(instant), scripted.attended,
                    _date(given, scripted))


def _seed(given: argparse.Namespace, scripted: Preamble) -> int:
    """Return a new seed for each game that a person plays, and the same one for each test."""
    for seed in given.seed, scripted.seed:
        if seed is not None:
            return int(seed)
    return 0 if given.headless else int.from_bytes(os.urandom(4))


def _date(given: argparse.Namespace, scripted: Preamble) -> datetime | None:
    """Return the date of the board's clock: for a person, the computer's, as USB hosts set it."""
    if given.date or scripted.date:
        return given.date or scripted.date
    has_console = given.serial is not None
    is_played = has_console or (not given.headless and not given.script and _is_watched(given))
    return datetime.now().replace(microsecond=0) if is_played else None


def _portal(given: argparse.Namespace, start: Preamble) -> PyPortal:
    assert start.seed is not None and start.board is not None and start.strict is not None
    try:
        drive = given.drive or _staged_drive(given.engine)
        return PyPortal(drive, seed=start.seed, board=start.board, nvm=start.nvm,
                        strict=start.strict, sd=given.sd,
                        engine=given.engine, firmware=given.firmware,
                        instant=bool(start.instant),
                        date=start.date,
                        sources=given.sources if given.drive else STAGED,
                        parts=given.parts)
    except ValueError as error:
        raise UserError(str(error)) from None


def _staged_drive(engine: str) -> Path:
    """Stage this repository's drive and return its folder; for a firmware, with compiled modules,
    as on a board.
    """
    if not STAGED.is_dir():
        raise UserError("name a drive: a CIRCUITPY folder or a .py file")
    sys.path.append(str(STAGED.parent))
    from tools import firmware, stage

    try:
        stage.stage(STAGED)
        if engine != "firmware":
            return STAGED
        firmware.write(firmware.files(STAGED), firmware.DEVICE)
    except stage.StageError as error:
        raise UserError(str(error)) from None
    return Path(firmware.DEVICE)


def _await_debugger(portal: PyPortal, port: int) -> None:
    try:
        debugging = portal.debug(port)
    except (ImportError, RuntimeError) as error:
        raise UserError(str(error)) from None
    print(f"waiting for a debugger at 127.0.0.1:{debugging.port}", file=sys.stderr, flush=True)
    debugging.wait()


def _frontend(given: argparse.Namespace) -> Callable[[_Run], None]:
    if given.headless:
        return _headless if given.serial is None else _served
    return _terminal if given.terminal else _window


def _served(run: _Run) -> None:
    """Run without a window for those who have the serial port open."""
    assert run.line
    with Keyboard(None) as keyboard:
        session = run.session(keyboard)
        with session.recorder.to(*run.given.record):
            Server(run.portal, session, run.line, run.given.speed or 1).serve(
                nanoseconds(run.given.seconds) if run.given.seconds else NEVER)
    if run.given.screenshot:
        files.save_picture(run.portal.screenshot(), run.given.screenshot)


def _headless(run: _Run) -> None:
    headless.run(run.given, run.portal, run.player, run.recorder(), run.steps, run.save_nvm)


def _terminal(run: _Run) -> None:
    if os.name != "posix":
        raise UserError("--terminal needs a Unix terminal: leave it out for a window")
    with Keyboard(standard_input()) as keyboard:
        session = run.session(keyboard)
        if not keyboard.is_terminal:
            if run.given.speed:
                raise UserError("--speed is for a window or a terminal: input from a pipe is "
                                "answered as fast as possible")
            session.reloader = None
        terminal = Terminal(run.portal, session, run.given.speed or 1)
        with session.recorder.to(*run.given.record):
            if keyboard.is_terminal:
                print(KEYS, file=sys.stderr, flush=True)
                terminal.converse()
            else:
                terminal.dictate(run.steps[-1].at + SECOND if run.steps else 0)


def _window(run: _Run) -> None:
    try:
        from .frontends.window.window import Window
    except ModuleNotFoundError as error:
        raise UserError(f"{error.name} is missing: pip install pygame-ce") from None
    with Keyboard(standard_input()) as keyboard:
        session = run.session(keyboard)
        window = Window(run.portal, session.player, run.given.scale or 2,
                        speed=run.given.speed or 1, recorder=session.recorder)

        def turn() -> None:
            session.turn()
            window.open = window.open and not keyboard.quit

        try:
            with session.recorder.to(*run.given.record):
                window.run(turn)
        finally:
            window.close()
