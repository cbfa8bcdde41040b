# SPDX-License-Identifier: MIT
"""Sprites, themes and sounds: made as committed, told apart by all eyes, played by the device.

Contrast is that of WCAG 2. Colour blindness is simulated by the matrices of Machado, Oliveira and
Fernandes (2009) for linear RGB, severity 1.0, and colours are compared in CIELAB: a difference of 2
is just visible side by side, 20 is another colour.
"""

import itertools
import struct
import wave

import numpy
import pytest
from PIL import Image

from minesweeper.screen import theme, tiles
from tests.support.paths import GOLDEN, ROOT
from tools import make_letters, make_sounds, make_sprites

SHEETS = {16: ROOT / "SpriteSheet.bmp", 24: ROOT / "SpriteSheet24.bmp"}
DRAWN = {*SHEETS.values(), *(ROOT / name for name in make_letters.SHEETS)}
COUNT = 32
DIGITS = range(1, 9)
# Entries of the palette; digit n has entry 5 + n.
FACE, SHADE, OPEN, INK = 1, 3, 4, 12
ENTRIES = {role: entry for entry, (role, _, _) in enumerate(make_sprites.PALETTE)}
READABLE, APART = 4.5, 20
NEXT = (0, 1), (1, 0), (0, -1), (-1, 0)
BANNERS, PAPER = (0x086538, 0x9C1018, 0x182C52), 0xF7F7EF
EYES = {
    "trichromat": numpy.eye(3),
    "protanope": [[0.152286, 1.052583, -0.204868],
                  [0.114503, 0.786281, 0.099216],
                  [-0.003882, -0.048116, 1.051998]],
    "deuteranope": [[0.367322, 0.860646, -0.227968],
                    [0.280085, 0.672501, 0.047413],
                    [-0.011820, 0.042940, 0.968881]],
    "tritanope": [[1.255528, -0.076749, -0.178779],
                  [-0.078411, 0.930809, 0.147602],
                  [0.004733, 0.691367, 0.303900]],
}
XYZ = numpy.array([[0.4123908, 0.3575843, 0.1804808],
                   [0.2126390, 0.7151687, 0.0721923],
                   [0.0193308, 0.1191948, 0.9505322]])
VOICES = "open", "cascade", "flag", "unflag", "refused"
LENGTHS = {"win": (2.0, 3.0), "lose": (1.5, 2.5)} | dict.fromkeys(VOICES, (0.03, 0.2))
SOUNDS = LENGTHS | {f"{name}-quiet": length for name, length in LENGTHS.items()}


def palette(number=0):
    """Return a theme's colours, 0xRRGGBB."""
    own = [colour for _, _, colour in make_sprites.PALETTE]
    return [theme.ALL[number].get(entry, colour) for entry, colour in enumerate(own)]


def linear(colour):
    part = numpy.array([colour >> 16, colour >> 8 & 255, colour & 255]) / 255
    return numpy.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    dark, light = sorted((XYZ[1] @ linear(one), XYZ[1] @ linear(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour, eyes):
    part = XYZ @ numpy.clip(numpy.array(EYES[eyes]) @ linear(colour), 0, 1) / XYZ.sum(axis=1)
    x, y, z = numpy.where(part > 0.008856, numpy.cbrt(part), 7.787 * part + 16 / 116)
    return numpy.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one, other, eyes):
    return numpy.linalg.norm(lab(one, eyes) - lab(other, eyes))


def test_drawing_gives_the_committed_sheets(tmp_path):
    make_sprites.write(tmp_path)
    make_letters.write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in DRAWN}
    for path in DRAWN:
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("size", SHEETS)
def test_a_sheet_is_a_four_bit_bmp_that_circuitpython_takes(size):
    head = SHEETS[size].read_bytes()
    assert len(head) >= 138, "OnDiskBitmap reads that much at once"
    assert struct.unpack_from("<IiiHHI", head, 14) == (40, COUNT * size, size, 1, 4, 0)
    assert struct.unpack_from("<I", head, 46) == (16,)


@pytest.mark.parametrize(("number", "eyes"), [
    *itertools.product((1, 2), EYES),
    # The classic colours are too close for tritanopes (2 and 6), who have the other two themes.
    *((0, eyes) for eyes in ("trichromat", "protanope", "deuteranope"))])
def test_digits_differ_in_colour(number, eyes):
    for one, other in itertools.combinations(palette(number)[6:14], 2):
        assert difference(one, other, eyes) >= APART


