# SPDX-License-Identifier: MIT
"""The serial console in a terminal, here a pseudo-terminal, and with a pipe for its input."""

import contextlib
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import termios
import time
from types import SimpleNamespace

import pytest

from sim import __main__ as command
from sim.frontends import terminal
from sim.frontends.session import Keyboard
from sim.frontends.terminal import Terminal
from tests.support import hang
from tests.support.frontends import ASK, environment, start_session
from tests.support.programs.programs import PyPortal

# Reads a key by itself, as a program with its own console does, then lines; catches an interrupt.
KEYS = """
import sys, time
print("ready")
print(repr(sys.stdin.read(1)))
try:
    time.sleep(1000)
except KeyboardInterrupt:
    print("caught")
while input("? "):
    pass
1 / 0
"""
END = "\r\n\r\nCode done running.\r\n\r\n" \
      "Press any key to enter the REPL. Use CTRL-D to reload.\r\n"


class Tty:
    """`python -m sim` at a pseudo-terminal, with its screen and its modes."""

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
    """A Keyboard on a pseudo-terminal, and a function that types on it."""
    master, slave = pty.openpty()
    with Keyboard(slave) as opened:
        yield opened, lambda text: os.write(master, text)
    os.close(master)
    os.close(slave)


def test_a_session_at_a_terminal(write_program, open_tty, tmp_path):
    """Keys, edited lines, the REPL and a save: all that a person does there, recorded."""
    hand, folder = tmp_path / "hand.txt", write_program(KEYS)
    tty = open_tty("--terminal", "--speed", 9, folder, "--record", hand,
                   "--record", tmp_path / "all.gif")
    tty.expect("code.py output:\r\nready\r\n")
    tty.type("a")
    tty.expect("ready\r\n'a'\r\n")
    tty.type("\x03")
    tty.expect("caught\r\n? ")
    tty.type("helo\x7flo\x04!\r")
    tty.expect("? helo\b \blo!\r\n? ")
    tty.type("\n")
    tty.expect("ZeroDivisionError: division by zero" + END)
    tty.type(" ")
    tty.expect("\r\nAdafruit CircuitPython 10.2.0 on 2026-04-20; Adafruit PyPortal with "
               "samd51j20\r\n>>> ")
    tty.type("6 * 7\r")
    tty.expect(">>> 6 * 7\r\n42\r\n>>> ")
    tty.type("\x04")
    tty.expect("\r\nsoft reboot\r\n\r\nAuto-reload is on. Simply save files over USB to run them "
               "or enter REPL to disable.\r\ncode.py output:\r\nready\r\n")
    tty.type("\x1d")
    assert tty.end() == 0
    assert tty.restored
    done = hang.run([sys.executable, "-m", "sim", folder, "--headless", "--script", hand],
                    env=environment())
    screen = tty.screen.replace("\r", "").partition("quits\n")[2]
    assert done.stdout.rstrip("\n") == screen.rstrip("\n")
    assert (tmp_path / "all.gif").read_bytes().startswith(b"GIF8")


def test_saving_the_program_restarts_it(write_program, open_tty):
    folder = write_program("print('old')\nwhile True: pass")
    tty = open_tty("--terminal", "--speed", 9, folder)
    tty.expect("output:\r\nold\r\n")
    write_program("print('new'")
    tty.expect("SyntaxError: '(' was never closed" + END)
    assert "old\r\n\r\nCode stopped by auto-reload. Reloading soon.\r\nsoft reboot" in tty.screen
    tty.type("\x18")
    assert tty.end() == 1
    assert tty.restored


@pytest.fixture
def host(monkeypatch):
    """A computer's clock on which only sleep takes time."""
    clock = SimpleNamespace(now=0.0)

    def sleep(seconds):
        clock.now += seconds

    monkeypatch.setattr(terminal, "perf_counter", lambda: clock.now)
    monkeypatch.setattr(terminal, "sleep", sleep)
    return clock


@pytest.mark.parametrize(("speed", "seconds"), [(1, 0.3), (100, 30)])
def test_time_is_real_or_speed_times_as_fast(write_program, keyboard, host, speed, seconds):
    program = write_program(f"import time\ntime.sleep({seconds})\nprint('end')")
    with PyPortal(program) as portal:
        Terminal(portal, start_session(portal, keyboard[0]), speed=speed).converse()
        assert portal.serial == "end\n"
    assert host.now == pytest.approx(0.3, abs=0.05)


def test_the_shells_prompt_starts_on_a_new_line(write_program, keyboard, capsys):
    with PyPortal(write_program(ASK)) as portal:
        session = start_session(portal, keyboard[0], lambda: keyboard[1](b"\x1d"))
        Terminal(portal, session).converse()
        assert (portal.serial, capsys.readouterr().out) == ("> ", "\n")


