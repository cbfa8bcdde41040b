# SPDX-License-Identifier: MIT
"""The time of painting on a PyPortal, in instructions a pixel.

Counted on a Cortex-M4 by refreshing a screen of 320×240. Scaled, deep and flipped pictures
take as long as plain ones; a covered layer costs almost nothing.
"""

import numpy as np

from ..pixels.colors import Mask
from .figures import DRAWING_NS

# To look for changes; to clear, send and write a pixel of an area.
LOOK, FILL = 1_000, 20
# For a layer in each buffer, and the pixels of a buffer.
LAYER, BUFFER_PIXELS = 70, 256
# For a pixel of a tile; more if it is opaque, dithered, mapped, on disk.
TILE, OPAQUE, DITHERED, MAPPED, ON_DISK = 177, 31, 107, 60, 370
# For a pixel of a vectorio shape's frame, and of a polygon's for each of its points.
SHAPE, POLYGON, POINT = 143, 118, 25


def nanoseconds(instructions: float) -> int:
    return round(instructions * DRAWING_NS)


def tile_pixel(dithers: bool, is_mapped: bool, is_on_disk: bool) -> float:
    """Return the instructions for a pixel of a TileGrid, by its shader and bitmap."""
    return TILE + DITHERED * dithers + MAPPED * is_mapped + ON_DISK * is_on_disk


class Cover:
    """The painted pixels of an area in `mask`, (height, width), and the instructions so far."""

    def __init__(self, shape: tuple[int, int]):
        self.mask: Mask = np.zeros(shape, bool)
        self._left = self.mask.size
        self.instructions = float(FILL * self.mask.size)

    @property
    def is_full(self) -> bool:
        return not self._left

    def free(self, where: tuple[slice, slice]) -> int:
        """Count the pixels that are not painted."""
        part = self.mask[where]
        return part.size - int(np.count_nonzero(part))

    def charge_tiles(self, each: float, free: int, painted: int) -> None:
        """Charge a TileGrid for `free` pixels, of which `painted` were opaque."""
        self._charge(free, painted, each * free + OPAQUE * painted)

    def charge_shape(self, corners: int, free: int, painted: int) -> None:
        """Charge a vectorio shape for `free` pixels, of which `painted` are its own.

        Only a polygon has corners.
        """
        self._charge(free, painted, (POLYGON + POINT * corners if corners else SHAPE) * free)

    def _charge(self, free: int, painted: int, instructions: float) -> None:
        self._left -= painted
        self.instructions += instructions + LAYER * (1 + free // BUFFER_PIXELS)
