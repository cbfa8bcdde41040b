# SPDX-License-Identifier: MIT
"""The sprite sheets: drawing gives the committed files, and players can tell tiles apart.

Colours are compared as the panel shows them, to people with and without colour blindness.
"""

import functools
import itertools
import struct
import sys
from unittest import mock

import numpy
import pytest
from PIL import Image

from tests.support.paths import ROOT
from tools import make_sprites

SHEETS = {16: ROOT / "SpriteSheet.bmp", 24: ROOT / "SpriteSheet24.bmp"}
LETTERS = ROOT / "SpriteSheetLetters.bmp"
COUNT = 32
DIGITS = range(1, 9)
BLANK, DEATH, FLAG, MISFLAG, QUESTION, MINE, PRESSED, RIPE, CURSOR, DEFUSED, DANGER = range(9, 20)
CALM, WON, LOST, GASP, DIG_MODE, FLAG_MODE, HINT, CLUE, TICK, PANEL, HIGH, LOW = range(20, COUNT)
COVERED = (BLANK, FLAG, QUESTION, DEFUSED, HIGH, LOW)
OPENED = (0, *DIGITS, DEATH, MISFLAG, MINE, TICK)
OVERLAYS = (RIPE, CURSOR, CLUE)
ADVICE = (HINT, DANGER, TICK)
FACES = (CALM, WON, LOST, GASP)
BUTTONS = (*FACES, DIG_MODE, FLAG_MODE)
PAIRS = list(itertools.combinations(DIGITS, 2))
KEY, FACE, SHADE, OPEN, TWO, SIX, RED, GLOW = 0, 1, 3, 4, 7, 11, 14, 15

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", 2009, severity 1.0; for linear RGB.
EYES = {
    "trichromat": numpy.eye(3),
    "protanope": numpy.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranope": numpy.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
XYZ = numpy.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
DRAWN = {*SHEETS.values(), LETTERS}


@functools.cache
def pixels(size):
    with Image.open(SHEETS[size]) as image:
        return numpy.array(image)


def tile(size, number):
    return pixels(size)[:, number * size : (number + 1) * size]


def frame(size, number, width=1):
    """Return the outermost pixels of a tile."""
    inside = numpy.zeros((size, size), bool)
    inside[width:-width, width:-width] = True
    return tile(size, number)[~inside]


def drawn(size, number):
    """Return where an overlay is opaque."""
    return tile(size, number) != KEY


@functools.cache
def palette(size=16):
    with Image.open(SHEETS[size]) as image:
        return numpy.array(image.getpalette()[:48]).reshape(16, 3)


def on_panel(rgb):
    """Return a colour after RGB565: its low bits are replaced with the high ones."""
    red, green, blue = int(rgb[0]) >> 3, int(rgb[1]) >> 2, int(rgb[2]) >> 3
    return (red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2)


def linear(index):
    part = numpy.array(on_panel(palette()[index])) / 255
    return numpy.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def luminance(index):
    return linear(index) @ XYZ[1]


def contrast(one, other):
    """Return the contrast ratio of WCAG 2."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(index, eyes):
    """Return a palette colour in CIELAB as these eyes see it."""
    part = XYZ @ numpy.clip(EYES[eyes] @ linear(index), 0, 1) / XYZ.sum(axis=1)
    x, y, z = numpy.where(part > 0.008856, numpy.cbrt(part), 7.787 * part + 16 / 116)
    return numpy.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one, other, eyes):
    return numpy.linalg.norm(lab(one, eyes) - lab(other, eyes))


def ink(size, number):
    """Return where a digit's tile differs from the empty opened cell."""
    return tile(size, number) != tile(size, 0)


def digit_colour(number, size=16):
    (colour,) = set(tile(size, number)[ink(size, number)])
    return colour


def edge(size, number, side):
    """Return the mean luminance of one side of a tile, without the corners."""
    square = tile(size, number)
    line = {"top": square[0], "left": square[:, 0], "bottom": square[-1], "right": square[:, -1]}
    return numpy.mean([luminance(index) for index in line[side][2:-2]])


@pytest.fixture(params=SHEETS)
def size(request):
    """The size of the tiles, which selects the sheet."""
    return request.param


def test_drawing_gives_the_committed_sheets(tmp_path):
    make_sprites.main(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in DRAWN}
    for path in DRAWN:
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_a_sheet_is_a_four_bit_bmp_that_circuitpython_takes(size):
    head = SHEETS[size].read_bytes()
    assert len(head) >= 138, "OnDiskBitmap reads that much at once"
    assert struct.unpack_from("<IiiHHI", head, 14) == (40, COUNT * size, size, 1, 4, 0)
    assert struct.unpack_from("<I", head, 46) == (16,)


def test_the_sheets_share_one_palette():
    assert (palette(16) == palette(24)).all()


class Bitmap(dict):
    """The part of displayio.Bitmap that imageload needs without bitmaptools."""

    def __init__(self, width, height, colours):
        super().__init__()
        self.size = (width, height, colours)


def imageload(path):
    """Load with Adafruit's library, but without Blinka, whose displayio starts a thread."""
    with mock.patch.dict(sys.modules, {"displayio": mock.Mock(), "bitmaptools": None}):
        for name in [name for name in sys.modules if name.startswith("adafruit_imageload")]:
            del sys.modules[name]
        import adafruit_imageload

        return adafruit_imageload.load(str(path), bitmap=Bitmap, palette=lambda n: [b""] * n)


def test_imageload_reads_what_pillow_reads(size):
    bitmap, colours = imageload(SHEETS[size])
    assert bitmap.size == (COUNT * size, size, 16)
    assert [bitmap[i] for i in range(COUNT * size * size)] == pixels(size).ravel().tolist()
    assert [list(colour[:3]) for colour in colours] == palette().tolist()


def test_the_panel_shows_every_colour_exactly_as_drawn():
    assert [on_panel(colour) for colour in palette()] == [tuple(colour) for colour in palette()]


def test_only_overlays_are_transparent(size):
    assert {number for number in range(COUNT) if KEY in tile(size, number)} == set(OVERLAYS)


@pytest.mark.parametrize("number", OVERLAYS)
def test_an_overlay_leaves_its_middle_free(size, number):
    middle = slice(size // 4, size - size // 4)
    assert not drawn(size, number)[middle, middle].any()
    assert drawn(size, number).any()


@pytest.mark.parametrize("one, other", list(itertools.combinations(OVERLAYS, 2)))
def test_two_overlays_differ_in_shape(size, one, other):
    """Colour alone is not enough."""
    assert (drawn(size, one) != drawn(size, other)).mean() >= 0.125


def test_the_ring_of_a_ripe_hold_is_thicker_than_the_cursor(size):
    assert drawn(size, RIPE).sum() > 2 * drawn(size, CURSOR).sum()


def test_no_two_tiles_look_the_same(size):
    assert len({tile(size, number).tobytes() for number in range(COUNT)}) == COUNT


@pytest.mark.parametrize("one, other", list(itertools.combinations((*ADVICE, BLANK, FLAG), 2)))
def test_safe_and_mine_differ_in_shape_too(size, one, other):
    """Both differ from a cell without advice, too, in grey: pixels an eighth of light apart."""
    grey = numpy.array([luminance(index) for index in range(16)])
    apart = abs(grey[tile(size, one)] - grey[tile(size, other)]) > 0.125
    assert apart.mean() >= 0.125


@pytest.mark.parametrize("number", COVERED)
def test_covered_tiles_share_one_frame(size, number):
    assert (frame(size, number) == frame(size, BLANK)).all()


@pytest.mark.parametrize("number", OPENED)
def test_opened_tiles_share_one_grid_line(size, number):
    assert (tile(size, number)[0] == tile(size, 0)[0]).all()
    assert (tile(size, number)[:, 0] == tile(size, 0)[:, 0]).all()


@pytest.mark.parametrize("number", BUTTONS)
def test_buttons_share_one_frame_that_no_cell_has(size, number):
    assert (frame(size, number) == frame(size, CALM)).all()
    for cell in (0, BLANK, PRESSED):
        assert (frame(size, number) != frame(size, cell)).mean() > 0.4


@pytest.mark.parametrize("one, other", list(itertools.combinations(BUTTONS, 2)))
def test_two_buttons_show_different_pictures(size, one, other):
    assert (tile(size, one) != tile(size, other)).mean() >= 0.05


@pytest.mark.parametrize("number", FACES)
def test_a_face_reads_well(size, number):
    assert {SHADE, GLOW} <= set(tile(size, number).ravel())
    assert contrast(SHADE, GLOW) >= 4.5


def test_the_panel_is_plain_and_text_reads_well_on_it(size):
    (colour,) = set(tile(size, PANEL).ravel())
    assert contrast(colour, OPEN) >= 4.5


def test_a_covered_cell_is_raised_and_a_pressed_one_sunken(size):
    for bright, dark in (("top", "bottom"), ("left", "right")):
        assert edge(size, BLANK, bright) > 2 * edge(size, BLANK, dark)
        assert edge(size, PRESSED, bright) < edge(size, PRESSED, dark) / 2


def test_covered_and_opened_cells_stand_apart():
    assert contrast(FACE, OPEN) >= 2


@pytest.mark.parametrize("number", DIGITS)
def test_a_digit_reads_well_on_an_opened_cell(number):
    assert contrast(digit_colour(number), OPEN) >= 4.5


@pytest.mark.parametrize("number", DIGITS)
def test_a_digit_has_the_same_colour_on_every_sheet(number):
    assert len({digit_colour(number, size) for size in SHEETS}) == 1


@pytest.mark.parametrize("number", DIGITS)
def test_a_digit_stands_in_the_middle(size, number):
    rows, columns = numpy.nonzero(ink(size, number))
    assert (rows.min(), rows.max()) == {16: (4, 12), 24: (6, 18)}[size]
    assert abs((columns.min() + columns.max()) / 2 - size / 2) <= 0.5


@pytest.mark.parametrize("one, other", PAIRS)
def test_two_digits_differ_in_shape(size, one, other):
    assert (ink(size, one) != ink(size, other)).mean() >= 0.03


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("one, other", PAIRS)
def test_two_digits_differ_in_colour(one, other, eyes):
    """A difference of 2 is just visible side by side; 20 is another colour."""
    assert difference(digit_colour(one), digit_colour(other), eyes) >= 20


@pytest.mark.parametrize("eyes", EYES)
def test_a_flag_shows_on_its_cell(eyes):
    assert difference(RED, FACE, eyes) >= 40


@pytest.mark.parametrize("eyes", EYES)
def test_a_hint_shows_on_a_covered_cell_and_a_clue_on_an_opened_one(eyes):
    assert difference(TWO, FACE, eyes) >= 40
    assert difference(SIX, OPEN, eyes) >= 40
