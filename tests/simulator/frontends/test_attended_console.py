# SPDX-License-Identifier: MIT
"""What a board says to who sits at its console, and what Ctrl-C and Ctrl-D do to its program."""

import pytest

from instantly import PyPortal

ASK = "\nPress any key to enter the REPL. Use CTRL-D to reload.\n"
BANNER = "\nAdafruit CircuitPython 10.2.0 on 2026-04-20; Adafruit PyPortal with samd51j20\n"


def test_nobody_at_the_console_hears_nothing_of_the_firmware(write_program):
    with PyPortal(write_program("print('hello')")) as portal:
        portal.run(1)
        assert (portal.serial, portal.running) == ("hello\n", False)


def test_the_firmware_tells_what_runs_and_waits_for_a_key(attend):
    portal = attend("print('hello')")
    portal.run(2)
    assert portal.serial == (
        "\nAuto-reload is on. Simply save files over USB to run them or enter REPL to disable.\n"
        "code.py output:\nhello\n\nCode done running.\n" + ASK)
    assert not portal.running
    portal.type("k")
    portal.run(0.1)
    assert portal.serial.endswith(ASK + BANNER + ">>> ")


@pytest.mark.parametrize("wait", [
    "while True:\n    pass",
    "import time\ntime.sleep(1000)",
    "import sys\nsys.stdin.read(1)",
    "input()",
    "import board, displayio\nwhile True:\n    board.DISPLAY.refresh()",
    "def f():\n    for i in range(10**9):\n        x = [j for j in range(3)]\nf()",
], ids=["loop", "sleep", "read", "input", "hardware", "nested"])
def test_ctrl_c_ends_the_program_wherever_it_is(attend, wait):
    portal = attend(wait)
    portal.run(1)
    portal.type("\x03")
    portal.run(0.1)
    assert portal.serial.endswith("KeyboardInterrupt: \n\nCode done running.\n" + ASK)
    assert not portal.failed


def test_a_program_may_catch_it_and_goes_on(attend):
    portal = attend("""
import time
for wait in range(3):
    try:
        time.sleep(100)
    except KeyboardInterrupt as error:
        print(wait, repr(error), time.monotonic())
""")
    for _ in range(3):
        portal.run(1)
        portal.type("\x03")
    portal.run(1)
    assert [line for line in portal.serial.splitlines() if "Interrupt" in line] == [
        f"{n} KeyboardInterrupt() {n + 2}.0" for n in range(3)]


def test_a_call_into_the_hardware_is_never_cut_in_two(attend):
    """Whenever Ctrl-C comes, a pin that was claimed is released."""
    portal = attend("""
import board, digitalio
while True:
    try:
        while True:
            with digitalio.DigitalInOut(board.D3) as pin:
                pin.value
    except KeyboardInterrupt:
        print("caught")
""")
    for _ in range(50):
        portal.run(0.000_503)
        portal.type("\x03")
    portal.run(0.1)
    assert portal.running
    assert portal.serial.count("caught") == 50


def test_ctrl_c_drops_what_nobody_has_read(attend):
    portal = attend("while True:\n    pass")
    portal.run(0.1)
    portal.type("abc\x03")
    portal.run(0.1)
    assert portal.serial.endswith(ASK)


def test_ctrl_d_on_an_empty_line_is_an_end_of_file_for_input(attend):
    portal = attend("try:\n    input()\nexcept EOFError:\n    print('end')")
    portal.type("\x04")
    portal.run(0.1)
    assert "end\n" in portal.serial


def test_ctrl_d_starts_the_program_anew_with_nvm_and_without_its_memory(attend):
    portal = attend("import microcontroller, supervisor\n"
                    "microcontroller.nvm[0] = (microcontroller.nvm[0] + 1) % 256\n"
                    "print(microcontroller.nvm[0], supervisor.runtime.run_reason)")
    portal.run(0.1)
    portal.type("\x04")
    portal.run(2)
    portal.type(" \x04")
    portal.run(2)
    lines = portal.serial.splitlines()
    assert [line for line in lines if "RunReason" in line] == [
        "0 supervisor.RunReason.STARTUP", "1 supervisor.RunReason.REPL_RELOAD",
        "2 supervisor.RunReason.REPL_RELOAD"]
    assert lines.count("soft reboot") == 2


def test_ctrl_d_without_a_program_goes_on_waiting(attend, tmp_path):
    portal = attend("print('hello')")
    portal.run(0.1)
    (tmp_path / "code.py").unlink()
    portal.type("\x04")
    portal.run(1)
    assert portal.serial.endswith("soft reboot\n" + ASK)
    (tmp_path / "code.py").write_text("print('back')")
    portal.type("\x04")
    portal.run(2)
    assert "back\n" in portal.serial
