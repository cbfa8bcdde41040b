# SPDX-License-Identifier: MIT
"""The options: a button for each, on two pages; a tap sets the next value.

A tap on the left arrow sets the previous value. Colours, light and loudness change at once; what a
value means replaces the heading. Guessing is for the next board.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.saved import choices
from minesweeper.screen import text

_OPTIONS = (
    (("controls", "Controls"), ("guessing", "Guessing"), ("theme", "Colours"), ("sound", "Sound")),
    (("light", "Light"), ("motion", "Motion"), ("hold", "Hold")),
)
# The sentence for each value of an option that has to be explained.
_MEANINGS = {
    "controls": (
        "Each tap: ?, then flag, then open. A hold opens.",
        "A tap opens a cell; a hold marks it.",
        "A tap marks a cell; a hold opens it.",
    ),
    "guessing": (
        "The next game needs no guess.",
        "In the next game the best guess is safe.",
        "The next game may need a guess.",
    ),
    "hold": ("A touch as long as this is a hold.",) * 3,
}
# Lines of text in the heading's place.
_LINES = const(2)


def show(session):
    """Edit the options, a page of them at a time; returns a request to go back."""
    number = 0
    while number is not None:
        number = _page(session, number)
    return "page", "back"


def _page(session, number):
    """Show a page; returns the next page's number, None when the player is done."""
    shown = _OPTIONS[number]
    options = session.options
    more = (text.TOUCH + " Calibrate touch",) if number else ()
    buttons = [_words(options, name, title) for name, title in shown] + list(more)
    buttons += [text.BACK + " Back" if number else text.NEXT + " More", text.DONE + " Done"]
    page = Page(session, "", buttons, ("",) * _LINES,
                values=[max(choices.words(name), key=text.body.width) for name, _ in shown],
                steps=[options.range_of(name)[1] > 1 for name, _ in shown])
    heading = _Heading(page, session.display.width // 2)
    last = len(shown) + len(more)
    while True:
        # Done leads back; without a page to go to, More is made of this module.
        tapped = page.choose(requests=(None,) * (last + 1) + (("page", "back"),))
        if tapped >= last:
            return (number + 1) % len(_OPTIONS) if tapped == last else None
        if tapped == len(shown):
            _calibrate(session)
            return number
        name, title = shown[tapped]
        choices.step(options, name, _way(session, page.bounds[tapped]))
        page.rename(tapped, _words(options, name, title))
        _show_at_once(session, page)
        heading.tell(_MEANINGS[name][getattr(options, name)] if name in _MEANINGS else "")


class _Heading:
    """The name of the page, replaced by a sentence about the option that was changed last."""

    def __init__(self, page, middle):
        self._width = page.width
        self._name = page.say("Options", middle, page.top // 2, text.heading)
        self._line = page.lines(middle, page.top // 2)

    def tell(self, words):
        self._name.hidden = bool(words)
        self._line.write("\n".join(text.lines(words, self._width)))


def _way(session, bounds):
    """Return the direction of a tap: back in a button's left third, else on."""
    left, _, right, _ = bounds
    return -1 if session.finger.x < left + (right - left) // 3 else 1


def _show_at_once(session, page):
    """Apply the options that can be seen or heard on the page."""
    options = session.options
    page.paint(options.theme)
    session.sheets.paint(options.theme)
    session.device.shine(options.light)
    session.device.tune(options.sound)


def _words(options, name, title):
    return "{}\n{}".format(title, choices.word(options, name))


def _calibrate(session):
    """Read the panel at four crosses; without memory for that page nothing happens."""
    try:
        calibration = lazy.call("pages.calibrate", "show", session)
    except MemoryError:
        return
    if calibration:
        session.options.calibration = calibration
        session.device.calibrate(calibration)
