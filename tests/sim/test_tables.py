# SPDX-License-Identifier: MIT
"""Values of expressions, exceptions in the device's words, and what whole programs print.

A file of tables/ has the head of a program, then expressions, each with its result below it; those
below `---` have another on the firmware, as their sentences say or the table of differences does.
A file of programs/ has options in its first line, then the program, and below `---` what it prints.
"""

import struct

import numpy as np
import pytest
from PIL import Image

from tests.support.programs.listening import silence, write_wave
from tests.support.programs.programs import outcomes, printed
from tests.support.tables import TABLES, pairs, read

PROGRAMS = sorted((TABLES.parent / "programs").glob("*.txt"))
BOTH = pytest.mark.parametrize("strict", [False, True])


@pytest.fixture
def check(write_program):
    """Evaluates a table's expressions in one program."""
    def check(name, **options):
        head, rows = read(name)
        table = dict(pairs(rows.replace("---\n", "")))
        told = outcomes(write_program, head, table, **options)
        found = dict(zip(table, (line.strip() for line in told), strict=True))
        assert {call: told for call, told in found.items() if told != table[call]} == {}

    return check


@pytest.mark.parametrize("name", ["buses", "drawings", "drive", "imports", "layers", "library",
                                  "modules", "pins", "pixels", "refused_modules", "samples",
                                  "lines", "settings", "terminals"])
def test_a_table_has_the_results_of_a_device(check, name):
    check(name, seconds=9)


@BOTH
@pytest.mark.parametrize("name", ["json", "memory"])
def test_in_strict_mode_and_without_they_are_the_same(check, name, strict):
    """The reader of JSON takes commas and colons for white space."""
    check(name, strict=strict)


def test_what_the_chip_and_its_supervisor_tell_take_and_refuse(check):
    check("chip_and_supervisor", strict=False)


def test_a_card_tells_and_refuses(check, tmp_path_factory):
    folder = tmp_path_factory.mktemp("card")
    (folder / "gone.txt").touch()
    check("sdcards", sd=folder, seconds=30)
    assert (folder / "gone.txt").exists()


def test_pictures_and_bitmaps_are_refused(check, tmp_path):
    pixels = np.random.default_rng(7).integers(0, 256, (20, 321, 3)).astype(np.uint8)
    (tmp_path / "text.gif").write_bytes(b"GIF89a")
    for name, content in pairs((TABLES / "bmps.hex").read_text()):
        (tmp_path / f"{name}.bmp").write_bytes(bytes.fromhex(content))
    Image.fromarray(pixels).quantize(200).save(tmp_path / "wide.gif")
    Image.fromarray(pixels[:, :30]).quantize(200).save(tmp_path / "torn.gif")
    (tmp_path / "torn.gif").write_bytes((tmp_path / "torn.gif").read_bytes()[:400])
    Image.new("RGB", (9, 9)).save(tmp_path / "progressive.jpg", progressive=True)
    Image.new("RGB", (9, 9)).save(tmp_path / "good.jpg")
    Image.new("CMYK", (9, 9)).save(tmp_path / "cmyk.jpg")
    check("bitmaps")


def test_mixers_and_decoders_refuse(check, tmp_path):
    soundfile = pytest.importorskip("soundfile")
    soundfile.write(tmp_path / "a.mp3", np.zeros(9000), 22050, format="MP3")
    check("mixers")


def test_the_speaker_refuses_wrong_files_and_arguments(check, tmp_path):
    chunk = struct.pack("<4sI4s4sI", b"RIFF", 0, b"WAVE", b"fmt ", 16)
    write_wave(tmp_path / "a.wav", silence(0.1))
    for name, data in {
            "empty": b"", "words": b"this is no sound at all, and it is long enough",
            "24 bits": chunk + struct.pack("<HHIIHH4s4x", 1, 1, 8000, 24000, 3, 24, b"data"),
            "other": chunk.replace(b"fmt ", b"junk") + bytes(16),
            "cut": chunk + struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)}.items():
        (tmp_path / f"{name}.wav").write_bytes(data)
    check("speaker")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_prints_what_it_does_on_a_board(write_program, path):
    text, _, output = path.read_text(encoding="utf-8").partition("\n---\n")
    options, _, program = text.partition("\n")
    assert printed(write_program(program), **eval(f"dict({options[1:]})")) == output
