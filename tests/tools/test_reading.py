# SPDX-License-Identifier: MIT
"""tools.reading: words on the screen, in each ink and size."""

from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from tests.support.paths import ROOT
from tools import reading


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
