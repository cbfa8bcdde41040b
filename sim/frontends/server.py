# SPDX-License-Identifier: MIT
"""A run without a window, for the programs that talk to the board over its serial port."""

import signal
from time import perf_counter

from ..clock import MS, SECOND, nanoseconds
from ..portal import PyPortal
from .serial import SerialLine
from .session import Session

# While programs talk to the board its time goes on in short steps, so that it answers soon.
ANSWER_NS = 2 * MS
FRAME_NS = nanoseconds(1 / 60)
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
            step = ANSWER_NS if self._line.heard else FRAME_NS
            self._player.run_until(min(end, self._player.now + step))
            self._line.flush()
            now = perf_counter()
            due = min(max(due + step / SECOND / self._speed, now - LAG_S), now + LAG_S)
            self._line.wait(due - now)
