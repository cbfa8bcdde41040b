# SPDX-License-Identifier: MIT
"""The serial console in the host's terminal, with a pseudo-terminal in its place."""

import os
import pty
import select
import subprocess
import sys
import termios
from types import SimpleNamespace

import pytest

import hang
from instantly import PyPortal
from sessions import ASK, environment, sit_down
from sim import __main__ as command
from sim.frontends import terminal
from sim.frontends.keyboard import Keyboard
from sim.frontends.terminal import Terminal

# Echoes by itself, as a program with a console of its own does, and survives what it can.
KEYS = """
import supervisor, sys, time
print("ready", supervisor.runtime.serial_connected)
while True:
    try:
        time.sleep(0.01)
        if supervisor.runtime.serial_bytes_available:
            print(repr(sys.stdin.read(1)))
    except:
        print("caught")
"""


class Tty:
    """`python -m sim` at a pseudo-terminal; what is on its screen, and its modes."""

    def __init__(self, *arguments):
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.screen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sim", *map(str, arguments)], stdin=self.slave,
            stdout=self.slave, stderr=self.slave, env=environment())

    def type(self, text):
        os.write(self.master, text.encode())

    def expect(self, text):
        """Wait until the screen ends in `text`."""

        def ends():
            if select.select([self.master], [], [], 0.1)[0]:
                self.screen += os.read(self.master, 4096).decode()
            return self.screen.endswith(text)

        hang.until(ends, f"{text!r} at the end of the screen")

    def end(self):
        return hang.wait(self.process)

    @property
    def restored(self):
        return termios.tcgetattr(self.slave) == self.before


@pytest.fixture
def open_tty():
    opened = []

    def open_it(*arguments):
        opened.append(Tty(*arguments))
        return opened[-1]

    yield open_it
    for tty in opened:
        tty.process.kill()
        tty.process.wait()
        os.close(tty.master)
        os.close(tty.slave)


@pytest.fixture
def keyboard():
    """A Keyboard on a pseudo-terminal, and the function that types on it."""
    master, slave = pty.openpty()
    with Keyboard(slave) as opened:
        yield opened, lambda text: os.write(master, text)
    os.close(master)
    os.close(slave)


def test_a_line_can_be_typed_and_mended_and_a_key_leaves(write_program, open_tty):
    tty = open_tty("--terminal", write_program(ASK))
    tty.expect("> ")
    assert not tty.restored
    tty.type("helo\x7flo\x04!\r")
    tty.expect("> helo\b \blo!\r\nyou said hello!\r\n> ")
    tty.type("\x1d")
    assert tty.end() == 0
    assert tty.restored


def test_keys_reach_the_program_at_once_and_only_it_echoes(write_program, open_tty):
    tty = open_tty("--terminal", write_program(KEYS))
    tty.expect("ready True\r\n")
    tty.type("a")
    tty.expect("ready True\r\n'a'\r\n")
    tty.type("\x03")
    tty.expect("caught\r\n")
    tty.type("\x04")
    tty.expect("caught\r\n'\\x04'\r\n")
    tty.type("\x18")
    assert tty.end() == 0
    assert tty.restored


def test_after_the_end_any_key_leads_to_the_repl_and_ctrl_d_back(write_program, open_tty):
    tty = open_tty("--terminal", "--speed", 9,
                   write_program("print(input('? '), end='')\n1 / 0"))
    tty.expect("code.py output:\r\n? ")
    tty.type("x\n")
    tty.expect("ZeroDivisionError: division by zero\r\n\r\nCode done running.\r\n\r\n"
               "Press any key to enter the REPL. Use CTRL-D to reload.\r\n")
    tty.type(" ")
    tty.expect("\r\nAdafruit CircuitPython 10.2.0 on 2026-04-20; Adafruit PyPortal with "
               "samd51j20\r\n>>> ")
    tty.type("6 * 7\r")
    tty.expect(">>> 6 * 7\r\n42\r\n>>> ")
    tty.type("\x04")
    tty.expect("\r\nsoft reboot\r\n\r\nAuto-reload is on. Simply save files over USB to run them "
               "or enter REPL to disable.\r\ncode.py output:\r\n? ")
    tty.type("x\n")
    tty.expect("Use CTRL-D to reload.\r\n")
    tty.type("\x1d")
    assert tty.end() == 1
    assert tty.restored


