# SPDX-License-Identifier: MIT
"""A page over the whole display: a heading, some lines of text, and large buttons.

The menu, the options, the boards and the lessons are pages. Only one is in memory at a time.
"""

import gc

import displayio
from micropython import const

from minesweeper import gesture
from minesweeper.screen import text, theme
from minesweeper.screen.box import box, mix, palette_of, shade, shades_of

_GROUND = const(0)
_BUTTON = const(1)
_SHADE = const(3)
_BUTTON_TEXT = const(4)
_TEXT = const(5)

MARGIN = 8
_GAP = const(8)
_BELOW = const(6)
# From a button's edge to its words.
_EDGE = const(5)
# A button that is pressed moves down by so many pixels.
_DEPTH = const(2)
# So many rows or more share the display; fewer are as high as so many lines of text.
_MANY = const(3)
_LINES = const(3)
# A held button that steps a value does so this often.
_REPEAT_MS = const(120)


class Page:
    """Shows a page and lets the player choose.

    `choices` are the buttons' words, in lines, laid out in `columns`; `lines` stand above them,
    broken where they are too long. Pictures go into `group`; `room` pixels at the left of each
    button stay free for them. The last `foot` buttons have no such room, and a row of their own.
    A choice without words leaves its place empty. The first buttons have a label, and below it a
    value, which can change; `values` are the longest ones. The buttons begin below the pixel row
    `above`, if that is given.
    """

    def __init__(self, session, heading, choices, lines=(), columns=2, room=0, foot=0, values=(),
                 above=0):
        self._session = session
        display = session.display
        # So that there is room for this one.
        leave(session)
        gc.collect()
        colors = theme.PAGES[session.options.theme]
        self._palette = palette_of(*colors)
        self._on_button = shades_of(colors[_BUTTON_TEXT], colors[_BUTTON])
        self._label = shades_of(mix(colors[_BUTTON], colors[_BUTTON_TEXT], 7, 8), colors[_BUTTON])
        self._on_ground = shades_of(colors[_TEXT], colors[_GROUND])
        self.width = display.width - 2 * MARGIN
        # The gesture by which the last button was chosen, and the button that stayed down.
        self.event = gesture.NONE
        self._down = None
        self.group = displayio.Group()
        self.group.append(box(self._palette, 0, 0, display.width, display.height, _GROUND))
        # The pixel row below a heading, also where there is none.
        self.top = 2 * MARGIN + text.heading.height - 4
        top = self.top if heading else MARGIN
        if heading:
            self.say(heading, display.width // 2, self.top // 2, text.heading)
        told = [words for line in lines for words in text.lines(line, self.width)]
        below = above or top + len(told) * text.body.height
        self.bounds = _layout(len(choices), columns, foot, below, display)
        # The middle of the room between heading and buttons, where the lines stand.
        self.middle = (top + self.bounds[0][1]) // 2
        # The pixel rows above and below the lines.
        self.above = top = self.middle - len(told) * text.body.height // 2
        for words in told:
            if words:
                self.say(words, display.width // 2, top + text.body.height // 2)
            top += text.body.height
        self.below = top
        self._buttons: list = []
        self._values: list = []
        for number, words in enumerate(choices):
            left = room if number < len(choices) - foot else 0
            if words:
                value = values[number] if number < len(values) else ""
                button = self._button(words, self.bounds[number], left, value)
            else:
                button, self.bounds[number] = None, (0, 0, 0, 0)
            self._buttons.append(button)
        display.root_group = self.group
        display.auto_refresh = True

    def choose(self, way_out=-1, turn=None, step=None):
        """Wait for a tap on a button; returns its number.

        A line on the console chooses `way_out`, by default the last button. `turn(now_ms)` is
        called as long as nothing is chosen. `step(number)` is called for a tap, and again and again
        while the button is held; it returns False for buttons that step nothing. Without steps the
        button stays down, as drawing it up would keep the player waiting for what it leads to.
        """
        device, finger = self._session.device, self._session.finger
        finger.aim(self._bounds_at)
        if self._down is not None:
            self._sink(self._down, False)
            self._down = None
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
            is_chosen = event in (gesture.TAP, gesture.HOLD, gesture.LONG)
            if step or not is_chosen:
                self._sink(number, event in (gesture.PRESS, gesture.RIPE))
            if event == gesture.RIPE and step and self._repeats(number, step):
                continue
            if is_chosen:
                self.event = event
                device.click()
                if not step:
                    self._down = number
                if not step or not step(number):
                    return number

    def add(self, bounds, sink):
        """Add places to tap, numbered after the buttons; sink(place, is_down) shows a press."""
        self.bounds += bounds
        self._sink_other = sink

    def _repeats(self, number, step):
        """Step a value until the finger leaves; returns whether the button does step one."""
        device = self._session.device
        steps = step(number)
        while steps and device.touch() is not None:
            device.wait(_REPEAT_MS)
            step(number)
        if steps:
            self._sink(number, False)
            self._session.finger.wait_for_release()
        return steps

    def paint(self, number):
        """Change to the colours of another theme."""
        colors = theme.PAGES[number]
        for entry in range(len(colors)):
            self._palette[entry] = colors[entry]
        shade(self._on_button, colors[_BUTTON_TEXT], colors[_BUTTON])
        shade(self._label, mix(colors[_BUTTON], colors[_BUTTON_TEXT], 7, 8), colors[_BUTTON])
        shade(self._on_ground, colors[_TEXT], colors[_GROUND])

    def rename(self, number, words):
        """Change the value on a button; its label stays."""
        self._values[number].write(words.rpartition("\n")[2])

    def say(self, words, x, y, face=None, room=0):
        """Write words outside the buttons, at most `room` pixels wide or as wide as the page.

        Returns the layer of the last line.
        """
        return text.say(self.group, face or text.body, self._on_ground, words, x, y,
                        room or self.width)

    def line(self, x, y):
        """Return a `Text` of one line outside the buttons, as wide as the page."""
        return text.Text(self.group, text.body, self._on_ground, self.width, x, y, 1)

    def lines(self, x, y):
        """Return a `Text` of two lines, as wide as the page, which can have one.

        It uses the bitmaps of the banner, because the page hides that.
        """
        bitmaps = self._session.view.banner.lend()
        return text.Text(self.group, text.body, self._on_ground, self.width, x, y, len(bitmaps),
                         bitmaps)

    def _button(self, words, bounds, room, longest):
        """Return a cap with its words, the last of which can change if there is a longest value.

        Its shadow stays where it is.
        """
        left, top, right, bottom = bounds
        self.group.append(
            box(self._palette, left + _DEPTH, top + _DEPTH, right, bottom, _SHADE))
        button = displayio.Group()
        button.append(box(self._palette, left, top, right - _DEPTH, bottom - _DEPTH, _BUTTON))
        self.group.append(button)
        x, y = (left + room + right) // 2 - 1, (top + bottom) // 2 - 1
        most = right - left - room - 2 * _EDGE
        if longest:
            label, _, words = words.rpartition("\n")
            half = text.body.height // 2 if label else 0
            text.say(button, text.body, self._label, label, x, y - half, most)
            width = most if "\t" in words else text.body.width(longest)
            line = text.Text(button, text.body, self._on_button, width, x, y + half)
            line.write(words)
            self._values.append(line)
        else:
            text.say(button, text.body, self._on_button, words, x, y, most)
        return button

    def _sink(self, number, is_down):
        """Move a button onto its shadow, or let it rise."""
        if number >= len(self._buttons):
            self._sink_other(number - len(self._buttons), is_down)
            return
        button = self._buttons[number]
        if (button.x > 0) != is_down:
            button.x = button.y = _DEPTH if is_down else 0

    def _number_at(self, x, y):
        for number, (left, top, right, bottom) in enumerate(self.bounds):
            if left <= x < right and top <= y < bottom:
                return number
        return None

    def _bounds_at(self, x, y):
        number = self._number_at(x, y)
        return (0, 0, 0, 0) if number is None else self.bounds[number]


def leave(session):
    """Forget the page that is shown; the display keeps its picture until there is another."""
    session.display.auto_refresh = False
    session.display.root_group = displayio.Group()
    session.finger.aim(None)


def wait(session):
    """Wait at the title for a touch anywhere; returns False for a line on the console.

    A plaque that is down was touched before.
    """
    device, plaque = session.device, session.display.root_group[1]
    while not plaque.x and not session.console.waits():
        device.rest()
        if device.was_touched():
            plaque.x = plaque.y = _DEPTH
    return plaque.x > 0


def _layout(count, columns, foot, top, display):
    """Return the bounds of so many buttons, as high as there is room for.

    They stand at the page's foot; the last one of each row extends to the row's end. Three rows or
    more fill the page.
    """
    width, height = display.width, display.height - MARGIN + _BELOW
    rows = _rows(count, columns, foot)
    down = (height - top) // len(rows)
    if len(rows) < _MANY:
        down = min(down, _LINES * text.body.height - 1)
    above = height - len(rows) * down
    bounds = []
    for places, buttons in rows:
        across = (width - 2 * MARGIN + _GAP) // places
        for left in range(MARGIN, MARGIN + buttons * across, across):
            bounds.append((left, above, left + across - _GAP, above + down - _BELOW))
        bounds[-1] = (bounds[-1][0], above, width - MARGIN, above + down - _BELOW)
        above += down
    return bounds


def _rows(count, columns, foot):
    """Return (columns, buttons) of each row."""
    body = count - foot
    rows = [(columns, min(columns, body - first)) for first in range(0, body, columns)]
    return rows + [(foot, foot)] if foot else rows
