# SPDX-License-Identifier: MIT
"""tools.drill on the simulator and over a pseudo-terminal, and tools.replay."""

import os
import pty
import re
import sys
from functools import partialmethod
from itertools import groupby
from types import SimpleNamespace

import pytest
from PIL import Image, ImageSequence

from sim import PyPortal
from tests.support import hang
from tests.support.play.player import Player
from tools import drill, replay
from tools.console import line as console_line
from tools.console import player, scenarios
from tools.console.line import Line, NoAnswer, SerialLine
from tools.console.player import Failed

RESULTS = [["flags", "pass", 1.25, 7, ""], ["presets", "FAIL", 1100.04, 123, "no board"],
           ["resume", "skipped", 0.0, 0, "why"], ["loss", "pass", 2.0, 1, "x"]]
REPORT = ["scenario  result    seconds  moves  note", "flags     pass          1.2      7",
          "presets   FAIL       1100.0    123  no board",
          "resume    skipped       0.0      0  why", "loss      pass          2.0      1  x",
          "2 passed, 1 failed, 1 skipped in 12.3 s"]
BOARDS = [["""\
   0 1 2
  0  - ? 1
  1  F . -
2 mines, 1 flags, 3 safe cells to open.""", [3, 2, "-?1F.-", "playing", 2, 1, 3, 0, 1, 5]],
          ["""\
Board
  0  *  X
 10  1  2
You have lost.""", [2, 2, "*X12", "lost", 0, 0, 0]],
          ["  0  F\nYou have won.", [1, 1, "F", "won", 0, 0, 0]],
          ["  0  - -\n  1  -\n2 mines, 1 flags, 3 safe cells to open.",
           ["no board: '  0  - -\\n  1  -\\n2 mines, 1 flags, 3 safe cells to open.'"]],
          ["  0 - -\nYou have won.", ["no board: '  0 - -\\nYou have won.'"]],
          ["abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh"
           "ijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
           ["no board: "
            "'efghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh"
            "ijklmnopqrstuvwxyz'"]], ["nothing", ["no board: 'nothing'"]],
          ["  0  - -\n2 mines, 1 flags, 3 safe cells",
           ["no status under the board: '2 mines, 1 flags, 3 safe cells'"]],
          ["  0  - -\n2 mines, 1 flags", ["no status under the board: '2 mines, 1 flags'"]],
          ["  0  - -\n2 mines, 1 flags, 3 safe cells to open. 4",
           ["no status under the board: '2 mines, 1 flags, 3 safe cells to open. 4'"]]]
REPLAY = """\
RawVF_Version: 1
RawVF_Version: 2
Number: 12-3
Status: won
Odd
Board:
*0
Events:
0.000 lc 1 1 (8 8)
1.050 rc 20 2 (8 8)
1.060 rr 20 2 (8 8)
61.999 mc 3 15 (8 8)
x
"""
MOVES = [[0, "open", 0, 0], [1050, "flag", 1, 19], [61999, "chord", 14, 2]]
DIFFERENCES = [[{}, []],
               [{"moves": [[40, "open", 0, 0], [1010, "flag", 1, 19], [61999, "chord", 14, 2]]},
                []],
               [{"moves": [[41, "open", 0, 0], [1050, "flag", 1, 19], [61999, "chord", 14, 2]]},
                ["moves came at other times"]],
               [{"moves": [[0, "open", 0, 0], [1009, "flag", 1, 19], [61999, "chord", 14, 2]]},
                ["moves came at other times"]],
               [{"moves": [[0, "open", 0, 0], [1050, "flag", 1, 19]]}, ["other moves were made"]],
               [{"moves": [[0, "open", 0, 0], [1050, "open", 1, 19], [61999, "chord", 14, 2]]},
                ["other moves were made"]],
               [{"number": "5", "status": "lost", "board": "0*\n"},
                ["the number deals another board than the file shows",
                 "the game is lost, not won"]]]
