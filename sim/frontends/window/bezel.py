# SPDX-License-Identifier: MIT
"""The frame around the screen in the window: where the panel's pixels are, and how it looks.

Pictures are Pillow's, RGB; the window shows them. The strip below the screen shows how to get help
and any unusual state, the light sensor and, in its corner, the NeoPixel. A bare window has nothing
but the screen.
"""

from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

import numpy as np
from PIL import Image, ImageDraw, ImageFont

MARGIN, STRIP = 8, 28
BODY, EDGE, UNLIT = (24, 26, 30), (8, 9, 10), (44, 47, 53)
INK, FAINT, CHIP = (170, 174, 182), (120, 124, 132), (44, 48, 56)
SUN, RED = (255, 204, 92), (255, 82, 70)
SCREEN_BLUE = (92, 150, 220)
HINT = "F1 help"
TEXT = 12
# Radii of the NeoPixel and of its halo.
LAMP, GLOW = 4, 10
# Between two things in the strip.
GAP = 12
# Drawn this many times larger and then scaled down, which smooths it.
FINE = 4

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Status:
    """What the strip shows: the NeoPixel's colour, the light 0.0–1.0, and some words."""

    pixel: Colour
    light: float
    words: tuple[str, ...] = ()
    recording: bool = False


class Bezel:
    """For a panel of `panel` pixels (width, height), each `scale` pixels of the window wide."""

    def __init__(self, panel: tuple[int, int], scale: int, bare: bool = False):
        self._panel = panel
        self._scale = scale
        self._margin = margin = 0 if bare else MARGIN
        self._strip = 0 if bare else STRIP
        self.bare = bare
        self.screen_at = margin, margin
        self.screen_size = panel[0] * scale, panel[1] * scale
        width, height = self.screen_size
        self.size = width + 2 * margin, height + margin + self._strip
        self.strip_at = 0, height + margin + 2
        self.lamp_at = margin + width - 2 * GLOW, margin + height + STRIP // 2 - GLOW

    def pixel_at(self, position: tuple[int, int]) -> tuple[int, int]:
        """The panel's pixel under a position in the window; out of range beside the screen."""
        return ((position[0] - self._margin) // self._scale,
                (position[1] - self._margin) // self._scale)

    def nearest(self, pixel: tuple[int, int]) -> tuple[int, int]:
        """The pixel itself if it is on the panel, else the one at the edge."""
        width, height = self._panel
        return min(max(pixel[0], 0), width - 1), min(max(pixel[1], 0), height - 1)

    def picture(self) -> Image.Image:
        """Without what the strip shows."""
        width, height = self.screen_size
        bezel = Image.new("RGB", self.size, BODY)
        box = MARGIN - 2, MARGIN - 2, MARGIN + width + 1, MARGIN + height + 1
        if not self.bare:
            ImageDraw.Draw(bezel).rounded_rectangle(box, 3, EDGE)
        return bezel

    def strip(self, status: Status) -> Image.Image:
        """The strip's picture, to be drawn at `strip_at`."""
        strip = Image.new("RGB", (self.size[0], STRIP - 2), BODY)
        draw = ImageDraw.Draw(strip)
        middle = STRIP // 2 - 2
        x = MARGIN + _text(draw, (MARGIN, middle), HINT, FAINT)
        for word in status.words:
            x += _chip(draw, x + GAP, middle, word, status.recording and word == "rec") + GAP
        lamp_x = self.lamp_at[0]
        strip.paste(lamp(status.pixel), (lamp_x, middle - GLOW))
        level = f"{round(100 * status.light)} %"
        x = lamp_x - GAP // 2 - round(_font().getlength("100 %"))
        _text(draw, (x, middle), level, INK)
        strip.paste(sun(status.light), (x - 20, middle - 8))
        return strip


def lamp(colour: Colour) -> Image.Image:
    """The NeoPixel as bright as it looks: its lowest levels are far from dark."""
    seen = np.array([255 * (level / 255) ** 0.45 for level in colour])
    side = 2 * GLOW * FINE
    picture = Image.new("RGB", (side, side), BODY)
    draw = ImageDraw.Draw(picture)
    for radius in range(GLOW * FINE, LAMP * FINE, -1):
        shine = BODY + seen * (1 - radius / GLOW / FINE) ** 2
        draw.circle((side / 2, side / 2), radius, _colour(shine))
    draw.circle((side / 2, side / 2), LAMP * FINE, _colour(seen) if any(colour) else UNLIT)
    return picture.reduce(FINE)


def sun(light: float) -> Image.Image:
    """The light on the sensor, 16×16: the brighter, the longer the sun's rays."""
    side = 16 * FINE
    picture = Image.new("RGB", (side, side), BODY)
    draw = ImageDraw.Draw(picture)
    colour = _colour(np.array(FAINT) + (np.array(SUN) - FAINT) * light ** 0.5)
    centre, inner, outer = side / 2, 5.2 * FINE, (5.4 + 2.4 * light) * FINE
    for ray in range(8):
        x, y = cos(ray * pi / 4), sin(ray * pi / 4)
        draw.line((centre + inner * x, centre + inner * y, centre + outer * x, centre + outer * y),
                  colour, round(1.4 * FINE))
    draw.circle((centre, centre), 3.4 * FINE, colour)
    return picture.reduce(FINE)


def icon() -> Image.Image:
    """A board with a lit screen, RGBA."""
    picture = Image.new("RGBA", (32, 32))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((1, 4, 30, 28), 3, BODY)
    draw.rectangle((4, 7, 27, 23), SCREEN_BLUE)
    return picture


@cache
def _font() -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(TEXT)


def _text(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, colour: Colour) -> int:
    """From the left, centred in its height; returns how wide it is."""
    draw.text(at, text, colour, _font(), anchor="lm")
    return round(_font().getlength(text))


def _chip(draw: ImageDraw.ImageDraw, x: int, middle: int, word: str, red: bool) -> int:
    """A word on a plate, after a red light if it means a recording; returns its width."""
    dot = 12 if red else 0
    width = round(_font().getlength(word)) + 12 + dot
    draw.rounded_rectangle((x, middle - 9, x + width, middle + 9), 5, CHIP)
    if red:
        draw.circle((x + 10, middle), 3.5, RED)
    _text(draw, (x + 6 + dot, middle), word, INK)
    return width


def _colour(levels: np.ndarray) -> Colour:
    red, green, blue = levels.clip(0, 255).astype(int).tolist()
    return red, green, blue
