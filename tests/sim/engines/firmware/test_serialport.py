# SPDX-License-Identifier: MIT
"""Reads the board's serial port: text, titles, and the state of the program."""

import pytest

from sim.engines.firmware.surroundings import ENDED, RUNNING, SerialPort

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


# The firmware's bytes, the text written of them, the traceback, the state and the ends counted.
HEARD = {
    "a program that dies": (f"{RUN}first\r\n{TRACEBACK}{DONE}{ASK}",
                            "first\n" + TRACEBACK.replace("\r\n", "\n"), True, ENDED, 1),
    "one that prints a traceback": (f"{RUN}{TRACEBACK}go on\r\n{DONE}{ASK}",
                                    TRACEBACK.replace("\r\n", "\n") + "go on\n", False, ENDED, 1),
    "a reload": (f"{RUN}one\r\n{DONE}soft reboot\r\n{RUN}two\r\n", "one\ntwo\n", False, RUNNING,
                 0),
    "what is no title": (f"{RUN}\x1b[2Jclear\r\n", "\x1b[2Jclear\n", False, RUNNING, 0),
}


@pytest.mark.parametrize("case", HEARD)
def test_the_end_of_a_program_and_its_traceback_are_heard(case):
    sent, written, dies, state, ends = HEARD[case]
    heard = Heard()
    assert heard.feed(sent, 1) == written
    assert heard.port.traceback == (TRACEBACK.replace("\r\n", "\n") if dies else "")
    assert (heard.port.state, heard.ends) == (state, ends)
