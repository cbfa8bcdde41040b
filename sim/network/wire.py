# SPDX-License-Identifier: MIT
"""One connection, from the ESP32's side: what has arrived and was not read yet.

What the other side sends starts to arrive after the network's latency and comes at its speed, so a
program that looks too early finds nothing, and a little later the first part. Time is the caller's.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..clock import NEVER, SECOND

# Bytes that the ESP32's TCP takes before they are read: four segments.
WINDOW = 5744


class Peer(Protocol):
    """The other side of a wire."""

    def receive(self, data: bytes) -> None:
        """The program has sent this."""

    def closed(self) -> None:
        """The program has closed the connection."""


@dataclass
class _Stretch:
    """Bytes on their way: from `start` on they come at `speed` a second."""

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
    """`far` is the name and port of the other side. `hung_up` is when it closed, NEVER if not."""

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
        """The other side sends this now."""
        if data:
            after = self._coming[-1].end if self._coming else 0
            self._coming.append(_Stretch(max(self.now() + latency, after), max(1, speed), data))

    def hang_up(self, later: int = 0) -> None:
        """The other side closes, so long after all that it has sent has arrived."""
        self.hung_up = (self._coming[-1].end if self._coming else self.now()) + later

    @property
    def available(self) -> int:
        self.pump()
        self._arrive()
        return len(self._here)

    @property
    def finished(self) -> bool:
        """Whether the other side has closed, and all that it sent is read."""
        return not self.available and not self._coming and self.now() >= self.hung_up

    def read(self, size: int) -> bytes:
        self._arrive()
        taken = bytes(self._here[:size])
        del self._here[:size]
        return taken

    def send(self, data: bytes) -> int:
        """How many bytes it took: after the other side closed, they are lost once, then refused."""
        if self.dead or self.peer is None:
            return 0
        if self.now() >= self.hung_up:
            self.dead = True
        else:
            self.peer.receive(data)
        return len(data)

    def close(self) -> None:
        """From the ESP32's side; both may call it again."""
        if self.peer is not None and not self.dead:
            self.peer.closed()
        self.dead, self.peer = True, None

    def cut(self) -> None:
        """The network is gone, and what was on its way with it."""
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
