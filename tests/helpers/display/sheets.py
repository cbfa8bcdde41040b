# SPDX-License-Identifier: MIT
"""The sprite sheets, tile by tile, and their colours as the panel shows them to different eyes."""

import functools
import itertools

import numpy
from PIL import Image

from paths import ROOT

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


@functools.cache
def pixels(size):
    with Image.open(SHEETS[size]) as image:
        return numpy.array(image)


def tile(size, number):
    return pixels(size)[:, number * size : (number + 1) * size]


def frame(size, number, width=1):
    """The outermost pixels of a tile."""
    inside = numpy.zeros((size, size), bool)
    inside[width:-width, width:-width] = True
    return tile(size, number)[~inside]


def drawn(size, number):
    """Where an overlay hides what is beneath."""
    return tile(size, number) != KEY


@functools.cache
def palette(size=16):
    with Image.open(SHEETS[size]) as image:
        return numpy.array(image.getpalette()[:48]).reshape(16, 3)


def on_panel(rgb):
    """A colour after RGB565: the low bits cut off, then filled from the high ones."""
    red, green, blue = int(rgb[0]) >> 3, int(rgb[1]) >> 2, int(rgb[2]) >> 3
    return (red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2)


def linear(index):
    part = numpy.array(on_panel(palette()[index])) / 255
    return numpy.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def luminance(index):
    return linear(index) @ XYZ[1]


def contrast(one, other):
    """The contrast ratio of WCAG 2."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(index, eyes):
    """CIELAB of a palette colour as these eyes see it."""
    part = XYZ @ numpy.clip(EYES[eyes] @ linear(index), 0, 1) / XYZ.sum(axis=1)
    x, y, z = numpy.where(part > 0.008856, numpy.cbrt(part), 7.787 * part + 16 / 116)
    return numpy.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one, other, eyes):
    return numpy.linalg.norm(lab(one, eyes) - lab(other, eyes))


def ink(size, number):
    """Where a digit's tile differs from the empty opened cell."""
    return tile(size, number) != tile(size, 0)


def digit_colour(number, size=16):
    (colour,) = set(tile(size, number)[ink(size, number)])
    return colour


def edge(size, number, side):
    """Mean luminance of one side of a tile, without the corners."""
    square = tile(size, number)
    line = {"top": square[0], "left": square[:, 0], "bottom": square[-1], "right": square[:, -1]}
    return numpy.mean([luminance(index) for index in line[side][2:-2]])
