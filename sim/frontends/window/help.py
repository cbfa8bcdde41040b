# SPDX-License-Identifier: MIT
"""What the window draws over the panel's picture: the keys, and short messages.

Pictures are Pillow's, RGBA, made for a screen of `size` window pixels; all sizes follow from it.
"""

from functools import cache

from PIL import Image, ImageDraw, ImageFont

TITLE = "PyPortal"
# Each line's keys, and what they do.
KEYS = (
    ("F1", "this help"),
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
FOOT = "Saving a file of the drive restarts the program."
SHADE, CARD, RIM = (6, 8, 12, 150), (27, 31, 40, 252), (92, 150, 220, 255)
INK, FAINT = (232, 235, 240, 255), (150, 158, 172, 255)
CAP, CAP_RIM, CAP_INK = (58, 65, 80, 255), (98, 108, 128, 255), (246, 248, 252, 255)

Font = ImageFont.ImageFont | ImageFont.FreeTypeFont


@cache
def card(size: tuple[int, int]) -> Image.Image:
    """The help, in the middle of a darker picture."""
    unit = _unit(size)
    picture = Image.new("RGBA", size, SHADE)
    width, height = round(304 * unit), round(226 * unit)
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    draw = ImageDraw.Draw(picture)
    _plate(draw, (left, top, left + width, top + height), round(8 * unit), CARD, RIM, unit)
    start, end = left + 14 * unit, left + width - 14 * unit
    draw.text((start, top + 16 * unit), TITLE, RIM, _font(15 * unit), anchor="lm")
    draw.text((end, top + 16 * unit), "F1 closes", FAINT, _font(10 * unit), anchor="rm")
    for row, (keys, meaning) in enumerate(KEYS):
        y = top + (38 + 17 * row) * unit
        _caps(draw, start, y, keys, unit)
        draw.text((start + 124 * unit, y), meaning, INK, _font(11.5 * unit), anchor="lm")
    draw.text((start, top + height - 13 * unit), FOOT, FAINT, _font(10 * unit), anchor="lm")
    return picture


def toast(size: tuple[int, int], words: str) -> Image.Image:
    """A message on a plate; the window draws it at the screen's lower edge."""
    unit = _unit(size)
    font = _fit(words, size[0] - 40 * unit, 12 * unit)
    width, height = round(font.getlength(words) + 20 * unit), round(24 * unit)
    picture = Image.new("RGBA", (width, height))
    draw = ImageDraw.Draw(picture)
    _plate(draw, (0, 0, width - 1, height - 1), round(6 * unit), CARD, RIM, unit)
    draw.text((width / 2, height / 2), words, INK, font, anchor="mm")
    return picture


def _caps(draw: ImageDraw.ImageDraw, x: float, y: float, keys: str, unit: float) -> None:
    """Keys side by side, each like one of a keyboard."""
    font = _font(10 * unit)
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
    """Window pixels per unit: the card fills a small screen, but not all of a huge one."""
    return min(size[0] / 320, size[1] / 240, 3)


def _fit(text: str, width: float, size: float) -> Font:
    """The font of `size`, or a smaller one in which the text is no wider than `width`."""
    return _font(size * min(1, width / _font(size).getlength(text)))


@cache
def _font(size: float) -> Font:
    return ImageFont.load_default(size)
