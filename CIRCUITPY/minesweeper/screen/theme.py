# SPDX-License-Identifier: MIT
"""Colours for the same sheet: each theme is a palette, by the roles that make_sprites gives them.

The classic theme is the sheet's own palette; the others replace some of its entries.
"""

# {palette entry: colour}; entry 0 is what overlays see through.
DARK = {
    1: 0x39496B,
    2: 0x7B92BD,
    3: 0x182439,
    4: 0x101820,
    5: 0x293442,
    6: 0x6BAAFF,
    7: 0x52C794,
    8: 0xFF8A5A,
    9: 0xC69AF7,
    10: 0xFF7B8C,
    11: 0x42D3E7,
    12: 0xEFEFF7,
    13: 0xB5B6BD,
}
# Blue, orange and black in steps of brightness, after Okabe and Ito's palette.
COLOR_BLIND = {
    6: 0x0061A5,
    7: 0x8C5D00,
    8: 0xAD3C00,
    9: 0x18306B,
    10: 0x5A1800,
    11: 0x007584,
    14: 0xD65D00,
    15: 0xF7E342,
}
CLASSIC: dict = {}
ALL = (CLASSIC, DARK, COLOR_BLIND)

# What pages are made of, by theme: ground, a button's face, its light and its shade, ink, paper.
_LIGHT_PAGE = (0x315594, 0x7BA6DE, 0xCEE3FF, 0x182C52, 0x000408, 0xF7F7EF)
_DARK_PAGE = (0x101820, 0x39496B, 0x7B92BD, 0x182439, 0xEFEFF7, 0xEFEFF7)
PAGES = (_LIGHT_PAGE, _DARK_PAGE, _LIGHT_PAGE)


def paint(palette, own, number):
    """Colour a palette, whose colours in the sheet are `own`, by the number of a theme."""
    colors = ALL[number]
    for entry in range(len(own)):
        palette[entry] = colors.get(entry, own[entry])
