# SPDX-License-Identifier: MIT
"""A player's eyes and hand at the simulated PyPortal: reads cells off the screen, taps them.

The eyes know the sheet's picture and nothing of the program; they see what the panel shows.
"""

import os
import shutil
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops

from sim import PyPortal

SIZE = 16
COLUMNS, ROWS = 20, 15
GOLDEN = Path(__file__).parent / "golden"

# What a program on the device would lay with the same chance as the game.
PEEK = """
import os, random
from minesweeper import field
random.seed(int.from_bytes(os.urandom(4), "little"))
board = field.Field(20, 15)
board.start(15)
board.lay(random.randrange)
print([cell for cell in range(300) if board.cells[cell] & field.MINE])
"""


class Desk:
    """A portal with the game on it, and the eyes for it."""

    def __init__(self, drive, seed=1, **options):
        self.portal = PyPortal(drive, seed=seed, **options)
        self.portal.run(1)
        sheet = np.asarray(Image.open(Path(drive) / "SpriteSheet.bmp").convert("RGB"))
        self.pictures = [_rgb565(sheet[:, x : x + SIZE]) for x in range(0, sheet.shape[1], SIZE)]

    def tile(self, cell):
        """The number of the tile that is seen at a cell, None for something else."""
        x, y = cell % COLUMNS * SIZE, cell // COLUMNS * SIZE
        screen = np.frombuffer(self.portal.framebuffer, ">u2").reshape(240, 320)
        seen = screen[y : y + SIZE, x : x + SIZE]
        for number, picture in enumerate(self.pictures):
            if np.array_equal(seen, picture):
                return number
        return None

    def tiles(self):
        return [self.tile(cell) for cell in range(COLUMNS * ROWS)]

    def tap(self, cell, times=1):
        for _ in range(times):
            self.portal.tap(*middle(cell))
            self.portal.run(0.1)

    def hold(self, cell):
        self.portal.hold(*middle(cell), 0.8)
        self.portal.run(0.1)


def middle(cell):
    return cell % COLUMNS * SIZE + SIZE // 2, cell // COLUMNS * SIZE + SIZE // 2


def mines_of(drive, seed, tmp_path):
    """Where the game lays its first 15 mines when the machine has this seed."""
    folder = tmp_path / f"peek{seed}"
    shutil.copytree(drive / "minesweeper", folder / "minesweeper")
    (folder / "code.py").write_text(PEEK)
    with PyPortal(folder, seed=seed) as portal:
        portal.run()
        return eval(portal.serial)


def check_golden(portal, name):
    """Compare the screen with golden/name.png; GOLDEN=1 in the environment rewrites it."""
    expected, computed = GOLDEN / f"{name}.png", GOLDEN / f"{name}-computed.png"
    shot = portal.screenshot()
    if os.environ.get("GOLDEN"):
        shot.save(expected)
    same = expected.exists() and not ImageChops.difference(
        shot, Image.open(expected).convert("RGB")
    ).getbbox()
    if not same:
        shot.save(computed)
    assert same, f"{computed} differs from {expected}: look, and rewrite with GOLDEN=1 if right"


def _rgb565(pixels):
    red, green, blue = (pixels[..., channel].astype(np.uint16) for channel in range(3))
    return red >> 3 << 11 | green >> 2 << 5 | blue >> 3
