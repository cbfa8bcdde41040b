# SPDX-License-Identifier: MIT
"""Colours: those of the themes, palettes of them, and rectangles that are filled with one.

A theme replaces entries of the sheet's palette, the classic one none. The entries' roles are those
in tools/make_sprites.py.
"""

import displayio
import vectorio

# {palette entry: colour}; entry 0 is what overlays see through.
DARK = {
    1: 0x39496B,
    2: 0x7B92BD,
    3: 0x182439,
    4: 0x101820,
    5: 0x293442,
    6: 0x9C69E7,
    7: 0x9CFF7B,
    8: 0xFF9600,
    9: 0xEFA6FF,
    10: 0xF73839,
    11: 0x009284,
    12: 0xEFEFF7,
    13: 0x94BA7B,
    14: 0xD61018,
}
# Digits as far apart as four kinds of eyes can have them, found by numbers: test_assets.py.
COLOR_BLIND = {
    6: 0x290073,
    7: 0x9C614A,
    8: 0xCE3400,
    9: 0x390442,
    10: 0x631000,
    11: 0x2971B5,
    14: 0xD65D00,
    15: 0xF7E342,
}
CLASSIC: dict = {}
ALL = (CLASSIC, DARK, COLOR_BLIND)

# A page's colours, by theme: ground, a button's face, its light, its shade, ink, paper, and the ink
# of values.
_LIGHT_PAGE = (0x315594, 0x7BA6DE, 0xCEE3FF, 0x182C52, 0x000408, 0xF7F7EF, 0x6B0010)
_DARK_PAGE = (0x182439, 0x39496B, 0x7B92BD, 0x101820, 0xEFEFF7, 0xEFEFF7, 0xFFE763)
PAGES = (_LIGHT_PAGE, _DARK_PAGE, _LIGHT_PAGE)


def paint(palette, own, number):
    """Colour a palette by the number of a theme; `own` are its colours in the sheet."""
    colors = ALL[number]
    for entry in range(len(own)):
        palette[entry] = colors.get(entry, own[entry])


def box(palette, left, top, right, bottom, color=0):
    """Return a rectangle from left, top up to right, bottom, in the colour of a palette's entry."""
    rectangle = vectorio.Rectangle(
        pixel_shader=palette, width=right - left, height=bottom - top, x=left, y=top
    )
    rectangle.color_index = color
    return rectangle


def palette_of(*colors):
    palette = displayio.Palette(len(colors))
    for entry in range(len(colors)):
        palette[entry] = colors[entry]
    return palette


def shades_of(ink, ground):
    """Return a palette for text: transparent, two shades between ground and ink, and the ink."""
    palette = displayio.Palette(4)
    palette.make_transparent(0)
    shade(palette, ink, ground)
    return palette


def shade(palette, ink, ground):
    """Change the colours of a palette for text."""
    for grade in (1, 2, 3):
        palette[grade] = mix(ground, ink, grade, 3)


def mix(color, other, part, parts):
    """Return the colour that lies so many of `parts` on the way to another one."""
    result = 0
    for shift in (16, 8, 0):
        low, high = color >> shift & 0xFF, other >> shift & 0xFF
        result |= low + (high - low) * part // parts << shift
    return result
