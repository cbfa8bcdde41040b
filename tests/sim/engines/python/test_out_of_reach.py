# SPDX-License-Identifier: MIT
"""What no program gets: more than the memory, a thread, and the simulator's insides."""

import os
import threading

import pytest

from tests.support.programs.instantly import PyPortal, printed


@pytest.mark.parametrize("huge", ["10 ** 10 ** 8", "pow(3, 10 ** 9)", "n = 7\nn **= 10 ** 9"])
def test_a_number_larger_than_the_board_is_refused(huge, write_program):
    assert "MemoryError: memory allocation failed" in printed(write_program(huge))


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="done on Linux only")
@pytest.mark.parametrize("huge", ["'x' * 10 ** 11", "a = [0]\nwhile True: a = a + a"])
def test_what_fills_the_computer_is_refused(huge, write_program):
    assert "MemoryError: memory allocation failed" in printed(write_program(huge))


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="done on Linux only")
def test_a_program_that_has_filled_the_memory_still_ends_in_order(write_program):
    text = printed(write_program("import displayio\na = []\n"
                                 "while True: a.append(displayio.Bitmap(300, 300, 65536))"), 60)
    assert "MemoryError" in text.splitlines()[-1]


def test_another_thread_is_refused_in_a_sentence(write_program):
    portal, said = PyPortal(write_program("while True: pass")), []
    portal.run(0.1)

    def work():
        try:
            portal.run(0.1)
        except RuntimeError as error:
            said.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert said == ["a portal runs only in the thread that created it"]


@pytest.mark.parametrize("name", ["time.sleep.__globals__", "getattr(time.sleep, '__globals__')",
                                  "error.__traceback__.tb_frame", "().__class__.__subclasses__"])
def test_the_simulators_insides_are_no_attributes(name, write_program):
    text = f"import time\ntry:\n    1 / 0\nexcept Exception as error:\n    {name}"
    assert "AttributeError" in printed(write_program(text))


def test_functions_of_the_programs_own_show_their_globals(write_program):
    text = "def act(): pass\nprint(act.__globals__ is globals())"
    assert printed(write_program(text)) == "True\n"
