# SPDX-License-Identifier: MIT
"""A large picture on a page: a tile of the board."""

import displayio
from micropython import const

# The pixels of a tile, and how many times larger it is shown.
_TILE, _LARGER = const(16), const(3)


def lay(session, page, tile, y):
    """Show a tile in the middle of a page, around a pixel row."""
    grid = session.sheets.of(_TILE).grid()
    grid[0] = tile
    half = _TILE * _LARGER // 2
    layer = displayio.Group(scale=_LARGER, x=session.display.width // 2 - half, y=y - half)
    layer.append(grid)
    page.group.append(layer)
