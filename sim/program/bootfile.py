# SPDX-License-Identifier: MIT
"""boot.py: runs before the program after power-on and a reset, and may change what USB offers.

What it prints does not appear on the console but in boot_out.txt, below two lines about the board;
the file is written when it differs. Source: `run_boot_py` in CircuitPython's main.c.
"""

from collections.abc import Callable

from ..board.boards import Board
from ..drive.drive import Drive
from .console import Console
from .program import Program

NAMES = ("boot.py", "boot.txt")
OUTPUT = "boot_out.txt"


class BootFile:
    """`program` creates the world that it runs in, which ends before the program's own."""

    def __init__(self, drive: Drive, board: Board, program: Callable[[Console], Program]):
        self._drive = drive
        self._board = board
        self._program = program
        self._running = False

    def run(self) -> None:
        """Run boot.py, if there is one."""
        name = next((name for name in NAMES if self._drive.is_file(name)), None)
        if name is None:
            return
        console = Console()
        self._running = True
        try:
            self._program(console).run(name)
        finally:
            self._running = False
        self._keep(f"{self._board.title} with samd51j20\nBoard ID:{self._board.name}\n"
                   f"{name} output:\n{console.text}")

    def require(self) -> None:
        """Check for what only boot.py may do: USB is connected when the program runs."""
        if not self._running:
            raise RuntimeError("Cannot change USB devices now")

    def _keep(self, text: str) -> None:
        file = self._drive.main.host(OUTPUT)
        if not file.is_file() or file.read_bytes() != text.encode():
            self._drive.main.written.add(file)
            file.write_bytes(text.encode())
