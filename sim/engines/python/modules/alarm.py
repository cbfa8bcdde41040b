# SPDX-License-Identifier: MIT
"""alarm: sleep until a moment, or until a pin is moved from outside, in virtual time.

A deep sleep ends the program; it restarts when an alarm goes off, with `wake_alarm` set.
"""

from typing import Any

from ....board.motherboard import BOOT_NS
from ....clock import MS, SECOND
from ..native.arguments import number, of_type, word
from ..native.classes import ByteStore, Listener, Pin, line_of, pin_of
from . import machine, submodule
from .digitalio import DigitalInOut
from .time import monotonic_ns
from .time import time as epoch_seconds

__all__ = ["SleepMemory", "exit_and_deep_sleep_until_alarms", "light_sleep_until_alarms", "pin",
           "sleep_memory", "time", "touch", "wake_alarm"]


class PinAlarm:
    """Goes off while `pin` has `value`, or with `edge` when the pin changes to it.

    The alarm owns the pin only during the sleep; `pull` holds it at the other value.
    """

    __module__ = "alarm.pin"

    def __init__(self, pin: Pin, value: bool, edge: bool = False, pull: bool = False):
        self._pin, self._line = pin, line_of(pin, "pin")
        self._value, self._edge, self._pull = bool(value), bool(edge), bool(pull)
        self._before = self._value

    @property
    def pin(self) -> Pin:
        return self._pin

    @property
    def value(self) -> bool:
        return self._value

    @property
    def _description(self) -> tuple[str, tuple[object, ...]]:
        return "pin", (self._line.chip_name, self._value, self._edge, self._pull)

    def _arm(self) -> None:
        self._listener = Listener()
        self._listener._listen(machine.pins.interrupts, pin=self._pin)
        if self._pull:
            self._line.pull = float(not self._value)
        self._before = self._line.high if self._edge else not self._value

    def _disarm(self) -> None:
        self._listener.deinit()

    def _goes_off(self) -> bool:
        before, self._before = self._before, self._line.high
        if not self._edge:
            return self._before == self._value
        return before != self._value == self._before

    def _patience(self) -> int:
        """Return how long to sleep before the next look, in ns."""
        return MS


def _restored_pin_alarm(chip_name: str, value: bool, edge: bool, pull: bool) -> PinAlarm:
    """Make the alarm of the run before again."""
    return PinAlarm(pin_of(machine.pins[chip_name]), value, edge, pull)


class TimeAlarm:
    """Goes off at `monotonic_time`, by `time.monotonic()`, or at `epoch_time`, by `time.time()`."""

    __module__ = "alarm.time"

    def __init__(self, *, monotonic_time: float | None = None, epoch_time: int | None = None):
        if (monotonic_time is None) == (epoch_time is None):
            raise ValueError("Supply one of monotonic_time or epoch_time")
        now = monotonic_ns() / SECOND
        if monotonic_time is None:
            monotonic_time = now + word(epoch_time) - epoch_seconds()
        if number(monotonic_time) < now:
            raise ValueError("Time is in the past.")
        self._monotonic_time = monotonic_time + 0.0  # float() would lose the board's rounding

    @property
    def monotonic_time(self) -> float:
        return self._monotonic_time

    @property
    def _description(self) -> tuple[str, tuple[object, ...]]:
        return "time", (self._monotonic_time,)

    def _arm(self) -> None:
        """Nothing to do: time passes by itself."""

    def _disarm(self) -> None:
        """Nothing to do: time passes by itself."""

    def _goes_off(self) -> bool:
        return self._patience() <= 0

    def _patience(self) -> int:
        """Return how long to sleep before the next look, in ns."""
        return round(self._monotonic_time * SECOND) // MS * MS - BOOT_NS - machine.clock.now


def _restored_time_alarm(monotonic_time: float) -> TimeAlarm:
    """Make the alarm of the run before again; its moment is past."""
    alarm = object.__new__(TimeAlarm)
    alarm._monotonic_time = monotonic_time
    return alarm


class TouchAlarm:
    """Refused: the chip has no touch alarms, and CircuitPython refuses them too."""

    __module__ = "alarm.touch"

    def __init__(self, *pin: Pin):
        raise NotImplementedError("alarm.touch.TouchAlarm: the SAMD51 has no touch alarms")

    @property
    def pin(self) -> Pin:
        raise NotImplementedError


class SleepMemory(ByteStore):
    """Bytes that survive a deep sleep and a reload."""

    def __init__(self) -> None:
        raise TypeError("can't create 'SleepMemory' instances")

    @property
    def _bytes(self) -> bytearray:
        return machine.board.sleep_memory


def light_sleep_until_alarms(*alarms: Any) -> Any:
    """Sleep until an alarm goes off and return it; the program continues."""
    alarm = _sleep(alarms) if alarms else None
    # The program has a module of its own with these names.
    machine.program.modules["alarm"].wake_alarm = alarm  # type: ignore[attr-defined]
    return alarm


def exit_and_deep_sleep_until_alarms(*alarms: Any, preserve_dios: Any = ()) -> None:
    """Sleep until an alarm restarts the program; without one, until Reset is pressed."""
    _check(alarms)
    for dio in preserve_dios:
        of_type(dio, DigitalInOut, "preserve_dios")._claimed()
    while not alarms:
        machine.clock.advance(SECOND)
    alarm = _sleep(alarms)
    machine.request_reload("STARTUP", reset_reason="DEEP_SLEEP_ALARM", code=None, traceback=None,
                           wake=alarm._description)
    machine.halt()


def _check(alarms: Any) -> None:
    if not all(isinstance(alarm, (TimeAlarm, PinAlarm)) for alarm in alarms):
        raise TypeError("Expected a kind of Alarm")


def _sleep(alarms: Any) -> Any:
    """Wait until an alarm goes off and return it; pins are polled every millisecond."""
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
    """Return the alarm that ended the deep sleep before this run."""
    if machine.board.boot.wake is None:
        return None
    kind, made_with = machine.board.boot.wake
    restored: Any = _restored_pin_alarm if kind == "pin" else _restored_time_alarm
    return restored(*made_with)


pin = submodule("alarm.pin", PinAlarm=PinAlarm)
time = submodule("alarm.time", TimeAlarm=TimeAlarm)
touch = submodule("alarm.touch", TouchAlarm=TouchAlarm)
sleep_memory = object.__new__(SleepMemory)
wake_alarm = _woken_by()
