# SPDX-License-Identifier: MIT
"""Reads words off a portal's picture: finds a text in the game's letters, wherever it stands."""

import functools

import numpy as np
from PIL import Image

from sim import PyPortal
from tools.stage import ROOT

Box = tuple[int, int, int, int]

WIDTH = 8
# So many of a text's pixels leave hardly a place to look at whole.
ASKED = 12
# The game's inks: paper white, and the black on its light and dark buttons.
INKS = (0xF7F7EF, 0x000408, 0xEFEFF7)


def screen_of(portal: PyPortal) -> np.ndarray:
    """Return the picture as RGB565, (height, width)."""
    display = portal.board.model.display
    return np.frombuffer(portal.framebuffer, ">u2").reshape(display.height, display.width)


def rgb565(color: int) -> int:
    return (color >> 19) << 11 | (color >> 10 & 0x3F) << 5 | color >> 3 & 0x1F


def find(portal: PyPortal, text: str, scale: int = 1) -> list[Box]:
    """Return where the text stands, (left, top, right, bottom), from top to bottom."""
    shape = _shape(text, scale)
    screen = screen_of(portal)
    height, width = shape.shape
    found = []
    for ink in INKS:
        for top, left in _places(screen == rgb565(ink), shape):
            found.append((left, top, left + width, top + height))
    return sorted(found, key=lambda box: (box[1], box[0]))


def box_of(portal: PyPortal, text: str) -> Box:
    """Return the one place where the text stands, in either size."""
    found = find(portal, text) or find(portal, text, 2)
    assert len(found) == 1, f"{text!r} is seen at {found}"
    return found[0]


def sees(portal: PyPortal, text: str) -> bool:
    return bool(find(portal, text) or find(portal, text, 2))


@functools.cache
def _letters() -> np.ndarray:
    """1 where ink is, the letters in ASCII's order."""
    with Image.open(ROOT / "SpriteSheetLetters.bmp") as image:
        return np.asarray(image.convert("L")) == 0


@functools.cache
def _shape(text: str, scale: int) -> np.ndarray:
    """True where ink is."""
    letters = [ord(letter) - ord(" ") for letter in text]
    columns = [_letters()[:, at * WIDTH : (at + 1) * WIDTH] for at in letters]
    return np.hstack(columns).repeat(scale, 0).repeat(scale, 1)


def _places(inked: np.ndarray, shape: np.ndarray) -> list[tuple[int, int]]:
    """(top, left) of every place that looks exactly so; some inked pixels are asked first."""
    height, width = shape.shape
    rows, columns = inked.shape[0] - height + 1, inked.shape[1] - width + 1
    if rows <= 0 or columns <= 0:
        return []
    marks = np.argwhere(shape)
    possible = np.ones((rows, columns), bool)
    for down, across in marks[:: max(1, len(marks) // ASKED)]:
        possible &= inked[down : down + rows, across : across + columns]
    return [(top, left) for top, left in np.argwhere(possible).tolist()
            if np.array_equal(inked[top : top + height, left : left + width], shape)]
