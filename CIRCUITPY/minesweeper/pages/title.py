# SPDX-License-Identifier: MIT
"""The title: the game's name dug into a field of tiles, and a plaque that says how to start.

It is loaded and drawn first, and then unloaded: the rest of the game is loaded while it is shown.
"""

import displayio
from micropython import const

from minesweeper.screen import text, tiles
from minesweeper.screen.box import box, shades_of

_COLUMNS = const(20)
# A letter for each tile of SpriteSheet.bmp that the picture uses.
_SIGNS = {".": 0, "1": 1, "2": 2, "F": tiles.FLAG, "?": tiles.QUESTION,
          "*": tiles.MINE}
_PICTURE = (
    "-----------------2.."
    "-------*----------21"
    "--F---------------F-"
    "--.---.-.-.--.-...--"
    "--..-..-.-..-.-.----"
    "--.-.-.-.-.-..-..---"
    "--.---.-.-.--.-.----"
    "--.---.-.-.--.-...--"
    "--------------------"
    "--------------------"
    "--F-----------------"
    "12------------------"
    "...1-----------?----"
    "....-------------F--"
    "....----------------"
)
_ROWS = len(_PICTURE) // _COLUMNS
# The plaque's upper edge, below the name.
_TOP = const(144)
# The entry of the sheet's palette that the plaque is painted with.
_GROUND = const(3)
_WORDS = const("TAP TO START")
_MENU = const("Hold any cell for the menu")
_INK = const(0xF7F7EF)
_BESIDE = const(16)


def show(display, sheet):
    """Show the title: a field of tiles, and the plaque, which is to move when it is touched."""
    columns, rows = display.width // sheet.size, display.height // sheet.size
    left, top = (columns - _COLUMNS) // 2, (rows - _ROWS) // 2
    group = displayio.Group()
    group.append(_grid(sheet, columns, rows, left, top))
    group.append(_plaque(sheet, display.width // 2, _TOP + top * sheet.size))
    # Drawn once, when it is whole.
    display.auto_refresh = False
    display.root_group = group
    display.refresh()
    display.auto_refresh = True


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
    line = text.Text(face, shades_of(_INK, ground), face.width(words), x, y)
    line.write(words)
    group.append(line.layer)


def _grid(sheet, columns, rows, left, top):
    """Draw the field of tiles; on a larger display its edges are repeated."""
    grid = sheet.grid(columns, rows)
    for cell in range(columns * rows):
        column = max(0, min(_COLUMNS - 1, cell % columns - left))
        row = max(0, min(_ROWS - 1, cell // columns - top))
        sign = _PICTURE[row * _COLUMNS + column]
        if sign != "-":
            grid[cell] = _SIGNS[sign]
    return grid
