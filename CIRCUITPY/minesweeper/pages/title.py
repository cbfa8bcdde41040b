# SPDX-License-Identifier: MIT
"""The title: the game's name dug into a field of our own tiles, and a plaque that says what to do.

The first that is loaded and drawn, and then forgotten: the rest of the game is loaded while it is
looked at.
"""

import displayio
from micropython import const

from minesweeper.screen import tiles
from minesweeper.screen.box import ink_of
from minesweeper.screen.text import Text

_COLUMNS = 20
# A letter for each tile of SpriteSheet.bmp that the picture uses.
_SIGNS = {".": 0, "1": 1, "2": 2, "F": tiles.FLAG, "?": tiles.QUESTION,
          "*": tiles.MINE, "=": tiles.PANEL}
_PICTURE = (
    "-----------------2.."
    "----------------F2.."
    "-------*----------21"
    "--------------F-?---"
    "-.-F-.-.-..--11-112-"
    "-.1-1.-.-.-.-.--.---"
    "-.-.-.-.-1-1-..-111-"
    "-.---.-.-1F1-.----1-"
    "-.---.-.-1-1-..-221-"
    "--------------------"
    "---==============---"
    "--F==============---"
    "12-==============---"
    "...1-------------F--"
    "....----------------"
)
_ROWS = len(_PICTURE) // _COLUMNS
_PLAQUE = (160, 176)
_WORDS = const("TAP TO START")
_MENU_BELOW = const(24)
_MENU = const("hold a cell long: menu")
_INK = const(0xF7F7EF)


def show(display, sheet):
    """On the display when it returns, and as long as nothing else is shown."""
    columns, rows = display.width // sheet.size, display.height // sheet.size
    left, top = (columns - _COLUMNS) // 2, (rows - _ROWS) // 2
    group = displayio.Group()
    group.append(_grid(sheet, columns, rows, left, top))
    x, y = _PLAQUE[0] + left * sheet.size, _PLAQUE[1] + top * sheet.size
    words = Text(len(_WORDS), ink_of(_INK), x, y, 2)
    words.write(_WORDS)
    group.append(words.layer)
    menu = Text(len(_MENU), ink_of(_INK), x, y + _MENU_BELOW)
    menu.write(_MENU)
    group.append(menu.layer)
    display.root_group = group
    display.refresh()


def _grid(sheet, columns, rows, left, top):
    """On a larger display the picture's edges go on to the display's."""
    grid = displayio.TileGrid(
        sheet.bitmap,
        pixel_shader=sheet.palette,
        width=columns,
        height=rows,
        tile_width=sheet.size,
        tile_height=sheet.size,
        default_tile=tiles.BLANK,
    )
    for cell in range(columns * rows):
        column = max(0, min(_COLUMNS - 1, cell % columns - left))
        row = max(0, min(_ROWS - 1, cell // columns - top))
        sign = _PICTURE[row * _COLUMNS + column]
        if sign != "-":
            grid[cell] = _SIGNS[sign]
    return grid
