# SPDX-License-Identifier: MIT
"""An alarm at a moment."""

from ...clock import MS, SECOND
from ...machine import BOOT_NS, Machine
from ...native.arguments import number, word

__all__ = ["TimeAlarm"]

machine: Machine


class TimeAlarm:
    """At `monotonic_time`, by `time.monotonic()`, or at an epoch time, by `time.time()`."""

    def __init__(self, *, monotonic_time: float | None = None, epoch_time: int | None = None):
        if (monotonic_time is None) == (epoch_time is None):
            raise ValueError("Supply one of monotonic_time or epoch_time")
        now = machine.hardware("time").monotonic_ns() / SECOND
        if monotonic_time is None:
            monotonic_time = now + word(epoch_time) - machine.hardware("time").time()
        if number(monotonic_time) < now:
            raise ValueError("Time is in the past.")
        self._monotonic_time = float(monotonic_time)

    @property
    def monotonic_time(self) -> float:
        return self._monotonic_time

    @property
    def _description(self) -> tuple[str, tuple[object, ...]]:
        return "time", (self._monotonic_time,)

    def _arm(self) -> None:
        """Time goes by itself."""

    def _disarm(self) -> None:
        """Time goes by itself."""

    def _goes_off(self) -> bool:
        return self._patience() <= 0

    def _patience(self) -> int:
        """How long to sleep before looking again, in ns."""
        return round(self._monotonic_time * SECOND) // MS * MS - BOOT_NS - machine.clock.now


def restored(monotonic_time: float) -> TimeAlarm:
    """The alarm of the run before; its moment is past."""
    alarm = object.__new__(TimeAlarm)
    alarm._monotonic_time = monotonic_time
    return alarm
