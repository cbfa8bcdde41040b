# SPDX-License-Identifier: MIT
"""How a program ends with an exception: its own lines, and none of the simulator's."""

import pytest

from sim import PyPortal
from tests.support.programs.programs import printed, run


def test_an_uncaught_exception_shows_the_programs_own_file_and_line(write_program, tmp_path):
    (tmp_path / "helper.py").write_text("def fail():\n    return 1 / 0\n")
    portal = run(write_program("import helper\n\nhelper.fail()\n"))
    assert portal.serial == (
        "Traceback (most recent call last):\n"
        '  File "code.py", line 3, in <module>\n'
        '  File "helper.py", line 2, in fail\n'
        "ZeroDivisionError: division by zero\n"
    )
    assert not portal.running


def test_an_error_inside_the_hardware_shows_no_line_of_the_simulator(write_program):
    text = printed(write_program("import board, analogio\nanalogio.AnalogIn(board.D13)"))
    assert text.count("File") == 1
    assert text.endswith("ValueError: Invalid pin\n")


def test_a_syntax_error_names_its_line(write_program):
    assert 'File "code.py", line 2' in printed(write_program("x = 1\nif x\n"))


@pytest.mark.parametrize("line", [b"'\xff'", b"x = 1\0", b"BM\xfe\0"])
def test_a_program_that_is_no_text_names_its_file_and_line(write_program, tmp_path, line):
    folder = write_program("import helper")
    (tmp_path / "helper.py").write_bytes(b"x = 1\n" + line)
    assert printed(folder).endswith('  File "helper.py", line 2\n'
                                    "SyntaxError: this is not text in UTF-8\n")


def test_a_comment_about_the_encoding_is_a_comment(write_program):
    assert printed(write_program("# coding: no-such\nprint('ä')")) == "ä\n"


def test_the_traceback_of_an_endless_recursion_is_short_and_ends_with_the_error(write_program):
    lines = printed(write_program("def f():\n    f()\nf()\n"), strict=False).splitlines()
    assert len(lines) < 100
    assert lines[1:3] == ['  File "code.py", line 3, in <module>', '  File "code.py", line 2, in f']
    assert lines[-2:] == ['  File "code.py", line 2, in f',
                          "RuntimeError: maximum recursion depth exceeded"]


def test_a_program_may_raise_and_catch_a_keyboard_interrupt_of_its_own(write_program):
    assert printed(write_program("""
try:
    raise KeyboardInterrupt
except KeyboardInterrupt as error:
    print(type(error))
raise KeyboardInterrupt
""")) == ("<class 'KeyboardInterrupt'>\nTraceback (most recent call last):\n"
         '  File "code.py", line 6, in <module>\nKeyboardInterrupt: \n')


def test_ctrl_c_on_the_computer_goes_past_the_program(write_program):
    portal = PyPortal(write_program("""
while True:
    try:
        print("on")
    except KeyboardInterrupt:
        print("caught")
"""))

    def interrupt(text):
        raise KeyboardInterrupt

    portal.board.console.listener = interrupt
    with pytest.raises(KeyboardInterrupt):
        portal.run(1)
    assert portal.serial == "on"
