# SPDX-License-Identifier: MIT
"""Buttons on pages: a cap with words over its shadow, and the rows in which they lie."""

import displayio
from micropython import const

from minesweeper.screen import text
from minesweeper.screen.theme import box

# Entries of a page's palette, in the order of `theme.PAGES`.
BUTTON, SHADE = const(1), const(3)
MARGIN = 8
# A button that is pressed moves down by so many pixels.
DEPTH = const(2)
# From a button's edge to its words.
EDGE = const(5)
_GAP = const(8)
_BELOW = const(6)
# So many rows or more share the display; fewer are as high as so many lines of text.
_MANY = const(3)
_LINES = const(3)


def cap(group, palette, bounds):
    """Add a button's shadow and its cap, without words yet, to a group; returns the cap."""
    left, top, right, bottom = bounds
    group.append(box(palette, left + DEPTH, top + DEPTH, right, bottom, SHADE))
    face = displayio.Group()
    face.append(box(palette, left, top, right - DEPTH, bottom - DEPTH, BUTTON))
    group.append(face)
    return face


def label(face, shades, words, bounds):
    """Write words in the middle of a cap."""
    left, top, right, bottom = bounds
    text.say(face, text.body, shades, words, (left + right) // 2 - 1, (top + bottom) // 2,
             right - left - 2 * EDGE)


def put(group, grid, scale, x, y):
    """Add a grid, enlarged, to a group."""
    layer = displayio.Group(scale=scale, x=x, y=y)
    layer.append(grid)
    group.append(layer)


def sink(face, is_down):
    """Move a cap onto its shadow, or let it rise."""
    if (face.x > 0) != is_down:
        face.x = face.y = DEPTH if is_down else 0


def layout(rows, top, width, height):
    """Return the bounds of buttons, so many in each row, on a display of so many pixels.

    They are as high as there is room for below the pixel row `top`, and stand at the display's
    foot. Three rows or more fill it.
    """
    end = height - MARGIN + _BELOW
    down = (end - top) // len(rows)
    if len(rows) < _MANY:
        down = min(down, _LINES * text.body.height - 1)
    above = end - len(rows) * down
    bounds = []
    for count in rows:
        across = (width - 2 * MARGIN + _GAP) // count
        for left in range(MARGIN, MARGIN + count * across, across):
            bounds.append((left, above, left + across - _GAP, above + down - _BELOW))
        bounds[-1] = (bounds[-1][0], above, width - MARGIN, above + down - _BELOW)
        above += down
    return bounds


def at(bounds, x, y):
    """Return the number of the button under a pixel, None without one."""
    for number, (left, top, right, bottom) in enumerate(bounds):
        if left <= x < right and top <= y < bottom:
            return number
    return None