PLAYED = [[1500, 1], ["tap (160, 200)", 1], [500, 1], ["'deal 12-3\\n'", 1], [40, 75],
          ["'open 0 0\\n'", 1], [40, 26], [10, 1], ["'flag 1 19\\n'", 1], [40, 75]]


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
    chosen = ("errors", "flags", "resume", "settings")
    arguments = [word for name in chosen for word in ("--only", name)]
    assert drill.main(["--port", port, *arguments]) == 0
    said = capsys.readouterr().out
    assert re.search(r"resume +skipped .* somebody must press Reset: --manual asks for it", said)
    assert re.search(r"settings +skipped .* somebody must press Reset", said)
    assert "2 passed, 0 failed, 2 skipped" in said


def test_a_failure_is_reported_and_ends_with_1(drive, capsys, monkeypatch):
    def fail(player):
        raise Failed("the board is upside down")

    monkeypatch.setitem(scenarios.ALL, "flags", fail)
    assert drill.main(["--only", "flags"]) == 1
    assert "the board is upside down\n0 passed, 1 failed" in capsys.readouterr().out


@pytest.mark.parametrize(("arguments", "said"), [
    (["--port", "/dev/none"], "drill: /dev/none cannot be opened: "),
    (["--board", "none"], "drill: ")])
def test_a_missing_board_is_named(arguments, said, capsys):
    assert drill.main(arguments) == 1
    assert capsys.readouterr().err.startswith(said)


def test_missing_pyserial_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "serial", None)
    assert drill.main(["--port", "/dev/ttyACM0"]) == 1
    assert capsys.readouterr().err == "drill: --port needs pyserial: pip install pyserial\n"


def test_a_report_is_a_table_with_the_sums():
    results = [drill.Result(*row) for row in RESULTS]
    assert drill.report(results, 12.34).splitlines() == REPORT


@pytest.mark.parametrize(("text", "seen"), BOARDS)
def test_a_printed_board_is_read_or_refused(text, seen):
    try:
        board = player.read(text)
        told = [*board, *board.covered()]
    except Failed as why:
        told = [str(why)]
    assert told == seen


def refusal(call, *arguments):
    with pytest.raises((Failed, NoAnswer, replay.Failed)) as refused:
        call(*arguments)
    return str(refused.value)


class Talk(Line):
    """A board whose console prints pieces at their times, after what was typed."""

    def __init__(self, *pieces):
        super().__init__()
        self.pieces, self.time, self.typed = list(pieces), 0.0, ""

    def send(self, text):
        self.typed += text

    def receive(self, seconds):
        at, text = self.pieces[0] if self.pieces else (99, "")
        if at <= self.time + seconds:
            self.pieces.pop(0)
            self.time = max(at, self.time)
            return text
        self.time += seconds
        return ""

    def now(self):
        return self.time

    def restart(self, settings=()):
        raise NoAnswer

    close = restart


@pytest.mark.parametrize(("pieces", "asked", "said", "end", "heard"), [
    ([[0.1, "old"], [0.2, "er\r\n"], [0.5, "board\r\n"], [0.6, "one\n"], [0.74, "two\n\n"],
      [2, "late"]], "board", "one\ntwo", 0.89,
     """\
older
board
one
two

"""),
    ([[0.3, "board"], [0.4, "\r\none"], [0.7, "\ntwo"]], "board", "one\ntwo", 0.85,
     "board\none\ntwo"),
    ([[1,
       "\x1b]0;title\x07board\n"
       "\x1b]0;Done\x1b\\\n"
       "ok\n"]], "board", "ok", 1.15,
     """\
board

ok
"""),
    ([[1, "other\n"], [3, "more"]], "board", "'board' was not answered in 5 s", 5.25,
     "other\nmore"),
    ([[4.9, "board\nx\n"]], "board", "x", 5.05, "board\nx\n"),
    ([[5.2, "board\nx\n"]], "board", "x", 5.35, "board\nx\n"),
    ([[0.1, "a\r"], [2.9, "b"], [3.1, "c"]], "3", "ab", 3.0, "ab")])
