# SPDX-License-Identifier: MIT
"""Starting anew: why a program runs, what is kept, and what runs at the end."""

import pytest

from tests.support.programs.instantly import PyPortal, outcomes, printed, run

REASONS = """
import microcontroller, supervisor
print(str(microcontroller.cpu.reset_reason).split(".")[-1],
      str(supervisor.runtime.run_reason).split(".")[-1])
"""


def test_a_program_knows_why_it_runs(write_program):
    portal = run(write_program(REASONS))
    portal.reset()
    portal.run(1)
    portal.cut_power()
    portal.reset()
    portal.run(1)
    assert portal.serial == "POWER_ON STARTUP\nRESET_PIN STARTUP\nPOWER_ON STARTUP\n"


@pytest.mark.parametrize(("how", "then"), [("microcontroller.reset()", "SOFTWARE STARTUP"),
                                           ("supervisor.reload()", "POWER_ON SUPERVISOR_RELOAD")])
def test_a_program_that_starts_itself_anew_knows_how(write_program, how, then):
    portal = run(write_program(f"""{REASONS}
if microcontroller.nvm[0] == 255:
    microcontroller.nvm[0] = 0
    {how}
"""), 5)
    assert portal.serial == f"POWER_ON STARTUP\n{then}\n"


def test_a_reset_runs_nothing_more_and_a_reload_what_must_be(write_program):
    for how, said in (("microcontroller.reset()", ""), ("supervisor.reload()", "finally\n")):
        portal = run(write_program(f"""
import microcontroller, supervisor
if microcontroller.nvm[0] == 255:
    microcontroller.nvm[0] = 0
    try:
        {how}
    finally:
        print("finally")
"""), 5)
        assert portal.serial == said


def test_a_reset_cannot_be_caught(write_program):
    portal = run(write_program("""
import microcontroller
microcontroller.nvm[0] = microcontroller.nvm[0] - 1
while microcontroller.nvm[0] > 250:
    try:
        microcontroller.reset()
    except:
        print("caught")
print("ended")
"""), 20)
    assert portal.serial == "ended\n"


def test_a_reload_keeps_clock_memory_and_traceback(write_program):
    portal = run(write_program("""
import alarm, rtc, supervisor, time
print(alarm.sleep_memory[0], supervisor.get_previous_traceback(), time.localtime().tm_year)
if not alarm.sleep_memory[0]:
    alarm.sleep_memory[0] = 7
    rtc.RTC().datetime = time.struct_time((2026, 5, 4, 3, 2, 1, 0, 0, -1))
    supervisor.reload()
"""), 5)
    assert portal.serial == "0 None 2000\n7 None 2026\n"
    portal.reset()
    portal.run(5)
    assert portal.serial.splitlines()[2] == "0 None 2000"


def test_a_watchdog_that_is_not_fed_resets_the_chip(write_program):
    portal = run(write_program(f"""{REASONS}
import time
from watchdog import WatchDogMode
dog = microcontroller.watchdog
dog.timeout = 0.9
print(dog.timeout, dog.mode)
if microcontroller.nvm[0] == 255:
    microcontroller.nvm[0] = 0
    dog.mode = WatchDogMode.RESET
    for _ in range(5):
        time.sleep(0.8)
        dog.feed()
    print("fed", time.monotonic())
    while True:
        pass
"""), 10)
    assert portal.serial == ("POWER_ON STARTUP\n1.0 None\nfed 5.01\n"
                             "WATCHDOG STARTUP\n1.0 None\n")


def test_the_watchdog_refuses_what_the_chips_refuses(write_program):
    calls = ["dog.feed()", "setattr(dog, 'timeout', 0)", "setattr(dog, 'timeout', 17)",
             "setattr(dog, 'mode', WatchDogMode.RAISE)", "setattr(dog, 'mode', 1)",
             "setattr(dog, 'mode', None)", "setattr(dog, 'mode', WatchDogMode.RESET)",
             "setattr(dog, 'mode', None)"]
    modules = "microcontroller\nfrom watchdog import WatchDogMode\ndog = microcontroller.watchdog"
    assert outcomes(write_program, modules, calls) == [
        "ValueError: WatchDogTimer is not currently running", "ValueError: timeout must be > 0",
        "ValueError: timeout duration exceeded the maximum supported value",
        "NotImplementedError: RAISE mode is not implemented",
        "TypeError: mode must be of type WatchDogMode or None, not int", "None", "None",
        "RuntimeError: WatchDogTimer cannot be deinitialized once mode is set to RESET"]


