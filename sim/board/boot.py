# SPDX-License-Identifier: MIT
"""The reason for a program's start, and what the chip kept from the previous run.

A reload keeps the clock and the last traceback; a reset and power-on do not.
"""

from calendar import timegm
from dataclasses import dataclass
from datetime import datetime

# The clock of a board whose time was never set: 2000-01-01, in seconds since 1970.
RTC_START = 946_684_800
CLOCK_YEARS = 2000, 2099


def clock_of(date: datetime) -> int:
    """Return what a clock that shows this date counts, in s since 1970. Raises ValueError."""
    first, last = CLOCK_YEARS
    if not first <= date.year <= last:
        raise ValueError(f"the board's clock knows the years {first} to {last}, not {date.year}")
    return timegm(date.timetuple())


@dataclass(frozen=True)
class NextCode:
    """A request by `supervisor.set_next_code_file`; `flags` are the options that are set."""

    filename: str
    working_directory: str | None
    flags: frozenset[str]


@dataclass(frozen=True)
class Boot:
    """One start. Reasons are names of `microcontroller.ResetReason` and `supervisor.RunReason`.

    `rtc_start` is the real-time clock when the program starts, in s since 1970.
    """

    reset_reason: str = "POWER_ON"
    run_reason: str = "STARTUP"
    traceback: str | None = None
    rtc_start: int | None = None
    code: NextCode | None = None

    @property
    def starts_up(self) -> bool:
        """Whether the chip starts, so that boot.py runs, and not only the program."""
        return self.run_reason == "STARTUP"


class NextCodes:
    """Chooses the file of the next run, from what started this run and what it asks for."""

    def __init__(self, current: NextCode | None):
        self._current = current
        self._next: NextCode | None = None
        self._newly_set = False

    def set(self, code: NextCode | None) -> None:
        self._next, self._newly_set = code, True

    def after(self, end: str) -> NextCode | None:
        """Return the next file, after this run has ended by "success", "error" or "reload"."""
        if self._newly_set:
            return self._next
        return self._current if self._has(f"sticky_on_{end}") else None

    def reloads_after(self, end: str) -> bool:
        """Say whether the next run starts at once."""
        return self._has(f"reload_on_{end}")

    def _has(self, flag: str) -> bool:
        return self._current is not None and flag in self._current.flags
