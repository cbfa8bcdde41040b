# SPDX-License-Identifier: MIT
"""Runs without a display: as fast as possible with a script, or for programs on the serial port.

`run` takes its input from a script only. A `Server` talks to programs over the board's serial port.
"""

import argparse
import signal
import sys
from collections.abc import Callable
from time import perf_counter

from ..clock import MS, SECOND, nanoseconds
from ..portal import PyPortal
from . import options
from .files import save_picture
from .player import Player
from .recorder import FRAME_NS, Recorder
from .script import Step
from .serial import SerialLine
from .session import Session


def run(given: argparse.Namespace, portal: PyPortal, player: Player, recorder: Recorder,
        steps: list[Step], save_nvm: Callable[[], None]) -> None:
    """Run to the end that the options `given` or the script set. Raises UserError."""
    end = _end(given, steps)
    with recorder.to(*given.record):
        while player.now < end and (steps or portal.running):
            player.run_until(min(end, player.now + FRAME_NS))
            save_nvm()
            recorder.look()
    if given.screenshot:
        save_picture(portal.screenshot(), given.screenshot)
    if portal.running and not (given.seconds or steps):
        print(f"stopped after {options.END_WITHIN_S:g} s with the program still running: "
              "--seconds S sets the time", file=sys.stderr)


def _end(given: argparse.Namespace, steps: list[Step]) -> int:
    if given.seconds:
        return nanoseconds(given.seconds)
    if not steps:
        return nanoseconds(options.END_WITHIN_S)
    return steps[-1].at + (0 if steps[-1].action == "end" else SECOND)


# While programs talk to the board its time goes on in short steps, so that it answers soon.
ANSWER_NS = 2 * MS
TURN_NS = nanoseconds(1 / 60)
LAG_S = 0.1


class Server:
    """A run without a window whose console is the serial line: time is real, or `speed` times as
    fast, but a board that is spoken to answers at once.
    """

    def __init__(self, portal: PyPortal, session: Session, line: SerialLine, speed: float = 1.0):
        self._portal = portal
        self._session = session
        self._player = session.player
        self._line = line
        self._speed = speed
        self._ended = False

    def serve(self, end: int) -> None:
        """Run to the moment `end` (ns) or until Ctrl-C or SIGTERM, which end the run in order."""
        before = {number: signal.signal(number, self._end)
                  for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            self._run(end)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, *_: object) -> None:
        self._ended = True

    def _run(self, end: int) -> None:
        due = perf_counter()
        while self._player.now < end and not self._ended:
            self._session.turn()
            step = ANSWER_NS if self._line.heard else TURN_NS
            self._player.run_until(min(end, self._player.now + step))
            self._line.flush()
            now = perf_counter()
            due = min(max(due + step / SECOND / self._speed, now - LAG_S), now + LAG_S)
            self._line.wait(due - now)
