# SPDX-License-Identifier: MIT
"""Filled rectangles for grounds, buttons and crosses, and palettes for them and for text."""

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


def shades_of(ink, ground):
    """Return a palette for text: transparent, two shades between ground and ink, and the ink."""
    palette = displayio.Palette(4)
    palette.make_transparent(0)
    shade(palette, ink, ground)
    return palette


def shade(palette, ink, ground):
    """Change the colours of a palette for text."""
    for grade in (1, 2, 3):
        palette[grade] = mix(ground, ink, grade, 3)


def mix(color, other, part, parts):
    """Return the colour that lies so many of `parts` on the way to another one."""
    result = 0
    for shift in (16, 8, 0):
        low, high = color >> shift & 0xFF, other >> shift & 0xFF
        result |= low + (high - low) * part // parts << shift
    return result