def test_a_deep_sleep_ends_the_program_and_starts_it_anew(write_program):
    portal = PyPortal(write_program(f"""{REASONS}
import alarm, board, time
print(alarm.wake_alarm and type(alarm.wake_alarm).__name__, alarm.sleep_memory[5], time.time())
alarm.sleep_memory[5] += 1
button = alarm.pin.PinAlarm(board.D3, value=False, pull=True)
if alarm.sleep_memory[5] < 3:
    moment = alarm.time.TimeAlarm(monotonic_time=time.monotonic() + 100)
    alarm.exit_and_deep_sleep_until_alarms(moment, button)
"""))
    portal.run(50)
    assert portal.serial == "POWER_ON STARTUP\nNone 0 946684800\n"
    portal.run(60)
    portal.pins["D3"].set(False)
    portal.run(5)
    assert portal.serial.splitlines()[2:] == [
        "DEEP_SLEEP_ALARM STARTUP", "TimeAlarm 1 946684901",
        "DEEP_SLEEP_ALARM STARTUP", "PinAlarm 2 946684911"]


@pytest.mark.parametrize("end", ["", "raise SystemExit", "1 / 0", "supervisor.reload()"])
def test_what_is_registered_runs_once_at_the_programs_end(write_program, end):
    portal = run(write_program(f"""
import atexit, microcontroller, supervisor
if microcontroller.nvm[0] == 255:
    microcontroller.nvm[0] = 0
    atexit.register(print, "first", end="!\\n")
    atexit.register(lambda: print("second"))
    atexit.unregister(atexit.register(lambda: print("never")))
    {end}
"""), 5)
    lines = [line for line in portal.serial.splitlines() if "File" not in line]
    assert [line for line in lines if line in ("first!", "second", "never")] == ["second", "first!"]


def test_nothing_runs_at_the_end_when_the_power_is_cut(write_program):
    portal = run(write_program("""
import atexit
atexit.register(print, "too late")
while True:
    pass
"""))
    portal.close()
    assert portal.serial == ""


def test_the_supervisors_attributes_can_be_set_as_on_the_device(write_program):
    calls = ["[setattr(runtime, 'autoreload', 0), runtime.autoreload][1]",
             "[setattr(runtime, 'rgb_status_brightness', 20), runtime.rgb_status_brightness][1]",
             "setattr(runtime, 'rgb_status_brightness', 256)",
             "setattr(runtime, 'usb_connected', 1)",
             "runtime.safe_mode_reason", "runtime.display is board.DISPLAY",
             "[setattr(supervisor.status_bar, 'console', False), supervisor.status_bar.console][1]",
             "supervisor.set_usb_identification('me')", "supervisor.reset_terminal(320, 240)"]
    modules = "board, supervisor\nruntime = supervisor.runtime"
    told = outcomes(write_program, modules, calls)
    assert told[3].startswith("AttributeError:")
    assert told[:3] + told[4:] == [
        "False", "20", "ValueError: rgb_status_brightness must be 0-255",
        "supervisor.SafeModeReason.NONE", "True", "False",
        "RuntimeError: Cannot change USB devices now", "None"]


def test_the_chip_tells_of_itself(write_program):
    calls = ["m.cpu.frequency", "m.cpu.voltage", "20 < m.cpu.temperature < 50", "len(m.cpu.uid)",
             "m.cpus[0] is m.cpu", "m.pin.PA04 is board.D3", "m.on_next_reset(m.RunMode.NORMAL)",
             "m.on_next_reset(m.RunMode.UF2)", "m.on_next_reset(1)", "m.delay_us(-1)",
             "setattr(m.cpu, 'voltage', 5)", "bool(m.nvm)", "m.nvm[-8192:-8190]",
             "m.nvm.__setitem__(slice(0, 2), b'abc')", "m.nvm.__setitem__(0, 300)"]
    told = outcomes(write_program, "board, microcontroller as m", calls, strict=False)
    assert told.pop(10).startswith("AttributeError:")
    assert told == [
        "120000000", "3.3", "True", "16", "True", "True", "None",
        "NotImplementedError: microcontroller.RunMode.UF2 is not simulated: "
        "a reset always starts the program",
        "TypeError: run_mode must be of type RunMode, not int", "ValueError: delay must be >= 0",
        "True", "bytearray(b'\\xff\\xff')", "ValueError: Slice and value different lengths.",
        "ValueError: Bytes must be between 0 and 255."]


def test_a_busy_wait_for_microseconds_takes_them(write_program):
    program = """
import microcontroller, time
start = time.monotonic_ns()
microcontroller.delay_us(1500)
print((time.monotonic_ns() - start) // 1000)
"""
    assert 1500 <= int(printed(write_program(program))) < 1510
