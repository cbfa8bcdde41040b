# SPDX-License-Identifier: MIT
"""Draws the sheets of letters, in four grades from ground to ink, from strokes of a round pen.

The strokes are in art/letters.txt and art/icons.txt. A sheet is a strip of the printable ASCII
characters and then the icons; its top row has a pixel of ink above the first column of each. `make
sprites` runs this. The same strokes give the same bytes.
"""

import argparse
import itertools
import sys
from pathlib import Path

import numpy

from sim import output
from tools.make_sprites import ART, ROOT, bmp

# Sheets by name: pixels for a unit of the strokes, and the letters that headings lack. The larger
# ones are for a display of 480x320.
RARE = "\"#$%&'()*+,./;<=>@[\\]^_`{|}~jkqxzCEGHIKQRTUVXZ"
SHEETS = {
    "SpriteSheetText.bmp": (1.0, ""),
    "SpriteSheetHeading.bmp": (1.5, RARE),
    "SpriteSheetText22.bmp": (1.3, ""),
    "SpriteSheetHeading34.bmp": (2.0, RARE),
}
# In units: a pen's radius, the room above the baseline and below it, and between two letters.
PEN, ABOVE, BELOW, BESIDE = 0.95, 12, 5, 1
SPACE = 1.6
GONE: tuple[None, list] = None, []
# Bowls are a little squarer than an ellipse.
SQUARENESS = 2.35
# From the ground to the ink.
GRADES = (0xFFFFFF, 0xAAAAAA, 0x555555, 0x000000)


def arc(numbers):
    """Return the points of an arc: its middle, its radii, and degrees from and to."""
    x, y, across, up, first, last = numbers
    angles = numpy.radians(numpy.linspace(first, last, 41))
    def bent(value):
        return numpy.sign(value) * numpy.abs(value) ** (2 / SQUARENESS)
    return numpy.column_stack((x + across * bent(numpy.cos(angles)),
                               y + up * bent(numpy.sin(angles))))


def stroke(text):
    """Return the points of a stroke as an array of shape (n, 2), in units."""
    if text.startswith("@"):
        return arc([float(number) for number in text[1:].split(",")])
    return numpy.array([[float(number) for number in point.split(",")] for point in text.split()])


def drawings(text):
    """Return (width, strokes) by name, from the text of a file of strokes."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("# ") or line.startswith("# 6"):
            name, width, strokes = line.split(" ", 2)
            found[name] = float(width), [stroke(part.strip()) for part in strokes.split("|")]
    return found


def letters(missing=""):
    """Return (width, strokes) of a space, of ASCII from ! to ~, and of the icons.

    Where some are missing, so are the icons: (None, []).
    """
    named = drawings((ART / "letters.txt").read_text())
    icons = drawings((ART / "icons.txt").read_text())
    found = [named[chr(code)] if chr(code) not in missing else GONE for code in range(33, 127)]
    return [(SPACE, []), *found, *([GONE] * len(icons) if missing else icons.values())]


def distance(points, x, y):
    """Return the distances of pixels at `x`, `y` to a line through points."""
    if len(points) == 1:
        return numpy.hypot(x - points[0][0], y - points[0][1])
    least = numpy.full(x.shape, numpy.inf)
    for (left, low), (right, high) in itertools.pairwise(points):
        length = max((right - left) ** 2 + (high - low) ** 2, 1e-12)
        along = ((x - left) * (right - left) + (y - low) * (high - low)) / length
        along = numpy.clip(along, 0, 1)
        away = numpy.hypot(x - left - along * (right - left), y - low - along * (high - low))
        least = numpy.minimum(least, away)
    return least


def glyph(width, strokes, scale):
    """Return the grades of a letter's pixels, an array of rows from the top."""
    columns = 1 if width is None else round((width + 2) * scale) + round(BESIDE * scale)
    x, y = numpy.meshgrid((numpy.arange(columns) + 0.5) / scale - 1,
                          ABOVE - 1 - (numpy.arange(height(scale)) + 0.5) / scale)
    cover = numpy.zeros(x.shape)
    for points in strokes:
        edge = (PEN - distance(points, x, y)) * scale + 0.5
        cover = numpy.maximum(cover, numpy.clip(edge, 0, 1))
    return numpy.rint(cover * (len(GRADES) - 1)).astype(int)


def height(scale):
    """Return the pixels of a line."""
    return round((ABOVE + BELOW) * scale)


def sheet(scale, missing):
    """Return the bytes of a sheet at so many pixels for a unit, a column for what is missing."""
    glyphs = [glyph(width, strokes, scale) for width, strokes in letters(missing)]
    marks = [[len(GRADES) - 1] + [0] * (rows.shape[1] - 1) for rows in glyphs]
    rows = numpy.vstack((numpy.concatenate(marks), numpy.hstack(glyphs)))
    return bmp(rows.tolist(), GRADES)


def write(folder=ROOT):
    for name, (scale, missing) in SHEETS.items():
        (Path(folder) / name).write_bytes(sheet(scale, missing))


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tools.make_letters", description=__doc__)
    parser.parse_args(arguments)
    write()


if __name__ == "__main__":
    sys.exit(output.run(main))
