# SPDX-License-Identifier: MIT
"""The real-time clock: set it and `time.time()` follows. It counts whole seconds."""

import calendar
from typing import Any

from ..clock import SECOND
from ..machine import Machine
from ..native.arguments import word

__all__ = ["RTC", "set_time_source"]

machine: Machine

# The SAMD51's clock corrects its frequency by up to 127 steps (source: `common-hal/rtc/RTC.c`).
CALIBRATION = 127
_state: dict[str, Any] = {"calibration": 0, "source": None}


class RTC:
    """The board has one; all objects share it."""

    @property
    def datetime(self) -> Any:
        time = machine.hardware("time")
        return time.localtime(machine.rtc_start + _running())

    @datetime.setter
    def datetime(self, moment: Any) -> None:
        """Raises TypeError for what is no tuple of nine."""
        time = machine.hardware("time")
        seconds = calendar.timegm((*time.checked(moment)[:6], 0, 0, 0))
        machine.rtc_start = seconds - _running()

    @property
    def calibration(self) -> int:
        return int(_state["calibration"])

    @calibration.setter
    def calibration(self, steps: int) -> None:
        if not -CALIBRATION <= word(steps) <= CALIBRATION:
            raise ValueError(f"calibration must be -{CALIBRATION}-{CALIBRATION}")
        _state["calibration"] = steps


def _running() -> int:
    """Seconds since the program's start."""
    machine.hardware("time").monotonic_ns()
    return machine.clock.now // SECOND


def set_time_source(rtc: Any) -> None:
    """`time.time()` and `time.localtime()` ask this object for its `datetime` from now on."""
    _state["source"] = rtc


def now() -> Any:
    """The time of the clock that `time` follows."""
    source = _state["source"] or RTC()
    if not hasattr(source, "datetime"):
        raise AttributeError(f"'{type(source).__name__}' object has no attribute 'datetime'")
    time = machine.hardware("time")
    return time.struct_time((*time.checked(source.datetime), -1))
