# SPDX-License-Identifier: MIT
"""tools.replay: a recorded game is dealt, played at its times, and compared."""

import os

import pytest
from PIL import Image, ImageSequence

from minesweeper.rules import presets
from tests.support.play.player import Player
from tools import replay

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
                ["move 1 came 41 ms late"]],
               [{"moves": [[0, "open", 0, 0], [1009, "flag", 1, 19], [61999, "chord", 14, 2]]},
                ["move 2 came 41 ms early"]],
               [{"moves": [[0, "open", 0, 0], [1050, "flag", 1, 19]]}, ["other moves were made"]],
               [{"moves": [[0, "open", 0, 0], [1050, "open", 1, 19], [61999, "chord", 14, 2]]},
                ["other moves were made"]],
               [{"number": "5", "status": "lost", "board": "0*\n"},
                ["the number deals another board than the file shows",
                 "the game is lost, not won"]]]
def as_replay(number, status, board, moves):
    return replay.Replay(number, status, board, tuple(replay.Move(*move) for move in moves))


WANTED = {"number": "12-3", "status": "won", "board": "*0\n", "moves": MOVES}


def test_the_last_replay_of_a_text_is_read_and_compared():
    text = REPLAY
    assert replay.read(text.replace("\n", "\r\n")) == as_replay(**WANTED)
    for part in "RawVF_Version", "Board:\n", "Events:\n":
        assert replay.read(text.replace(part, "")) is None
    for other, expected in DIFFERENCES:
        assert replay.differences(as_replay(**WANTED), as_replay(**{**WANTED, **other})) == expected
    assert replay.differences(as_replay(**WANTED), None) == [
        "the game is not decided after the last move"]


@pytest.fixture(scope="module")
def lost(drive):
    """The console's replay of a lost game of five moves."""
    return Player(drive, 5, presets.BEGINNER).lost_replay()


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


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("Status: lost", "Status: won", "the game is lost, not won"),
    ("Number: ", "Number: 0-", "Board numbers have 12 or 19 digits."),
    ("Number: ", "Remark: ",
     "has no line Number with that of a board: only replays of this game can be dealt"),
    ("Number: ", "Number: \x03", "has no line Number with that of a board"),
    ("Number: ", "Number: " + "1" * 99_999, "has no line Number with that of a board"),
    ("Events:", "Ends:", "holds no replay: capture what the console prints after `replay`")])
def test_differences_are_reported(file, capsys, old, new, expected):
    file.write_text(file.read_text().replace(old, new, 1))
    assert replay.main([str(file)]) == 1
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["10801", "999999999", "9" * 5000])
def test_a_move_that_is_too_late_to_be_replayed_is_refused(file, capsys, seconds):
    text = file.read_text()
    last = [line for line in text.splitlines() if " lc " in line][-1]
    file.write_text(text.replace(last, f"{seconds}.{last.partition('.')[2]}"))
    assert replay.main([str(file)]) == 1
    expected = capsys.readouterr().err
    assert expected.startswith(f"{file} has a move at ") and "shorten its times" in expected
    assert expected.count("\n") == 1


# The moves were typed on a board with its own speed.
TYPED = """\
RawVF_Version: Rev6
Status: lost
Number: 11274-4281684
Board:
0000000*0
000000000
00000*000
000000000
000000000
0000000*0
00000***0
00*0*0000
**0000000
Events:
0.000 lc 2 2 (24 24)
1.902 lc 9 1 (136 8)
2.422 lc 9 3 (136 40)
2.909 lc 9 8 (136 120)
3.390 lc 9 6 (136 88)
3.907 lc 8 1 (120 8)
"""


def test_times_count_from_the_moment_at_which_the_board_is_dealt(tmp_path, capsys):
    path = tmp_path / "game.rawvf"
    path.write_text(TYPED)
    assert replay.main([str(path)]) == 0, capsys.readouterr()


def test_a_game_without_its_last_move_and_a_missing_file_are_named(file, tmp_path, capsys):
    file.write_text("\n".join(file.read_text().splitlines()[:-2]) + "\n")
    assert replay.main([str(file)]) == replay.main([str(tmp_path / "none")]) == 1
    undecided, missing = capsys.readouterr().err.splitlines()
    assert undecided.endswith("the game is not decided after the last move")
    assert missing == f"cannot read {tmp_path / 'none'}: No such file or directory"


def test_moves_that_a_hint_made_at_once_may_come_one_after_the_other(drive, tmp_path, capsys):
    """The console takes some 40 ms for each of them."""
    player = Player(drive, 5, presets.BEGINNER)
    player.say("new expert")
    player.portal.type("open 0 0\n" + "hint\n" * 20)
    player.portal.run(8)
    row, column = divmod(player.mines()[0], 20)
    player.say(f"{row} {column}")
    path = tmp_path / "game.rawvf"
    path.write_text(player.say("replay") + "\n")
    assert replay.main([str(path)]) == 0, capsys.readouterr()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes in folders")
def test_a_pipe_is_refused(tmp_path, capsys):
    os.mkfifo(tmp_path / "pipe")
    assert replay.main([str(tmp_path / "pipe")]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'pipe'} is a device or a pipe: name a file\n"
