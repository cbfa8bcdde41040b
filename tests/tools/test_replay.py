# SPDX-License-Identifier: MIT
"""tools.replay: a recorded game played again, and the differences that it reports."""

import pytest
from PIL import Image

from tests.support.play.desk import Desk
from tools import replay


@pytest.fixture(scope="module")
def lost(drive):
    """The console's replay of a lost game of five moves."""
    talk = Desk(drive, 5)
    talk.say("new beginner")
    talk.say("4 4")
    talk.portal.run(2.345)
    mines = talk.mines()
    for verb, cell in ("flag", mines[0]), ("flag", mines[1]), ("flag", mines[1]), ("", mines[1]):
        talk.say(f"{verb} {cell // 9} {cell % 9}")
    return talk.say("replay") + "\n"


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


def test_a_game_without_its_last_move_is_not_decided(file, capsys):
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:-2]) + "\n")
    assert replay.main([str(file)]) == 1
    assert "the game is not decided after the last move" in capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path, capsys):
    assert replay.main([str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'none'} cannot be read: " \
                                      "No such file or directory\n"


def test_the_last_of_several_replays_is_read(lost):
    found = replay.read(lost.replace("Status: lost", "Status: won") + "\n> replay\n" + lost)
    assert found.status == "lost" and len(found.moves) == 5
