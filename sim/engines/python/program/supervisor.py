# SPDX-License-Identifier: MIT
"""The firmware around the program: boot.py, messages on the serial console, functions at exit.

Source: `run_boot_py`, `run_code_py`, `run_repl` and `main` in CircuitPython's main.c.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ....board.boards import Board
from ....board.console import CTRL_D, Console
from ....board.drive import Drive, replace_on_host
from ..firmware import identity, title
from .program import Program
from .repl import CTRL_A, CTRL_B, Repl

# Empties the terminal's line, as the firmware does before a line of its own.
CLEAR_LINE = "\x1b[2K\x1b[0G"
RELOADS = ("Auto-reload is on. Simply save files over USB to run them or enter REPL to disable.\n",
           "Auto-reload is off.\n")
STOPPED = "\nCode stopped by auto-reload. Reloading soon.\n"
DONE = "\nCode done running.\n"
ASK = "\nPress any key to enter the REPL. Use CTRL-D to reload.\n"
REBOOT = "soft reboot\n"
BOOT_FILES = ("boot.py", "boot.txt")
BOOT_OUTPUT = "boot_out.txt"


class BootFile:
    """boot.py, which runs before the program after power-on and after a reset.

    Only boot.py may change the USB devices. It runs as a program of its own, made by `program`. Its
    output appears on the display and in boot_out.txt, below three lines about the board; the file
    is only written when it differs. If that fails, `remark` gets a sentence.
    """

    def __init__(self, drive: Drive, board: Board, program: Callable[[Console], Program],
                 remark: Callable[[str], None]):
        self._drive = drive
        self._board = board
        self._program = program
        self._remark = remark
        self._running = False
        self.traceback = self.output = ""

    def run(self) -> None:
        """Run boot.py, if there is one; sets `output`, and `traceback` if it fails."""
        name = next((name for name in BOOT_FILES if self._drive.is_file(name)), None)
        if name is None:
            return
        console = Console()
        self._running = True
        try:
            program = self._program(console)
            program.run(name)
        finally:
            self._running = False
        self.traceback = program.traceback
        self.output = f"{name} output:\n{console.text}"
        self._keep(identity(self._board) + self.output.replace("\n", "\r\n"))

    def require(self) -> None:
        """Raise RuntimeError unless boot.py is running: later, USB is connected."""
        if not self._running:
            raise RuntimeError("Cannot change USB devices now")

    def _keep(self, text: str) -> None:
        file = self._drive.main.host(BOOT_OUTPUT)
        try:
            if not file.is_file() or file.read_bytes() != text.encode():
                self._drive.main.written.add(file)
                replace_on_host(file, text.encode())
        except OSError as error:
            self._remark(f"cannot write {file}, as a board would: {error.strerror}")


class ExitFunctions:
    """The functions that a program has registered with `atexit`."""

    def __init__(self) -> None:
        self._calls: list[tuple[Callable[..., Any], tuple[Any, ...], Mapping[str, Any]]] = []

    def add(self, function: Callable[..., Any], arguments: tuple[Any, ...],
            keywords: Mapping[str, Any]) -> None:
        self._calls.append((function, arguments, keywords))

    def remove(self, function: Callable[..., Any]) -> None:
        self._calls[:] = [call for call in self._calls if call[0] is not function]

    def run(self) -> None:
        """Call the functions, the last registered first."""
        while self._calls:
            function, arguments, keywords = self._calls.pop()
            function(*arguments, **keywords)


class Supervisor:
    """Talks on the console, by `announce` before the program and `wait` after it.

    `in_repl` is set while somebody types at the REPL. A program may change `autoreload`, which
    restarts it when a file is saved, and `shows_status_bar`, the top row of the display's terminal.
    """

    def __init__(self, program: Program):
        self.in_repl = False
        self.autoreload = True
        self.shows_status_bar = True
        self._program = program

    def announce(self) -> None:
        """Say which program starts, and whether saving a file will restart it."""
        console, file = self._program.console, self._program.drive.program
        console.write("\n")
        for line in RELOADS[not self.autoreload], f"{file} output:\n":
            console.direct(CLEAR_LINE)
            console.write(line)
        console.direct(title(file))

    def wait(self) -> None:
        """Wait for a key after the program, and return when the program is to be reloaded.

        Ctrl-D reloads; any other key starts the REPL, which Ctrl-D ends. The pins and the names of
        the program are free again.
        """
        drive, console = self._program.drive, self._program.console
        console.direct(self._end)
        console.write(DONE)
        while True:
            console.write(ASK)
            if self._program.keyboard.key() != CTRL_D:
                self._converse()
            console.write(REBOOT)
            if drive.is_file(drive.program):
                return

    @property
    def _end(self) -> str:
        """The title after the program. Until version 9 it told where an error had ended it."""
        return title("Done")

    def _converse(self) -> None:
        """Run the REPL until the program shall start. In the raw REPL, Ctrl-D only renews that."""
        self.in_repl, key, raw = True, "", False
        console = self._program.console
        while raw or key != CTRL_D:
            repl = Repl(self._program)
            if raw:
                key = repl.run_raw()
                raw = key != CTRL_B
                console.write(REBOOT if key == CTRL_D else "")
            else:
                console.direct(title("REPL"))
                key = repl.run()
                raw = key == CTRL_A
                console.direct(self._end)
        self.in_repl = False
