# SPDX-License-Identifier: MIT
"""The options' values in words, and the way from one to the next.

Loaded when they are asked for.
"""

from minesweeper.board import presets
from minesweeper.memory.options import HOLDS_MS, NUMBERS

_SWITCH = ("Off", "On")
_WORDS = {
    "controls": ("Guide", "Dig", "Flag"),
    "first": ("Any", "Safe", "Opening"),
    "sound": ("Off", "Quiet", "On"),
    "light": ("Auto", "25 %", "50 %", "75 %", "100 %"),
    "guesses": ("Any", "Fair"),
    "theme": ("Classic", "Dark", "Colour-blind"),
}


def words(name):
    """For an option's values; nothing for a number."""
    if name == "preset":
        names = [preset[0] for preset in presets.ALL] + [presets.CUSTOM]
        return tuple([name[0].upper() + name[1:] for name in names])
    if name == "hold":
        return tuple(["{} ms".format(ms) for ms in HOLDS_MS])
    return () if name in NUMBERS else _WORDS.get(name, _SWITCH)


def word(options, name):
    """For the value that is set."""
    value = getattr(options, name)
    return str(value) if name in NUMBERS else words(name)[value]


def step(options, name, by=1):
    """Cycle through an option's values; a custom board's numbers stop at their limits."""
    value = getattr(options, name) + by
    least, most = options.range_of(name)
    if name in NUMBERS:
        setattr(options, name, max(least, min(most, value)))
        options.custom_mines = min(options.custom_mines, options.range_of("custom_mines")[1])
        return
    while not options.allows(name, value % (most + 1)):
        value += by
    setattr(options, name, value % (most + 1))
