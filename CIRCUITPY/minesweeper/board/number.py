# SPDX-License-Identifier: MIT
"""A board's number, which deals it again, first cell included, on any PyPortal: J07-4K2ZP.

Its letters are five bits each (Crockford's base 32, without I, L, O and U): three for the preset,
the rule by which the mines were laid and the first cell, five for the dice's seed. A board of the
player's own has four more, for its columns, rows and mines.
"""

from micropython import const

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CUSTOM = const(7)
_CELLS = const(1024)
_WRONG = "{} is no board's number: it has eight letters or digits, or twelve"


def text(index, board, rule, cell, seed):
    """`index` is the preset's place in `presets`, `board` a preset of any kind."""
    words = [_letters((index * 4 + rule) * _CELLS + (cell or 0), 3), _letters(seed, 5)]
    if index == _CUSTOM:
        words.append(_letters((board[1] * 32 + board[2]) * _CELLS + board[3], 4))
    return "-".join(words)


def read(words):
    """(preset's place, rule, first cell, seed, (columns, rows, mines) of an own board or None).

    Raises ValueError with a sentence for what is no number.
    """
    number = words.upper().replace("-", "").replace("O", "0").replace("I", "1").replace("L", "1")
    for letter in number:
        if letter not in LETTERS:
            raise ValueError(_WRONG.format(words))
    if len(number) not in (8, 12):
        raise ValueError(_WRONG.format(words))
    head = _value(number[:3])
    index = head // (4 * _CELLS)
    if (index == _CUSTOM) != (len(number) == 12):
        raise ValueError(_WRONG.format(words))
    tail = _value(number[8:])
    own = (tail // _CELLS // 32, tail // _CELLS % 32, tail % _CELLS) if index == _CUSTOM else None
    return index, head // _CELLS % 4, head % _CELLS, _value(number[3:8]), own


def _letters(value, count):
    letters = ""
    for _ in range(count):
        letters = LETTERS[value % 32] + letters
        value //= 32
    return letters


def _value(letters):
    value = 0
    for letter in letters:
        value = value * 32 + LETTERS.index(letter)
    return value
