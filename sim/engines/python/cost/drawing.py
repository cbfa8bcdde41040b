# SPDX-License-Identifier: MIT
"""The time of painting on a PyPortal, in cycles a pixel.

Of an area: to clear, send and write a pixel (`fill`); for each layer in each buffer (`layer`); for
a pixel of a tile (`tile`), and more if it is opaque, dithered, mapped or on disk; for a pixel of a
vectorio shape's frame (`shape`), and of a polygon's for each of its points. Scaled, deep and
flipped pictures take as long as plain ones; a covered layer costs almost nothing.
"""

import numpy as np

from ..pixels.colors import Mask
from .cycles import DRAWING
from .figures import CYCLE_NS

# Pixels of a buffer, for which every layer is looked at.
BUFFER_PIXELS = 256


def nanoseconds(cycles: float) -> int:
    return round(cycles * CYCLE_NS)


def tile_pixel(dithers: bool, is_mapped: bool, is_on_disk: bool) -> float:
    """Return the cycles for a pixel of a TileGrid, by its shader and bitmap."""
    return (DRAWING["tile"] + DRAWING["dithered"] * dithers + DRAWING["mapped"] * is_mapped
            + DRAWING["on_disk"] * is_on_disk)


class Cover:
    """The painted pixels of an area in `mask`, (height, width), and the cycles so far."""

    def __init__(self, shape: tuple[int, int]):
        self.mask: Mask = np.zeros(shape, bool)
        self._left = self.mask.size
        self.cycles = DRAWING["fill"] * self.mask.size

    @property
    def is_full(self) -> bool:
        return not self._left

    def free(self, where: tuple[slice, slice]) -> int:
        """Count the pixels that are not painted."""
        part = self.mask[where]
        return part.size - int(np.count_nonzero(part))

    def charge_tiles(self, each: float, free: int, painted: int) -> None:
        """Charge a TileGrid for `free` pixels, of which `painted` were opaque."""
        self._charge(free, painted, each * free + DRAWING["opaque"] * painted)

    def charge_shape(self, corners: int, free: int, painted: int) -> None:
        """Charge a vectorio shape for `free` pixels, of which `painted` are its own.

        Only a polygon has corners.
        """
        each = DRAWING["polygon"] + DRAWING["point"] * corners if corners else DRAWING["shape"]
        self._charge(free, painted, each * free)

    def _charge(self, free: int, painted: int, cycles: float) -> None:
        self._left -= painted
        self.cycles += cycles + DRAWING["layer"] * (1 + free // BUFFER_PIXELS)