def test_an_answer_is_what_follows_the_echo_up_to_a_silence(pieces, asked, said, end, heard):
    line = Talk(*pieces)
    try:
        told = line.wait(float(asked)) if asked.isdigit() else line.ask(asked)
    except NoAnswer as why:
        told = str(why)
    assert (told, round(line.time, 2), line.heard) == (said, end, heard)
    assert line.typed == ("" if asked.isdigit() else asked + "\r") and line.sounds() is None


class Usb:
    """Stands for pyserial and its port: notes what is done, and is away for so many openings."""

    def __init__(self):
        self.log, self.away, self.coming, self.time = [], 0, b"", 0.0

    def Serial(self, *where, **options):
        self.log.append(f"open {where} {options}")
        self.away -= 1
        if self.away >= 0:
            raise OSError("away")
        return self

    def write(self, data):
        self.log.append(data)
        if self.away > 0:
            raise OSError("unplugged")

    def read(self, count):
        if self.away > 0:
            raise OSError("unplugged")
        read, self.coming = self.coming[:count], self.coming[count:]
        self.time += 0 if read else self.timeout
        return read

    @property
    def in_waiting(self):
        return len(self.coming)

    def close(self):
        self.log.append("close")

    def sleep(self, seconds):
        self.time += seconds


def test_a_real_board_is_read_as_it_comes_and_opened_again_after_a_reset(monkeypatch):
    usb, said = Usb(), []
    monkeypatch.setitem(sys.modules, "serial", usb)
    monkeypatch.setattr(console_line, "time", SimpleNamespace(
        monotonic=lambda: usb.time, sleep=usb.sleep))
    line = SerialLine("COM3", said.append)
    opened = "open ('COM3', 115200) {'timeout': 0.15, 'write_timeout': 5}"
    usb.coming = "aé".encode()[:2]
    assert (line.receive(2), usb.timeout, usb.time) == ("a", 2, 0)
    assert (line.receive(-1), usb.timeout) == ("", 0)
    usb.coming = "é!".encode()[1:] + b"\xff"
    assert line.receive(0.5) == "é!\ufffd"
    line.send("é\r")
    assert (line.no_restart, line.now()) == ("", usb.time)
    began, usb.away = usb.time, 3
    line.restart()
    assert said == ["Press the board's Reset button, then Enter here: "]
    assert usb.time - began == pytest.approx(3 * 0.2 + 3)
    assert usb.log == [opened, "é\r".encode(), "close", *[opened] * 4]
    assert refusal(line.restart, ["A = 1"]) == (
        "settings.toml is on the board's own drive and is left alone")
    began, usb.away = usb.time, 999
    assert refusal(line.restart) == "COM3 cannot be opened: away"
    assert usb.time - began == pytest.approx(20, abs=0.21)
    assert refusal(line.send, "x") == refusal(line.receive, 1) == "COM3 is gone: unplugged"
    usb.away = 0
    assert refusal(SerialLine("COM3").restart) == (
        "somebody must press Reset: --manual asks for it")


def test_the_first_cell_is_in_the_middle_and_the_last_words_of_a_program_are_told():
    line = Talk()
    row = "".join("  -" * 20)
    guide = "".join(f"{row_number:3}{row}\n" for row_number in range(15))
    answers = {"board": f"{guide}15 mines, 0 flags, 285 safe cells to open.", "new guide": ""}
    line.ask = answers.__getitem__
    with pytest.raises(KeyError, match="'open 7 10'"):
        player.Player(line).open_area()
    line = object.__new__(console_line.SimulatedLine)
    line.heard, line._said = "Traceback\nValueError: x\n", []
    line._portal = SimpleNamespace(now=0, running=False)
    assert refusal(line.receive, 1) == "the program has ended: ValueError: x"


def test_a_board_that_deals_another_board_or_never_ends_a_game_is_told():
    told = BOARDS[0][0]
    line = SimpleNamespace(ask=lambda command: told)
    for dealt in "expert", "guide":
        assert refusal(player.Player(line).new, dealt) == f"new {dealt} dealt 3x2 cells and 2 mines"
    assert refusal(player.Player(line).new).startswith("new guide dealt")
    liar = SimpleNamespace(open_area=lambda: player.read(told), line=line)
    assert refusal(scenarios.errors, liar).endswith(
        " and not 'row 2 is out of range, rows are 0 to 1'")
    endless = player.Player(line)
    for _ in range(3000):
        board = endless.move("flag", player.read(told), 4)
    assert refusal(endless.move, "flag", board, 4) == "3000 moves did not end the games"


