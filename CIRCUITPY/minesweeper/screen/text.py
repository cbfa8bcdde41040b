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
    """Lines of words in a box `width` pixels wide, centred at `x`, `y`.

    `palette` has four shades, as `box.shades_of` makes them. Only lines that differ are drawn
    again, from the first letter that does. Of several texts with the same `bitmaps` only the one
    that was made last is written.
    """

    def __init__(self, face, palette, width, x, y, rows=1, bitmaps=None):
        self._face = face
        self._width = width
        self._told = [None if bitmaps else ""] * rows
        self._bitmaps = bitmaps or blank(face, width, rows)
        self.layer = displayio.Group()
        for row in range(rows):
            self.layer.append(displayio.TileGrid(self._bitmaps[row], pixel_shader=palette,
                                                 y=row * face.height))
        self.put(x, y)

    def put(self, x, y):
        """Set the middle of the words that are written next."""
        self.layer.x = x - self._width // 2
        self._y = y

    def shift(self, by):
        """Move so many pixels right and down."""
        self.layer.x += by
        self.layer.y += by

    def write(self, words):
        """Write lines, separated by newlines; too long ones are cut.

        Of a line with two tabs, the first part stands at the left edge, the last at the right.
        """
        told = words.split("\n")
        self.layer.y = self._y - len(told) * self._face.height // 2
        for row in range(len(self._told)):
            line = told[row] if row < len(told) else ""
            if line != self._told[row]:
                self._write_row(row, line)

    def _write_row(self, row, words):
        before, self._told[row] = self._told[row], words
        bitmap = self._bitmaps[row]
        if before is None or "\t" in words:
            bitmap.fill(0)
            before = ""
        if "\t" in words:
            self._spread(bitmap, words)
            return
        left, same = self._left(words), 0
        if before and left == self._left(before):
            same = _common(before, words)
            left += self._face.width(words[:same])
        bitmaptools.fill_region(bitmap, left if same else 0, 0, self._width, self._face.height, 0)
        self._stamp(bitmap, words[same:], left)

    def _spread(self, bitmap, words):
        """Write the parts between tabs at the left, in the middle and at the right."""
        first, middle, last = words.split("\t")
        self._stamp(bitmap, first, 0)
        self._stamp(bitmap, middle, self._left(middle))
        self._stamp(bitmap, last, self._width - self._face.width(last))

    def _left(self, words):
        return max(0, (self._width - self._face.width(words) + 1) // 2)

    def _stamp(self, bitmap, words, left):
        """Draw letters from a column on; what does not fit is left out."""
        face = self._face
        for letter in words:
            first, end = face.bounds(letter)
            if left + end - first <= self._width + 1:
                bitmaptools.blit(bitmap, face.bitmap, left, 0, x1=first, y1=1, x2=end,
                                 y2=face.height + 1)
            left += end - first


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
    parts = [line.split(" ") for line in words.split("\n")]
    widths = [[body.width(word) for word in part] for part in parts]
    told, across = _filled(parts, widths, width)
    evener = told
    while width > 0 and len(evener) == len(told) and across[-1] * _REST < across[0]:
        told = evener
        width -= body.height // 2
        evener, across = _filled(parts, widths, width)
    return evener if len(evener) == len(told) else told


def _filled(parts, widths, width):
    """Put as many words into each line as fit, a line or more for each part; returns their widths.

    `widths` are those of the words.
    """
    told, across = [], []
    space = body.width(" ")
    for words, wide in zip(parts, widths):
        line, end = "", 0
        for word, more in zip(words, wide):
            if line and end + space + more > width:
                told.append(line)
                across.append(end)
                line, end = word, more
            elif line:
                line, end = line + " " + word, end + space + more
            else:
                line, end = word, more
        told.append(line)
        across.append(end)
    return told, across
