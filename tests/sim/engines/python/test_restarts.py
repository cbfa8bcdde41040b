# SPDX-License-Identifier: MIT
"""Starting anew: resets, reloads, boot.py, alarms and the next code file, and what is kept."""

import pytest

from tests.support.programs.programs import PyPortal, outcomes, printed, run

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
    assert printed(write_program(f"""{REASONS}
if microcontroller.nvm[0] == 255:
    microcontroller.nvm[0] = 0
    {how}
"""), 5) == f"POWER_ON STARTUP\n{then}\n"


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
    assert printed(write_program(f"""{REASONS}
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
"""), 10) == ("POWER_ON STARTUP\n1.0 None\nfed 5.01\n"
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
    portal = run(write_program(f"""{REASONS}
import alarm, board, time
print(alarm.wake_alarm and type(alarm.wake_alarm).__name__, alarm.sleep_memory[5], time.time())
alarm.sleep_memory[5] += 1
button = alarm.pin.PinAlarm(board.D3, value=False, pull=True)
if alarm.sleep_memory[5] < 3:
    moment = alarm.time.TimeAlarm(monotonic_time=time.monotonic() + 100)
    alarm.exit_and_deep_sleep_until_alarms(moment, button)
"""), 50)
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


@pytest.fixture
def boots(write_program, tmp_path):
    """A board with this boot.py and program, run for a second."""
    def start(boot, program, **options):
        (tmp_path / "boot.py").write_text(boot)
        portal = PyPortal(write_program(program), **options)
        portal.run(1)
        return portal

    return start


@pytest.mark.parametrize("strict", [False, True])
def test_boot_py_runs_before_the_program_and_its_output_is_kept_apart(boots, tmp_path, strict):
    portal = boots("import board\nx = 1\nprint('hello', __file__)", "print('x' in globals())",
                   strict=strict)
    assert portal.serial == "False\n"
    assert (tmp_path / "boot_out.txt").read_text().splitlines()[1:] == [
        "Board ID:pyportal", "boot.py output:", "hello boot.py"]


def test_without_boot_py_nothing_is_written(write_program, tmp_path):
    with PyPortal(write_program("print(1)")) as portal:
        portal.run(1)
    assert not (tmp_path / "boot_out.txt").exists()


def test_an_error_in_boot_py_is_kept_and_the_program_runs(boots, tmp_path):
    portal = boots("1 / 0", "print('on')")
    assert portal.serial == "on\n" and not portal.failed
    assert (tmp_path / "boot_out.txt").read_text().endswith(
        'File "boot.py", line 1, in <module>\nZeroDivisionError: division by zero\n')


def test_only_boot_py_may_change_what_usb_offers(boots):
    change = """import storage, supervisor, usb_cdc, usb_hid
for act in (storage.disable_usb_drive, storage.enable_usb_drive, usb_cdc.disable, usb_hid.disable,
            supervisor.set_usb_identification):
    try:
        act()
        print("done")
    except RuntimeError as error:
        print(error)
"""
    portal = boots(change + "print('booted')", change)
    assert portal.serial == "Cannot change USB devices now\n" * 5
    assert portal.board.drive.read("boot_out.txt").endswith(b"done\n" * 5 + b"booted\n")


WRITE = """import supervisor
try:
    with open("/log.txt", "a") as file:
        file.write("x")
    print("written")
except OSError as error:
    print(error)
if supervisor.runtime.run_reason == supervisor.RunReason.STARTUP:
    supervisor.reload()
"""


@pytest.mark.parametrize("boot", ["storage.remount('/', readonly=False)",
                                  "storage.disable_usb_drive()"])
def test_what_boot_py_has_set_holds_for_the_program_over_reloads(boots, boot):
    portal = boots(f"import storage\n{boot}\nprint('once')", WRITE)
    portal.run(3)
    assert portal.serial == "written\n" * 2
    assert portal.board.drive.read("boot_out.txt").count(b"once") == 1


def test_a_reset_runs_boot_py_anew(boots):
    portal = boots("import microcontroller\nmicrocontroller.nvm[0] = (microcontroller.nvm[0] + 1)"
                   " % 256", "import microcontroller\nprint(microcontroller.nvm[0])")
    portal.reset()
    portal.run(1)
    assert portal.serial == "0\n1\n"


def test_the_pins_that_boot_py_took_are_free_for_the_program(boots):
    portal = boots("import board, digitalio\npin = digitalio.DigitalInOut(board.D3)",
                   "import board, digitalio\npin = digitalio.DigitalInOut(board.D3)\nprint('free')")
    assert portal.serial == "free\n"


def test_a_light_sleep_goes_on_when_its_first_alarm_goes_off(write_program):
    portal = run(write_program("""
import alarm, board, time
soon = alarm.time.TimeAlarm(monotonic_time=time.monotonic() + 2)
late = alarm.time.TimeAlarm(epoch_time=time.time() + 60)
woken = alarm.light_sleep_until_alarms(late, soon)
print(woken is soon, alarm.wake_alarm is soon, time.monotonic())
button = alarm.pin.PinAlarm(board.D3, value=False, pull=True)
woken = alarm.light_sleep_until_alarms(late, button)
print(woken.pin, time.monotonic() < 6)
"""), 4)
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


NEXT = """
import supervisor
print(__file__, supervisor.get_previous_traceback())
supervisor.set_next_code_file("other.py", {flags})
{end}
"""


def chain(write_program, tmp_path, other, flags, end="supervisor.reload()"):
    (tmp_path / "other.py").write_text(other)
    return run(write_program(NEXT.format(flags=flags, end=end)), 6).serial


def test_another_file_runs_next_and_only_once(write_program, tmp_path):
    other = "import supervisor\nprint(__file__)\nif supervisor.ticks_ms(): pass"
    assert chain(write_program, tmp_path, other, "") == "code.py None\nother.py\n"


def test_a_file_that_is_to_reload_on_success_leads_back(write_program, tmp_path):
    other = """
print(__file__)
import microcontroller
microcontroller.nvm[0] -= 1
if microcontroller.nvm[0] < 253:
    while True:
        pass
"""
    text = chain(write_program, tmp_path, other, "reload_on_success=True")
    assert text.splitlines()[:4] == ["code.py None", "other.py", "code.py None", "other.py"]


def test_a_sticky_file_runs_again_and_knows_its_last_error(write_program, tmp_path):
    other = """
import supervisor
told = supervisor.get_previous_traceback()
print(__file__, told and told.splitlines()[-1])
if not told:
    raise ValueError("first")
"""
    text = chain(write_program, tmp_path, other, "reload_on_error=True, sticky_on_error=True")
    assert [line for line in text.splitlines() if ".py " in line and "File" not in line] == [
        "code.py None", "other.py None", "other.py ValueError: first"]
