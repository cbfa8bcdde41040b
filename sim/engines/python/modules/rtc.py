# SPDX-License-Identifier: MIT
"""rtc: the real-time clock, which counts whole seconds; `time.time()` follows it."""

from typing import Any

from ..native.arguments import word
from . import machine, time

__all__ = ["RTC", "set_time_source"]

# The SAMD51's clock corrects its frequency by up to 127 steps (source: `common-hal/rtc/RTC.c`).
CALIBRATION = 127
_state = {"calibration": 0}


class RTC:
    """The board's one clock, which all objects share."""

    @property
    def datetime(self) -> Any:
        return time.board_time()

    @datetime.setter
    def datetime(self, moment: Any) -> None:
        """Set the clock. Raises TypeError for a value other than a tuple of nine."""
        seconds = time.seconds_of(time.checked(moment))
        time.monotonic_ns()
        machine.board.rtc_start = seconds - machine.board.seconds()

    @property
    def calibration(self) -> int:
        return _state["calibration"]

    @calibration.setter
    def calibration(self, steps: int) -> None:
        if not -CALIBRATION <= word(steps) <= CALIBRATION:
            raise ValueError(f"calibration must be -{CALIBRATION}-{CALIBRATION}")
        _state["calibration"] = steps


def set_time_source(rtc: Any) -> None:
    """Let `time.time()` and `time.localtime()` take the date from `rtc.datetime`."""
    time.set_source(rtc)
