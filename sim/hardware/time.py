# SPDX-License-Identifier: MIT
"""The program's time: virtual, and advanced a little by every call.

Dates begin on 1 January 2000, as in the core (`shared-bindings/time/__init__.c`).
"""

import calendar
import time as host
from collections.abc import Sequence
from typing import Any

from ..clock import MS
from ..machine import BOOT_NS, RTC_START, Machine
from ..native.arguments import number
from ..native.namedtuples import named_tuple

__all__ = ["localtime", "mktime", "monotonic", "monotonic_ns", "sleep", "struct_time", "time"]

machine: Machine

LOOK_NS = 2_000
LAST_SECOND = 0xFFFFFFFF
_Fields: Any = named_tuple("_Fields", "tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday "
                           "tm_yday tm_isdst")


class struct_time(_Fields):
    """Nine numbers, given as one sequence."""

    def __new__(cls, time_tuple: Sequence[int]) -> "struct_time":
        if not isinstance(time_tuple, (tuple, list)):
            raise TypeError(f"object '{type(time_tuple).__name__}' isn't a tuple or list")
        if len(time_tuple) != 9:
            raise TypeError("time.struct_time() takes a 9-sequence")
        return super().__new__(cls, *time_tuple)


def sleep(seconds: float) -> None:
    """To the millisecond, as the core does."""
    if number(seconds) < 0:
        raise ValueError("sleep length must be non-negative")
    machine.clock.wait(int(seconds * 1000 + 0.5) * MS)


def monotonic_ns() -> int:
    """Since the chip was started, which was a second before the program."""
    machine.clock.advance(LOOK_NS)
    machine.spin.ask_exactly()
    return machine.clock.now + BOOT_NS


def monotonic() -> float:
    """Whole milliseconds, in seconds."""
    clock = machine.clock
    clock.advance(LOOK_NS)
    machine.spin.ask()
    return (clock.now + BOOT_NS) // MS / 1000


def time() -> int:
    """Seconds since 1970 by the board's clock, or by what `rtc.set_time_source` gave."""
    return mktime(localtime())


def localtime(secs: float | None = None) -> struct_time:
    if secs is None:
        return machine.hardware("rtc").now()  # type: ignore[no-any-return]
    seconds = int(number(secs))
    if not RTC_START <= seconds <= LAST_SECOND:
        raise OverflowError("timestamp out of range for platform time_t")
    return struct_time([*host.gmtime(seconds)[:8], -1])


def mktime(t: Any) -> int:
    moment = checked(t)
    if moment[0] < 2000:
        raise OverflowError("timestamp out of range for platform time_t")
    return calendar.timegm((*moment[:6], 0, 0, 0))


def checked(t: Any) -> tuple[int, ...]:
    """The first eight of nine, as ints, or TypeError; `rtc` asks it too. As in the core, nobody
    looks at tm_isdst.
    """
    if not isinstance(t, tuple):
        raise TypeError("Tuple or struct_time argument required")
    if len(t) != 9:
        raise TypeError("function takes exactly 9 arguments")
    return tuple(int(number(field)) for field in t[:8])
