# SPDX-License-Identifier: MIT
"""Reads the board's serial port: text, titles, and the state of the program."""

import pytest

from sim.engines.firmware.serialport import ENDED, RUNNING, TALKING, SerialPort

RUN = "\x1b]0;\N{SNAKE}code.py | 10.2.1\x1b\\"
DONE = "\x1b]0;\N{SNAKE}Done | 10.2.1\x1b\\\r\nCode done running.\r\n"
ASK = "\r\nPress any key to enter the REPL. Use CTRL-D to reload.\r\n"
TRACEBACK = 'Traceback (most recent call last):\r\n  File "code.py", line 3, in <module>\r\n' \
            "ValueError: x\r\n"


class Heard:
    def __init__(self, attended=False):
        self.written, self.ends = [], 0
        self.port = SerialPort(self.written.append, lambda: attended, self._end)

    def _end(self):
        self.ends += 1

    def feed(self, text, size=1000):
        data = text.encode()
        for at in range(0, len(data), size):
            self.port.feed(data[at:at + size])
        return "".join(self.written)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_an_unattended_port_gives_what_the_program_prints(size):
    heard = Heard()
    assert heard.feed(f"\r\n{RUN}hello\r\nä€\n{DONE}{ASK}", size) == "hello\nä€\n"
    assert (heard.port.state, heard.ends, heard.port.traceback) == (ENDED, 1, "")


def test_an_attended_port_gives_all_but_titles():
    heard = Heard(attended=True)
    assert heard.feed(f"{RUN}a\r\n{DONE}{ASK}") == (
        "a\n\nCode done running.\n\nPress any key to enter the REPL. Use CTRL-D to reload.\n")


def test_a_program_that_dies_leaves_its_traceback():
    heard = Heard()
    heard.feed(f"{RUN}first\r\n{TRACEBACK}{DONE}{ASK}")
    assert heard.port.traceback == TRACEBACK.replace("\r\n", "\n")


def test_a_traceback_that_the_program_prints_itself_is_no_end():
    heard = Heard()
    heard.feed(f"{RUN}{TRACEBACK}go on\r\n{DONE}{ASK}")
    assert heard.port.traceback == ""


def test_a_reload_is_no_end():
    heard = Heard()
    assert heard.feed(f"{RUN}one\r\n{DONE}soft reboot\r\n{RUN}two\r\n") == "one\ntwo\n"
    assert (heard.port.state, heard.ends) == (RUNNING, 0)


def test_the_repl_is_known_by_its_title():
    heard = Heard(attended=True)
    heard.feed(f"{RUN}{DONE}{ASK}\x1b]0;\N{SNAKE}REPL | 10.2.1\x1b\\>>> ")
    assert heard.port.state == TALKING


def test_without_titles_the_question_for_a_key_ends_the_program():
    heard = Heard()
    heard.feed(f"a\r\n\r\nCode done running.\r\n{ASK}")
    assert heard.ends == 1


def test_what_only_begins_like_a_title_is_text():
    heard = Heard()
    assert heard.feed(f"{RUN}\x1b[2Jclear\r\n", 1) == "\x1b[2Jclear\n"