@pytest.mark.parametrize("number", range(len(theme.ALL)))
def test_everything_that_is_written_reads_well_on_its_ground(number):
    colours = palette(number)
    ground, face, _, _, ink, paper, value = theme.PAGES[number]
    pairs = [*((colours[5 + digit], colours[OPEN]) for digit in DIGITS),
             (colours[INK], colours[FACE]), (colours[INK], colours[ENTRIES["r"]]),  # a lost mine
             (ink, face), (value, face), (paper, ground),
             (PAPER, colours[SHADE]),
             *((PAPER, banner) for banner in BANNERS)]
    assert [pair for pair in pairs if contrast(*pair) < READABLE] == []


@pytest.mark.parametrize("number", range(len(theme.ALL)))
@pytest.mark.parametrize("source", make_sprites.SHEETS.values())
def test_what_of_a_flag_touches_a_covered_cell_stands_out_from_it(number, source):
    flag = make_sprites.tiles((make_sprites.ART / source).read_text())[tiles.FLAG]
    inner = range(len(flag) // 8, len(flag) * 7 // 8)
    beside = {flag[y][x] for y in inner for x in inner for down, across in NEXT
              if flag[y + down][x + across] == "f"} - {"f"}
    colours = palette(number)
    assert beside and all(contrast(colours[ENTRIES[sign]], colours[FACE]) >= 3 for sign in beside)


@pytest.mark.parametrize("number", range(len(theme.ALL)))
@pytest.mark.parametrize("source", make_sprites.SHEETS.values())
def test_the_ring_around_a_clue_stands_out_from_covered_and_opened_cells(number, source):
    ring = make_sprites.tiles((make_sprites.ART / source).read_text())[tiles.CLUE]
    lines = [line.strip(".") for line in (*ring, *map("".join, zip(*ring, strict=True)))]
    rim = {sign for line in lines for sign in (line[0], line[-1])}
    colours = palette(number)
    assert all(contrast(colours[ENTRIES[sign]], colours[ground]) >= 3
               for sign in rim for ground in (FACE, OPEN))


@pytest.mark.parametrize("source", make_sprites.SHEETS.values())
def test_the_corners_of_covered_cells_make_no_specks_where_they_meet(source):
    """Each corner continues the shade that its neighbours cast."""
    drawn = make_sprites.tiles((make_sprites.ART / source).read_text())
    for tile in tiles.BLANK, tiles.FLAG, tiles.PRESSED, tiles.QUESTION:
        rows = drawn[tile]
        assert {rows[0][0], rows[0][-1], rows[-1][0]} == {"s"} and rows[-1][-1] in "sl"


def test_the_odds_can_be_read_on_their_tints():
    """In the picture of all per cents a cell has a tint, and a figure or a cross on it."""
    with Image.open(GOLDEN / "per-cents-24.png") as picture:
        shown = picture.convert("RGB")
    for per_cent in range(101):
        x, y = 24 * (per_cent % 10), 24 * (per_cent // 10)
        inside = shown.crop((x + 3, y + 3, x + 21, y + 21)).getcolors()
        tint, ink = (int.from_bytes(bytes(colour))
                     for _, colour in sorted(inside, reverse=True)[:2])
        assert contrast(tint, ink) >= READABLE, per_cent


def test_synthesis_gives_the_committed_sounds(tmp_path):
    make_sounds.write(tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(SOUNDS)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (ROOT / "sounds" / path.name).read_bytes()


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_suits_the_device_and_its_small_speaker(name):
    path = ROOT / "sounds" / f"{name}.wav"
    data = path.read_bytes()
    is_voice = name.removesuffix("-quiet") in VOICES
    rate = 11025 if is_voice else 22050
    assert struct.unpack_from("<HHIIHH", data, 20) == (1, 1, rate, 2 * rate, 2, 16)
    assert not is_voice or 1000 <= len(data) <= 4096
    with wave.open(str(path)) as file:
        samples = numpy.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
    shortest, longest = SOUNDS[name]
    assert shortest <= len(samples) / rate <= longest and len(data) < 150_000
    assert 0.6 <= abs(samples).max() * (4 if name.endswith("quiet") else 1) <= 0.95
    assert abs(samples[[0, 1, -2, -1]]).max() < 0.01, "a click"
    assert abs(samples.mean()) < 0.001, "an offset"
    power = abs(numpy.fft.rfft(samples)) ** 2
    hertz = numpy.fft.rfftfreq(len(samples), 1 / rate)
    assert power[hertz > 200].sum() / power.sum() > 0.85, "most of it is lost in the speaker"
