# SPDX-License-Identifier: MIT
"""The serial console with a pipe, nothing or a script in the place of a keyboard."""

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time

import hang
from instantly import PyPortal
from sessions import ASK, environment, sit_down
from sim import __main__ as command
from sim.frontends import terminal
from sim.frontends.keyboard import Keyboard
from sim.frontends.terminal import Terminal


def pipe(folder, text, *arguments):
    return hang.run([sys.executable, "-m", "sim", "--terminal", folder, *arguments],
                    input=text, env=environment())


def dictate(folder, text, least_s=0):
    """The answers to `text`, and when the run was over, in virtual seconds."""
    reader, writer = os.pipe()
    os.write(writer, text.encode())
    os.close(writer)
    with PyPortal(folder) as portal:
        session = sit_down(portal, Keyboard(reader))
        Terminal(portal, session).dictate(int(least_s * 1e9))
        os.close(reader)
        return portal.serial, session.player.now / 1e9


def test_ctrl_d_on_an_empty_line_ends_a_pipe(write_program):
    assert dictate(write_program(ASK), "a\x04b\n\x04c\n")[0] == "> you said ab\n> "


def test_a_pipe_is_answered_to_its_end(write_program):
    done = pipe(write_program(ASK), "hello\n3 4\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "> you said hello\n> you said 3 4\n> "


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


def test_no_input_at_all_shows_what_the_program_says(write_program):
    asks = shlex.join([sys.executable, "-m", "sim", "--terminal", str(write_program(ASK))])
    done = hang.run(f"{asks} <&-", shell=True, env=environment())
    assert (done.returncode, done.stdout, done.stderr) == (0, "> ", "")


def test_a_slow_program_is_given_time_to_answer(write_program):
    slow = "import time\nwhile True:\n    line = input()\n    time.sleep(8)\n    print(line)\n"
    text, seconds = dictate(write_program(slow), "a\nb\nc\n")
    assert text == "a\nb\nc\n"
    assert 33 < seconds < 36


def test_a_program_that_says_nothing_is_left_after_ten_seconds(write_program):
    quiet = write_program("while True:\n    pass")
    assert 10 <= dictate(quiet, "")[1] < 10.1
    assert 20 <= dictate(quiet, "", least_s=20)[1] < 20.1


def test_a_program_that_never_stops_talking_is_stopped(write_program, capsys, monkeypatch):
    monkeypatch.setattr(terminal, "PATIENCE_NS", 3_000_000_000)
    talks = "import time\nwhile True:\n    print('tick')\n    time.sleep(1)\n"
    text, seconds = dictate(write_program(talks), "x")
    assert (text.count("tick"), round(seconds)) == (4, 3)
    assert capsys.readouterr().err == ("stopped 3 s after the input's end, the program would go "
                                       "on\n")


def test_a_script_goes_with_a_terminal(write_program, tmp_path):
    (tmp_path / "light.txt").write_text("12 light 1\n")
    program = """
import analogio, board
light = analogio.AnalogIn(board.LIGHT)
while light.value < 60000:
    pass
print("bright")
"""
    done = pipe(write_program(program), "", "--script", str(tmp_path / "light.txt"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "bright\n", "")


def test_input_is_heard_beside_a_window(write_program):
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
    """A job in the background of a shell ignores them, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
