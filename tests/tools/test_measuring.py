# SPDX-License-Identifier: MIT
"""tools.try_programs, film, preview, reading and calibrate_cost."""

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image, ImageSequence

from sim.engines.python.cost import prices
from tests.support import hang
from tests.support.frontends import require_alike
from tests.support.paths import ROOT
from tools import calibrate_cost, film, preview, reading, try_programs

TABLE = ["program           end      host s/s  colours  reason",
         "#short/broken.py  failed      0.123        2  ImportError: no module named "
         "'adafruit_nonesuch': the library adafruit_nonesuch is missing: pip install "
         "adafruit-circuitpython-nonesuch", "#short/done.py    ended       0.123        2  ",
         "#short/off.py     refused                  0  /programs/#short/off.taps, line 1: x 999 "
         "is off the screen: it goes from 0 to 319",
         "red               running     0.123        1  ", "4 programs, 2 failed"]
KINDS = [["a loop", "fitted", "python", ""], ["a call", "fitted", "python", ""],
         ["another", "held_out", "python", ""], ["a tile", "held_out", "drawing", ""]]
TIMES = [[1000, 1100], [2000, 1600], [40000, 54000], [123456, 123456]]
COMPARED = """\
work                                of what                            chip ms  model ms   error
a loop                              Python code         fitted to         1.00      1.10     10%
a call                              Python code         fitted to         2.00      1.60    -20%
another                             Python code         held out         40.00     54.00     35%
a tile                              drawing             held out        123.46    123.46      0%

The chip ran a.uf2.
| of what | | kinds | median | within 10 % | within 20 % | within 35 % | worst |
|---|---|--:|--:|--:|--:|--:|---|
| Python code | fitted to | 2 | 15% | 0% | 100% | 100% | a call -20% |
| Python code | held out | 1 | 35% | 0% | 0% | 0% | another +35% |
| drawing | held out | 1 | 0% | 100% | 100% | 100% | a tile +0% |
"""
PAGE = """\
# Page

It ran `adafruit-circuitpython-x-9.uf2`.

| of what | | kinds | median | within 10 % | within 20 % | within 35 % | worst |
|---|---|
| old |

| work | of what | | chip, ms | model, ms | error |
|---|---|

The end.
"""
REWRITTEN = """\
# Page

It ran `a.uf2`.

| of what | | kinds | median | within 10 % | within 20 % | within 35 % | worst |
|---|---|--:|--:|--:|--:|--:|---|
| Python code | fitted to | 2 | 15% | 0% | 100% | 100% | a call -20% |
| Python code | held out | 1 | 35% | 0% | 0% | 0% | another +35% |
| drawing | held out | 1 | 0% | 100% | 100% | 100% | a tile +0% |

| work | of what | | chip, ms | model, ms | error |
|---|---|---|--:|--:|--:|
| a loop | Python code | fitted to | 1.00 | 1.10 | +10% |
| a call | Python code | fitted to | 2.00 | 1.60 | -20% |
| another | Python code | held out | 40.00 | 54.00 | +35% |
| a tile | drawing | held out | 123.46 | 123.46 | +0% |

The end.
"""
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


def test_the_preview_of_the_page_shows_the_game(tmp_path, monkeypatch, capsys):
    """After a visible change, GOLDEN=1 in the environment draws it anew."""
    committed = preview.PICTURE
    monkeypatch.setattr(preview, "PICTURE", tmp_path / "preview.png")
    assert preview.main([]) == 0
    require_alike(Image.open(preview.PICTURE), committed)
    assert f"png: {preview.PICTURE.stat().st_size:,} bytes" in capsys.readouterr().out


def written(width, height, *texts):
    """Return a stand-in for a portal whose screen shows texts: sheet, ink, left, top and words."""
    screen = np.full((height, width), 0x1234, ">u2")
    for sheet, ink, x, top, words in texts:
        pixels = np.asarray(Image.open(ROOT / f"SpriteSheet{sheet}.bmp"))
        starts = [column for column, mark in enumerate(pixels[0]) if mark] + [pixels.shape[1]]
        shapes = [pixels[1:, starts[number]:starts[number + 1]] for number in
                  (ord(letter) - 32 for letter in words)]
        text = np.hstack(shapes)
        screen[top:top + len(text), x:x + text.shape[1]][text == pixels.max()] = ink
    display = SimpleNamespace(width=width, height=height)
    board = SimpleNamespace(model=SimpleNamespace(display=display))
    return SimpleNamespace(framebuffer=screen.tobytes(), board=board)


