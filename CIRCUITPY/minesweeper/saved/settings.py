# SPDX-License-Identifier: MIT
"""The lines of settings.toml that override the options, read once at power-on.

A wrong line is ignored, and a sentence says so. Depending on its version, CircuitPython returns
numbers as str or int, and for words without quotes returns str or raises ValueError.
"""

from micropython import const

from minesweeper.saved import choices

# Lines without their MINES_: the options' names in capitals, one with a unit.
_LINES = ("PRESET", "CONTROLS", "FIRST", "QUESTIONS", "CHORDS", "HOLD_MS", "GUARD", "SOUND",
          "LIGHT", "PIXEL", "THEME", "GUESSING", "MOTION")
# Lines of earlier versions, and what their words mean now.
_EARLIER = (
    ("MINES_GUESSES", (("any", "classic"), ("fair", "fair"))),
    ("MINES_NO_GUESS", (("off", "classic"), ("on", "never"))),
)
_CUSTOM = const("MINES_CUSTOM")
_ALSO = {"true": "on", "yes": "on", "false": "off", "no": "off"}


def read(saved, getenv):
    """Read them into a saved state, as below; who chooses how to play is not new."""
    for key in "MINES_PRESET", "MINES_CONTROLS":
        saved.is_new = saved.is_new and _text(getenv, key) is None
    return apply_settings(saved.options, getenv)


def apply_settings(options, getenv):
    """Set the options by `os.getenv`; returns a sentence for each line that is ignored."""
    sentences = []
    for key, meanings in _EARLIER:
        text = _text(getenv, key)
        if text is not None and not _set_earlier(options, text, meanings):
            sentences.append(_ignored(key, text, _listed([word for word, _ in meanings])))
    for line in _LINES:
        key, name = "MINES_" + line, line.split("_")[0].lower()
        text = _text(getenv, key)
        value = None if text is None else _value(options, name, text)
        if value is not None:
            setattr(options, name, value)
        elif text is not None:
            sentences.append(_ignored(key, text, _listed(_words(options, name))))
    text = _text(getenv, _CUSTOM)
    if text is not None and not _set_custom(options, text):
        sentences.append(_ignored(_CUSTOM, text, _custom_limits(options)))
    return sentences


def _set_earlier(options, text, meanings):
    """Set `guessing` by an earlier version's word; returns whether it is one.

    The first word of a line is what there was without it.
    """
    text = text.lower()
    text = _ALSO.get(text, text)
    for place, (word, now) in enumerate(meanings):
        if text in (word, str(place)):
            if place:
                options.guessing = _value(options, "guessing", now)
            return True
    return False


def _text(getenv, key):
    """Return a setting, "" if it cannot be read, None if there is none."""
    try:
        value = getenv(key)
    except ValueError:
        return ""
    return None if value is None else str(value).strip()


def _value(options, name, text):
    """Read a word, the number that a word begins with, or its position from 0; None for others."""
    text = text.lower()
    text = _ALSO.get(text, text)
    words = choices.words(name)
    for value, word in enumerate(words):
        if text in _spellings(word.lower()) and options.allows(name, value):
            return value
    # Where the first word is a number itself, a position would look like one.
    place = _number(text)
    if place is None or words[0][0].isdigit() or not options.allows(name, place):
        return None
    return place


def _number(text):
    try:
        return int(text)
    except ValueError:
        return None


def _spellings(word):
    number = word.split(" ")[0]
    return (word, number) if number.isdigit() else (word,)


def _words(options, name):
    """Return the words of the values that can be chosen."""
    words = choices.words(name)
    return [word.lower() for at, word in enumerate(words) if options.allows(name, at)]


def _set_custom(options, text):
    """Set the custom board by words as 12x10/15; returns whether it fits."""
    size, _, mines = text.lower().partition("/")
    columns, _, rows = size.partition("x")
    numbers = [_number(number) for number in (columns, rows, mines)]
    return None not in numbers and options.set_custom(*numbers)


def _custom_limits(options):
    columns, rows = options.range_of("custom_columns"), options.range_of("custom_rows")
    return "columns x rows / mines as in 12x10/15, from {}x{} to {}x{} and 9 cells free".format(
        columns[0], rows[0], columns[1], rows[1]
    )


def _listed(words):
    return "{} or {}".format(", ".join(words[: len(words) - 1]), words[len(words) - 1])


def _ignored(key, text, expected):
    is_what = 'is "{}"'.format(text) if text else "cannot be read (quotes missing?)"
    return "{} {} and is ignored: expected {}.".format(key, is_what, expected)
