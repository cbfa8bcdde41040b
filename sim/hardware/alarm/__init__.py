# SPDX-License-Identifier: MIT
"""Alarms that end a sleep, in virtual time: at a moment, or when a pin is moved from outside.

A deep sleep ends the program; it restarts when an alarm goes off, with `wake_alarm` set.
"""

from typing import Any

from ...clock import MS, SECOND
from ...machine import Machine
from ...native.arguments import of_type
from ...native.bytestore import ByteStore

__all__ = ["SleepMemory", "exit_and_deep_sleep_until_alarms", "light_sleep_until_alarms", "pin",
           "sleep_memory", "time", "touch", "wake_alarm"]

machine: Machine

time = machine.hardware.for_program("alarm.time")
pin = machine.hardware.for_program("alarm.pin")
touch = machine.hardware.for_program("alarm.touch")


class SleepMemory(ByteStore):
    """Bytes that survive a deep sleep and a reload."""

    def __init__(self) -> None:
        raise TypeError("cannot create 'SleepMemory' instances")

    @property
    def _bytes(self) -> bytearray:
        return machine.sleep_memory


def light_sleep_until_alarms(*alarms: Any) -> Any:
    """Sleep until an alarm goes off, which is returned; the program continues."""
    alarm = _sleep(alarms) if alarms else None
    # The program has a module of its own with these names.
    machine.program.modules["alarm"].wake_alarm = alarm  # type: ignore[attr-defined]
    return alarm


def exit_and_deep_sleep_until_alarms(*alarms: Any, preserve_dios: Any = ()) -> None:
    """Without an alarm it sleeps until Reset is pressed."""
    _check(alarms)
    for dio in preserve_dios:
        of_type(dio, machine.hardware("digitalio").DigitalInOut, "preserve_dios")._claimed()
    while not alarms:
        machine.clock.advance(SECOND)
    alarm = _sleep(alarms)
    machine.request_reload("STARTUP", reset_reason="DEEP_SLEEP_ALARM", code=None, traceback=None,
                           wake=alarm._description)
    machine.halt()


def _check(alarms: Any) -> None:
    if not all(isinstance(alarm, (time.TimeAlarm, pin.PinAlarm)) for alarm in alarms):
        raise TypeError("Expected an alarm")


def _sleep(alarms: Any) -> Any:
    """A pin is polled every millisecond."""
    _check(alarms)
    for alarm in alarms:
        alarm._arm()
    try:
        while not (gone_off := [alarm for alarm in alarms if alarm._goes_off()]):
            machine.clock.advance(min(alarm._patience() for alarm in alarms) or MS)
    finally:
        for alarm in alarms:
            alarm._disarm()
    return gone_off[0]


def _woken_by() -> Any:
    """The alarm that ended the deep sleep before this run."""
    if machine.boot.wake is None:
        return None
    kind, made_with = machine.boot.wake
    return machine.hardware(f"alarm.{kind}").restored(*made_with)


sleep_memory = object.__new__(SleepMemory)
wake_alarm = _woken_by()
