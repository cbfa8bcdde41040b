# SPDX-License-Identifier: MIT
"""tools.try_programs and tools.film: runs, tables and pictures."""


import pytest
from PIL import Image, ImageSequence

from tests.support import hang
from tools import film, try_programs

SHOW = """
import board, displayio
bitmap = displayio.Bitmap(320, 240, 1)
palette = displayio.Palette(1)
palette[0] = 0xFF0000
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
board.DISPLAY.root_group = group
while True:
    pass
"""


@pytest.fixture
def patience(monkeypatch):
    """Programs have time even on a busy machine."""
    monkeypatch.setattr(try_programs, "PATIENCE", hang.HANG_S)


def rows(text):
    """Return the table's rows by program: end, and the rest of the line."""
    lines = [line.split(maxsplit=2) for line in text.splitlines()[1:-1]]
    return {line[0]: (line[1], line[2] if len(line) > 2 else "") for line in lines}


def test_every_program_under_a_folder_gets_a_row_and_a_picture(patience, tmp_path, capfd):
    folder = tmp_path / "programs"
    for name, text in {
        "red/code.py": SHOW,
        "red/helper.py": "raise SystemError('no program of its own')",
        "red/lib/other.py": "",
        "examples/short.py": "print('done')",
        "examples/broken.py": "import adafruit_nonesuch",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    pictures = tmp_path / "pictures"
    code = try_programs.main([str(folder), "--seconds", "1", "--pictures", str(pictures)])
    table = rows(capfd.readouterr().out)
    assert code == 1
    assert {name: end for name, (end, _) in table.items()} == {
        "examples/broken.py": "failed", "examples/short.py": "ended", "red": "running"}
    assert table["examples/broken.py"][1].endswith(
        "no module named 'adafruit_nonesuch': the library adafruit_nonesuch is missing: "
        "pip install adafruit-circuitpython-nonesuch")
    assert Image.open(pictures / "red.png").getpixel((160, 120)) == (255, 0, 0)


def test_a_program_that_hangs_is_stopped_and_a_folder_without_programs_refused(
        tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(try_programs, "PATIENCE", 0.5)
    (tmp_path / "endless.py").write_text("import re\nre.match('(a+)+b', 'a' * 50)")
    assert try_programs.main([str(tmp_path), "--seconds", "1"]) == 1
    assert rows(capfd.readouterr().out)["endless.py"][0] == "hung"
    (tmp_path / "endless.py").unlink()
    assert try_programs.main([str(tmp_path)]) == 2
    assert "holds no program" in capfd.readouterr().err


def frames(path):
    with Image.open(path) as picture:
        return [(frame.convert("RGB").tobytes(), frame.info["duration"])
                for frame in ImageSequence.Iterator(picture)]


def test_the_script_gives_the_committed_picture(tmp_path, capsys):
    """After a visible change, `make film` records it anew."""
    assert film.main(["--gif", str(tmp_path / "play.gif")]) == 0
    assert frames(tmp_path / "play.gif") == frames(film.GIF)
    assert f"{film.GIF.stat().st_size:,} bytes" in capsys.readouterr().out
    assert film.GIF.stat().st_size <= 200_000


@pytest.mark.parametrize(("line", "words"), [
    ("1.0 tap 999 9", "line 1: x 999 is off the screen"),
    ("# nothing", "has no taps to film")])
def test_a_script_that_cannot_be_played_is_refused(line, words, tmp_path, capsys):
    (tmp_path / "taps.txt").write_text(line + "\n")
    status = film.main(["--taps", str(tmp_path / "taps.txt"), "--gif", str(tmp_path / "a.gif")])
    error = capsys.readouterr().err
    assert (status, error.count("\n")) == (1, 1)
    assert words in error
