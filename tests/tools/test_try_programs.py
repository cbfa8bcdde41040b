# SPDX-License-Identifier: MIT
"""tools.try_programs: a row and a picture for each program, and those that hang."""

import re

import pytest
from PIL import Image

from tests.support import hang
from tools import try_programs

TABLE = ["program           end      host s/s  colours  reason",
         "#short/broken.py  failed      0.123        2  ImportError: no module named "
         "'adafruit_nonesuch': the library adafruit_nonesuch is missing: pip install "
         "adafruit-circuitpython-nonesuch", "#short/done.py    ended       0.123        2  ",
         "#short/off.py     refused                  0  /programs/#short/off.taps, line 1: x 999 "
         "is off the screen: it goes from 0 to 319",
         "red               running     0.123        1  ", "4 programs, 2 failed"]
PROGRAMS = {
    "red/code.py": """\
import analogio, board, displayio, sdcardio, storage
storage.mount(storage.VfsFat(sdcardio.SDCard(board.SPI(), board.SD_CS)), "/sd")
open("/sd/a.txt")
light = analogio.AnalogIn(board.LIGHT)
palette = displayio.Palette(1)
group = displayio.Group()
group.append(displayio.TileGrid(displayio.Bitmap(320, 240, 1), pixel_shader=palette))
board.DISPLAY.root_group = group
while True:
    palette[0] = 0x00FF00 if light.value > 50000 else 0xFF0000
""",
    "red/taps.txt": "0.5 light 0.9",
    "red/sd/a.txt": "on the card",
    "red/helper.py": "raise SystemError('no program of its own')",
    "red/lib/other.py": "",
    "#short/done.py": "print('done')",
    "#short/broken.py": "import adafruit_nonesuch",
    "#short/off.py": "",
    "#short/off.taps": "1 tap 999 9",
    ".hidden/a.py": "",
    "lib/a.py": "",
    "__pycache__/a.py": "",
    "note.txt": "",
}


@pytest.fixture
def patience(monkeypatch):
    """Programs have time even on a busy machine."""
    monkeypatch.setattr(try_programs, "PATIENCE", hang.HANG_S)


def test_every_program_under_a_folder_gets_a_row_and_a_picture(patience, tmp_path, capfd):
    """A script of taps beside it is carried out, and its folder `sd` is the card in the slot."""
    for name, text in PROGRAMS.items():
        path = tmp_path / "programs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    pictures = tmp_path / "new" / "pictures"
    code = try_programs.main([str(tmp_path / "programs"), "--seconds", "1", "--pictures",
                              str(pictures)])
    said = re.sub(r"\d+\.\d{3}", "0.123", capfd.readouterr().out).replace(str(tmp_path), "")
    assert (code, said.splitlines()) == (1, TABLE)
    assert sorted(path.name for path in pictures.iterdir()) == [
        "#short-broken.py.png", "#short-done.py.png", "red.png"]
    assert Image.open(pictures / "red.png").getpixel((160, 120)) == (0, 255, 0)


def test_a_program_that_hangs_is_stopped_and_a_folder_without_programs_refused(
        tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(try_programs, "PATIENCE", 0.5)
    (tmp_path / "endless.py").write_text("import re\nre.match('(a+)+b', 'a' * 50)")
    words = str(tmp_path), "--seconds", "1", "--pictures", str(tmp_path)
    assert try_programs.main(words) == 1
    assert capfd.readouterr().out.splitlines()[1:] == [
        "endless.py  hung                     0  > 0.5 s", "1 programs, 1 failed"]
    (tmp_path / "endless.py").write_text("print('done')")
    monkeypatch.setattr(try_programs, "PATIENCE", hang.HANG_S)
    assert try_programs.main(words) == 0
    (tmp_path / "endless.py").unlink()
    assert try_programs.main([str(tmp_path)]) == 2
    assert capfd.readouterr().err == f"{tmp_path} holds no program: no code.py and no .py file\n"
