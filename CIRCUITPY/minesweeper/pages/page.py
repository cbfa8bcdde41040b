# SPDX-License-Identifier: MIT
"""A page over the whole screen: a heading, some lines of text, and large buttons to choose from.

The title, the pause sheet, the options and the statistics are pages. Only one is ever in memory.
"""

import displayio

from minesweeper import gesture
from minesweeper.screen import theme
from minesweeper.screen.box import box, ink_of, palette_of
from minesweeper.screen.text import WIDTH, Text

_GROUND, _FACE, _LIGHT, _SHADE = range(4)

_HEADING = 34
_GAP = 6
_LINE = 14


class Page:
    """On the table's display, in its colours.

    `choices` are the buttons' words, laid out in `columns`; `lines` stand above them.
    """

    def __init__(self, table, heading, choices, lines=(), columns=2):
        self._table = table
        display = table.display
        colors = theme.PAGES[table.options.theme]
        self._palette = palette_of(*colors)
        _, _, light, _, ink, paper = colors
        self._light, self._ink, self._paper = ink_of(light), ink_of(ink), ink_of(paper)
        self._group = displayio.Group()
        self._box(0, 0, display.width, display.height, _GROUND)
        self._say(heading, display.width // 2, _HEADING // 2, 2)
        top = _HEADING + len(lines) * _LINE
        for number, line in enumerate(lines):
            self._say(line, display.width // 2, _HEADING + number * _LINE + 4, 1)
        self._bounds = _layout(len(choices), columns, top, display.width, display.height)
        self._words = [
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
            if self._table.listener.waits():
                return way_out % len(self._words)
            event = hand.update(device.touch(), device.ticks_ms())
            number = self._number_at(hand.x, hand.y)
            if number is None or event == gesture.NONE:
                continue
            self._light_up(number, event == gesture.PRESS)
            if event in (gesture.TAP, gesture.HOLD):
                device.click()
                return number

    def rename(self, number, choice):
        """Other words on a button."""
        self._words[number].write(choice)

    def _light_up(self, number, pressed):
        self._words[number].grid.pixel_shader = self._light if pressed else self._ink

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
        letters = (right - left) // WIDTH
        return self._write(choice, letters, self._ink, (left + right) // 2, (top + bottom) // 2)

    def _box(self, left, top, right, bottom, color):
        self._group.append(box(self._palette, left, top, right, bottom, color))

    def _say(self, line, x, y, scale):
        """What no button says, and stays."""
        self._write(line, len(line), self._paper, x, y, scale)

    def _write(self, words, letters, palette, x, y, scale=1):
        text = Text(letters, palette, x, y, scale)
        text.write(words)
        self._group.append(text.layer)
        return text


def wait(table):
    """Until a tap anywhere, or a line on the console."""
    table.hand.aim(_everywhere)
    event = gesture.NONE
    while event not in (gesture.TAP, gesture.HOLD) and not table.listener.waits():
        table.device.rest()
        event = table.hand.update(table.device.touch(), table.device.ticks_ms())


def _everywhere(x, y):
    return 0, 0, 10000, 10000


def _layout(count, columns, top, width, height):
    """Bounds of so many buttons, as high as the room allows.

    They stand at the page's foot; the last one of each row takes what is left of it.
    """
    rows = (count + columns - 1) // columns
    across = (width - _GAP) // columns
    down = min(height // 4, (height - top) // rows)
    top = height - rows * down
    bounds = []
    for number in range(count):
        left = _GAP + number % columns * across
        above = top + number // columns * down
        is_last = number == count - 1 or number % columns == columns - 1
        right = width - _GAP if is_last else left + across - _GAP
        bounds.append((left, above, right, above + down - _GAP))
    return bounds
