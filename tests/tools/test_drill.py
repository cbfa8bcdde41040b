# SPDX-License-Identifier: MIT
"""tools.drill on the simulator and over a pseudo-terminal, and tools.replay."""

import os
import pty
import re
import sys
from functools import partialmethod

import pytest
from PIL import Image

from sim import PyPortal
from tests.support import hang
from tests.support.play.player import Player
from tools import drill, replay
from tools.console import scenarios
from tools.console.line import SerialLine
from tools.console.player import Failed


class Board:
    """A PyPortal behind a serial port, whose time passes only while its output is awaited.

    `send`, `receive` and `now` replace those of a SerialLine, so that seconds are the board's and
    the computer's speed does not matter.
    """

    def __init__(self, drive, port):
        self._port = port
        self._unheard = 0
        self._send, self._receive = SerialLine.send, SerialLine.receive
        self.portal = PyPortal(drive, seed=3, sources=drive)  # compiled, as most boards have it
        self.portal.board.console.listener = self._say

    def _say(self, text):
        self._unheard += os.write(self._port, as_usb(text))

    def now(self):
        return self.portal.now

    def send(self, line, text):
        self._send(line, text)
        typed = b""
        while len(typed) < len(text.encode()):
            typed += os.read(self._port, 1000)
        self.portal.type(typed.decode())

    def receive(self, line, seconds):
        end = self.portal.now + seconds
        while not self._unheard and self.portal.now < end:
            self.portal.run(0.02)
        said = ""
        while len(said.encode()) < self._unheard:
            said += self._receive(line, hang.HANG_S)
        self._unheard = 0
        return said


def _swapped(line, method, argument):
    return method(line, argument)


@pytest.fixture
def port(drive, monkeypatch):
    """The name of a serial port with a PyPortal behind it."""
    ours, theirs = pty.openpty()
    board = Board(drive, ours)
    monkeypatch.setattr(SerialLine, "now", board.now)
    for name in "send", "receive":
        monkeypatch.setattr(SerialLine, name, partialmethod(_swapped, getattr(board, name)))
    yield os.ttyname(theirs)
    board.portal.close()
    os.close(ours)
    os.close(theirs)


def as_usb(text):
    """Return text as a board sends it: its line ends, and a title for the terminal."""
    return b"\x1b]0;code.py\x1b\\" + text.replace("\n", "\r\n").encode()


def test_every_scenario_passes_on_the_simulator(drive, capsys):
    assert drill.main(["--board", "pyportal_titano", "--only", "presets", "--only", "flags"]) == 0
    assert "8 presets" in capsys.readouterr().out
    assert drill.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[1:-1]] == [[name, "pass"] for name in scenarios.ALL]
    assert len({len(line.partition(".")[0]) for line in lines[1:-1]}) == 1
    assert re.fullmatch(r"11 passed, 0 failed, 0 skipped in \d+\.\d s", lines[-1])


def test_scenarios_pass_over_a_serial_port(port, capsys):
    chosen = ("errors", "chord", "flags", "loss", "resume", "settings", "sounds")
    arguments = [word for name in chosen for word in ("--only", name)]
    assert drill.main(["--port", port, *arguments]) == 0
    said = capsys.readouterr().out
    assert re.search(r"resume +skipped .* somebody must press Reset: --manual asks for it", said)
    assert re.search(r"settings +skipped .* somebody must press Reset", said)
    assert "5 passed, 0 failed, 2 skipped" in said


def test_a_failure_is_reported_and_ends_with_1(drive, capsys, monkeypatch):
    def fail(player):
        raise Failed("the board is upside down")

    monkeypatch.setitem(scenarios.ALL, "flags", fail)
    assert drill.main(["--only", "flags"]) == 1
    assert "the board is upside down\n0 passed, 1 failed" in capsys.readouterr().out


@pytest.mark.parametrize(("arguments", "said"), [
    (["--port", "/dev/none"], "drill: /dev/none cannot be opened: "),
    (["--board", "none"], "drill: "),
])
def test_a_missing_board_is_named(arguments, said, capsys):
    assert drill.main(arguments) == 1
    assert capsys.readouterr().err.startswith(said)


def test_missing_pyserial_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "serial", None)
    assert drill.main(["--port", "/dev/ttyACM0"]) == 1
    assert capsys.readouterr().err == "drill: --port needs pyserial: pip install pyserial\n"


@pytest.fixture(scope="module")
def lost(drive):
    """The console's replay of a lost game of five moves."""
    return Player(drive, 5).lost_replay()


@pytest.fixture
def file(lost, tmp_path):
    path = tmp_path / "game.rawvf"
    path.write_text("board\r\n  0  -  -\r\n" + lost.replace("\n", "\r\n"))
    return path


def test_a_game_ends_as_recorded_in_a_moving_picture(file, tmp_path, capsys):
    gif = tmp_path / "game.gif"
    assert replay.main([str(file), "--gif", str(gif)]) == 0
    assert capsys.readouterr().out == f"{file}: 5 moves, lost, as in the file\n"
    with Image.open(gif) as picture:
        assert picture.n_frames >= 5 and picture.size == (320, 240)


@pytest.mark.parametrize(("old", "new", "told"), [
    ("Status: lost", "Status: won", "the game is lost, not won"),
    ("*", "0", "the number deals another board than the file shows"),
    ("Number: ", "Number: 0-", "Board numbers have 12 or 19 digits."),
    ("Number: ", "Remark: ", "has no line Number: only replays of this game can be dealt"),
    ("Events:", "Ends:", "holds no replay: capture what the console prints after `replay`"),
])
def test_differences_are_reported(file, capsys, old, new, told):
    file.write_text(file.read_text().replace(old, new, 1))
    assert replay.main([str(file)]) == 1
    assert told in capsys.readouterr().err


def test_a_game_without_its_last_move_and_a_missing_file_are_named(file, tmp_path, capsys):
    file.write_text("\n".join(file.read_text().splitlines()[:-2]) + "\n")
    assert replay.main([str(file)]) == replay.main([str(tmp_path / "none")]) == 1
    undecided, missing = capsys.readouterr().err.splitlines()
    assert undecided.endswith("the game is not decided after the last move")
    assert missing == f"{tmp_path / 'none'} cannot be read: No such file or directory"
