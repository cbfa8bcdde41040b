# SPDX-License-Identifier: MIT
"""The serial console: messages, keys, the REPL, and a terminal or a pipe for its input."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios

import pytest

from sim import command
from sim.frontends import headless, terminal
from sim.frontends.session import Keyboard
from sim.frontends.terminal import Terminal
from tests.support import hang
from tests.support.frontends import environment, start_session
from tests.support.programs.programs import PyPortal, run
from tests.support.programs.typing import answers, repl_cases

KEYS = """\
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
PINS = """\
import board, digitalio
while True:
    try:
        while True:
            with digitalio.DigitalInOut(board.D3) as pin:
                pin.value
    except KeyboardInterrupt:
        print("caught")
"""
ANY_KEY = "\nPress any key to enter the REPL. Use CTRL-D to reload.\n"
BANNER = "\nAdafruit CircuitPython 10.2.1 on 2026-05-12; Adafruit PyPortal with samd51j20\n"


def test_an_attended_console_shows_the_firmwares_messages(attend, write_program):
    portal = attend("print('hello')")
    portal.run(2)
    assert portal.serial == (
        "\nAuto-reload is on. Simply save files over USB to run them or enter REPL to disable.\n"
        "code.py output:\nhello\n\nCode done running.\n" + ANY_KEY)
    assert not portal.running
    portal.type("k")
    portal.run(0.1)
    assert portal.serial.endswith(ANY_KEY + BANNER + ">>> ")
    portal = run(write_program("print('hello')"))
    assert (portal.serial, portal.running) == ("hello\n", False)


@pytest.mark.parametrize("wait", [
    "while True:\n    pass",
    "import time\ntime.sleep(1000)",
    "import sys\nsys.stdin.read(1)",
    "input()",
    "import board, displayio\nwhile True:\n    board.DISPLAY.refresh()",
    """\
def f():
    for i in range(10**9):
        x = [j for j in range(3)]
f()"""])
def test_ctrl_c_drops_unread_input_and_ends_the_program_wherever_it_is(attend, wait):
    portal = attend(wait)
    portal.run(0.2)
    portal.type("abc\x03" if "pass" in wait else "\x03")
    portal.run(0.1)
    assert portal.serial.endswith("KeyboardInterrupt: \n\nCode done running.\n" + ANY_KEY)
    assert not portal.failed


def test_ctrl_c_never_interrupts_a_call_into_the_hardware(attend):
    """A claimed pin is released whenever Ctrl-C comes."""
    portal = attend(PINS)
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
    assert portal.serial.endswith("soft reboot\n" + ANY_KEY)
    (tmp_path / "code.py").write_text("print('back')")
    portal.type("\x04")
    portal.run(2)
    assert "back\n" in portal.serial


def test_the_repl_answers_keys_as_on_a_board(attend):
    """The table has what a firmware sends; a case goes on where the one before has ended."""
    portal, table = attend("x = 5"), repl_cases()
    assert answers(portal, table) == table
    assert not portal.failed


@pytest.mark.parametrize(("keys", "expected"), [
    ("for i in (1, 2):\r\tprint(i)\r\r",
     "for i in (1, 2):\n...     print(i)\n... \n1\n2\n>>> "),
    ("if 1:\r  x = 3\r  x\r\r", "if 1:\n...   x = 3\n...   x\n... \n3\n>>> "),
    ("def f():\r  return 8\r\rf()\r",
     "def f():\n...   return 8\n... \n>>> f()\n8\n>>> "),
    ("if 1:\r\x03", "if 1:\n... \n>>> "),
    ("if 1:\r  5\r\x04", "if 1:\n...   5\n... 5\n>>> "),
    ("12\x1b[D\x1b[A\x1b[3~\x1bOH3\r", "123\n123\n>>> "),
])
def test_lines_of_a_block_are_typed_with_their_indents(attend, keys, expected):
    """A board adds indents of its own, and its editor knows the cursor's keys."""
    portal = attend("")
    portal.run(2)
    portal.type(" ")
    portal.run(1)
    before = len(portal.serial)
    portal.type(keys)
    portal.run(1)
    assert portal.serial[before:] == expected


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
        "NameError: name 'led' isn't defined\n"
        ">>> led = digitalio.DigitalInOut(board.D13)\n>>> led.value\nFalse\n>>> ")


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


