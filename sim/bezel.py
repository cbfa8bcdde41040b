# SPDX-License-Identifier: MIT
"""The frame around the screen in the window: where the panel's pixels are, and how it looks.

Pictures are Pillow's, RGB; the window shows them. The NeoPixel sits in its lower right corner.
"""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

MARGIN, STRIP = 8, 26
BODY, EDGE, INK, UNLIT = (24, 26, 30), (8, 9, 10), (120, 124, 132), (44, 47, 53)
SCREEN_BLUE = (92, 150, 220)
HINT = "F12 screenshot   Ctrl+R reset"
# Radii of the NeoPixel and of its glow.
LAMP, GLOW = 4, 10
# Drawn so many times too large and then made small, which smooths it.
FINE = 4

Colour = tuple[int, int, int]


class Bezel:
    """For a panel of `panel` pixels (width, height), each `scale` pixels of the window wide."""

    def __init__(self, panel: tuple[int, int], scale: int):
        self._panel = panel
        self._scale = scale
        self.screen_at = MARGIN, MARGIN
        self.screen_size = panel[0] * scale, panel[1] * scale
        width, height = self.screen_size
        self.size = width + 2 * MARGIN, height + MARGIN + STRIP
        self.lamp_at = MARGIN + width - 2 * GLOW, MARGIN + height + STRIP // 2 - GLOW

    def pixel_at(self, position: tuple[int, int]) -> tuple[int, int]:
        """The panel's pixel under a position in the window; off the panel beside the screen."""
        return ((position[0] - MARGIN) // self._scale, (position[1] - MARGIN) // self._scale)

    def nearest(self, pixel: tuple[int, int]) -> tuple[int, int]:
        """The pixel itself if it is on the panel, else the one at the edge."""
        width, height = self._panel
        return min(max(pixel[0], 0), width - 1), min(max(pixel[1], 0), height - 1)

    def picture(self) -> Image.Image:
        width, height = self.screen_size
        bezel = Image.new("RGB", self.size, BODY)
        draw = ImageDraw.Draw(bezel)
        box = MARGIN - 2, MARGIN - 2, MARGIN + width + 1, MARGIN + height + 1
        draw.rounded_rectangle(box, 3, EDGE)
        middle = MARGIN + height + STRIP // 2
        draw.text((MARGIN, middle), HINT, INK, ImageFont.load_default(12), anchor="lm")
        return bezel


def lamp(colour: Colour) -> Image.Image:
    """The NeoPixel, as bright as an eye sees it: its lowest levels are far from dark."""
    seen = np.array([255 * (level / 255) ** 0.45 for level in colour])
    side = 2 * GLOW * FINE
    picture = Image.new("RGB", (side, side), BODY)
    draw = ImageDraw.Draw(picture)
    for radius in range(GLOW * FINE, LAMP * FINE, -1):
        shine = BODY + seen * (1 - radius / GLOW / FINE) ** 2
        draw.circle((side / 2, side / 2), radius, _colour(shine))
    draw.circle((side / 2, side / 2), LAMP * FINE, _colour(seen) if any(colour) else UNLIT)
    return picture.reduce(FINE)


def icon() -> Image.Image:
    """A board with a lit screen, RGBA."""
    picture = Image.new("RGBA", (32, 32))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((1, 4, 30, 28), 3, BODY)
    draw.rectangle((4, 7, 27, 23), SCREEN_BLUE)
    return picture


def _colour(levels: np.ndarray) -> Colour:
    red, green, blue = levels.clip(0, 255).astype(int).tolist()
    return red, green, blue
