# SPDX-License-Identifier: MIT
"""A debugger on a portal's program: breakpoints in the drive's own files, in the board's time."""

import math

from ..core.engines import runs_python
from ..debug import debugger, standing
from ..machine import Machine


class Debugging:
    """`port` is where a debugger attaches, until this Python ends. Raises ValueError for a machine
    with another engine, ImportError without debugpy, and RuntimeError where nothing can attach.
    """

    def __init__(self, machine: Machine, port: int):
        if machine.program.modules or not runs_python(machine):
            raise ValueError('debug() is for a program that has not begun, of engine="python"')
        self.port = debugger.listen(port)
        self.follow(machine)

    def wait(self) -> None:
        """Until a debugger has attached and set its breakpoints."""
        debugger.wait()

    def follow(self, machine: Machine) -> None:
        """A program that is stopped takes neither the board's time nor anybody's patience."""
        machine.program.files.wanted = True
        machine.patience = math.inf
        standing.hold(machine.clock)
