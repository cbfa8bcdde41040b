# SPDX-License-Identifier: MIT
"""The title: the game's name dug into a field of our own tiles, and a plaque that says what to do.

Loaded at power-on and forgotten when the first tap comes.
"""

import displayio
import terminalio
from adafruit_display_text.label import Label

from minesweeper import gesture, sheet, theme, tiles

_COLUMNS = 20
# A letter for each tile of SpriteSheet.bmp that the picture uses.
_SIGNS = {"-": tiles.BLANK, ".": 0, "1": 1, "2": 2, "F": tiles.FLAG, "?": tiles.QUESTION,
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
    "--------------------"
    "--F--==========-----"
    "12---==========-----"
    "...1-------------F--"
    "....----------------"
)
_ROWS = len(_PICTURE) // _COLUMNS
_PLAQUE = (160, 192)


def show(table):
    """Until the first tap, or a line on the console."""
    _draw(table.display, table.options.theme)
    table.hand.aim(_everywhere)
    event = gesture.NONE
    while event not in (gesture.TAP, gesture.HOLD) and not table.line.waits():
        table.device.rest()
        event = table.hand.update(table.device.touch(), table.device.ticks_ms())


def _draw(display, colors):
    bitmap, palette = sheet.load(16)
    theme.apply(palette, colors)
    group = displayio.Group()
    columns, rows = display.width // 16, display.height // 16
    left, top = (columns - _COLUMNS) // 2, (rows - _ROWS) // 2
    group.append(_grid(bitmap, palette, columns, rows, left, top))
    label = Label(terminalio.FONT, text="TAP TO START", color=0xF7F7EF, scale=2)
    label.anchor_point = (0.5, 0.5)
    label.anchored_position = _PLAQUE[0] + left * 16, _PLAQUE[1] + top * 16
    group.append(label)
    display.root_group = group


def _everywhere(x, y):
    return 0, 0, 10000, 10000


def _grid(bitmap, palette, columns, rows, left, top):
    """On a larger display the picture's edges go on to the display's."""
    grid = displayio.TileGrid(
        bitmap,
        pixel_shader=palette,
        width=columns,
        height=rows,
        tile_width=16,
        tile_height=16,
    )
    for cell in range(columns * rows):
        column = max(0, min(_COLUMNS - 1, cell % columns - left))
        row = max(0, min(_ROWS - 1, cell // columns - top))
        grid[cell] = _SIGNS[_PICTURE[row * _COLUMNS + column]]
    return grid
