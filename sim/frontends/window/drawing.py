# SPDX-License-Identifier: MIT
"""Pictures that the window shows around and over the panel's own: the bezel with its strip of
indicators, the help, and short messages.

They are Pillow images, RGB for the bezel and RGBA for what lies over the panel. The help and the
messages are made for a screen of `size` window pixels, and all their sizes follow from it.
"""

from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

import numpy as np
from PIL import Image, ImageDraw, ImageFont

MARGIN, STRIP = 8, 28
BODY, EDGE, UNLIT = (24, 26, 30), (8, 9, 10), (44, 47, 53)
INK, FAINT, CHIP = (170, 174, 182), (136, 140, 148), (44, 48, 56)
SUN, RED = (255, 204, 92), (255, 82, 70)
SCREEN_BLUE = (92, 150, 220)
HINT, SECOND_HINT = "F1 help", "   F2 parts"
# The keys that the strip shows at the start, the most useful ones first.
FIRST_KEYS = (("F1", "help"), ("F2", "parts"), ("right button", "hold"), ("F12", "screenshot"),
              ("F9", "record"), ("Ctrl R", "Reset"), ("M", "sound"))
TEXT_SIZE = 12
# Radii of the NeoPixel and of its halo.
LAMP, GLOW = 4, 10
# Space between two indicators in the strip.
GAP = 12
# Drawn this many times larger and then scaled down, which smooths it.
FINE = 4

HELP_TITLE = "PyPortal"
# Keys, and what they do.
KEYS = (
    ("F1", "this help"),
    ("F2", "sensors and parts"),
    ("F12", "screenshot"),
    ("F9", "record; again: save it"),
    ("+|-", "time goes faster, slower"),
    ("M", "sound off and on"),
    ("Up|Down|wheel", "light on the sensor"),
    ("left button", "the stylus"),
    ("right button", "the stylus, held 0.8 s"),
    ("Ctrl R", "press Reset"),
    ("Ctrl Q", "switch off and quit"),
)
HELP_FOOT = "Saving a file of the drive restarts the program."
SHADE, CARD, RIM = (6, 8, 12, 150), (27, 31, 40, 252), (92, 150, 220, 255)
CARD_INK, CARD_FAINT = (232, 235, 240, 255), (150, 158, 172, 255)
CAP, CAP_RIM, CAP_INK = (58, 65, 80, 255), (98, 108, 128, 255), (246, 248, 252, 255)

Colour = tuple[int, int, int]
Font = ImageFont.ImageFont | ImageFont.FreeTypeFont


@dataclass(frozen=True)
class Status:
    """The contents of the strip: the NeoPixel's colour, the light 0.0–1.0, and some words; `begins`
    until the user has seen the keys.
    """

    pixel: Colour
    light: float
    words: tuple[str, ...] = ()
    recording: bool = False
    begins: bool = False


class Bezel:
    """The frame around a panel of `panel` pixels (width, height), each `scale` window pixels wide.

    The strip below the screen shows how to get help, any unusual state, the light on the sensor
    and, in the corner, the NeoPixel.
    """

    def __init__(self, panel: tuple[int, int], scale: int):
        self._panel = panel
        self._scale = scale
        self.screen_at = MARGIN, MARGIN
        self.screen_size = panel[0] * scale, panel[1] * scale
        width, height = self.screen_size
        self.size = width + 2 * MARGIN, height + MARGIN + STRIP
        self.strip_at = 0, height + MARGIN + 2
        self.lamp_at = MARGIN + width - 2 * GLOW, MARGIN + height + STRIP // 2 - GLOW

    def pixel_at(self, position: tuple[int, int]) -> tuple[int, int]:
        """Return the panel's pixel under a window position, out of range beside the screen."""
        return (position[0] - MARGIN) // self._scale, (position[1] - MARGIN) // self._scale

    def nearest(self, pixel: tuple[int, int]) -> tuple[int, int]:
        """Return the pixel, or the nearest one on the panel."""
        width, height = self._panel
        return min(max(pixel[0], 0), width - 1), min(max(pixel[1], 0), height - 1)

    def picture(self) -> Image.Image:
        """Return the frame with an empty strip."""
        width, height = self.screen_size
        bezel = Image.new("RGB", self.size, BODY)
        box = MARGIN - 2, MARGIN - 2, MARGIN + width + 1, MARGIN + height + 1
        ImageDraw.Draw(bezel).rounded_rectangle(box, 3, EDGE)
        return bezel

    def strip(self, status: Status) -> Image.Image:
        """Return the strip's picture, to be drawn at `strip_at`."""
        strip = Image.new("RGB", (self.size[0], STRIP - 2), BODY)
        draw = ImageDraw.Draw(strip)
        middle = STRIP // 2 - 2
        lamp_x = self.lamp_at[0]
        strip.paste(lamp(status.pixel), (lamp_x, middle - GLOW))
        level = f"{round(100 * status.light)} %"
        x = lamp_x - GAP // 2 - round(typeface(TEXT_SIZE).getlength("100 %"))
        write(draw, (x, middle), level, INK)
        strip.paste(sun(status.light), (x - 20, middle - 8))
        if status.begins and not status.words:
            _first_keys(draw, middle, x - 20 - GAP)
        else:
            _hints(draw, middle, status)
        return strip


def _hints(draw: ImageDraw.ImageDraw, middle: int, status: Status) -> None:
    hint = HINT if status.words else HINT + SECOND_HINT  # a narrow strip has no room for all
    x = MARGIN + write(draw, (MARGIN, middle), hint, FAINT)
    for word in status.words:
        x += _chip(draw, x + GAP, middle, word, status.recording and word == "rec") + GAP


