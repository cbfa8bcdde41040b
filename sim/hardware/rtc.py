# SPDX-License-Identifier: MIT
"""The real-time clock: set it and `time.time()` follows."""

import calendar
from typing import Any

from sim.machine import Machine

__all__ = ["RTC", "set_time_source"]

machine: Machine


class RTC:
    """The board has one; every object is a view of it."""

    calibration = 0

    @property
    def datetime(self) -> Any:
        return machine.hardware("time").localtime()

    @datetime.setter
    def datetime(self, moment: Any) -> None:
        now = machine.hardware("time").time()
        machine.rtc_start += calendar.timegm(tuple(moment)) - now


def set_time_source(rtc: Any) -> None:
    raise NotImplementedError("rtc.set_time_source is not simulated: set RTC().datetime instead")
