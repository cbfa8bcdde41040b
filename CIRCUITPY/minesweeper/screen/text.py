# SPDX-License-Identifier: MIT
"""Text in the game's own letters, in two sizes: `body` and `heading`, which `sheet` sets.

The letters are proportional, with edges in two shades between ground and ink; figures are as wide
as each other. The icons are letters too. A text owns its bitmaps, so that new words take no memory.
"""

from array import array

import bitmaptools
import displayio
from micropython import const

_SPACE = const(32)
# From transparent ground to ink.
_GRADES = const(4)
# The icons among the letters, in the order of tools/art/icons.txt.
RESUME = "\x7f"
NEW = "\x80"
SAME = "\x81"
HINT = "\x82"
SOLVE = "\x83"
STEPS = "\x84"
PLAY = "\x85"
BOARDS = "\x86"
OPTIONS = "\x87"
SHARE = "\x89"
BACK = "\x8a"
NEXT = "\x8b"
DONE = "\x8c"
LESS = "\x8d"
MORE = "\x8e"
DAY = "\x8f"
ODDS = "\x90"
BEST = "\x91"
TOUCH = "\x92"
MENU = "\x93"
# A last line is not so many times shorter than the first.
_REST = const(3)


class Face:
    """A size of letters: a strip of ASCII from the space on, then the icons.

    The strip's top row marks the first column of each.
    """

    def __init__(self, bitmap):
        self.bitmap = bitmap
        self.height = bitmap.height - 1
        starts = [x for x in range(bitmap.width) if bitmap[x, 0]]
        self.count = len(starts)
        self._starts = array("H", starts + [bitmap.width])

    def bounds(self, letter):
        """Return the columns of a letter, from and to; an unknown one is a space."""
        at = ord(letter) - _SPACE
        if not 0 <= at < self.count:
            at = 0
        return self._starts[at], self._starts[at + 1]

    def width(self, words):
        """Return the pixels of a line's width."""
        # Without a call for each letter, as every text is measured.
        starts, count, width = self._starts, self.count, 0
        for letter in words:
            at = ord(letter) - _SPACE
            if not 0 <= at < count:
                at = 0
            width += starts[at + 1] - starts[at]
        return width


body: Face = None  # type: ignore[assignment]
heading: Face = None  # type: ignore[assignment]


class Text:
    """Lines of words that change, in a box `width` pixels wide, centred at `x`, `y` of a group.

    `palette` has four shades, as `box.shades_of` makes them. Only lines that differ are drawn
    again, from the first letter that does. Where several texts share `bitmaps`,
    only the one that was made last is written.
    """

    def __init__(self, group, face, palette, width, x, y, rows=1, bitmaps=None):
        self._face = face
        self._width = width
        self._rows: list = [""] * rows
        self._bitmaps = bitmaps or blank(face, width, rows)
        self._layers = []
        for bitmap in self._bitmaps:
            bitmap.fill(0)
            layer = displayio.TileGrid(bitmap, pixel_shader=palette)
            # A line without words takes time to draw, too.
            layer.hidden = True
            self._layers.append(layer)
            group.append(layer)
        self.put(x, y)

    def lend(self):
        """Return the bitmaps for another text, until this one is written the next time."""
        self._rows = [None] * len(self._rows)
        return self._bitmaps

    def put(self, x, y):
        """Set the middle of the words that are written next."""
        self._x, self._y = x - self._width // 2, y

    def write(self, words):
        """Write lines, separated by newlines; too long ones are cut."""
        rows = words.split("\n")
        top = self._y - len(rows) * self._face.height // 2
        for row in range(len(self._rows)):
            self._layers[row].x, self._layers[row].y = self._x, top
            top += self._face.height
            line = rows[row] if row < len(rows) else ""
            if line != self._rows[row]:
                self._write_row(row, line)

    def _write_row(self, row, words):
        before, self._rows[row] = self._rows[row], words
        if self._layers[row].hidden == bool(words):
            self._layers[row].hidden = not words
        face, width, bitmap = self._face, self._width, self._bitmaps[row]
        left, same = _left(face, width, words), 0
        if before and left == _left(face, width, before):
            same = _common(before, words)
            left += face.width(words[:same])
        bitmaptools.fill_region(bitmap, left if same else 0, 0, width, face.height, 0)
        stamp(face, bitmap, width, words[same:], left)


def say(group, face, palette, words, x, y, most):
    """Show lines of words that never change, at most so many pixels wide, centred at `x`, `y`.

    Each takes the memory that its own words need. Returns the last line's layer, None without
    words.
    """
    layer = None
    rows = words.split("\n")
    widths = [min(most, face.width(line)) for line in rows]
    left, top = x - max(widths) // 2, y - len(rows) * face.height // 2
    for line, width in zip(rows, widths):
        if width:
            bitmap = displayio.Bitmap(width, face.height, _GRADES)
            stamp(face, bitmap, width, line, 0)
            layer = displayio.TileGrid(bitmap, pixel_shader=palette, y=top,
                                       x=left + (max(widths) - width + 1) // 2)
            group.append(layer)
        top += face.height
    return layer


def _left(face, width, words):
    """Return the column at which a line begins that stands in the middle."""
    return max(0, (width - face.width(words) + 1) // 2)


def stamp(face, bitmap, width, words, left):
    """Draw letters from a column on; what does not fit is left out."""
    letters, bottom = face.bitmap, face.height + 1
    for letter in words:
        first, end = face.bounds(letter)
        after = left + end - first
        # The ground is empty, as a space is.
        if letter != " " and after <= width + 1:
            bitmaptools.blit(bitmap, letters, left, 0, x1=first, y1=1, x2=end, y2=bottom)
        left = after


def blank(face, width, rows):
    """Return bitmaps for so many lines: one for each, as memory is out of large blocks first."""
    return [displayio.Bitmap(width, face.height, _GRADES) for _ in range(rows)]


def _common(words, others):
    """Return how many letters two lines begin with alike."""
    same = 0
    while same < min(len(words), len(others)) and words[same] == others[same]:
        same += 1
    return same


def lines(words, width):
    """Break words into lines of at most so many pixels, so that the last is not very short."""
    parts = [_words(line, width) for line in words.split("\n")]
    widths = [[body.width(word) for word in part] for part in parts]
    rows, across = _filled(parts, widths, width)
    evener, step = rows, body.height // 2
    while width > 0 and len(evener) == len(rows) and across[-1] * _REST < across[0]:
        rows = evener
        # Fewer steps would not change the lines.
        width -= step * max(1, (width - max(across)) // step + 1)
        evener, across = _filled(parts, widths, width)
    return evener if len(evener) == len(rows) else rows


def _words(line, width):
    """Split a line where it may be broken: a figure or a sign stays with the word before it."""
    words: list = []
    for word in line.split(" "):
        both = words[-1] + " " + word if words else ""
        if both and not _has_letters(word) and body.width(both) <= width:
            words[-1] = both
        else:
            words.append(word)
    return words


def _has_letters(word):
    for letter in word.lower():
        if "a" <= letter <= "z":
            return True
    return False


def _filled(parts, widths, width):
    """Put as many words into each line as fit, a line or more for each part; returns their widths.

    `widths` are those of the words.
    """
    rows, across = [], []
    space = body.width(" ")
    for words, wide in zip(parts, widths):
        line, end = "", 0
        for word, more in zip(words, wide):
            if line and end + space + more > width:
                rows.append(line)
                across.append(end)
                line, end = word, more
            elif line:
                line, end = line + " " + word, end + space + more
            else:
                line, end = word, more
        rows.append(line)
        across.append(end)
    return rows, across