def test_a_session_at_a_terminal(write_program, open_tty, tmp_path, capsys):
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
    tty.expect("\r\nAdafruit CircuitPython 10.2.1 on 2026-05-12; Adafruit PyPortal with "
               "samd51j20\r\n>>> ")
    tty.type("6 * 7\r")
    tty.expect(">>> 6 * 7\r\n42\r\n>>> ")
    tty.type("\x04")
    tty.expect("\r\nsoft reboot\r\n\r\nAuto-reload is on. Simply save files over USB to run them "
               "or enter REPL to disable.\r\ncode.py output:\r\nready\r\n")
    tty.type("\x1d")
    assert tty.end() == 0
    assert tty.restored
    command.main([str(folder), "--headless", "--script", str(hand)])
    screen = tty.screen.replace("\r", "").partition("quits\n")[2]
    assert capsys.readouterr().out.rstrip("\n") == screen.rstrip("\n")
    assert (tmp_path / "all.gif").read_bytes().startswith(b"GIF8")


def dictate(folder, text, least_s=0):
    """Return the program's answers to `text`, and the run's virtual seconds."""
    reader, writer = os.pipe()
    os.write(writer, text.encode())
    os.close(writer)
    with PyPortal(folder) as portal:
        session = start_session(portal, Keyboard(reader))
        Terminal(portal, session).dictate(least_s * 10**9)
        os.close(reader)
        return portal.serial, session.player.now / 1e9


@pytest.mark.parametrize(("program", "typed", "answers", "least", "most"), [
    ("while True:\n    print('you said', input('> '))\n", "a\x04b\n\x04c\n", "> you said ab\n> ",
     10, 10.1),
    ("""\
import time
while True:
    line = input()
    time.sleep(8)
    print(line)
""",
     """\
a
b
c
""",
     """\
a
b
c
""", 33, 36),
    ("while True:\n    pass", "", "", 10, 10.1)])
def test_a_pipe_is_answered_until_the_program_is_silent_for_ten_seconds(
        write_program, program, typed, answers, least, most):
    text, seconds = dictate(write_program(program), typed)
    assert text == answers
    assert least <= seconds < most


class Computer:
    """A computer's clock, a keyboard and a serial line; seconds pass while something waits."""

    def __init__(self, keys=(), hears=()):
        self.now, self.naps, self.keys, self.hears = 0.0, [], [*keys], [*hears]
        self.ended = False

    def read(self):
        key = self.keys.pop(0) if self.keys else ""
        self.now += 0.3 if key == "slow" else 0
        self.ended = key == "quit"
        return ""

    def sleep(self, seconds):
        self.naps.append(round(seconds, 3))
        self.now += max(0, seconds)

    wait = sleep

    @property
    def heard(self):
        return bool(self.hears and self.hears.pop(0))

    def turn(self):
        pass

    def flush(self):
        if self.now > 0.2:
            signal.raise_signal(signal.SIGINT)


FRAME_S = 0.017


@pytest.mark.parametrize(("speed", "keys", "naps", "seconds"), [
    (1, ["", "", "quit"], [FRAME_S] * 3, 0.05), (2.5, ["", "", "quit"], [FRAME_S] * 3, 0.125),
    (1, ["slow", *[""] * 6, "quit"], [0] * 7 + [FRAME_S], 0.133)])
