# SPDX-License-Identifier: MIT
"""A page over the whole display: a heading, some lines of text, and large buttons.

The pause sheet, the options, the boards and the lessons are pages. Only one is in memory at a time.
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
# A button that is pressed moves down by so many pixels.
_DEPTH = const(2)
# A button is at most this part of the display's height high, and at least so many pixels.
_MOST = const(4)
_LEAST = const(40)


class Page:
    """Shows a page and lets the player choose.

    `choices` are the buttons' words, in one line or two, laid out in `columns`; `lines` stand above
    them, broken where they are too long. Pictures go into `group`; `room` pixels at the left of
    each button stay free for them. The last `foot` buttons have no such room, and a row of their
    own.
    """

    def __init__(self, session, heading, choices, lines=(), columns=2, room=0, foot=0):
        self._session = session
        display = session.display
        # The page before goes first, unseen, so that there is room for this one.
        display.auto_refresh = False
        display.root_group = displayio.Group()
        session.finger.aim(None)
        gc.collect()
        colors = theme.PAGES[session.options.theme]
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

        A line on the console chooses `way_out`, by default the last button. `turn(now_ms)` is
        called as long as nothing is chosen.
        """
        device, finger = self._session.device, self._session.finger
        finger.aim(self._bounds_at)
        while True:
            device.rest()
            if self._session.console.waits():
                return way_out % len(self._buttons)
            now_ms = device.ticks_ms()
            self._session.save_if_due(now_ms)
            if turn:
                turn(now_ms)
            event = finger.update(device.touch(), now_ms)
            number = self._number_at(finger.x, finger.y)
            if number is None or event == gesture.NONE:
                continue
            self._sink(number, event in (gesture.PRESS, gesture.RIPE))
            if event in (gesture.TAP, gesture.HOLD, gesture.LONG):
                device.click()
                return number

    def add(self, bounds, sink):
        """Add places to tap, numbered after the buttons; sink(place, is_down) shows a press."""
        self.bounds += bounds
        self._sink_other = sink

    def press(self, number):
        """Show a button pressed."""
        self._sink(number, True)

    def paint(self, number):
        """Change to the colours of another theme."""
        colors = theme.PAGES[number]
        for entry in range(len(colors)):
            self._palette[entry] = colors[entry]
        self._ink[1], self._paper[1] = colors[_INK], colors[_PAPER]

    def rename(self, number, words):
        """Change the words on a button."""
        self._buttons[number][1].write(words)

    def say(self, words, x, y, scale=1):
        """Write words outside the buttons; returns their `Text`."""
        told = words.split("\n")
        line = text.Text(max([len(row) for row in told]), self._paper, x, y, scale, len(told))
        line.write(words)
        self.group.append(line.layer)
        return line

    def _button(self, words, bounds, room):
        """Draw a cap on its shadow, and its words; returns the cap and the words."""
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
        """Move a cap onto its shadow, or let it rise."""
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


def wait(session):
    """Wait for a tap anywhere and return its place; None for a line on the console."""
    finger = session.finger
    finger.aim(_everywhere)
    while not session.console.waits():
        session.device.rest(finger.is_idle())
        event = finger.update(session.device.touch(), session.device.ticks_ms())
        if event in (gesture.TAP, gesture.HOLD, gesture.LONG):
            return finger.x, finger.y
    return None


def _everywhere(x, y):
    return 0, 0, 10000, 10000


def _layout(count, columns, foot, top, display):
    """Return the bounds of so many buttons, as high as there is room for.

    They stand at the page's foot; the last one of each row extends to the row's end.
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
    """Return (columns, buttons) of each row."""
    body = count - foot
    rows = [(columns, min(columns, body - first)) for first in range(0, body, columns)]
    return rows + [(foot, foot)] if foot else rows