def _first_keys(draw: ImageDraw.ImageDraw, middle: int, end: int) -> None:
    """Draw as many of the most useful keys as there is room for."""
    x, font = MARGIN, typeface(TEXT_SIZE)
    for key, meaning in FIRST_KEYS:
        width = 12 + font.getlength(key) + 5 + font.getlength(meaning)
        if x + width > end:
            return
        text_at = x + _chip(draw, x, middle, key, False) + 5
        x = text_at + write(draw, (text_at, middle), meaning, INK) + GAP


def lamp(colour: Colour) -> Image.Image:
    """Draw the NeoPixel as bright as it looks: its lowest levels are far from dark."""
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
    """Draw the light on the sensor, 16×16: the brighter, the longer the sun's rays."""
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


@cache
def disc(radius: int) -> Image.Image:
    """Return the mask of a circle."""
    side = 2 * radius * FINE
    mask = Image.new("L", (side, side))
    ImageDraw.Draw(mask).ellipse((0, 0, side - 1, side - 1), 255)
    return mask.reduce(FINE)


def icon() -> Image.Image:
    """Draw a board with a lit screen, RGBA."""
    picture = Image.new("RGBA", (32, 32))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((1, 4, 30, 28), 3, BODY)
    draw.rectangle((4, 7, 27, 23), SCREEN_BLUE)
    return picture


def write(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, colour: Colour) -> int:
    """Draw text, vertically centred; return its width."""
    draw.text(at, text, colour, typeface(TEXT_SIZE), anchor="lm")
    return round(typeface(TEXT_SIZE).getlength(text))


def _chip(draw: ImageDraw.ImageDraw, x: int, middle: int, word: str, red: bool) -> int:
    """Draw a word on a plate, with a red dot if it means a recording; return its width."""
    dot = 12 if red else 0
    width = round(typeface(TEXT_SIZE).getlength(word)) + 12 + dot
    draw.rounded_rectangle((x, middle - 9, x + width, middle + 9), 5, CHIP)
    if red:
        draw.circle((x + 10, middle), 3.5, RED)
    write(draw, (x + 6 + dot, middle), word, INK)
    return width


def _colour(levels: np.ndarray) -> Colour:
    red, green, blue = levels.clip(0, 255).astype(int).tolist()
    return red, green, blue


@cache
def help_card(size: tuple[int, int]) -> Image.Image:
    """Draw the help, in the middle of a darkened picture."""
    unit = _unit(size)
    picture = Image.new("RGBA", size, SHADE)
    width, height = round(304 * unit), round(226 * unit)
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    draw = ImageDraw.Draw(picture)
    _plate(draw, (left, top, left + width, top + height), round(8 * unit), CARD, RIM, unit)
    start, end = left + 14 * unit, left + width - 14 * unit
    draw.text((start, top + 16 * unit), HELP_TITLE, RIM, typeface(15 * unit), anchor="lm")
    draw.text((end, top + 16 * unit), "F1 closes", CARD_FAINT, typeface(10 * unit), anchor="rm")
    for row, (keys, meaning) in enumerate(KEYS):
        y = top + (38 + 15.6 * row) * unit
        _caps(draw, start, y, keys, unit)
        draw.text((start + 124 * unit, y), meaning, CARD_INK, typeface(11.5 * unit), anchor="lm")
    draw.text((start, top + height - 13 * unit), HELP_FOOT, CARD_FAINT, typeface(10 * unit),
              anchor="lm")
    return picture


def message(size: tuple[int, int], words: str) -> Image.Image:
    """Draw a message on a plate; the window shows it at the screen's lower edge."""
    unit = _unit(size)
    font = fit(words, size[0] - 40 * unit, 12 * unit)
    width, height = round(font.getlength(words) + 20 * unit), round(24 * unit)
    picture = Image.new("RGBA", (width, height))
    draw = ImageDraw.Draw(picture)
    _plate(draw, (0, 0, width - 1, height - 1), round(6 * unit), CARD, RIM, unit)
    draw.text((width / 2, height / 2), words, CARD_INK, font, anchor="mm")
    return picture


def _caps(draw: ImageDraw.ImageDraw, x: float, y: float, keys: str, unit: float) -> None:
    """Draw keys side by side, like those of a keyboard."""
    font = typeface(10 * unit)
    for key in keys.split("|"):
        width = max(font.getlength(key) + 9 * unit, 17 * unit)
        _plate(draw, (x, y - 7 * unit, x + width, y + 7 * unit), round(3 * unit), CAP, CAP_RIM,
               unit)
        draw.text((x + width / 2, y), key, CAP_INK, font, anchor="mm")
        x += width + 3 * unit


def _plate(draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], radius: int,
           fill: tuple[int, ...], rim: tuple[int, ...], unit: float) -> None:
    whole = [round(edge) for edge in box]
    draw.rounded_rectangle(whole, radius, fill, rim, max(1, int(unit)))


def _unit(size: tuple[int, int]) -> float:
    """Return the window pixels per unit: the help fills a small screen, but not a huge one."""
    return min(size[0] / 320, size[1] / 240, 3)


def fit(text: str, width: float, size: float) -> Font:
    """Return the font of `size`, or a smaller one if the text would be wider than `width`."""
    return typeface(size * min(1, width / typeface(size).getlength(text)))


@cache
def typeface(size: float) -> Font:
    return ImageFont.load_default(size)
