# SPDX-License-Identifier: MIT
"""The themes by numbers: what is written can be read, and digits differ for every kind of eyes.

Contrast is that of WCAG 2. Colour blindness is simulated by the matrices of Machado, Oliveira and
Fernandes (2009) for linear RGB, and what is seen is compared in CIELAB.
"""

import itertools

import numpy
import pytest

from minesweeper.screen import overlay, theme, tiles
from tools import make_sprites

READABLE = 4.5
APART = 20
ONE, TWO, INK, EIGHT, OPEN, FACE, LIGHT, SHADE = 6, 7, 12, 13, 4, 1, 2, 3
BANNERS = (0x086538, 0x9C1018, 0x182C52)
PAPER = 0xF7F7EF
XYZ = numpy.array([[0.4123908, 0.3575843, 0.1804808],
                   [0.2126390, 0.7151687, 0.0721923],
                   [0.0193308, 0.1191948, 0.9505322]])
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
THEMES = pytest.mark.parametrize("number", range(len(theme.ALL)),
                                 ids=["classic", "dark", "colour-blind"])
ENTRIES = {role: entry for entry, (role, _, _) in enumerate(make_sprites.PALETTE)}
PICTURES = (make_sprites.ART / "sprites16.txt").read_text()


def palette(number):
    own = [colour for _, _, colour in make_sprites.PALETTE]
    return [theme.ALL[number].get(entry, colour) for entry, colour in enumerate(own)]


def linear(colour):
    part = numpy.array([colour >> 16, colour >> 8 & 255, colour & 255]) / 255
    return numpy.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    dark, light = sorted((XYZ[1] @ linear(one), XYZ[1] @ linear(other)))
    return (light + 0.05) / (dark + 0.05)


def seen(colour, eyes):
    """CIELAB."""
    part = XYZ @ numpy.clip(numpy.array(EYES[eyes]) @ linear(colour), 0, 1) / XYZ.sum(axis=1)
    x, y, z = numpy.where(part > 0.008856, numpy.cbrt(part), 7.787 * part + 16 / 116)
    return numpy.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@THEMES
def test_every_digit_and_mark_can_be_read_on_its_ground(number):
    colours = palette(number)
    for digit in range(ONE, EIGHT + 1):
        assert contrast(colours[digit], colours[OPEN]) >= READABLE
    assert contrast(colours[INK], colours[FACE]) >= READABLE


def test_a_hints_tick_is_on_the_ground_of_a_digit():
    """The frame around it is of the same colour, with a line of light inside it."""
    tile = make_sprites.tiles(PICTURES)[tiles.HINT]
    inside = {ENTRIES[pixel] for row in tile[3:13] for pixel in row[3:13]}
    assert inside <= {TWO, OPEN, LIGHT} and TWO in inside and OPEN in inside


def test_a_defused_mines_tick_and_plate_are_a_digit_and_its_ground():
    glyph = "".join(make_sprites.pictures(PICTURES)["defused"])
    assert {ENTRIES[pixel] for pixel in glyph} == {ENTRIES["."], TWO, OPEN}


def test_a_wrong_flags_cross_is_of_a_digits_colour():
    glyph = "".join(make_sprites.pictures(PICTURES)["cross"])
    assert {ENTRIES[pixel] for pixel in glyph} == {ENTRIES["."], ENTRIES["3"]}


@THEMES
def test_the_mine_that_went_off_can_be_seen_on_its_ground(number):
    colours = palette(number)
    assert contrast(colours[INK], colours[ENTRIES["r"]]) >= READABLE


def test_the_odds_can_be_read_on_their_plates():
    ink, paper, safe = 0x5A0810, PAPER, 0x84DB94
    assert overlay._COLORS[1:] == (ink, paper, safe)
    assert min(contrast(ink, paper), contrast(ink, safe)) >= READABLE


@THEMES
def test_every_word_can_be_read_on_its_ground(number):
    ground, face, _, _, ink, paper = theme.PAGES[number]
    assert contrast(ink, face) >= READABLE
    assert contrast(paper, ground) >= READABLE
    assert contrast(PAPER, palette(number)[SHADE]) >= READABLE
    assert all(contrast(PAPER, banner) >= READABLE for banner in BANNERS)


@pytest.mark.parametrize(("number", "eyes"), [
    *itertools.product((1, 2), EYES),
    # The classic colours are too close for tritanopes (2 and 6), who have the other two themes.
    *((0, eyes) for eyes in ("trichromat", "protanope", "deuteranope"))])
def test_no_two_digits_look_alike(number, eyes):
    digits = palette(number)[ONE : EIGHT + 1]
    assert min(numpy.linalg.norm(seen(one, eyes) - seen(other, eyes))
               for one, other in itertools.combinations(digits, 2)) >= APART
