# SPDX-License-Identifier: MIT
"""Dates and times: `time` and `rtc`."""

import calendar
from datetime import UTC, datetime

import pytest

from tests.support.programs.instantly import outcomes, printed


@pytest.mark.parametrize("moment", [datetime(2000, 1, 1, tzinfo=UTC),
                                    datetime(2024, 2, 29, 23, 59, 58, tzinfo=UTC),
                                    datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
                                    datetime(2099, 12, 31, 12, tzinfo=UTC)])
def test_seconds_and_dates_are_the_same_moment(write_program, moment):
    seconds = calendar.timegm(moment.timetuple())
    text = printed(write_program(f"""
import time
t = time.localtime({seconds})
print(*t)
print(time.mktime(t), t.tm_wday, time.struct_time(list(t)) == t)
"""))
    date = moment.timetuple()
    assert text == (f"{' '.join(map(str, date[:8]))} -1\n{seconds} {date.tm_wday} True\n")


def test_a_date_prints_its_fields(write_program):
    assert printed(write_program("import time\nprint(time.localtime(946684800))")) == (
        "struct_time(tm_year=2000, tm_mon=1, tm_mday=1, tm_hour=0, tm_min=0, tm_sec=0, tm_wday=5, "
        "tm_yday=1, tm_isdst=-1)\n")


def test_time_refuses_what_the_device_refuses(write_program):
    early = "OverflowError: timestamp out of range for platform time_t"
    calls = {
        "time.sleep(-1)": "ValueError: sleep length must be non-negative",
        "time.sleep('1')": "TypeError: can't convert str to float",
        "time.localtime(5)": early,
        "time.mktime((1999, 1, 1, 0, 0, 0, 0, 0, -1))": early,
        "time.mktime([2000, 1, 1, 0, 0, 0, 0, 0, -1])":
            "TypeError: Tuple or struct_time argument required",
        "time.mktime((2000, 1))": "TypeError: function takes exactly 9 arguments",
        "time.struct_time((1, 2))": "TypeError: time.struct_time() takes a 9-sequence",
    }
    assert outcomes(write_program, "time", calls) == list(calls.values())


def test_the_clock_that_is_set_goes_on(write_program):
    assert printed(write_program("""
import rtc, time
print(time.time(), rtc.RTC().datetime == time.localtime())
time.sleep(3)
rtc.RTC().datetime = time.struct_time((2026, 2, 28, 23, 59, 59, 0, 0, -1))
time.sleep(2)
print(rtc.RTC().datetime[:6], time.localtime()[:6], time.time())
"""), 9) == "946684800 True\n(2026, 3, 1, 0, 0, 1) (2026, 3, 1, 0, 0, 1) 1772323201\n"


def test_another_clock_can_take_over(write_program):
    assert printed(write_program("""
import rtc, time
class Clock:
    datetime = time.struct_time((2030, 1, 2, 3, 4, 5, 0, 0, -1))
rtc.set_time_source(Clock())
print(time.localtime()[:6], time.time() == time.mktime(Clock.datetime))
""")) == "(2030, 1, 2, 3, 4, 5) True\n"


def test_the_clocks_calibration_has_its_range(write_program):
    calls = ["rtc.RTC().calibration", "setattr(rtc.RTC(), 'calibration', -12)",
             "rtc.RTC().calibration", "setattr(rtc.RTC(), 'calibration', 128)",
             "setattr(rtc.RTC(), 'datetime', 5)"]
    assert outcomes(write_program, "rtc", calls) == [
        "0", "None", "-12", "ValueError: calibration must be -127-127",
        "TypeError: Tuple or struct_time argument required"]


@pytest.mark.parametrize("tm_isdst", [None, "'?'", 0.5, 1])
def test_nobody_looks_at_tm_isdst(write_program, tm_isdst):
    assert printed(write_program(f"""
import rtc, time
date = (2026, 11, 21, 14, 5, 33, 5, 325, {tm_isdst})
rtc.RTC().datetime = date
print(time.mktime(date), time.localtime()[:5], time.localtime().tm_isdst)
""")) == "1795269933 (2026, 11, 21, 14, 5) -1\n"


def test_monotonic_time_counts_from_the_chips_start(write_program):
    """The core's shows 1.0 at a program's start; the date does not hurry on with it."""
    assert printed(write_program("""
import time
print(time.monotonic(), time.monotonic_ns() // 1000000000, time.localtime().tm_sec)
""")) == "1.0 1 0\n"
