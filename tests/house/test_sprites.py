# SPDX-License-Identifier: MIT
"""The sprite sheets: drawn again they are the committed ones, and players can tell tiles apart.

Colours are judged as the panel shows them, by eyes that tell red from green and by eyes that do
not.
"""

import itertools
import struct
import sys
from unittest import mock

import numpy
import pytest

from sheets import (
    ADVICE,
    BLANK,
    BUTTONS,
    CALM,
    COUNT,
    COVERED,
    CURSOR,
    DIGITS,
    EYES,
    FACE,
    FACES,
    FLAG,
    GLOW,
    KEY,
    LETTERS,
    OPEN,
    OPENED,
    OVERLAYS,
    PAIRS,
    PANEL,
    PRESSED,
    RED,
    RIPE,
    SHADE,
    SHEETS,
    SIX,
    TWO,
    contrast,
    difference,
    digit_colour,
    drawn,
    edge,
    frame,
    ink,
    luminance,
    on_panel,
    palette,
    pixels,
    tile,
)
from tools import make_sprites

DRAWN = {*SHEETS.values(), LETTERS}


def test_the_sheets_drawn_again_are_the_committed_ones(tmp_path):
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
    """As much of displayio.Bitmap as imageload needs where there is no bitmaptools."""

    def __init__(self, width, height, colours):
        super().__init__()
        self.size = (width, height, colours)


def imageload(path):
    """Adafruit's own loader, kept from Blinka, whose displayio starts a thread when imported."""
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
    """And not in colour alone."""
    assert (drawn(size, one) != drawn(size, other)).mean() >= 0.125


def test_the_ring_of_a_ripe_hold_is_thicker_than_the_cursor(size):
    assert drawn(size, RIPE).sum() > 2 * drawn(size, CURSOR).sum()


def test_no_two_tiles_look_the_same(size):
    assert len({tile(size, number).tobytes() for number in range(COUNT)}) == COUNT


@pytest.mark.parametrize("one, other", list(itertools.combinations((*ADVICE, BLANK, FLAG), 2)))
def test_safe_and_mine_differ_in_shape_too(size, one, other):
    """And from a cell without advice: seen in grey, wherever they differ by an eighth of light."""
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
    """A difference of 2 is just seen side by side; twenty is another colour."""
    assert difference(digit_colour(one), digit_colour(other), eyes) >= 20


@pytest.mark.parametrize("eyes", EYES)
def test_a_flag_shows_on_its_cell(eyes):
    assert difference(RED, FACE, eyes) >= 40


@pytest.mark.parametrize("eyes", EYES)
def test_a_hint_shows_on_a_covered_cell_and_a_clue_on_an_opened_one(eyes):
    assert difference(TWO, FACE, eyes) >= 40
    assert difference(SIX, OPEN, eyes) >= 40