def test_time_is_real_at_a_terminal(speed, keys, naps, seconds, write_program, monkeypatch, capsys):
    """After a frame that took long, the next ones are early, but not for more than 0.1 s."""
    computer = Computer(keys)
    monkeypatch.setattr(terminal, "perf_counter", lambda: computer.now)
    monkeypatch.setattr(terminal, "sleep", computer.sleep)
    with PyPortal(write_program("print('a', end='')\nwhile True: pass")) as portal:
        Terminal(portal, start_session(portal, computer), speed).converse()
        assert computer.naps == naps
        assert portal.now == pytest.approx(seconds, abs=0.001)
    assert capsys.readouterr().out == "\n"  # the shell's prompt gets a line of its own


def test_a_program_that_prints_on_after_the_end_of_its_input_is_stopped(
        write_program, monkeypatch, capsys):
    monkeypatch.setattr(terminal, "PATIENCE_NS", 5_000_000_000)
    folder = write_program("import time\nwhile True:\n    print('.')\n    time.sleep(1)")
    assert dictate(folder, "")[1] == pytest.approx(5, abs=0.02)
    assert capsys.readouterr().err == (
        "stopped 5 s after the end of the input: the program was still running\n")
    assert dictate(folder, "", least_s=7)[1] == pytest.approx(7, abs=0.02)


@pytest.mark.parametrize(("hears", "speed", "end_s", "now_s", "naps"), [
    ([], 1, 0.04, 0.04, [FRAME_S] * 3),
    ([], 1, 9, 0.217, [FRAME_S] * 13),  # Ctrl-C
    ([0, 1, 1], 1, 0.02, 0.02, [FRAME_S, 0.002, 0.002]),
    ([], 0.25, 9, 0.067, [0.067] * 4)])
def test_a_served_board_runs_in_real_time_but_answers_at_once(
        hears, speed, end_s, now_s, naps, write_program, monkeypatch):
    computer = Computer(hears=hears)
    monkeypatch.setattr(headless, "perf_counter", lambda: computer.now)
    with PyPortal(write_program("while True: pass")) as portal:
        session, before = start_session(portal, computer), signal.getsignal(signal.SIGINT)
        headless.Server(portal, session, computer, speed).serve(round(end_s * 1e9))
        assert signal.getsignal(signal.SIGINT) is before
        assert portal.now == pytest.approx(now_s, abs=0.001)
    assert computer.naps == naps


@pytest.mark.parametrize(("open_it", "pieces", "keys", "ended", "left"), [
    ("pipe", ["a\n\x04c"], ["a\n"], True, False),
    ("pipe", ["a\x04b", "\x04"], ["a\x04b", "\x04"], False, False),
    ("pipe", ["\x04a"], [""], True, False),
    ("pipe", ["a\r", "\x04b"], ["a\r", ""], True, False),
    ("pipe", ["éÃ", "©ÿ", "\x1d"], ["�", "é�", "\x1d"], False, False),
    ("terminal", ["ab\x1dc"], ["ab"], True, True),
    ("terminal", ["\x03\x04", "x\x18"], ["\x03\x04", "x"], True, True)])
def test_a_keyboard_ends_at_ctrl_d_in_a_pipe_and_at_keys_that_quit_in_a_terminal(
        open_it, pieces, keys, ended, left):
    reader, writer = os.pipe() if open_it == "pipe" else pty.openpty()[::-1]
    with Keyboard(reader) as keyboard:
        assert keyboard.is_terminal == (open_it == "terminal") and keyboard.read() == ""
        for piece, key in zip(pieces, keys, strict=True):
            os.write(writer, piece.encode("latin-1"))
            assert keyboard.read() == key
        assert (keyboard.ended, keyboard.quit) == (ended, left)
    os.close(writer)
    assert not ended or keyboard.read() == ""
    assert open_it == "terminal" or ended or (keyboard.read(), keyboard.ended) == ("", True)
    os.close(reader)
    none = Keyboard(None)
    assert (none.ended, none.is_terminal, none.read(), none.wait()) == (True, False, "", None)
