# SPDX-License-Identifier: MIT
"""Time as the program has it: virtual, and moved on a little by every look at it."""

import calendar
import time as host
from typing import Any

from sim.clock import MS, SECOND, nanoseconds
from sim.machine import Machine

__all__ = ["localtime", "mktime", "monotonic", "monotonic_ns", "sleep", "struct_time", "time"]

machine: Machine

LOOK_NS = 2_000
struct_time = host.struct_time


def sleep(seconds: float) -> None:
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    machine.clock.advance(nanoseconds(seconds))


def monotonic_ns() -> int:
    machine.clock.advance(LOOK_NS)
    return machine.clock.now


def monotonic() -> float:
    """Whole milliseconds, in seconds."""
    return monotonic_ns() // MS / 1000


def time() -> int:
    """Seconds since 1970 by the board's clock, which shows 2000-01-01 at power-on."""
    return machine.rtc_start + monotonic_ns() // SECOND


def localtime(seconds: float | None = None) -> Any:
    return host.gmtime(time() if seconds is None else seconds)


def mktime(moment: Any) -> int:
    return calendar.timegm(tuple(moment))
