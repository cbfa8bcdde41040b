# SPDX-License-Identifier: MIT
"""The REPL after the program's end, as on the device's serial console."""

import pytest

from instantly import PyPortal
from sim.program.repl import indent_after, is_open

UP, LEFT = "\x1b[A", "\x1b[D"


@pytest.fixture
def repl(attend):
    """A function that types in the REPL and gives what is on the screen after it."""
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
    """As a VT100 shows it: the cursor moves back, a line's end is erased."""
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


def test_values_are_shown_and_remembered_and_none_is_not(repl):
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
    assert repl("for i in range(2):\rif i:\ri\r\b\r\b\r").endswith(
        "... \n1\n>>> ")
    assert repl("def f(a,\rb=2):\rreturn a + b\r\r\r\rf(1)\r").endswith(">>> f(1)\n3\n>>> ")


def test_paste_mode_takes_lines_as_they_are(repl):
    keys = "\x05if True:\n    print('a')\n\n    print('b')\nelse:\n    print('c')\n3\n\x04"
    assert repl(keys).endswith("=== 3\n=== \na\nb\n3\n>>> ")
    assert repl("\x05print('no')\x03") == (
        "\npaste mode; Ctrl-C to cancel, Ctrl-D to finish\n=== print('no')\n>>> ")


def test_ctrl_c_gives_up_the_line_and_ends_what_runs(repl):
    assert repl("1 / 0\x03") == "1 / 0\n>>> "
    assert repl("if 1:\r1\r\x032\r").endswith("\n>>> 2\n2\n>>> ")
    repl("import time\rtime.sleep(100)\r")
    assert repl("\x03").endswith("KeyboardInterrupt: \n>>> ")


def test_time_goes_on_while_somebody_types(repl):
    seconds = [float(repl("time.monotonic()\r" if n else "import time\rtime.monotonic()\r")
                     .splitlines()[-2]) for n in range(2)]
    assert seconds[1] - seconds[0] == pytest.approx(1, abs=0.01)


def test_a_loop_in_the_repl_stops_neither_time_nor_the_hands(repl):
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


def test_tab_completes_what_there_is(repl):
    assert repl("import mic\tcon\t\r") == "import microcontroller\n>>> "
    assert repl("microcontroller.cpu.fre\t\r") == "microcontroller.cpu.frequency\n120000000\n>>> "
    assert repl("import board\rboard.TOUCH_X\t").endswith(
        ">>> board.TOUCH_X\nTOUCH_XL        TOUCH_XR\n>>> board.TOUCH_X")
    assert repl("\x03nothing.here.\t").endswith(">>> nothing.here.")


def test_what_goes_wrong_in_the_repl_is_no_failure_of_the_program(repl):
    assert repl("1 / 0\r").endswith("ZeroDivisionError: division by zero\n>>> ")
    assert repl("1 +\r").endswith("SyntaxError: invalid syntax\n>>> ")
    assert repl("raise SystemExit\r") == "raise SystemExit\n>>> "
    assert not repl.portal.failed


def test_a_strict_board_takes_no_more_in_the_repl_than_in_a_file(write_program):
    with PyPortal(write_program("x = 5"), strict=True) as portal:
        portal.machine.console.attended = True
        portal.run(0.1)
        portal.type(" [*(1, 2), 3]\r6 * 7\r'abc'.zfill(5)\r")
        portal.run(0.1)
    assert "SyntaxError" in portal.serial
    assert "\n42\n" in portal.serial
    assert portal.serial.count("AttributeError") == 1


@pytest.mark.parametrize(("text", "more"), [
    ("1 + 1", False), ("f(", True), ("x = [1,", True), ("'('", False), ("\"\\\"(\"", False),
    ("'''a", True), ("'''a\nb'''", False), ("x = \\", True), ("if x:", True), ("ifx", False),
    ("if x: y\n", False), ("@f", True), ("class A: pass", True), ("", False), ("async def f", True),
])
def test_tells_whether_lines_are_still_to_come(text, more):
    assert is_open(text) is more


def test_a_line_after_a_colon_is_indented_until_two_are_left_blank():
    block = "if x:\n    y\n"
    for text, indent in (("if x:\n", 4), ("if x:\n    if y:\n", 8), (block, 4), ("f(1,\n", 0),
                         (block + "    \n", 4), (block + "    \n    \n", 0)):
        assert indent_after(text) == " " * indent, text
