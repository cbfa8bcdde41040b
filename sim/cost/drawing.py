# SPDX-License-Identifier: MIT
"""What painting takes on a PyPortal, in instructions for each pixel.

Counted on a Cortex-M4 core by refreshing a screen of 320×240; scaled, deep and flipped pictures
take what plain ones do. What is below something opaque costs next to nothing.
"""

import numpy as np

from ..pixels.colors import Mask
from .figures import DRAWING_NS

# To look for changes; for a pixel of an area, which is cleared, sent over the bus and written.
LOOK, FILL = 1_000, 20
# For a layer, in each buffer of so many pixels that the core paints at a time.
LAYER, BUFFER_PIXELS = 70, 256
# For a pixel of a tile that is looked up, and for one that is not transparent.
TILE, OPAQUE, DITHERED, MAPPED, ON_DISK = 177, 31, 107, 60, 370
# For a pixel of a vectorio shape's frame, and of a polygon's for each of its points.
SHAPE, POLYGON, POINT = 143, 118, 25


def nanoseconds(instructions: float) -> int:
    return round(instructions * DRAWING_NS)


def tile_pixel(dithers: bool, is_mapped: bool, is_on_disk: bool) -> float:
    """For a pixel of a TileGrid, by its shader and bitmap."""
    return TILE + DITHERED * dithers + MAPPED * is_mapped + ON_DISK * is_on_disk


class Cover:
    """Which pixels of an area are painted: `mask`, (height, width), and what that took."""

    def __init__(self, shape: tuple[int, int]):
        self.mask: Mask = np.zeros(shape, bool)
        self._left = self.mask.size
        self.instructions = float(FILL * self.mask.size)

    @property
    def is_full(self) -> bool:
        return not self._left

    def free(self, where: tuple[slice, slice]) -> int:
        """How many pixels are not painted."""
        part = self.mask[where]
        return part.size - int(np.count_nonzero(part))

    def charge_tiles(self, each: float, free: int, painted: int) -> None:
        """A TileGrid was asked for `free` pixels, of which `painted` were not transparent."""
        self._charge(free, painted, each * free + OPAQUE * painted)

    def charge_shape(self, corners: int, free: int, painted: int) -> None:
        """A vectorio shape was asked for `free` pixels, `painted` are its own; a polygon has
        corners.
        """
        self._charge(free, painted, (POLYGON + POINT * corners if corners else SHAPE) * free)

    def _charge(self, free: int, painted: int, instructions: float) -> None:
        self._left -= painted
        self.instructions += instructions + LAYER * (1 + free // BUFFER_PIXELS)
