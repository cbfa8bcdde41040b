# SPDX-License-Identifier: MIT
"""Expressions give, and whole programs print, the words of a board.

`BOARD=1` in the environment rewrites both from the firmware that is found. For the tables, see
tests/support/boardtables.py. A file of programs/ has options in its first line, then the program,
and below `---` what it prints; `only="python"` marks one whose times or memory a firmware lacks.
"""

import os
import struct

import numpy as np
import pytest
from PIL import Image

from sim import PyPortal
from tests.support import boardtables, firmware
from tests.support.paths import ROOT
from tests.support.programs.listening import silence, write_wave
from tests.support.programs.programs import printed

REWRITES = bool(os.environ.get("BOARD"))
PROGRAMS = sorted((ROOT / "tests/sim/programs").glob("*.txt"))
# A firmware starts slower than the Python engine, where code takes no time here.
STARTS_S = 6


def read(path):
    """Return a program, the options with which it runs, and what it prints."""
    text, _, output = path.read_text(encoding="utf-8").partition("\n---\n")
    options, _, program = text.partition("\n")
    return program, eval(f"dict({options[1:]})"), output


def require_firmware():
    """Skip the test without a firmware, but fail if one is to write the answers."""
    if not REWRITES:
        firmware.require()
    firmware.require_major(10)


def bmp(bits, *, header=40, compression=0, palette=0, masks=(), mark=b"BM", shift=0):
    """Return a BMP of 5 × 3 pixels with a palette of so many colours; `shift` moves its pixels."""
    colors = b"".join(struct.pack("<I", index * 0x1F3B57 & 0xFFFFFF) for index in range(palette))
    rest = struct.pack(f"<{len(masks)}I", *masks).ljust(header - 40, b"\0")
    facts = struct.pack("<IiiHHIIiiII", header, 5, 3, 1, bits, compression, 0, 2835, 2835,
                        palette if palette < 1 << bits else 0, 0)
    start = 14 + header + len(colors)
    pixels = bytes(number * 37 % 256 for number in range(-(-5 * bits // 32) * 12))
    return mark + struct.pack("<IHHI", start + len(pixels), 0, 0, start + shift) + facts + rest \
        + colors + pixels


RGB565, RGB888 = (0xF800, 0x7E0, 0x1F), (0xFF0000, 0xFF00, 0xFF)
BMPS = {
    "1": bmp(1, palette=2), "2": bmp(2, palette=4), "4": bmp(4, palette=16),
    "8": bmp(8, palette=9), "256 colours": bmp(8, palette=256), "16": bmp(16), "24": bmp(24),
    "32": bmp(32), "565": bmp(16, header=124, compression=3, masks=RGB565),
    "565, ignored": bmp(16, header=124, masks=RGB565),
    "888": bmp(32, header=108, compression=3, masks=RGB888), "108": bmp(24, header=108),
    "56": bmp(24, header=56), "rle": bmp(8, compression=1, palette=4), "XX": bmp(24, mark=b"XX"),
    "no palette": bmp(4, palette=16)[:60], "no facts": bmp(24)[:20], "no size": bmp(24)[:53],
    "no pixels": bmp(24)[:54], "few pixels": bmp(24)[:60], "later": bmp(24, shift=5),
}


def pictures(folder):
    """Write the pictures of the table of bitmaps."""
    for name, content in BMPS.items():
        (folder / f"{name}.bmp").write_bytes(content)
    pixels = np.random.default_rng(7).integers(0, 256, (20, 321, 3)).astype(np.uint8)
    (folder / "text.gif").write_bytes(b"GIF89a")
    Image.fromarray(pixels).quantize(200).save(folder / "wide.gif")
    Image.fromarray(pixels[:, :30]).quantize(200).save(folder / "torn.gif")
    (folder / "torn.gif").write_bytes((folder / "torn.gif").read_bytes()[:400])
    Image.new("CMYK", (9, 9)).save(folder / "cmyk.jpg")


def music(folder):
    """Write the file of the table of mixers."""
    soundfile = pytest.importorskip("soundfile")
    soundfile.write(folder / "a.mp3", np.zeros(9000), 22050, format="MP3")


def waves(folder):
    """Write the files of the table of the speaker."""
    chunk = struct.pack("<4sI4s4sI", b"RIFF", 0, b"WAVE", b"fmt ", 16)
    write_wave(folder / "a.wav", silence(0.1))
    for name, data in {
            "empty": b"", "words": b"this is no sound at all, and it is long enough",
            "24 bits": chunk + struct.pack("<HHIIHH4s4x", 1, 1, 8000, 24000, 3, 24, b"data"),
            "other": chunk.replace(b"fmt ", b"junk") + bytes(16),
            "cut": chunk + struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)}.items():
        (folder / f"{name}.wav").write_bytes(data)


FILES = {"bitmaps": pictures, "mixers": music, "speaker": waves}


@pytest.fixture
def answers(tmp_path, tmp_path_factory):
    """Returns a table's results of now, with the files or the card that it needs."""
    def run(name, **options):
        FILES.get(name, lambda folder: None)(tmp_path)
        if name == "sdcards":
            options["sd"] = tmp_path_factory.mktemp("card")
        return boardtables.found(name, tmp_path, **options)

    return run


def differences(name, found, engine="python"):
    expected = boardtables.expected(name, engine)
    return {call: result for call, result in found.items() if result != expected[call]}


@pytest.mark.parametrize("name", boardtables.NAMES)
def test_the_python_engine_gives_a_boards_answers(answers, name):
    assert differences(name, answers(name, instant=True)) == {}


@pytest.mark.parametrize("name", ["chip_and_supervisor", "json", "memory"])
def test_a_loose_program_gets_the_same_answers(answers, name):
    assert differences(name, answers(name, instant=True, strict=False)) == {}


@pytest.mark.parametrize("name", boardtables.NAMES)
def test_the_firmware_gives_the_answers(answers, name):
    require_firmware()
    found = answers(name, engine="firmware")
    if REWRITES:
        boardtables.rewrite(name, found)
    assert differences(name, found, "firmware") == {}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_prints_what_it_does_on_a_board(write_program, path):
    program, options, output = read(path)
    options.pop("only", None)
    assert printed(write_program(program), **options) == output


@pytest.mark.parametrize("path", [path for path in PROGRAMS if "only" not in read(path)[1]],
                         ids=lambda path: path.stem)
def test_the_firmware_gives_the_answers_of_a_program(write_program, path):
    require_firmware()
    program, options, _ = read(path)
    seconds = options.pop("seconds", 1) + STARTS_S
    with PyPortal(write_program(program), engine="firmware", **options) as portal:
        portal.run(seconds)
        found = portal.serial.replace("\r", "")
    if REWRITES:
        path.write_text(path.read_text(encoding="utf-8").partition("\n---\n")[0]
                        + f"\n---\n{found}", encoding="utf-8")
    assert found == read(path)[2]
