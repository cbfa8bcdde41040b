# SPDX-License-Identifier: MIT
"""One connection, from the ESP32's side: the bytes that have arrived and were not read yet.

Bytes from the other side start to arrive after the network's latency and come at its speed, so a
program that looks too early finds nothing, and a little later the first part.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..clock import NEVER, SECOND

# The bytes that the ESP32's TCP buffers until they are read: four segments.
WINDOW = 5744


class Peer(Protocol):
    """The other side of a wire."""

    def receive(self, data: bytes) -> None:
        """Take bytes that the program has sent."""

    def closed(self) -> None:
        """Take note that the program has closed the connection."""


@dataclass
class _Stretch:
    """Bytes in transit: from `start` on they arrive at `speed` bytes a second."""

    start: int
    speed: int
    data: bytes
    taken: int = 0

    def arrived(self, now: int) -> int:
        if now < self.start:
            return 0
        return min(len(self.data), (now - self.start) * self.speed // SECOND)

    @property
    def end(self) -> int:
        return self.start + len(self.data) * SECOND // self.speed


class Wire:
    """A connection to `far`, (name, port); `hung_up` is when that closed, NEVER if not.

    `now` returns the time in ns.
    """

    def __init__(self, now: Callable[[], int], far: tuple[str, int]):
        self.now = now
        self.far = far
        self.peer: Peer | None = None
        self.pump: Callable[[], None] = lambda: None
        self.hung_up = NEVER
        self.dead = False
        self._coming: deque[_Stretch] = deque()
        self._here = bytearray()

    def deliver(self, data: bytes, latency: int, speed: int) -> None:
        """Take bytes that the other side sends now."""
        if data:
            after = self._coming[-1].end if self._coming else 0
            self._coming.append(_Stretch(max(self.now() + latency, after), max(1, speed), data))

    def hang_up(self, later: int = 0) -> None:
        """Let the other side close, `later` ns after everything it has sent has arrived."""
        self.hung_up = (self._coming[-1].end if self._coming else self.now()) + later

    @property
    def available(self) -> int:
        self.pump()
        self._arrive()
        return len(self._here)

    @property
    def finished(self) -> bool:
        """Whether the other side has closed and everything it sent was read."""
        return not self.available and not self._coming and self.now() >= self.hung_up

    def read(self, size: int) -> bytes:
        self._arrive()
        taken = bytes(self._here[:size])
        del self._here[:size]
        return taken

    def send(self, data: bytes) -> int:
        """Send bytes; return how many were taken.

        After the other side closed, the first ones are lost, later ones refused.
        """
        if self.dead or self.peer is None:
            return 0
        if self.now() >= self.hung_up:
            self.dead = True
        else:
            self.peer.receive(data)
        return len(data)

    def close(self) -> None:
        """Close from the ESP32's side; calling it again is harmless."""
        if self.peer is not None and not self.dead:
            self.peer.closed()
        self.dead, self.peer = True, None

    def cut(self) -> None:
        """Close because the network is gone, and drop the bytes in transit."""
        self.close()
        self._coming.clear()
        self._here.clear()

    def _arrive(self) -> None:
        while self._coming and len(self._here) < WINDOW:
            first = self._coming[0]
            upto = min(first.arrived(self.now()), first.taken + WINDOW - len(self._here))
            self._here += first.data[first.taken : upto]
            first.taken = upto
            if upto < len(first.data):
                return
            self._coming.popleft()
