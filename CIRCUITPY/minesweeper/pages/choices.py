# SPDX-License-Identifier: MIT
"""The options: a button for each, tapped round its values, on three pages.

A tap at a button's left goes back. Colours, light and loudness change at once, and the heading
makes way for what the chosen value means. Another board is dealt when its rules have changed, which
a player with a game in play is asked about. The boards themselves have a page of their own.
"""

from micropython import const

from minesweeper import lazy
from minesweeper.memory import choices
from minesweeper.pages.page import Page
from minesweeper.pages.rules import deal_anew, rules
from minesweeper.screen import text

_OPTIONS = (
    (("controls", "Controls"), ("first", "First tap"), ("questions", "Question marks"),
     ("chords", "Chords"), ("hold", "Hold"), ("guard", "Slip guard")),
    (("no_guess", "No guessing"), ("sound", "Sound"), ("light", "Light"), ("theme", "Colours"),
     ("pixel", "NeoPixel")),
    (("guesses", "Guesses"), ("motion", "Motion")),
)
# The page with the button that leads to it.
_CALIBRATION = const(1)
# What the heading and the words in its place may take.
_LINES = const(2)


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
    page = Page(table, "", buttons + ["More", "Done"], ("",) * _LINES)
    heading = _Heading(table, page)
    last = len(shown) + len(more)
    while True:
        tapped = page.choose()
        if tapped >= last:
            return (number + 1) % len(_OPTIONS) if tapped == last else None
        if tapped == len(shown):
            _calibrate(table)
            return number
        name, title = shown[tapped]
        choices.step(options, name, _way(table, page.bounds[tapped]))
        page.rename(tapped, _words(options, name, title))
        _show_at_once(table, page)
        heading.tell(lazy.load("pages.meanings").of(options, name))


class _Heading:
    """The page's name, until there is a sentence to tell in its place."""

    def __init__(self, table, page):
        width = table.display.width
        middle = width // 2, _LINES * text.HEIGHT // 2
        self._letters = width // text.WIDTH - 1
        self._name = page.say("Options", middle[0], middle[1], 2)
        self._line = page.say(" " * self._letters + "\n" * (_LINES - 1), middle[0], middle[1])

    def tell(self, words):
        self._name.write("")
        self._line.write("\n".join(text.lines(words, self._letters)))


def _way(table, bounds):
    """Back in a button's left third, else on."""
    left, _, right, _ = bounds
    return -1 if table.hand.x < left + (right - left) // 3 else 1


def _show_at_once(table, page):
    """What is seen and heard of the options."""
    options = table.options
    page.paint(options.theme)
    table.device.shine(options.light)
    table.device.volume = options.sound


def _words(options, name, title):
    """Arrows where there are more values than two."""
    many = options.range_of(name)[1] > 1
    return ("{}\n< {} >" if many else "{}\n{}").format(title, choices.word(options, name))


def _calibrate(table):
    """Read the panel at four crosses; what is no picture's shape is refused."""
    table.page("pages.calibrate")
    table.device.calibrate(table.options.calibration)
    table.save()
