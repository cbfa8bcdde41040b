# SPDX-License-Identifier: MIT
"""A run without a window: the board's serial console is this terminal.

At a terminal, time is real, or `speed` times as fast, until the user quits. Input from a pipe or a
file is answered as fast as possible. Virtual time stops while the program waits for a pipe. The run
ends when the input has ended and the program has printed nothing for a while.
"""

import sys
from time import perf_counter, sleep

from ..clock import NEVER, SECOND, nanoseconds
from ..portal import PyPortal
from .session import Session

FPS = 60
FRAME_NS = nanoseconds(1 / FPS)
LAG_S = 0.1
# A program that has neither printed nor read a key for this long waits for input.
IDLE_NS = 10 * SECOND
# A program that keeps printing is stopped this long after its input has ended.
PATIENCE_NS = 60 * SECOND


class Terminal:
    """Calls the session's `turn` before every sixtieth of a second, and once at the end."""

    def __init__(self, portal: PyPortal, session: Session, speed: float = 1.0):
        self._portal = portal
        self._session = session
        self._player = session.player
        self._keyboard = session.keyboard
        self._frame_ns = round(FRAME_NS * speed)
        self._heard: tuple[int, int] = (0, 0)
        self._heard_at = 0

    def converse(self) -> None:
        """Run in real time until the user quits or, if unattended, until the program ends."""
        due = perf_counter()
        try:
            while not self._over():
                self._frame()
                due = max(due + 1 / FPS, perf_counter() - LAG_S)
                sleep(max(0.0, due - perf_counter()))
            self._session.turn()
        finally:
            self._end_line()

    def dictate(self, least_ns: int = 0) -> None:
        """Run as fast as possible, for at least this long, until all input is answered."""
        end = NEVER
        while self._portal.running:
            self._frame()
            if self._keyboard.ended and end == NEVER:
                end = max(least_ns, self._player.now + PATIENCE_NS)
            if self._player.now >= end:
                print(f"stopped {PATIENCE_NS // SECOND} s after the end of the input: the program "
                      "was still running", file=sys.stderr)
                break
            if self._idle() and self._player.now >= least_ns:
                if self._keyboard.ended:
                    break
                self._keyboard.wait()
        self._session.turn()

    def _over(self) -> bool:
        stays = self._portal.board.console.attended or self._portal.running
        return self._keyboard.ended or not stays

    def _frame(self) -> None:
        self._session.turn()
        self._player.run_until(self._player.now + self._frame_ns)

    def _idle(self) -> bool:
        console = self._portal.board.console
        heard = console.count, len(console.typed)
        if heard != self._heard:
            self._heard, self._heard_at = heard, self._player.now
        return self._player.now - self._heard_at >= IDLE_NS

    def _end_line(self) -> None:
        """Give the shell's prompt a line of its own."""
        console = self._portal.board.console
        if console.since(console.count - 1) not in ("", "\n"):
            print(flush=True)
