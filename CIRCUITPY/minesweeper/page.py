# SPDX-License-Identifier: MIT
"""A page over the whole screen: a heading, some lines of text, and large buttons to choose from.

The title, the pause sheet, the options and the statistics are pages. Only one is ever in memory.
"""

import displayio
import terminalio
from adafruit_display_text.label import Label

from minesweeper import gesture, theme
from minesweeper.box import box, palette_of

_GROUND, _FACE, _LIGHT, _SHADE = range(4)

_HEADING = 34
_GAP = 6
_LINE = 14
_LEAST = 40


class Page:
    """On the table's display, in its colours.

    `choices` are the buttons' words, laid out in `columns`; `lines` stand above them.
    """

    def __init__(self, table, heading, choices, lines=(), columns=2):
        self._table = table
        display = table.display
        colors = theme.PAGES[table.options.theme]
        self._palette = palette_of(*colors)
        _, _, self._light, _, self._ink, self._paper = colors
        self._group = displayio.Group()
        self._box(0, 0, display.width, display.height, _GROUND)
        self._write(heading, display.width // 2, _HEADING // 2, self._paper, 2)
        top = _HEADING + len(lines) * _LINE
        for number, line in enumerate(lines):
            self._write(line, display.width // 2, _HEADING + number * _LINE + 4, self._paper, 1)
        self._bounds = _layout(len(choices), columns, top, display.width, display.height)
        self._labels = [
            self._button(choice, bounds) for choice, bounds in zip(choices, self._bounds)
        ]
        display.root_group = self._group

    def choose(self, way_out=-1):
        """Wait for a tap on a button; returns its number.

        A line on the console takes the way out, which is the last button's if none is told.
        """
        device, hand = self._table.device, self._table.hand
        hand.aim(self._bounds_at)
        while True:
            device.rest()
            if self._table.line.waits():
                return way_out % len(self._labels)
            event = hand.update(device.touch(), device.ticks_ms())
            number = self._number_at(hand.x, hand.y)
            if number is None or event == gesture.NONE:
                continue
            self._labels[number].color = self._light if event == gesture.PRESS else self._ink
            if event in (gesture.TAP, gesture.HOLD):
                device.click()
                return number

    def rename(self, number, choice):
        """Other words on a button."""
        self._labels[number].text = choice

    def _number_at(self, x, y):
        for number, (left, top, right, bottom) in enumerate(self._bounds):
            if left <= x < right and top <= y < bottom:
                return number
        return None

    def _bounds_at(self, x, y):
        number = self._number_at(x, y)
        return (0, 0, 0, 0) if number is None else self._bounds[number]

    def _button(self, choice, bounds):
        """A keycap, as the covered cells are."""
        left, top, right, bottom = bounds
        self._box(left, top, right, bottom, _LIGHT)
        self._box(left + 2, top + 2, right, bottom, _SHADE)
        self._box(left + 2, top + 2, right - 2, bottom - 2, _FACE)
        return self._write(choice, (left + right) // 2, (top + bottom) // 2, self._ink, 1)

    def _box(self, left, top, right, bottom, color):
        self._group.append(box(self._palette, left, top, right, bottom, color))

    def _write(self, text, x, y, color, scale):
        label = Label(terminalio.FONT, text=text, color=color, scale=scale)
        label.anchor_point = (0.5, 0.5)
        label.anchored_position = (x, y)
        self._group.append(label)
        return label


def _layout(count, columns, top, width, height):
    """Bounds of so many buttons, as high as the room allows and no lower than a fingertip.

    They stand at the page's foot; the last one of each row takes what is left of it.
    """
    rows = (count + columns - 1) // columns
    across = (width - _GAP) // columns
    down = max(_LEAST + _GAP, min(height // 4, (height - top) // rows))
    top = max(top, height - rows * down)
    bounds = []
    for number in range(count):
        left = _GAP + number % columns * across
        above = top + number // columns * down
        is_last = number == count - 1 or number % columns == columns - 1
        right = width - _GAP if is_last else left + across - _GAP
        bounds.append((left, above, right, above + down - _GAP))
    return bounds
