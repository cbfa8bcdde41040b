# SPDX-License-Identifier: MIT
"""The serial console of an attended board: messages, Ctrl-C and Ctrl-D, the REPL, and its log."""

import tracemalloc

import pytest

from sim.board.console import TextLog
from sim.engines.python.program.repl import indent_after, is_open
from tests.support.programs.programs import run

ASK = "\nPress any key to enter the REPL. Use CTRL-D to reload.\n"
BANNER = "\nAdafruit CircuitPython 10.2.0 on 2026-04-20; Adafruit PyPortal with samd51j20\n"


def test_an_attended_console_shows_the_firmwares_messages(attend, write_program):
    portal = attend("print('hello')")
    portal.run(2)
    assert portal.serial == (
        "\nAuto-reload is on. Simply save files over USB to run them or enter REPL to disable.\n"
        "code.py output:\nhello\n\nCode done running.\n" + ASK)
    assert not portal.running
    portal.type("k")
    portal.run(0.1)
    assert portal.serial.endswith(ASK + BANNER + ">>> ")
    portal = run(write_program("print('hello')"))
    assert (portal.serial, portal.running) == ("hello\n", False)


@pytest.mark.parametrize("wait", [
    "while True:\n    pass",
    "import time\ntime.sleep(1000)",
    "import sys\nsys.stdin.read(1)",
    "input()",
    "import board, displayio\nwhile True:\n    board.DISPLAY.refresh()",
    "def f():\n    for i in range(10**9):\n        x = [j for j in range(3)]\nf()",
], ids=["loop", "sleep", "read", "input", "hardware", "nested"])
def test_ctrl_c_drops_unread_input_and_ends_the_program_wherever_it_is(attend, wait):
    portal = attend(wait)
    portal.run(0.2)
    portal.type("abc\x03" if "pass" in wait else "\x03")
    portal.run(0.1)
    assert portal.serial.endswith("KeyboardInterrupt: \n\nCode done running.\n" + ASK)
    assert not portal.failed


def test_a_program_can_catch_ctrl_c_and_go_on(attend):
    portal = attend("""
import time
for wait in range(3):
    try:
        time.sleep(100)
    except KeyboardInterrupt as error:
        print(wait, repr(error), time.monotonic())
try:
    input()
except EOFError:
    print("end")
""")
    for _ in range(3):
        portal.run(1)
        portal.type("\x03")
    portal.type("\x04")
    portal.run(1)
    assert [line for line in portal.serial.splitlines() if "Interrupt" in line] == [
        f"{n} KeyboardInterrupt() {n + 2}.0" for n in range(3)]
    assert "end\n" in portal.serial


def test_ctrl_c_never_interrupts_a_call_into_the_hardware(attend):
    """A claimed pin is released whenever Ctrl-C comes."""
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


def test_ctrl_d_restarts_the_program_keeps_nvm_and_waits_for_a_program(attend, tmp_path):
    portal = attend("import microcontroller, supervisor\n"
                    "microcontroller.nvm[0] = (microcontroller.nvm[0] + 1) % 256\n"
                    "print(microcontroller.nvm[0], supervisor.runtime.run_reason)")
    for keys in "\x04", " \x04":
        portal.run(2)
        portal.type(keys)
    portal.run(2)
    lines = portal.serial.splitlines()
    assert [line for line in lines if "RunReason" in line] == [
        "0 supervisor.RunReason.STARTUP", "1 supervisor.RunReason.REPL_RELOAD",
        "2 supervisor.RunReason.REPL_RELOAD"]
    assert lines.count("soft reboot") == 2
    (tmp_path / "code.py").unlink()
    portal.type("\x04")
    portal.run(1)
    assert portal.serial.endswith("soft reboot\n" + ASK)
    (tmp_path / "code.py").write_text("print('back')")
    portal.type("\x04")
    portal.run(2)
    assert "back\n" in portal.serial


UP, LEFT = "\x1b[A", "\x1b[D"


@pytest.fixture
def repl(attend):
    """A function that types in the REPL and returns what the screen shows after it."""
    portal = attend("x = 5")
    portal.run(0.1)
    portal.type(" ")
    portal.run(0.1)

    def type_keys(keys: str) -> str:
        before = len(portal.serial)
        portal.type(keys)
        portal.run(1)
        return on_screen(portal.serial[before:])

    type_keys.portal = portal
    return type_keys


def on_screen(text: str) -> str:
    """Return the text as a VT100 shows it, which moves the cursor back and erases."""
    lines, column, at = [""], 0, 0
    while at < len(text):
        if text[at] == "\x1b":
            end = next(i for i in range(at + 2, len(text)) if text[i].isalpha())
            if text[end] == "D":
                column -= int(text[at + 2:end])
            elif text[end] == "K":
                lines[-1] = lines[-1][:column]
            at = end
        elif text[at] == "\b":
            column -= 1
        elif text[at] == "\n":
            lines.append("")
            column = 0
        else:
            lines[-1] = lines[-1][:column] + text[at] + lines[-1][column + 1:]
            column += 1
        at += 1
    return "\n".join(lines)


def test_values_but_none_are_printed_and_kept_in_underscore(repl):
    assert repl("6 * 7\r_ + 1\rNone\r'a\\n'\r") == (
        "6 * 7\n42\n>>> _ + 1\n43\n>>> None\n>>> 'a\\n'\n'a\\n'\n>>> ")


