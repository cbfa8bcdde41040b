# SPDX-License-Identifier: MIT
"""The portal without a window: its serial console is this terminal.

At a terminal time is real, until somebody leaves. Input from a pipe or a file is answered as fast
as the simulator can, and time stands still where the program waits for a pipe; when the input is
used up and the program has had nothing to say for a while, the run is over.
"""

import sys
from collections.abc import Callable
from time import perf_counter, sleep

from sim.clock import NEVER, SECOND, nanoseconds
from sim.keyboard import Keyboard
from sim.player import Player
from sim.portal import PyPortal

FPS = 60
FRAME_NS = nanoseconds(1 / FPS)
LAG_S = 0.1
# A program that neither printed nor took a key for so long is waiting for more.
IDLE_NS = 10 * SECOND
# One that goes on printing when there are no more keys is stopped after this.
PATIENCE_NS = 60 * SECOND


class Terminal:
    """`each_frame` is called after every sixtieth of a virtual second."""

    def __init__(self, portal: PyPortal, player: Player, keyboard: Keyboard,
                 each_frame: Callable[[], None]):
        self._portal = portal
        self._player = player
        self._keyboard = keyboard
        self._each_frame = each_frame
        self._heard: tuple[int, int] = (0, 0)
        self._heard_at = 0

    def converse(self) -> None:
        """In real time, until the program ends or the keys do."""
        due = perf_counter()
        try:
            while self._portal.running and not self._keyboard.ended:
                self._frame()
                due = max(due + 1 / FPS, perf_counter() - LAG_S)
                sleep(max(0.0, due - perf_counter()))
        finally:
            self._end_line()

    def dictate(self, least_ns: int = 0) -> None:
        """As fast as it goes, for at least so long, until all is answered."""
        end = NEVER
        while self._portal.running:
            self._frame()
            if self._keyboard.ended and end == NEVER:
                end = max(least_ns, self._player.now + PATIENCE_NS)
            if self._player.now >= end:
                print(f"stopped {PATIENCE_NS // SECOND} s after the input's end, the program would "
                      "go on", file=sys.stderr)
                return
            if self._idle() and self._player.now >= least_ns:
                if self._keyboard.ended:
                    return
                self._keyboard.wait()

    def _frame(self) -> None:
        self._portal.type(self._keyboard.read())
        self._player.run_until(self._player.now + FRAME_NS)
        self._each_frame()

    def _idle(self) -> bool:
        console = self._portal.machine.console
        heard = len(console.printed), len(console.typed)
        if heard != self._heard:
            self._heard, self._heard_at = heard, self._player.now
        return self._player.now - self._heard_at >= IDLE_NS

    def _end_line(self) -> None:
        """The shell's prompt is to start on a line of its own."""
        printed = self._portal.machine.console.printed
        if printed and not printed[-1].endswith("\n"):
            print(flush=True)
