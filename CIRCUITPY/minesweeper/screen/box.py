# SPDX-License-Identifier: MIT
"""Filled rectangles for grounds, buttons and crosses, and palettes for them."""

import displayio
import vectorio


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


def ink_of(color):
    """Return a palette for text on a transparent ground."""
    palette = palette_of(0, color)
    palette.make_transparent(0)
    return palette
