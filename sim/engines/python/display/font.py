# SPDX-License-Identifier: MIT
"""The terminal font's picture: one row of ASCII glyphs, as it is built into the firmware.

The font is Terminus, 6×12, a BDF file in Blinka. `sheet` parses it once; `modules/fontio.py` makes
a bitmap of it for each machine.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FIRST, LAST = 0x20, 0x7E
WIDTH, HEIGHT = 6, 12


@cache
def sheet() -> NDArray[np.uint8]:
    """Return 1 for ink and 0 for the background, (12, 6 per glyph); glyph n is FIRST + n."""
    rows = np.zeros((LAST - FIRST + 1, HEIGHT), np.uint8)
    for glyph in _file().read_text(encoding="utf-8").split("STARTCHAR")[1:]:
        header, _, bitmap = glyph.partition("BITMAP\n")
        code = int(header.partition("ENCODING ")[2].split()[0])
        if FIRST <= code <= LAST:
            rows[code - FIRST] = [int(row, 16) for row in bitmap.split()[:HEIGHT]]
    pixels = np.unpackbits(rows, axis=1).reshape(len(rows), HEIGHT, 8)[:, :, :WIDTH]
    return np.ascontiguousarray(pixels.swapaxes(0, 1).reshape(HEIGHT, -1))


def _file() -> Path:
    spec = find_spec("displayio")
    if spec is None or spec.origin is None:
        raise ImportError("displayio is missing: pip install adafruit-blinka-displayio")
    return Path(spec.origin).parent / "resources" / "ter-u12n.bdf"
