# SPDX-License-Identifier: MIT
"""The title: the game's name on a field of tiles, and a plaque that says how to start.

It is loaded and drawn first, and then unloaded: the rest of the game is loaded while it is shown.
"""

import displayio
from micropython import const

from minesweeper.screen import text, tiles
from minesweeper.screen.box import box, palette_of, shades_of

# The name in blocks, so many of which are as wide as the display.
_NAME = (
    "        X   X X X   X XXXX         ",
    "        XX XX X XX  X X            ",
    "        X X X X X X X XXX          ",
    "        X   X X X  XX X            ",
    "        X   X X X   X XXXX         ",
    "                                   ",
    " XXX X   X XXXX XXXX XXX  XXXX XXX ",
    "X    X   X X    X    X  X X    X  X",
    " XX  X X X XXX  XXX  XXX  XXX  XXX ",
    "   X XX XX X    X    X    X    X X ",
    "XXX  X   X XXXX XXXX X    XXXX X  X",
)
_ACROSS = const(40)
# From the name's edges to those of the first line's pictures, in blocks.
_ASIDE = const(2)
_COLUMNS = const(20)
# A letter for each tile of SpriteSheet.bmp that the picture at the display's foot uses.
_SIGNS = {".": 0, "1": 1, "2": 2, "F": tiles.FLAG, "?": tiles.QUESTION}
_PICTURE = (
    "--F-----------------",
    "12---------------F--",
    ".1------------------",
    ".2F-----------------",
    ".12------------?----",
    "..1--------------F--",
    "..1-----------------",
)
# The entry of the sheet's palette that the grounds of name and plaque are painted with.
_GROUND = const(3)
_SHADOW = const(0x081428)
_WORDS = const("TAP TO START")
_MENU = const("Keep your finger down for the menu")
_INK = const(0xF7F7EF)
_BESIDE = const(16)


def show(display, sheet):
    """Show the title: a field of tiles, and the plaque, which is to move when it is touched."""
    size = sheet.size
    block = display.width // _ACROSS
    top = (2 * block + size - 1) // size * size
    bottom = top + (len(_NAME) + 3) * block // size * size
    field = displayio.Group()
    field.append(_grid(sheet, display.width // size, display.height // size))
    field.append(box(sheet.palette, 0, top, display.width, bottom, _GROUND))
    _write_name(field, sheet, block, display.width, (top + bottom) // 2)
    group = displayio.Group()
    group.append(field)
    group.append(_plaque(sheet, display.width // 2, bottom + size))
    # Drawn once, when it is whole.
    display.auto_refresh = False
    display.root_group = group
    display.refresh()
    display.auto_refresh = True


def _write_name(group, sheet, block, across, middle):
    """Write the name over its shadow, and a mine and a flag beside its first line."""
    name = displayio.Bitmap(len(_NAME[0]), len(_NAME), 2)
    for y, row in enumerate(_NAME):
        for x, sign in enumerate(row):
            name[x, y] = sign == "X"
    left, top = (across - name.width * block) // 2, middle - name.height * block // 2
    for color, by in ((_SHADOW, block // 3), (_INK, 0)):
        palette = palette_of(0, color)
        palette.make_transparent(0)
        _put(group, displayio.TileGrid(name, pixel_shader=palette), block, left + by, top + by)
    scale = block // 4
    for tile, x in ((tiles.MINE, left + _ASIDE * block),
                    (tiles.FLAG, across - left - _ASIDE * block - scale * sheet.size)):
        picture = sheet.grid()
        picture[0] = tile
        _put(group, picture, scale, x, top + block // 2)


def _put(group, grid, scale, x, y):
    layer = displayio.Group(scale=scale, x=x, y=y)
    layer.append(grid)
    group.append(layer)


def _plaque(sheet, x, top):
    """Draw the plaque and its words."""
    group = displayio.Group()
    large, small = text.heading.height, text.body.height
    half = text.body.width(_MENU) // 2 + _BESIDE
    bottom = top + large + small + _BESIDE // 2
    group.append(box(sheet.palette, x - half, top, x + half, bottom, _GROUND))
    ground = sheet.palette[_GROUND]
    _say(group, _MENU, x, bottom - 4 - small // 2, ground, text.body)
    _say(group, _WORDS, x, top + 3 + large // 2, ground, text.heading)
    return group


def _say(group, words, x, y, ground, face):
    text.say(group, face, shades_of(_INK, ground), words, x, y, face.width(words))


def _grid(sheet, columns, rows):
    """Draw the field of tiles; on a larger display the picture's edges are repeated."""
    grid = sheet.grid(columns, rows)
    left, top = (columns - _COLUMNS) // 2, rows - len(_PICTURE)
    for cell in range(top * columns, columns * rows):
        column = max(0, min(_COLUMNS - 1, cell % columns - left))
        sign = _PICTURE[cell // columns - top][column]
        if sign != "-":
            grid[cell] = _SIGNS[sign]
    return grid