@pytest.mark.parametrize("leave", [b"\x1d", b"\x18"], ids=["Ctrl-]", "Ctrl-X"])
def test_all_keys_but_those_that_quit_reach_the_board(keyboard, leave):
    """A letter of two bytes may come in two pieces."""
    keys, type_keys = keyboard
    for typed, read in ((b"ab\x04", "ab\x04"), (b"\r", "\n"), (b"\x03\x04", "\x03\x04"), (b"", ""),
                        (b"\xc3", ""), (b"\xa4\xff", "ä\ufffd")):
        type_keys(typed)
        assert (keys.read(), keys.ended) == (read, False)
    type_keys(b"c" + leave + b"no")
    assert (keys.read(), keys.ended, keys.read()) == ("c", True, "")


def test_a_resumed_job_sets_the_terminals_modes_again(keyboard):
    """A shell sets its own modes for a job that returns to the foreground."""
    keys, type_keys = keyboard
    listening = termios.tcgetattr(keys._fd)
    shells = [*listening[:3], listening[3] | termios.ICANON | termios.ECHO, *listening[4:]]
    termios.tcsetattr(keys._fd, termios.TCSANOW, shells)
    keys.read()
    assert termios.tcgetattr(keys._fd) == listening
    type_keys(b"k")
    assert keys.read() == "k"


def dictate(folder, text, least_s=0):
    """Return the program's answers to `text`, and the run's virtual seconds."""
    reader, writer = os.pipe()
    os.write(writer, text.encode())
    os.close(writer)
    with PyPortal(folder) as portal:
        session = start_session(portal, Keyboard(reader))
        Terminal(portal, session).dictate(int(least_s * 1e9))
        os.close(reader)
        return portal.serial, session.player.now / 1e9


def test_a_pipe_is_fed_as_it_comes(write_program):
    with subprocess.Popen([sys.executable, "-m", "sim", "--terminal", write_program(ASK)],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                          env=environment()) as process:
        process.stdin.write("one\n")
        assert process.stdout.readline() == "> you said one\n"
        time.sleep(0.3)  # long enough for a patience in virtual time to run out
        process.stdin.write("two\n")
        assert process.stdout.readline() == "> you said two\n"
        process.stdin.close()
        assert hang.wait(process) == 0


def test_closed_input_and_a_script_show_what_the_program_prints(write_program, tmp_path):
    (tmp_path / "light.txt").write_text("12 light 1\n")
    waits = shlex.join([sys.executable, "-m", "sim", "--terminal", "--script",
                        str(tmp_path / "light.txt"), str(write_program("""
import analogio, board
light = analogio.AnalogIn(board.LIGHT)
while light.value < 60000:
    pass
print("bright")
input("> ")
"""))])
    done = hang.run(f"{waits} <&-", shell=True, env=environment())
    assert (done.returncode, done.stdout, done.stderr) == (0, "bright\n> ", "")


# What is typed, the program's answers, and the run's virtual seconds.
SLOW = "import time\nwhile True:\n    line = input()\n    time.sleep(8)\n    print(line)\n"
DICTATIONS = {
    "an end of file on an empty line": (ASK, "a\x04b\n\x04c\n", "> you said ab\n> ", 10, 10.1),
    "a slow program": (SLOW, "a\nb\nc\n", "a\nb\nc\n", 33, 36),
    "a silent program": ("while True:\n    pass", "", "", 10, 10.1),
}


@pytest.mark.parametrize("case", DICTATIONS)
def test_a_pipe_is_answered_until_the_program_is_silent_for_ten_seconds(write_program, case):
    program, typed, answers, least, most = DICTATIONS[case]
    text, seconds = dictate(write_program(program), typed)
    assert text == answers
    assert least <= seconds < most


def test_a_program_that_keeps_printing_is_stopped(write_program, capsys, monkeypatch):
    quiet = write_program("while True:\n    pass")
    assert 12 <= dictate(quiet, "", least_s=12)[1] < 12.1
    monkeypatch.setattr(terminal, "PATIENCE_NS", 3_000_000_000)
    talks = "import time\nwhile True:\n    print('tick')\n    time.sleep(1)\n"
    text, seconds = dictate(write_program(talks), "x")
    assert (text.count("tick"), round(seconds)) == (4, 3)
    assert capsys.readouterr().err == ("stopped 3 s after the end of the input: the program "
                                       "was still running\n")


def test_input_reaches_the_console_beside_a_window(write_program):
    with subprocess.Popen([sys.executable, "-m", "sim", write_program(ASK)],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, bufsize=1,
                          env=environment(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy"),
                          preexec_fn=_hear_interrupts,  # noqa: PLW1509  (no thread runs here)
                          ) as process:
        process.stdin.write("hello\n")
        assert process.stdout.readline() == "> you said hello\n"
        process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            assert process.wait(0.3) is None, "the window closes with the input"
        process.send_signal(signal.SIGINT)
        assert hang.wait(process) == command.INTERRUPTED


def _hear_interrupts():
    """Undo the setting of a shell, whose background jobs and their children ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
