# SPDX-License-Identifier: MIT
"""The options: a button for each, tapped round its values, on three pages.

Another board is dealt when its rules have changed, which a player with a game in play is asked
about. The boards themselves have a page of their own.
"""

from micropython import const

from minesweeper.memory import choices
from minesweeper.pages.page import Page
from minesweeper.pages.rules import deal_anew, rules

_OPTIONS = (
    (("controls", "Controls"), ("first", "First tap"), ("questions", "Question marks"),
     ("chords", "Chords"), ("hold", "Hold"), ("guard", "Slip guard")),
    (("no_guess", "No guessing"), ("sound", "Sound"), ("light", "Light"), ("theme", "Colours"),
     ("pixel", "NeoPixel")),
    (("guesses", "Guesses"), ("motion", "Motion")),
)
# The page with the button that leads to it.
_CALIBRATION = const(1)


def show(table):
    """All options, a page of them at a time."""
    before = rules(table)
    number = 0
    while number is not None:
        number = _page(table, number)
    deal_anew(table, before)
    table.save()


def _page(table, number):
    """Returns the next page's number, None after the last."""
    shown = _OPTIONS[number]
    options = table.options
    more = ("Calibrate\ntouch",) if number == _CALIBRATION else ()
    buttons = [_words(options, name, title) for name, title in shown] + list(more)
    page = Page(table, "Options", buttons + ["More", "Done"])
    last = len(shown) + len(more)
    while True:
        tapped = page.choose()
        if tapped >= last:
            return (number + 1) % len(_OPTIONS) if tapped == last else None
        if tapped == len(shown):
            _calibrate(table)
            return number
        name, title = shown[tapped]
        choices.step(options, name)
        page.rename(tapped, _words(options, name, title))


def _words(options, name, title):
    return "{}\n{}".format(title, choices.word(options, name))


def _calibrate(table):
    """Read the panel at four crosses; what is no picture's shape is refused."""
    table.page("pages.calibrate")
    table.device.calibrate(table.options.calibration)
    table.save()
