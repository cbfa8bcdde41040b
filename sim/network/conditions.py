# SPDX-License-Identifier: MIT
"""What every connection of a network depends on, and what is noted of it."""

import traceback
from collections.abc import Callable
from typing import Any

from ..clock import Clock, nanoseconds
from .faults import NetworkFaults
from .recording import Recorder
from .request import Request


class Conditions:
    """`requests` is what HTTP hosts were asked. An answer begins to arrive `latency` seconds after
    it was asked for, at `speed` bytes a second. `remark` takes a sentence for the user.
    """

    def __init__(self, faults: NetworkFaults, remark: Callable[[str], None]):
        self.faults = faults
        self.remark = remark
        self.requests: list[Request] = []
        self.recorder = Recorder()
        self.latency = 0.08
        self.speed = 100_000
        self._clock: Clock | None = None
        self._offset = 0
        self._remarked: set[str] = set()
        faults.follow(self.now)

    def follow(self, clock: Clock) -> None:
        """Time goes on with another clock when the board is reset."""
        if self._clock is not None:
            self._offset = self.now() - clock.now
        self._clock = clock

    def now(self) -> int:
        """In ns; up to the first reset it is the board's."""
        return self._clock.now + self._offset if self._clock else 0

    @property
    def latency_ns(self) -> int:
        return nanoseconds(self.latency)

    def speed_to(self, host: str) -> int:
        slow = self.faults.strikes("slow", host)
        return self.speed if slow is None else slow

    def guarded(self, host: str, function: Callable[..., Any], *given: Any) -> Any:
        """A host's function called: the program must not see how it fails."""
        try:
            return function(*given)
        except Exception:
            self.remark(f"the host {host} failed:\n{traceback.format_exc()}")
            return None

    def say_once(self, sentence: str) -> None:
        if sentence not in self._remarked:
            self._remarked.add(sentence)
            self.remark(sentence)
