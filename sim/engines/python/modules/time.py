# SPDX-License-Identifier: MIT
"""time: virtual time, which every call advances a little, and the date.

Dates begin on 1 January 2000, as in CircuitPython (`shared-bindings/time/__init__.c`). `rtc` sets
the date, and may replace its source.
"""

import calendar
import time as host
from collections.abc import Sequence
from typing import Any

from ....board.boot import RTC_START
from ....board.motherboard import BOOT_NS
from ....clock import MS, SECOND
from ..moments import Source
from ..native.arguments import number, sequence, word
from ..native.classes import named_tuple
from . import machine

__all__ = ["localtime", "mktime", "monotonic", "monotonic_ns", "sleep", "struct_time", "time"]

LOOK_NS = 2_000
NANOSECONDS = Source(lambda now: now + BOOT_NS, 1)
MONOTONIC = Source(lambda now: (now + BOOT_NS) // MS / 1000)
LAST_SECOND = 0xFFFFFFFF
# The object whose `datetime` is the date; None for the board's clock.
_date: dict[str, Any] = {"source": None}
_Fields: Any = named_tuple("_Fields", "tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday "
                           "tm_yday tm_isdst")


class struct_time(_Fields):
    """A date and time of nine numbers, given as one sequence."""

    def __new__(cls, time_tuple: Sequence[int], /) -> "struct_time":
        if len(sequence(time_tuple)) != 9:
            raise ValueError("value length must be 9")
        return super().__new__(cls, *time_tuple)


def sleep(seconds: float) -> None:
    """Wait for a time that is rounded to milliseconds, as CircuitPython does."""
    if number(seconds) < 0:
        raise ValueError("seconds must be >= 0")
    machine.clock.wait(int(seconds * 1000 + 0.5) * MS)
    machine.spin.rest()


def monotonic_ns() -> int:
    """Return the time since the chip was started, some time before the program."""
    return machine.spin.tell(NANOSECONDS, LOOK_NS)  # type: ignore[no-any-return]


def monotonic() -> float:
    """Return `monotonic_ns` in seconds, cut to milliseconds."""
    return machine.spin.tell(MONOTONIC, LOOK_NS)  # type: ignore[no-any-return]


def time() -> int:
    """Return the seconds since 1970 by the board's clock, or by the program's time source."""
    return mktime(localtime())


def localtime(secs: float | None = None) -> struct_time:
    if secs is None:
        return _now()
    seconds = word(int(secs) if isinstance(secs, float) else secs)
    if seconds < RTC_START:
        raise OverflowError("timestamp out of range for platform time_t")
    return _date_at(seconds)


def _date_at(seconds: int) -> struct_time:
    return struct_time([*host.gmtime(seconds)[:8], -1])


def set_source(source: Any) -> None:
    """Take the date from `source.datetime` from now on, or from the board's clock if None."""
    _date["source"] = source


def _now() -> struct_time:
    source = _date["source"]
    if source is None:
        return board_time()
    if not hasattr(source, "datetime"):
        raise AttributeError(f"'{type(source).__name__}' object has no attribute 'datetime'")
    return struct_time((*checked(source.datetime), -1))


def board_time() -> struct_time:
    """Return the date by the board's clock."""
    clock = machine.clock
    clock.advance(LOOK_NS)
    machine.spin.rest()
    machine.spin.read(machine.board.date_s, clock.now + SECOND - (clock.now + BOOT_NS) % SECOND)
    return _date_at(machine.board.date_s())


def mktime(t: Any) -> int:
    moment = checked(t)
    if moment[0] < 2000:
        raise OverflowError("tm_year out of range")
    return seconds_of(moment)


def seconds_of(moment: Sequence[int]) -> int:
    """Return a date's seconds in 32 bits. For the board, 2100 is a leap year."""
    year, month, day, hour, minute, second = moment[:6]
    more, month = divmod(month - 1, 12)
    year += more
    leap_day = month > 1 and year % 4 == 0
    before = sum(calendar.monthrange(2001, number)[1] for number in range(1, month + 1))
    days = (year - 2000) * 365 + (year - 1997) // 4 + before + leap_day + day - 1
    hours = days * 24 + hour
    return RTC_START + (hours * 60 + minute) * 60 + second & LAST_SECOND


def checked(t: Any) -> tuple[int, ...]:
    """Return the first eight of nine fields as ints; tm_isdst is ignored. Raises TypeError."""
    if not isinstance(t, tuple):
        raise TypeError(f"value must be of type struct_time, not {type(t).__name__}")
    if len(t) != 9:
        raise TypeError(f"function takes 9 positional arguments but {len(t)} were given")
    return tuple(map(word, t[:8]))
