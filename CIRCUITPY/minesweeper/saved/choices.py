# SPDX-License-Identifier: MIT
"""The options' values in words, and the step from one to the next. Loaded when needed.
"""

from minesweeper.rules import presets
from minesweeper.saved.options import HOLDS_MS, NUMBERS

_SWITCH = ("Off", "On")
_WORDS = {
    "controls": ("Guide", "Dig", "Flag"),
    "first": ("Any", "Safe", "Opening"),
    "sound": ("Off", "Quiet", "On"),
    "light": ("Auto", "25 %", "50 %", "75 %", "100 %"),
    "guessing": ("Never", "Fair", "Classic"),
    "theme": ("Classic", "Dark", "Colour-blind"),
}


def words(name):
    """Return the words for an option's values; none for a number."""
    if name == "preset":
        return tuple([(presets.of(number) or (presets.CUSTOM,))[0] for number in presets.ids()])
    if name == "hold":
        return tuple(["{} ms".format(ms) for ms in HOLDS_MS])
    return () if name in NUMBERS else _WORDS.get(name, _SWITCH)


def word(options, name):
    """Return the word for the value that is set."""
    value = getattr(options, name)
    return str(value) if name in NUMBERS else words(name)[value]


def step(options, name, by=1):
    """Step to the next or previous value; the numbers of a custom board stop at their limits."""
    value = getattr(options, name) + by
    least, most = options.range_of(name)
    if name in NUMBERS:
        setattr(options, name, max(least, min(most, value)))
        options.custom_mines = min(options.custom_mines, options.range_of("custom_mines")[1])
        return
    setattr(options, name, value % (most + 1))
