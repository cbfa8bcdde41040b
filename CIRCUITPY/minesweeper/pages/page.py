# SPDX-License-Identifier: MIT
"""A page over the whole display: a heading, some lines of text, and large buttons.

The menu, the options, the boards and the lessons are pages. Only one is in memory at a time.
"""

import displayio
from micropython import const

from minesweeper import gesture, lazy
from minesweeper.screen import plate, text, theme
from minesweeper.screen.plate import BUTTON, MARGIN
from minesweeper.screen.theme import box, palette_of, shade, shades_of

_GROUND = const(0)
_INK = const(4)
_PAPER = const(5)
_VALUE = const(6)
# A held button that steps a value does so this often.
_REPEAT_MS = const(120)
# How long a page without a film rests.
_STILL_MS = const(1000)


class Buttons:
    """Lets the player choose one of some caps, which lie at `bounds`; None is an empty place."""

    def __init__(self, session, caps, bounds):
        self._session = session
        self._caps = caps
        self.bounds = bounds
        # The button that stayed down.
        self._down = None

    def choose(self, way_out=-1, turn=None, step=None, requests=()):
        """Wait for a tap on a button; returns its number.

        `requests` are what the buttons lead to; that is loaded while the finger is still down.

        A line on the console chooses `way_out`, by default the last button. `turn()` shows
        the next picture as long as nothing is chosen, and returns how many ms that stays.
        `step(number)` is called for a tap, and again and again while the button is held; it returns
        False for buttons that step nothing. Without steps the button stays down, as drawing it up
        would keep the player waiting for what it leads to.
        """
        device, finger = self._session.device, self._session.finger
        self.draw()
        finger.aim(self._bounds_at)
        if self._down is not None:
            self._sink(self._down, False)
            self._down = None
        still_ms, due_ms = _STILL_MS, 0
        while True:
            device.rest(finger.is_idle(), still_ms)
            if self._session.console.waits():
                return way_out % len(self._caps)
            now_ms = device.ticks_ms()
            self._session.save_if_due(now_ms)
            if turn:
                if now_ms >= due_ms:
                    due_ms = now_ms + turn()
                still_ms = due_ms - now_ms
            event = finger.update(device.touch(), now_ms)
            number = plate.at(self.bounds, finger.x, finger.y)
            if number is None or event == gesture.NONE:
                continue
            is_chosen = event in (gesture.TAP, gesture.HOLD, gesture.LONG)
            if step or not is_chosen:
                self._sink(number, event in (gesture.PRESS, gesture.RIPE))
            if event == gesture.PRESS:
                device.play("open")
                self._prepare(requests[number] if number < len(requests) else None)
            if event == gesture.RIPE and step and self._repeats(number, step):
                continue
            if is_chosen:
                if not step:
                    self._down = number
                if not step or not step(number):
                    return number

    def _prepare(self, request):
        what, argument = request or ("", "")
        if what == "page":
            lazy.prepare(self._session.root if argument == "back" else argument)
        elif what == "advice":
            lazy.prepare(argument[0])

    def draw(self):
        """Draw the buttons, if they are not shown yet; here they are."""

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

    def _sink(self, number, is_down):
        """Move a button onto its shadow, or let it rise."""
        if number >= len(self._caps):
            self._sink_other(number - len(self._caps), is_down)
        else:
            plate.sink(self._caps[number], is_down)

    def _bounds_at(self, x, y):
        number = plate.at(self.bounds, x, y)
        return (0, 0, 0, 0) if number is None else self.bounds[number]


