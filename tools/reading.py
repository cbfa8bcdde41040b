# SPDX-License-Identifier: MIT
"""Reads words off a portal's picture: finds a text in the game's letters, wherever it stands."""

import functools

import numpy as np
from PIL import Image

from sim import PyPortal
from tools.stage import ROOT

Box = tuple[int, int, int, int]

# How many pixels of a text, and how many between them, are looked at first everywhere.
ASKED = 12
# The sheets of letters for text and for headings, and those of a display with 320 rows.
SHEETS = "SpriteSheetText.bmp", "SpriteSheetHeading.bmp"
LARGE = "SpriteSheetText22.bmp", "SpriteSheetHeading34.bmp"
# The game's inks: paper white, the black and white on its buttons, and those of values.
INKS = (0xF7F7EF, 0x000408, 0xEFEFF7, 0x6B0010, 0xFFE763)


def screen_of(portal: PyPortal) -> np.ndarray:
    """Return the picture as RGB565, (height, width)."""
    display = portal.board.model.display
    return np.frombuffer(portal.framebuffer, ">u2").reshape(display.height, display.width)


def rgb565(color: int) -> int:
    return (color >> 19) << 11 | (color >> 10 & 0x3F) << 5 | color >> 3 & 0x1F


def find(portal: PyPortal, text: str, heading: bool = False) -> list[Box]:
    """Return where the text stands, (left, top, right, bottom), from top to bottom."""
    screen = screen_of(portal)
    shape = _shape(text, (LARGE if len(screen) >= 320 else SHEETS)[heading])
    height, width = shape.shape
    found = []
    for ink in INKS:
        for top, left in _places(screen == rgb565(ink), shape):
            found.append((left, top, left + width, top + height))
    return sorted(found, key=lambda box: (box[1], box[0]))


def box_of(portal: PyPortal, text: str) -> Box:
    """Return the one place where the text stands, in either size."""
    found = find(portal, text) or find(portal, text, True)
    assert len(found) == 1, f"{text!r} is seen at {found}"
    return found[0]


def sees(portal: PyPortal, text: str) -> bool:
    return bool(find(portal, text) or find(portal, text, True))


def width_of(text: str) -> int:
    """Return the pixels of a line of text."""
    return _shape(text, SHEETS[False]).shape[1] if text else 0


@functools.cache
def _letters(name: str) -> list[np.ndarray]:
    """True where full ink is, for each letter and icon from the space on."""
    with Image.open(ROOT / name) as image:
        pixels = np.asarray(image)
    starts = np.flatnonzero(pixels[0])[1:]
    return [letter == pixels.max() for letter in np.split(pixels[1:], starts, 1)]


@functools.cache
def _shape(text: str, name: str) -> np.ndarray:
    """True where full ink is."""
    letters = _letters(name)
    return np.hstack([letters[ord(letter) - ord(" ")] for letter in text])


def _places(inked: np.ndarray, shape: np.ndarray) -> list[tuple[int, int]]:
    """(top, left) of every place that looks exactly so; some pixels are asked first.

    All places are asked at once: the picture is a number with a bit for each pixel.
    """
    if not (inked.any() and shape.any()):
        return []
    (height, width), size = shape.shape, inked.size
    possible = (1 << size) - 1
    for marks, pixels in (np.argwhere(shape), inked), (np.argwhere(~shape), ~inked):
        bits = int.from_bytes(np.packbits(pixels).tobytes()) >> -size % 8
        for down, across in marks[:: max(1, len(marks) // ASKED)].tolist():
            possible &= bits << down * inked.shape[1] + across
    left = np.unpackbits(np.frombuffer(possible.to_bytes(-(-size // 8)), np.uint8))[-size:]
    places = [divmod(place, inked.shape[1]) for place in np.flatnonzero(left).tolist()]
    return [(top, left) for top, left in places
            if np.array_equal(inked[top : top + height, left : left + width], shape)]
