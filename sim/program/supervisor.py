# SPDX-License-Identifier: MIT
"""What the firmware does around the program, as somebody at the serial console sees it.

Source: `run_code_py`, `run_repl` and `main` in CircuitPython's main.c. A machine calls `announce`
before its program and `wait` after it.
"""

from .console import CTRL_D
from .program import Program
from .repl import Repl

RELOADS = ("Auto-reload is on. Simply save files over USB to run them or enter REPL to disable.\n",
           "Auto-reload is off.\n")
STOPPED = "\nCode stopped by auto-reload. Reloading soon.\n"
DONE = "\nCode done running.\n"
ASK = "\nPress any key to enter the REPL. Use CTRL-D to reload.\n"
REBOOT = "soft reboot\n"


class Supervisor:
    """`in_repl` is set while somebody types at the REPL."""

    def __init__(self, program: Program):
        self.in_repl = False
        self._program = program

    def announce(self) -> None:
        """Which program starts, and whether a saved file will start it anew."""
        program = self._program
        autoreload = program.hardware("supervisor").runtime.autoreload
        program.console.write(f"\n{RELOADS[not autoreload]}{program.drive.program} output:\n")

    def wait(self) -> None:
        """After the program: for a key, which leads to the REPL, and from there or at once to a
        reload, which is due on return. The pins and the names of the program are free again.
        """
        drive, console = self._program.drive, self._program.console
        console.write(DONE)
        while True:
            console.write(ASK)
            if self._program.hardware("sys").stdin.read(1) != CTRL_D:
                self._converse()
            console.write(REBOOT)
            if drive.is_file(drive.program):
                return

    def _converse(self) -> None:
        self.in_repl = True
        Repl(self._program).run()
        self.in_repl = False
