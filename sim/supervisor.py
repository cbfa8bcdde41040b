# SPDX-License-Identifier: MIT
"""What the firmware does around the program, as somebody at the serial console sees it.

Source: `run_code_py`, `run_repl` and `main` in CircuitPython's main.c. A machine calls `announce`
before its program and `wait` after it; `stop` and `reload` are for hands that have seen a file
being saved.
"""

from typing import TYPE_CHECKING

from .console import CTRL_D
from .repl import Repl

if TYPE_CHECKING:
    from .machine import Machine
    from .portal import PyPortal

RELOADS = ("Auto-reload is on. Simply save files over USB to run them or enter REPL to disable.\n",
           "Auto-reload is off.\n")
STOPPED = "\nCode stopped by auto-reload. Reloading soon.\n"
DONE = "\nCode done running.\n"
ASK = "\nPress any key to enter the REPL. Use CTRL-D to reload.\n"
REBOOT = "soft reboot\n"


def announce(machine: "Machine") -> None:
    """Which program starts, and whether a saved file will start it anew."""
    autoreload = machine.hardware("supervisor").runtime.autoreload
    machine.console.write(f"\n{RELOADS[not autoreload]}{machine.drive.program} output:\n")


def wait(machine: "Machine") -> None:
    """After the program: for a key, which leads to the REPL, and from there or at once to a
    reload. The pins and the names of the program are free again.
    """
    machine.console.write(DONE)
    while True:
        machine.console.write(ASK)
        if machine.hardware("sys").stdin.read(1) != CTRL_D:
            _converse(machine)
        machine.console.write(REBOOT)
        if machine.drive.resolve(machine.drive.program).is_file():
            machine.request_reload("REPL_RELOAD")
            return


def _converse(machine: "Machine") -> None:
    machine.in_repl = True
    Repl(machine).run()
    machine.in_repl = False


def stop(portal: "PyPortal") -> None:
    """A file of the drive was saved: the program ends, and others may still be saved."""
    portal.machine.console.write(STOPPED)
    portal.machine.speaker.stop()
    portal.machine.power_off()


def reload(portal: "PyPortal") -> None:
    """The program starts anew. Raises ValueError when there is none any more."""
    console = portal.machine.console
    portal.machine.request_reload("AUTO_RELOAD")
    console.muted = False
    console.write(REBOOT)
    portal.reset()
