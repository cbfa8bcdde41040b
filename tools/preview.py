# SPDX-License-Identifier: MIT
"""Draws web/preview.png, the picture that a shared link to the page shows.

`python -m tools.preview` plays the game on the simulator and draws its board with a bezel.
"""

import argparse
import sys

from PIL import Image, ImageDraw, ImageFont

from sim import PyPortal
from sim.errors import UserError
from tools.stage import DRIVE, ROOT, StageError, stage

PICTURE = ROOT / "web" / "preview.png"
# The size that sites show links in.
SIZE = 1200, 630
GROUND, BODY, INK, FAINT = "#10151e", "#05070a", "#e8edf5", "#a4b0c2"
BEZEL, EDGE = 16, 40
COLOURS = 128
# The title is on the screen so long after power-on.
TITLE_S = 2
LINES = "deal 10280-6603372", "4 4", "flag 1 1", "flag 1 0"


def draw(screen: Image.Image) -> Image.Image:
    picture = Image.new("RGB", SIZE, GROUND)
    paper = ImageDraw.Draw(picture)
    size = 2 * screen.width, 2 * screen.height
    glass = screen.convert("RGB").resize(size, Image.Resampling.NEAREST)
    left, top = EDGE + BEZEL, (SIZE[1] - glass.height) // 2
    body = left - BEZEL, top - BEZEL, left + glass.width + BEZEL, top + glass.height + BEZEL
    paper.rounded_rectangle(body, 20, BODY)
    picture.paste(glass, (left, top))
    _write(paper, body[2] + EDGE)
    return picture.quantize(COLOURS, dither=Image.Dither.NONE)


def _write(paper: ImageDraw.ImageDraw, left: int) -> None:
    room = SIZE[0] - EDGE - left
    size = next(size for size in range(96, 8, -1)
                if paper.textlength("Minesweeper", ImageFont.load_default(size)) <= room)
    paper.text((left, SIZE[1] // 2), "Minesweeper", INK, ImageFont.load_default(size), anchor="ls")
    paper.multiline_text((left, SIZE[1] // 2 + 24), "on a PyPortal,\nin your browser", FAINT,
                         ImageFont.load_default(size * 3 // 5), spacing=10)


def played() -> Image.Image:
    """Return the screen of a game that is on."""
    with PyPortal(DRIVE, seed=1, sources=DRIVE) as portal:
        portal.run(TITLE_S)
        portal.tap(portal.board.model.display.width // 2, portal.board.model.display.height // 2)
        portal.run(TITLE_S)
        for line in LINES:
            portal.type(line + "\n")
            portal.run(TITLE_S)
        return portal.screenshot()


def main(arguments: list[str] | None = None) -> int:
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    try:
        stage(DRIVE)
        picture = draw(played())
        picture.save(PICTURE, optimize=True)
    except (StageError, UserError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{PICTURE}: {PICTURE.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