def test_saving_the_program_restarts_it_and_a_mistake_waits_for_the_next_save(write_program,
                                                                              open_tty):
    folder = write_program("print('old')\nwhile True: pass")
    tty = open_tty("--terminal", "--speed", 9, folder)
    tty.expect("output:\r\nold\r\n")
    write_program("print('new'")
    tty.expect("SyntaxError: '(' was never closed\r\n\r\nCode done running.\r\n\r\n"
               "Press any key to enter the REPL. Use CTRL-D to reload.\r\n")
    assert "old\r\n\r\nCode stopped by auto-reload. Reloading soon.\r\nsoft reboot" in tty.screen
    write_program("print('new')\nwhile True: pass")
    tty.expect("output:\r\nnew\r\n")
    tty.type("\x1d")
    assert tty.end() == 0


def test_a_session_at_a_terminal_can_be_recorded(write_program, open_tty, tmp_path):
    folder = write_program(ASK)
    hand = tmp_path / "hand.txt"
    tty = open_tty("--terminal", folder, "--record", hand, "--record", tmp_path / "all.gif")
    tty.expect("> ")
    tty.type("hello\r")
    tty.expect("hello\r\n> ")
    tty.type("\x1d")
    assert tty.end() == 0
    done = hang.run([sys.executable, "-m", "sim", folder, "--headless", "--script", hand],
                    env=environment())
    assert done.stdout == tty.screen.replace("\r", "").partition("quits\n")[2].rstrip("\n")
    assert (tmp_path / "all.gif").read_bytes().startswith(b"GIF8")


@pytest.fixture
def host(monkeypatch):
    """The host's clock, by which nothing takes time but sleep."""
    clock = SimpleNamespace(now=0.0)

    def sleep(seconds):
        clock.now += seconds

    monkeypatch.setattr(terminal, "perf_counter", lambda: clock.now)
    monkeypatch.setattr(terminal, "sleep", sleep)
    return clock


@pytest.mark.parametrize(("speed", "seconds"), [(1, 0.3), (100, 30)])
def test_time_at_a_terminal_is_real_or_as_much_faster(write_program, keyboard, host, speed,
                                                      seconds):
    program = write_program(f"import time\ntime.sleep({seconds})\nprint('end')")
    with PyPortal(program) as portal:
        Terminal(portal, sit_down(portal, keyboard[0]), speed=speed).converse()
        assert portal.serial == "end\n"
    assert host.now == pytest.approx(0.3, abs=0.05)


def test_the_shell_gets_a_line_of_its_own(write_program, keyboard, capsys):
    with PyPortal(write_program(ASK)) as portal:
        Terminal(portal, sit_down(portal, keyboard[0], lambda: keyboard[1](b"\x1d"))).converse()
        assert (portal.serial, capsys.readouterr().out) == ("> ", "\n")


@pytest.mark.parametrize("leave", [b"\x1d", b"\x18"], ids=["Ctrl-]", "Ctrl-X"])
def test_all_keys_are_the_boards_but_those_that_leave(keyboard, leave):
    keys, type_keys = keyboard
    for typed, read in (b"ab\x04", "ab\x04"), (b"\r", "\n"), (b"\x03\x04", "\x03\x04"):
        type_keys(typed)
        assert (keys.read(), keys.ended) == (read, False)
    type_keys(b"c" + leave + b"no")
    assert (keys.read(), keys.ended, keys.read()) == ("c", True, "")


def test_a_job_that_was_stopped_takes_the_terminal_over_again(keyboard):
    """A shell gives a job that comes back to the front modes of its own."""
    keys, type_keys = keyboard
    listening = termios.tcgetattr(keys._fd)
    shells = [*listening[:3], listening[3] | termios.ICANON | termios.ECHO, *listening[4:]]
    termios.tcsetattr(keys._fd, termios.TCSANOW, shells)
    keys.read()
    assert termios.tcgetattr(keys._fd) == listening
    type_keys(b"k")
    assert keys.read() == "k"


def test_a_letter_of_two_bytes_may_come_in_two_pieces(keyboard):
    keys, type_keys = keyboard
    assert keys.read() == ""
    type_keys(b"\xc3")
    assert keys.read() == ""
    type_keys(b"\xa4\xff")
    assert keys.read() == "ä\ufffd"


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--headless"], "--terminal is for typing and --headless takes no input: leave out one\n"),
    (["--scale", "2"], "--scale is about the window: "),
    (["--bare"], "--bare is about the window: "),
    (["--seconds", "2"], "--seconds goes with --headless: "),
])
def test_refuses_what_does_not_go_with_a_terminal(write_program, capsys, arguments, sentence):
    assert command.main(["--terminal", str(write_program("print(1)")), *arguments]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(sentence)
    assert (said.err.count("\n"), said.out) == (1, "")
