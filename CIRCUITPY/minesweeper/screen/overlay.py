# SPDX-License-Identifier: MIT
"""The odds over a board: covered tiles keep their shape, with a tint for the risk and a figure.

A grid of half cells lies over the board. Its sheet has the halves that these odds need, so that
every pixel is drawn from one layer; where a sheet would be large, there are two.
"""

import bitmaptools
import displayio
import terminalio
from micropython import const

from minesweeper.screen import tiles
from minesweeper.screen.theme import palette_of

# The terminal's letters, which a small cell has room for two of.
WIDTH, HEIGHT = 6, 12

# The first of these per cents that a figure does not exceed is its risk; the last is certain.
_RISKS = b"\x00\x0c\x19\x28\x63\x64"
_TINTS = (0x84DB94, 0xD6E79C, 0xF7E794, 0xFFC67B, 0xFF9C84, 0x5A0810)
_PAPER = const(0xF7F7EF)
_INK = const(0x42000C)
# Entries of the palette; ink is 1, as in the terminal's font.
_NOTHING = const(0)
_LINE = const(2)
_TINT = const(3)
# From here on a covered tile's colours, as they follow each other in its sheet.
_TILE = const(9)
_TILE_COLORS = const(6)
# From a tile's edge to the tint, so that its bevel stays.
_BEVEL = const(2)
# Its number among the font's glyphs.
_ZERO = const(16)
_CERTAIN = const(100)
# A half is numbered by its risk and, within that, by what is on it: the digits 0 to 9, the same
# alone, or a cross, each left and right.
_ALONE, _CROSS = const(10), const(20)
_SIDES = const(42)
# No sheet takes a larger block of memory than this.
_MOST_BYTES = const(2048)


def lay(view, sheet, figures):
    """Lay per cents over a view, in a sheet's tiles; `figures` are a byte a cell, over 100 none."""
    colors = [sheet.palette[entry] for entry in range(_TILE_COLORS)]
    palette = palette_of(*((_NOTHING, _INK, _PAPER) + _TINTS + tuple(colors)))
    palette.make_transparent(_NOTHING)
    covered = _covered(sheet)
    halves = {figure: (_half(figure, 0), _half(figure, 1)) for figure in set(figures)
              if figure <= _CERTAIN}
    kinds = sorted({half for pair in halves.values() for half in pair})
    most = 4 * _MOST_BYTES // (view.tile * view.tile) - 1
    view.lay(*[_grid(view, covered, palette, figures, halves, kinds[first : first + most])
               for first in range(0, len(kinds), most)])


def _half(figure, side):
    """Return the number of a half of a figure's cell, 0 for the left one and 1 for the right."""
    risk = 0
    while figure > _RISKS[risk]:
        risk += 1
    if figure == _CERTAIN:
        sign = _CROSS
    elif figure < _ALONE:
        sign = _ALONE + figure
    else:
        sign = figure % 10 if side else figure // 10
    return 1 + risk * _SIDES + 2 * sign + side


def _grid(view, covered, palette, figures, halves, kinds):
    """Return a grid over the whole board, of the halves that are of these kinds."""
    across = view.tile // 2
    grid = displayio.TileGrid(_drawn(kinds, covered), pixel_shader=palette, width=2 * view.width,
                              height=view.height, tile_width=across, tile_height=view.tile)
    place = {kind: 1 + number for number, kind in enumerate(kinds)}
    for cell in range(len(figures)):
        for side, half in enumerate(halves.get(figures[cell], ())):
            if half in place:
                grid[2 * cell + side] = place[half]
    return grid


def _covered(sheet):
    """Return a covered tile in the overlay's colours."""
    size, bitmap = sheet.size, sheet.bitmap
    covered = displayio.Bitmap(size, size, _TILE + _TILE_COLORS)
    for at in range(size * size):
        x, y = at % size, at // size
        covered[x, y] = _TILE + bitmap[tiles.BLANK * size + x, y]
    return covered


def _drawn(kinds, covered):
    """Draw halves side by side, nothing before them."""
    size = covered.height
    across = size // 2
    sheet = displayio.Bitmap(across * (len(kinds) + 1), size, _TILE + _TILE_COLORS)
    for number in range(len(kinds)):
        left = across * (number + 1)
        risk, sign = divmod(kinds[number] - 1, _SIDES)
        sign, side = divmod(sign, 2)
        bitmaptools.blit(sheet, covered, left, 0, x1=across * side, y1=0, x2=across * (side + 1),
                         y2=size)
        bitmaptools.fill_region(sheet, left + (0 if side else _BEVEL), _BEVEL,
                                left + across - (_BEVEL if side else 0), size - _BEVEL,
                                _TINT + risk)
        _sign(sheet, left, sign, side)
    return sheet


def _sign(sheet, left, sign, side):
    """Draw half of a cross, or a digit in the terminal's font."""
    across, middle = sheet.height // 2, sheet.height // 2
    if sign == _CROSS:
        for step in range(0 if side else -4, 4 if side else 0):
            x = left + step + (0 if side else across)
            sheet[x, middle + step] = sheet[x, middle - 1 - step] = _LINE
        return
    first, end = 0, WIDTH
    if sign >= _ALONE:
        sign, first, end = sign - _ALONE, side * WIDTH // 2, (side + 1) * WIDTH // 2
    start = (_ZERO + sign) * WIDTH
    bitmaptools.blit(sheet, terminalio.FONT.bitmap, left if side else left + across - (end - first),
                     middle - HEIGHT // 2, x1=start + first, y1=0, x2=start + end, y2=HEIGHT,
                     skip_source_index=0)