def test_words_are_read_in_each_ink_and_size():
    inks = 0xF7BD, 0x0021, 0xEF7E, 0x6802, 0xFF2C
    lines = [("Text", ink, 150 - 9 * row, 20 * row, "Menu 12") for row, ink in enumerate(inks)]
    lines.append(("Text", inks[4], 5, 0, "Menu 12"))
    small = written(321, 241, *lines, ("Heading", inks[0], 3, 150, "Won"),
                    ("Text", 0xFFFF, 9, 210, "No"))
    width = reading.width_of("Menu 12")
    found = sorted([(left, top, left + width, top + 17) for _, _, left, top, _ in lines],
                   key=lambda box: (box[1], box[0]))
    assert reading.find(small, "Menu 12") == found
    assert reading.find(small, "Won") == [] and reading.box_of(small, "Won")[:2] == (3, 150)
    assert reading.find(small, "No") == []
    assert [reading.sees(small, words) for words in ("nu 1", "Won", "nu2", " ")] == [1, 1, 0, 0]
    with pytest.raises(AssertionError, match=r"'Menu 12' is seen at \[\(5, 0, "):
        reading.box_of(small, "Menu 12")
    large = written(480, 320, ("Text22", inks[1], 400, 297, "Done"),
                    ("Heading34", inks[2], 9, 9, "Lost"))
    assert reading.box_of(large, "Done") == (400, 297, 442, 319)
    assert reading.box_of(large, "Lost") == (9, 9, 67, 43)
    assert reading.width_of("") == 0
    for color, seen in (0xF80000, 0xF800), (0xFC00, 0x7E0), (0xF8, 0x1F), (0x123456, 0x11AA):
        assert reading.rgb565(color) == seen


def calibrated():
    kinds = [calibrate_cost.Kind(*words) for words in KINDS]
    return [calibrate_cost.Row(kind, *times)
            for kind, times in zip(kinds, TIMES, strict=True)]


def test_the_model_and_the_chip_are_compared_in_tables(tmp_path, monkeypatch, capsys):
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    for name, value in ("PAGE", page), ("rows", calibrated), ("measured", lambda: ("a.uf2", {})):
        monkeypatch.setattr(calibrate_cost, name, value)
    assert calibrate_cost.main(["--page"]) == 0
    assert capsys.readouterr().out == COMPARED
    assert page.read_text() == REWRITTEN


def test_all_work_is_timed_on_a_firmware_and_recorded(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrate_cost, "MEASURED", tmp_path / "measured.toml")
    monkeypatch.setattr(calibrate_cost, "find_firmware",
                        lambda board, path: SimpleNamespace(path=tmp_path / f"{board}-{path}"))
    monkeypatch.setattr(calibrate_cost, "_timed", lambda kinds, engine, firmware: {
        kind.name: number + 0.6 for number, kind in enumerate(kinds)})
    calibrate_cost.measure("10.uf2")
    name, times = calibrate_cost.measured()
    assert name == "pyportal-10.uf2"
    assert times == {kind.name: at + 1 for at, kind in enumerate(calibrate_cost.kinds())}
    assert calibrate_cost.MEASURED.read_text().startswith(
        # REUSE-IgnoreStart
        "# SPDX-License-Identifier: MIT\n# Times on the emulated chip, written by "
        # REUSE-IgnoreEnd
        '`python -m tools.calibrate_cost --measure`.\nfirmware = "pyportal-10.uf2"\n\n[micro')


def test_a_fit_brings_the_prices_to_the_chips_and_writes_them(tmp_path, monkeypatch):
    """Held out work does not count."""
    unchanged, before = tmp_path / "prices.py", Path(prices.__file__).read_text()
    unchanged.write_text(before)
    monkeypatch.setattr(prices, "__file__", str(unchanged))
    steps = {"a b": 100.0, "c": 200.0, "d": 50.0}
    monkeypatch.setattr(prices, "STEPS", steps)
    counts = {"k": [9, 1, 0], "x": [1, 1, 1], "l": [1, 8, 1], "m": [0, 2, 9], "n": [3, 1, 0]}

    def times(work, figures):
        return {kind.name: 7.0 + np.dot(counts[kind.name], figures) for kind in work}

    work = [calibrate_cost.Kind(name, "held_out" if name == "x" else "fitted", "c", "")
            for name in counts]
    chip = times(work, [130, 100, 26]) | {"x": 1e9}
    monkeypatch.setattr(calibrate_cost, "kinds", lambda: work)
    monkeypatch.setattr(calibrate_cost, "measured", lambda: ("", chip))
    monkeypatch.setattr(calibrate_cost, "in_model", lambda work: times(work, [*steps.values()]))
    calibrate_cost.fit()
    written = {}
    exec(unchanged.read_text(), written)
    assert written["STEPS"] == {"a b": 130, "c": 100, "d": 26}
