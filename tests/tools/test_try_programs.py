# SPDX-License-Identifier: MIT
"""The table of a folder of programs: which run, which end, which fail, and why."""

import pytest
from PIL import Image

import hang
from tools import try_programs

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


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A busy machine is no program's fault."""
    monkeypatch.setattr(try_programs, "PATIENCE", hang.HANG_S)


def rows(text):
    """The table's rows by program: end, and the rest of the line."""
    lines = [line.split(maxsplit=2) for line in text.splitlines()[1:-1]]
    return {line[0]: (line[1], line[2] if len(line) > 2 else "") for line in lines}


def test_every_program_under_a_folder_gets_a_row_and_a_picture(tmp_path, capfd):
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
        "examples/broken.py": "failed",
        "examples/short.py": "ended",
        "red": "running",
    }
    assert table["examples/broken.py"][1].endswith(
        "no module named 'adafruit_nonesuch': the library adafruit_nonesuch is missing: "
        "pip install adafruit-circuitpython-nonesuch"
    )
    assert Image.open(pictures / "red.png").getpixel((160, 120)) == (255, 0, 0)


def test_taps_beside_a_program_are_carried_out(tmp_path, capfd):
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


def test_a_program_that_never_comes_back_is_stopped(tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(try_programs, "PATIENCE", 0.5)
    (tmp_path / "endless.py").write_text("import re\nre.match('(a+)+b', 'a' * 50)")
    assert try_programs.main([str(tmp_path), "--seconds", "1"]) == 1
    assert rows(capfd.readouterr().out)["endless.py"][0] == "hung"


def test_a_folder_without_programs_is_refused(tmp_path, capfd):
    assert try_programs.main([str(tmp_path)]) == 2
    assert "holds no program" in capfd.readouterr().err
