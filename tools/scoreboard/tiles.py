# SPDX-License-Identifier: MIT
"""Makes a PNG of the game's tiles out of SpriteSheet.bmp, as the page that plays a game back
draws them: 32 tiles of 16 pixels in a row, with the overlays' background transparent.
"""

import io
from pathlib import Path

from PIL import Image

from minesweeper.screen.tiles import TRANSPARENT

SHEET = Path(__file__).parents[2] / "SpriteSheet.bmp"


def png() -> bytes:
    made = io.BytesIO()
    with Image.open(SHEET) as sheet:
        sheet.save(made, "PNG", transparency=TRANSPARENT)
    return made.getvalue()