class Page(Buttons):
    """Shows a page and lets the player choose.

    `choices` are the buttons' words, in lines, laid out in `rows` of so many each, by default in
    pairs; `lines` stand above them, broken where they are too long. Pictures go into `group`, and
    `ink` is the palette for words on its ground. A choice without words leaves its place empty. The
    first buttons have a label, and below it a value, which can change; `values` are the longest
    ones, and `steps` tells which buttons have an arrow at either side. The buttons begin below the
    pixel row `above`, if that is given.
    """

    def __init__(self, session, heading, choices, lines=(), rows=(), values=(), above=0, steps=()):
        self._session = session
        display = session.display
        # So that there is room for this one.
        leave(session)
        self._palette = palette_of(*theme.PAGES[0])
        self._on_button, self._on_value, self.ink = [shades_of(0, 0) for _ in range(3)]
        self.paint(session.options.theme)
        self.width = display.width - 2 * MARGIN
        self.group = displayio.Group()
        self.group.append(box(self._palette, 0, 0, display.width, display.height, _GROUND))
        # The pixel row below a heading, also where there is none.
        self.top = 2 * MARGIN + text.heading.height - 4
        top = self.top if heading else MARGIN
        if heading:
            self.say(heading, display.width // 2, self.top // 2, text.heading)
        parts = [words for line in lines for words in text.lines(line, self.width)]
        below = above or top + len(parts) * text.body.height
        bounds = plate.layout(rows or _pairs(len(choices)), below, display.width, display.height)
        # The middle of the room between heading and buttons, where the lines stand.
        self.middle = (top + bounds[0][1]) // 2
        # The pixel row above the lines.
        self.above = top = self.middle - len(parts) * text.body.height // 2
        for words in parts:
            if words:
                self.say(words, display.width // 2, top + text.body.height // 2)
            top += text.body.height
        self._values: list = []
        caps = [self._button(words, place, values[number] if number < len(values) else "")
                if words else None for number, (words, place) in enumerate(zip(choices, bounds))]
        bounds = [place if face else (0, 0, 0, 0) for place, face in zip(bounds, caps)]
        for number, has_arrows in enumerate(steps):
            if has_arrows:
                self._point(caps[number], bounds[number])
        super().__init__(session, caps, bounds)

    def draw(self):
        """Draw the page, when it is whole: each part that is drawn alone costs as much again."""
        display = self._session.display
        if display.root_group is not self.group:
            self._session.finger.ignore(self._session.device.touch())
            display.root_group = self.group
            display.auto_refresh = True
            display.refresh()
            # The page before is no longer needed.
            lazy.make_room()

    def paint(self, number):
        colors = theme.PAGES[number]
        for entry in range(len(colors)):
            self._palette[entry] = colors[entry]
        shade(self._on_button, colors[_INK], colors[BUTTON])
        shade(self._on_value, colors[_VALUE], colors[BUTTON])
        shade(self.ink, colors[_PAPER], colors[_GROUND])

    def rename(self, number, words):
        """Change the value on a button; its label stays."""
        self._values[number].write(words.rpartition("\n")[2])

    def say(self, words, x, y, face=None, most=0):
        """Write words outside the buttons, at most `most` pixels wide or as wide as the page.

        Returns the layer of the last line.
        """
        return text.say(self.group, face or text.body, self.ink, words, x, y,
                        most or self.width)

    def line(self, x, y):
        """Return a `Text` of one line outside the buttons, as wide as the page."""
        return text.Text(self.group, text.body, self.ink, self.width, x, y, 1)

    def lines(self, x, y):
        """Return a `Text` of two lines, as wide as the page, which can have one.

        It uses the bitmaps of the banner, because the page hides that.
        """
        bitmaps = self._session.view.banner.lend()
        return text.Text(self.group, text.body, self.ink, self.width, x, y, len(bitmaps),
                         bitmaps)

    def _point(self, face, bounds):
        """Draw an arrow at either side of a button, beside both of its lines."""
        left, top, right, bottom = bounds
        for arrow, x in (text.LESS, left + 2 * plate.EDGE), (text.MORE, right - 2 * plate.EDGE):
            text.say(face, text.body, self._on_value, arrow, x, (top + bottom) // 2 - 1, right)

    def _button(self, words, bounds, longest):
        """Return a cap with its words, the last of which can change if there is a longest value."""
        face = plate.cap(self.group, self._palette, bounds)
        if not longest:
            plate.label(face, self._on_button, words, bounds)
            return face
        left, top, right, bottom = bounds
        x, y, most = (left + right) // 2 - 1, (top + bottom) // 2 - 1, right - left - 2 * plate.EDGE
        name, _, words = words.rpartition("\n")
        half = text.body.height // 2 if name else 0
        text.say(face, text.body, self._on_button, name, x, y - half, most)
        line = text.Text(face, text.body, self._on_value if name else self._on_button,
                         text.body.width(longest), x, y + half)
        line.write(words)
        self._values.append(line)
        return face


def leave(session):
    """Forget the page that is shown; the display keeps its picture until there is another."""
    session.display.auto_refresh = False
    session.display.root_group = displayio.Group()
    session.finger.aim(None)


def _pairs(count):
    """Return the rows of so many buttons, two in each, the last one alone if they are odd."""
    return (2,) * (count // 2) + (1,) * (count % 2)
