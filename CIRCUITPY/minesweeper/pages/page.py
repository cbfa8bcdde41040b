# SPDX-License-Identifier: MIT
"""A page over the whole screen: a heading, some lines of text, and large buttons to choose from.

The pause sheet, the options, the boards and the lessons are pages. Only one is ever in memory.
"""

import gc

import displayio
from micropython import const

from minesweeper import gesture
from minesweeper.screen import text, theme
from minesweeper.screen.box import box, ink_of, palette_of

_GROUND = const(0)
_FACE = const(1)
_SHADE = const(3)
_INK = const(4)
_PAPER = const(5)

HEADING = 36
_GAP = const(6)
# How far a button sinks.
_DEPTH = const(2)
# So high a button may be, out of the display's height, and so low that a finger still finds it.
_MOST = const(4)
_LEAST = const(40)


class Page:
    """On the table's display, in its colours.

    `choices` are the buttons' words, in one line or two, laid out in `columns`; `lines` stand above
    them, broken where they are too long. What is not a button goes into `group`; `room` is what
    the words leave free at the left of each button. The last `foot` ones have no such room, and a
    row of their own.
    """

    def __init__(self, table, heading, choices, lines=(), columns=2, room=0, foot=0):
        self._table = table
        display = table.display
        # The page before goes first, unseen, so that there is room for this one.
        display.auto_refresh = False
        display.root_group = displayio.Group()
        table.hand.aim(None)
        gc.collect()
        colors = theme.PAGES[table.options.theme]
        self._palette = palette_of(*colors)
        self._ink, self._paper = ink_of(colors[_INK]), ink_of(colors[_PAPER])
        self.group = displayio.Group()
        self.group.append(box(self._palette, 0, 0, display.width, display.height, _GROUND))
        top = 0
        if heading:
            self.say(heading, display.width // 2, HEADING // 2, 2)
            top = HEADING
        for line in lines:
            for words in text.lines(line, display.width // text.WIDTH - 1):
                if words:
                    self.say(words, display.width // 2, top + text.HEIGHT // 2)
                top += text.HEIGHT
        self.bounds = _layout(len(choices), columns, foot, top, display)
        rooms = [room] * (len(choices) - foot) + [0] * foot
        self._buttons = [self._button(words, bounds, left)
                         for words, bounds, left in zip(choices, self.bounds, rooms)]
        display.root_group = self.group
        display.auto_refresh = True

    def choose(self, way_out=-1, turn=None):
        """Wait for a tap on a button; returns its number.

        A line on the console takes the way out, which is the last button's if none is told.
        `turn(now_ms)` is called as long as nothing is chosen.
        """
        device, hand = self._table.device, self._table.hand
        hand.aim(self._bounds_at)
        while True:
            device.rest()
            if self._table.listener.waits():
                return way_out % len(self._buttons)
            now_ms = device.ticks_ms()
            if turn:
                turn(now_ms)
            event = hand.update(device.touch(), now_ms)
            number = self._number_at(hand.x, hand.y)
            if number is None or event == gesture.NONE:
                continue
            self._sink(number, event in (gesture.PRESS, gesture.RIPE))
            if event in (gesture.TAP, gesture.HOLD, gesture.LONG):
                device.click()
                return number

    def add(self, bounds, sink):
        """What else can be tapped, numbered after the buttons; sink(place, is_down) shows it."""
        self.bounds += bounds
        self._sink_other = sink

    def press(self, number):
        """A button that is down from the beginning."""
        self._sink(number, True)

    def paint(self, number):
        """In the colours of another theme."""
        colors = theme.PAGES[number]
        for entry in range(len(colors)):
            self._palette[entry] = colors[entry]
        self._ink[1], self._paper[1] = colors[_INK], colors[_PAPER]

    def rename(self, number, words):
        """Other words on a button."""
        self._buttons[number][1].write(words)

    def say(self, words, x, y, scale=1):
        """What no button says; returns its line."""
        told = words.split("\n")
        line = text.Text(max([len(row) for row in told]), self._paper, x, y, scale, len(told))
        line.write(words)
        self.group.append(line.layer)
        return line

    def _button(self, words, bounds, room):
        """A cap on its shadow, and its words."""
        left, top, right, bottom = bounds
        shadow = box(self._palette, left + _DEPTH, top + _DEPTH, right, bottom, _SHADE)
        cap = box(self._palette, left, top, right - _DEPTH, bottom - _DEPTH, _FACE)
        letters, rows = (right - left - room - 4) // text.WIDTH, words.count("\n") + 1
        line = text.Text(letters, self._ink, (left + room + right) // 2, (top + bottom) // 2 - 1, 1,
                         rows)
        line.write(words)
        for layer in (shadow, cap, line.layer):
            self.group.append(layer)
        return cap, line

    def _sink(self, number, is_down):
        """The cap onto its shadow, or let it rise."""
        if number >= len(self._buttons):
            self._sink_other(number - len(self._buttons), is_down)
            return
        cap, line = self._buttons[number]
        if (cap.x > self.bounds[number][0]) != is_down:
            by = _DEPTH if is_down else -_DEPTH
            cap.x, cap.y = cap.x + by, cap.y + by
            line.shift(by)

    def _number_at(self, x, y):
        for number, (left, top, right, bottom) in enumerate(self.bounds):
            if left <= x < right and top <= y < bottom:
                return number
        return None

    def _bounds_at(self, x, y):
        number = self._number_at(x, y)
        return (0, 0, 0, 0) if number is None else self.bounds[number]


def wait(table):
    """Until a tap anywhere, or a line on the console; returns where the tap was, else None."""
    hand = table.hand
    hand.aim(_everywhere)
    while not table.listener.waits():
        table.device.rest()
        event = hand.update(table.device.touch(), table.device.ticks_ms())
        if event in (gesture.TAP, gesture.HOLD, gesture.LONG):
            return hand.x, hand.y
    return None


def _everywhere(x, y):
    return 0, 0, 10000, 10000


def _layout(count, columns, foot, top, display):
    """Bounds of so many buttons, as high as the room allows.

    They stand at the page's foot; the last one of each row takes what is left of it.
    """
    width, height = display.width, display.height
    rows = _rows(count, columns, foot)
    down = max(_LEAST + _GAP, min(height // _MOST, (height - top) // len(rows)))
    above = height - len(rows) * down + _GAP // 2
    bounds = []
    for places, buttons in rows:
        across = (width - _GAP) // places
        for left in range(_GAP, _GAP + buttons * across, across):
            bounds.append((left, above, left + across - _GAP, above + down - _GAP))
        bounds[-1] = (bounds[-1][0], above, width - _GAP, above + down - _GAP)
        above += down
    return bounds


def _rows(count, columns, foot):
    """(columns, buttons) of each row."""
    body = count - foot
    rows = [(columns, min(columns, body - first)) for first in range(0, body, columns)]
    return rows + [(foot, foot)] if foot else rows
