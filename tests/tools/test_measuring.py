# SPDX-License-Identifier: MIT
"""tools.benchmark_display, instructions, try_programs and film: runs, tables and pictures."""

import sys

import pytest
from PIL import Image, ImageSequence

from sim import PyPortal
from tests.support import firmware, hang
from tools import benchmark_display, film, instructions, try_programs


def test_the_simulator_is_measured_beside_blinka(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["benchmark_display", "--repeats", "2"])
    monkeypatch.setitem(sys.modules, benchmark_display.PYGAME, None)
    benchmark_display.main()
    lines = capsys.readouterr().out.splitlines()
    own, blinka = lines[1].split(), lines[2].split()
    assert own[:2] == ["this", "simulator"] and blinka[:2] == ["stock", "Blinka"]
    assert len(own[2:]) == len(blinka[2::2]) == len(benchmark_display.SCENES)
    assert all(float(ms) > 0 for ms in (*own[2:], *blinka[2::2]))
    assert lines[3].startswith("Not measured: blinka-displayio-pygamedisplay")


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


def test_taps_beside_a_program_are_carried_out(patience, tmp_path, capfd):
    (tmp_path / "light.py").write_text(
        "import analogio, board\n"
        "light = analogio.AnalogIn(board.LIGHT)\n"
        "while light.value < 30000:\n    pass\n"
    )
    assert try_programs.main([str(tmp_path), "--seconds", "1"]) == 0
    assert rows(capfd.readouterr().out)["light.py"][0] == "running"
    (tmp_path / "light.taps").write_text("0.5 light 0.9\n")
    try_programs.main([str(tmp_path), "--seconds", "1"])
    assert rows(capfd.readouterr().out)["light.py"][0] == "ended"


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


# A line typed changes the picture after 0.1 s and again after 0.3 s.
PROGRAM = """
import board, displayio, time
palette = displayio.Palette(3)
palette[1], palette[2] = 0xFF0000, 0x00FF00
picture = displayio.Bitmap(8, 8, 3)
group = displayio.Group()
group.append(displayio.TileGrid(picture, pixel_shader=palette, x=100, y=100))
board.DISPLAY.root_group = group
while True:
    input()
    for color in 1, 2:
        time.sleep(0.1 * color)
        picture.fill(color)
"""


def test_a_scene_is_counted_to_its_first_and_last_pixel(write_program):
    firmware.require()
    with PyPortal(write_program(PROGRAM), engine="firmware") as portal:
        portal.run(1)
        scenes = instructions.Scenes(portal)
        scenes._scene("line", lambda: portal.type("go\n"))
        executed, first_ms, ms = scenes.counts["line"]
        assert first_ms == pytest.approx(100, abs=40) and ms == pytest.approx(300, abs=60)
        assert 50_000 < executed < portal.engine.instructions
