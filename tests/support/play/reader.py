# SPDX-License-Identifier: MIT
"""Reads words off the screen, as the tools do, and finds the button that a word stands on."""

import numpy as np

from tools.reading import box_of, find, rgb565, screen_of, sees, width_of

__all__ = ["Body", "box_of", "find", "plate_of", "rgb565", "screen_of", "sees"]


class Body:
    """The text's letters without a sheet: enough for breaking words into lines."""

    height = 17

    def width(self, words):
        return width_of(words)


def plate_of(portal, text):
    """The rectangle of one colour that a text stands on: (left, top, right, bottom)."""
    left, top, _, _ = box_of(portal, text)
    screen = screen_of(portal)
    top -= 2
    color = screen[top, left - 1]
    first, end = _run(screen[top] == color, left - 1)
    above, below = _run(screen[:, first + 1] == color, top)
    return first, above, end, below


def _run(same, at):
    """(first, end) of the run of True around a place."""
    others = np.nonzero(~same)[0]
    before, after = others[others < at], others[others > at]
    return (int(before[-1]) + 1 if len(before) else 0), (int(after[0]) if len(after) else len(same))