def as_replay(number, status, board, moves):
    return replay.Replay(number, status, board, tuple(replay.Move(*move) for move in moves))


WANTED = {"number": "12-3", "status": "won", "board": "*0\n", "moves": MOVES}


def test_the_last_replay_of_a_text_is_read_and_compared():
    text = REPLAY
    assert replay.read(text.replace("\n", "\r\n")) == as_replay(**WANTED)
    for part in "RawVF_Version", "Board:\n", "Events:\n":
        assert replay.read(text.replace(part, "")) is None
    for other, told in DIFFERENCES:
        assert replay.differences(as_replay(**WANTED), as_replay(**{**WANTED, **other})) == told
    assert replay.differences(as_replay(**WANTED), None) == [
        "the game is not decided after the last move"]


class Deed:
    """Stands for a portal: notes what is done, and milliseconds of running; answers after 5 s."""

    def __init__(self, answer):
        self.now, self.serial, self.log, self.answer = 0.0, "old\n", [], answer

    def run(self, seconds):
        self.now += seconds
        self.log.append(round(seconds * 1000))
        if self.answer and self.now > 5:
            self.serial, self.answer = self.serial + self.answer, ""

    def tap(self, *place):
        self.log.append(f"tap {place}")

    def type(self, text):
        self.log.append(repr(text))


def test_a_replay_is_dealt_and_its_moves_are_made_at_their_times():
    """Frames of 40 ms, each looked at, but not while the title is shown."""
    portal, looks = Deed("Board 12-3.\r\n"), []
    playback = replay.Playback(portal, lambda: looks.append(portal.now))
    playback.deal("12-3")
    playback.run(-1)
    playback.play(as_replay(**WANTED).moves[:2])
    assert [[deed, len([*times])] for deed, times in groupby(portal.log)] == PLAYED
    assert len(looks) == len([deed for deed in portal.log if isinstance(deed, int)]) - 2
    refused = replay.Playback(Deed("some\r\nno such board\r\n"), lambda: None)
    assert refusal(refused.deal, "12-3") == "no such board"
    assert refused.portal.now == pytest.approx(22.04)


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
        shown = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
        assert len(shown) >= 5 and picture.size == (320, 240)
    last = replay.load(file).moves[-1]
    # A frame late, and in whole hundredths of a second.
    assert sum(shown) == pytest.approx(last.ms + 3000, abs=50)


@pytest.mark.parametrize(("old", "new", "told"), [
    ("Status: lost", "Status: won", "the game is lost, not won"),
    ("Number: ", "Number: 0-", "Board numbers have 12 or 19 digits."),
    ("Number: ", "Remark: ", "has no line Number: only replays of this game can be dealt"),
    ("Events:", "Ends:", "holds no replay: capture what the console prints after `replay`")])
def test_differences_are_reported(file, capsys, old, new, told):
    file.write_text(file.read_text().replace(old, new, 1))
    assert replay.main([str(file)]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["10801", "999999999", "9" * 5000])
def test_a_move_that_is_too_late_to_be_replayed_is_refused(file, capsys, seconds):
    text = file.read_text()
    last = [line for line in text.splitlines() if " lc " in line][-1]
    file.write_text(text.replace(last, f"{seconds}.{last.partition('.')[2]}"))
    assert replay.main([str(file)]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{file} has a move at ") and "shorten its times" in told
    assert told.count("\n") == 1


def test_a_game_without_its_last_move_and_a_missing_file_are_named(file, tmp_path, capsys):
    file.write_text("\n".join(file.read_text().splitlines()[:-2]) + "\n")
    assert replay.main([str(file)]) == replay.main([str(tmp_path / "none")]) == 1
    undecided, missing = capsys.readouterr().err.splitlines()
    assert undecided.endswith("the game is not decided after the last move")
    assert missing == f"{tmp_path / 'none'} cannot be read: No such file or directory"