def test_the_programs_names_modules_and_pins_are_gone(attend, tmp_path):
    (tmp_path / "mine.py").write_text("n = 1")
    portal = attend("import mine, board, digitalio\n"
                    "mine.n = 2\nled = digitalio.DigitalInOut(board.D13)")
    portal.run(0.1)
    portal.type(" import mine, board, digitalio\rmine.n\rled\r"
                "led = digitalio.DigitalInOut(board.D13)\rled.value\r")
    portal.run(0.1)
    assert portal.serial.endswith(
        ">>> mine.n\n1\n>>> led\nTraceback (most recent call last):\n"
        '  File "<stdin>", line 1, in <module>\n'
        "NameError: name 'led' is not defined\n"
        ">>> led = digitalio.DigitalInOut(board.D13)\n>>> led.value\nFalse\n>>> ")


def test_blocks_are_indented_and_an_empty_line_runs_them(repl):
    assert repl("for i in range(2):\rif i:\ri\r\b\r\b\r").endswith("... \n1\n>>> ")
    assert repl("def f(a,\rb=2):\rreturn a + b\r\r\r\rf(1)\r").endswith(">>> f(1)\n3\n>>> ")


def test_paste_mode_does_not_indent(repl):
    keys = "\x05if True:\n    print('a')\n\n    print('b')\nelse:\n    print('c')\n3\n\x04"
    assert repl(keys).endswith("=== 3\n=== \na\nb\n3\n>>> ")
    assert repl("\x05print('no')\x03") == (
        "\npaste mode; Ctrl-C to cancel, Ctrl-D to finish\n=== print('no')\n>>> ")


def test_ctrl_c_drops_the_line_and_interrupts_a_statement(repl):
    assert repl("1 / 0\x03") == "1 / 0\n>>> "
    assert repl("if 1:\r1\r\x032\r").endswith("\n>>> 2\n2\n>>> ")
    repl("import time\rtime.sleep(100)\r")
    assert repl("\x03").endswith("KeyboardInterrupt: \n>>> ")


def test_time_passes_while_the_user_types_and_in_a_loop(repl):
    seconds = [float(repl("time.monotonic()\r" if n else "import time\rtime.monotonic()\r")
                     .splitlines()[-2]) for n in range(2)]
    assert seconds[1] - seconds[0] == pytest.approx(1, abs=0.01)
    repl("while True: pass\r\r")
    before = repl.portal.now
    repl("")
    assert repl.portal.now == before + 1


def test_the_line_can_be_edited_and_recalled(repl):
    assert repl(f"1 + 3{LEFT}\x7f2\r") == "1 +23\n24\n>>> "
    assert repl(f"{UP}\x01(\x05) * 2\r") == "(1 +23) * 2\n48\n>>> "
    assert repl(f"{UP}{UP}\r") == "1 +23\n24\n>>> "
    assert repl("100\x15 7\x01\x04\r") == "7\n7\n>>> "
    assert repl("789\x02\x02\x0b\r") == "7\n7\n>>> "


def test_tab_completes_names(repl):
    assert repl("import mic\tcon\t\r") == "import microcontroller\n>>> "
    assert repl("microcontroller.cpu.fre\t\r") == "microcontroller.cpu.frequency\n120000000\n>>> "
    assert repl("import board\rboard.TOUCH_X\t").endswith(
        ">>> board.TOUCH_X\nTOUCH_XL        TOUCH_XR\n>>> board.TOUCH_X")
    assert repl("\x03nothing.here.\t").endswith(">>> nothing.here.")


def test_an_error_in_the_repl_does_not_fail_the_program(repl):
    assert repl("1 / 0\r").endswith("ZeroDivisionError: division by zero\n>>> ")
    assert repl("1 +\r").endswith("SyntaxError: invalid syntax\n>>> ")
    assert repl("raise SystemExit\r") == "raise SystemExit\n>>> "
    assert not repl.portal.failed


# Texts that a statement continues after, and texts that are whole.
OPEN = "f(", "x = [1,", "'''a", "x = \\", "if x:", "@f", "class A: pass", "async def f"
WHOLE = ("1 + 1", "'('", '"\\"("', "'''a\nb'''", "ifx", "if x: y\n", "")


def test_a_statement_continues_while_it_is_open_and_a_block_is_indented():
    assert [text for text in (*OPEN, *WHOLE) if is_open(text)] == [*OPEN]
    block = "if x:\n    y\n"
    indents = {"if x:\n": 4, "if x:\n    if y:\n": 8, block: 4, "f(1,\n": 0,
               block + "    \n": 4, block + "    \n    \n": 0}
    assert {text: len(indent_after(text)) for text in indents} == indents


def test_the_log_keeps_the_end_of_a_long_text_and_can_be_read_since_a_moment():
    log = TextLog(limit=1000)
    log.add("one ")
    moment = log.count
    assert log.since(moment) == ""
    log.add("two ")
    log.add("three")
    assert log.since(moment) == "two three"
    assert log.since(log.count - 2) == "ee"
    assert log.text == "one two three"
    assert log.since(moment) == "two three"
    tracemalloc.start()
    for number in range(50_000):
        log.add(f"{number:9}\n")
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert used < 100_000
    assert log.text == "".join(f"{number:9}\n" for number in range(49_900, 50_000))
    assert log.count == 500_013
    assert log.since(500_003) == "    49999\n"
    log.add("x" * 3000)
    assert log.text == "x" * 1000
