# SPDX-License-Identifier: MIT
"""The terminal on the display: what is printed is seen until a program shows a picture."""

import numpy as np
import pytest

from instantly import PyPortal
from terminalrows import PICTURE, seen_rows, text_of, title_of

HELLO = """
print("Hello World!")
print("x" * 60)
while True:
    pass
"""


def test_what_is_printed_is_seen(write_program):
    with PyPortal(write_program(HELLO)) as portal:
        portal.run(0.1)
        assert text_of(portal) == "code.py output:\nHello World!\n" + "x" * 53 + "\n" + "x" * 7
        assert seen_rows(portal)[-2:] == ["x" * 7, ""], "the newest line is at the bottom"
        assert title_of(portal).startswith("code.py | 10.")


def test_only_the_last_rows_stay(write_program):
    with PyPortal(write_program("for n in range(1000): print('line', n)")) as portal:
        portal.run()
        assert seen_rows(portal)[:3] == ["line 984", "line 985", "line 986"]
        assert text_of(portal).endswith("line 999\n\nCode done running.")
        assert title_of(portal).startswith("Done | ")


def is_red(portal):
    return bool((portal.machine.panel.pixels() == 0xF800).all())


def test_a_program_without_output_of_its_own_ends_with_its_picture(write_program):
    """On the device the terminal would come back; here the last picture stays, to be looked at."""
    with PyPortal(write_program(PICTURE + "print('unseen')")) as portal:
        portal.run()
        assert is_red(portal)


def test_the_terminal_can_be_shown_again_and_nothing_can(write_program):
    with PyPortal(write_program(PICTURE + """
print("one")
time.sleep(1)
board.DISPLAY.root_group = displayio.CIRCUITPYTHON_TERMINAL
print("two")
time.sleep(1)
board.DISPLAY.root_group = None
time.sleep(1)
""")) as portal:
        portal.run(0.5)
        assert is_red(portal)
        portal.run(1)
        assert text_of(portal) == "code.py output:\none\ntwo"
        portal.run(1)
        assert not portal.machine.panel.pixels().any()


@pytest.mark.parametrize("auto_refresh", [True, False])
def test_an_exception_brings_the_terminal_with_its_traceback(write_program, auto_refresh):
    with PyPortal(write_program(PICTURE + f"""
board.DISPLAY.auto_refresh = {auto_refresh}
print("before")
1 / 0
""")) as portal:
        portal.run()
        assert text_of(portal) == '''code.py output:
before
Traceback (most recent call last):
  File "code.py", line 13, in <module>
ZeroDivisionError: division by zero

Code done running.'''
        assert title_of(portal).startswith("13@code.py ZeroDivisionError | ")


def test_at_a_console_with_somebody_at_it_the_firmwares_lines_are_seen_once(write_program):
    with PyPortal(write_program("print('on')")) as portal:
        portal.machine.console.attended = True
        portal.run(1)
        assert text_of(portal).replace("\n", " ") == (
            "Auto-reload is on. Simply save files over USB to run them or enter REPL to disable. "
            "code.py output: on  Code done running.  "
            "Press any key to enter the REPL. Use CTRL-D to reload .")


def test_a_released_display_is_left_alone(write_program):
    sent = []
    for end in "pass", "1 / 0":
        program = f"import displayio\ndisplayio.release_displays()\n{end}"
        with PyPortal(write_program(program)) as portal:
            portal.run()
            sent.append(portal.bus_bytes)
    assert sent[0] == sent[1]


def test_a_turned_display_turns_the_terminal_and_empties_it(write_program):
    with PyPortal(write_program("""
import board
print("lost")
board.DISPLAY.rotation = 90
print("upright")
while True:
    pass
""")) as portal:
        portal.run(0.1)
        ink = np.rot90(portal.machine.panel.pixels() != 0)
        assert ink.shape == (320, 240)
        rows = ink[12:].any(axis=1).nonzero()[0]
        assert 12 + rows.max() < 320 - 12 and rows.max() - rows.min() < 12, "one line of text"


def test_the_terminal_cannot_be_changed_by_a_program(write_program):
    with PyPortal(write_program("""
import board, displayio
terminal = board.DISPLAY.root_group
print(terminal is displayio.CIRCUITPYTHON_TERMINAL, len(terminal))
for change in (lambda: terminal.append(displayio.Group()), terminal.pop,
               lambda: setattr(terminal, "x", 3), lambda: setattr(terminal, "scale", 3)):
    try:
        change()
    except RuntimeError as error:
        print(error)
""")) as portal:
        portal.run()
        assert portal.serial == "True 3\n" + 4 * "Read-only\n"


def test_a_titano_has_80_columns(write_program):
    with PyPortal(write_program("print('x' * 100)"), board="pyportal_titano") as portal:
        portal.run()
        assert seen_rows(portal, 0, 20, 80, 25)[-5:-3] == ["x" * 80, "x" * 20]


def test_the_status_bar_can_be_hidden(write_program):
    with PyPortal(write_program("""
import supervisor
supervisor.status_bar.display = False
while True:
    pass
""")) as portal:
        portal.run(0.1)
        assert title_of(portal) == ""


def test_a_program_can_give_the_terminal_another_size(write_program):
    with PyPortal(write_program("""
import supervisor
print("lost")
supervisor.reset_terminal(160, 120)
print("x" * 30)
while True:
    pass
""")) as portal:
        portal.run(0.1)
        assert seen_rows(portal, 4, 12, 26, 9)[-3:] == ["x" * 26, "x" * 4, ""]
