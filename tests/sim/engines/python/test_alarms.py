# SPDX-License-Identifier: MIT
"""Alarms: what ends a light sleep, and what is refused."""

from tests.support.programs.instantly import PyPortal, outcomes


def test_a_light_sleep_goes_on_when_its_first_alarm_goes_off(write_program):
    portal = PyPortal(write_program("""
import alarm, board, time
soon = alarm.time.TimeAlarm(monotonic_time=time.monotonic() + 2)
late = alarm.time.TimeAlarm(epoch_time=time.time() + 60)
woken = alarm.light_sleep_until_alarms(late, soon)
print(woken is soon, alarm.wake_alarm is soon, time.monotonic())
button = alarm.pin.PinAlarm(board.D3, value=False, pull=True)
woken = alarm.light_sleep_until_alarms(late, button)
print(woken.pin, time.monotonic() < 6)
"""))
    portal.run(4)
    portal.pins["D3"].set(False)
    portal.run(1)
    assert portal.serial == "True True 3.0\nboard.D3 True\n"


def test_a_pin_alarm_at_an_edge_waits_for_the_change(write_program):
    portal = PyPortal(write_program("""
import alarm, board, time
edge = alarm.pin.PinAlarm(pin=board.D4, value=True, edge=True)
alarm.light_sleep_until_alarms(edge)
print(round(time.monotonic(), 1))
"""))
    portal.pins["D4"].set(True)
    portal.run(1)
    portal.pins["D4"].set(False)
    portal.run(1)
    portal.pins["D4"].set(True)
    portal.run(1)
    assert portal.serial == "3.0\n"


def test_alarms_refuse_what_the_device_refuses(write_program):
    calls = ["alarm.time.TimeAlarm()", "alarm.time.TimeAlarm(monotonic_time=-1)",
             "alarm.pin.PinAlarm(3, True)", "alarm.light_sleep_until_alarms(5)",
             "alarm.light_sleep_until_alarms()", "alarm.sleep_memory[500]",
             "alarm.sleep_memory.__setitem__(0, 256)", "alarm.touch.TouchAlarm(board.D3)"]
    assert outcomes(write_program, "alarm, board", calls) == [
        "ValueError: Supply one of monotonic_time or epoch_time",
        "ValueError: Time is in the past.", "TypeError: pin must be of type Pin, not int",
        "TypeError: Expected an alarm", "None", "IndexError: SleepMemory index out of range",
        "ValueError: Bytes must be between 0 and 255.",
        "NotImplementedError: alarm.touch.TouchAlarm: the SAMD51 has no touch alarms"]
