# SPDX-License-Identifier: MIT
"""The title: the game's name dug into a field of tiles, and a plaque that says how to start.

It is loaded and drawn first, and then unloaded: the rest of the game is loaded while it is shown.
"""

import displayio
from micropython import const

from minesweeper.screen import tiles
from minesweeper.screen.box import box, ink_of, palette_of
from minesweeper.screen.text import Text

_COLUMNS = const(20)
# A letter for each tile of SpriteSheet.bmp that the picture uses.
_SIGNS = {".": 0, "1": 1, "2": 2, "F": tiles.FLAG, "?": tiles.QUESTION,
          "*": tiles.MINE, "=": tiles.PANEL}
_PICTURE = (
    "-----------------2.."
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
    "...1----------------"
    "....-------------F--"
    "....----------------"
)
_ROWS = len(_PICTURE) // _COLUMNS
_PLAQUE = (160, 160)
_WORDS = const("TAP TO START")
_MENU_BELOW = const(24)
_MENU = const("hold a cell long: menu")
_INK = const(0xF7F7EF)
# The button that a new player may tap instead, its size and its colours.
_LESSONS = const("How to play")
_WIDTH = const(112)
_HEIGHT = const(40)
_MARGIN = const(4)
_DEPTH = const(2)
_SHADES = (0x182C52, 0x086538)


def show(display, sheet, is_new):
    """Show the title; returns the bounds of the lessons' button, None without one."""
    columns, rows = display.width // sheet.size, display.height // sheet.size
    left, top = (columns - _COLUMNS) // 2, (rows - _ROWS) // 2
    group = displayio.Group()
    group.append(_grid(sheet, columns, rows, left, top))
    x, y = _PLAQUE[0] + left * sheet.size, _PLAQUE[1] + top * sheet.size
    _say(group, _WORDS, x, y, 2)
    _say(group, _MENU, x, y + _MENU_BELOW, 1)
    bounds = _offer(group, display.width - _MARGIN, display.height - _MARGIN) if is_new else None
    # Drawn once, when it is whole.
    display.auto_refresh = False
    display.root_group = group
    display.refresh()
    display.auto_refresh = True
    return bounds


def _say(group, words, x, y, scale):
    line = Text(len(words), ink_of(_INK), x, y, scale)
    line.write(words)
    group.append(line.layer)


def _offer(group, right, bottom):
    """Draw a button in the corner, far from the plaque; returns its bounds."""
    left, top = right - _WIDTH, bottom - _HEIGHT
    shades = palette_of(*_SHADES)
    group.append(box(shades, left + _DEPTH, top + _DEPTH, right, bottom, 0))
    group.append(box(shades, left, top, right - _DEPTH, bottom - _DEPTH, 1))
    _say(group, _LESSONS, (left + right) // 2, (top + bottom) // 2 - 1, 1)
    return left, top, right, bottom


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
