# SPDX-License-Identifier: MIT
"""How long a touch waits for the picture: from the press to the first pixel that changes, and to
the last so far.
"""

from collections.abc import Callable
from typing import NamedTuple

from ..clock import MS


class Latency(NamedTuple):
    """In milliseconds of virtual time; None while nothing has changed."""

    first_ms: float | None
    last_ms: float | None


class Stopwatch:
    """`press` starts it, and `change` is called whenever the picture changes; `now` is in ns."""

    def __init__(self) -> None:
        self._pressed: int | None = None
        self._changes: tuple[int, int] | None = None
        self._now: Callable[[], int] = lambda: 0

    def press(self, now: Callable[[], int]) -> None:
        self._now = now
        self._pressed, self._changes = now(), None

    def change(self) -> None:
        now = self._now()
        self._changes = (self._changes or (now, now))[0], now

    @property
    def latency(self) -> Latency:
        """Raises RuntimeError before the first press."""
        if self._pressed is None:
            raise RuntimeError("nothing has been touched: call tap() or press() first")
        if self._changes is None:
            return Latency(None, None)
        return Latency(*((moment - self._pressed) / MS for moment in self._changes))
