# SPDX-License-Identifier: MIT
"""tilepalettemapper: maps a bitmap's values to colours for each tile separately.

Source: `shared-module/tilepalettemapper/TilePaletteMapper.c`.
"""

from typing import Any

import numpy as np

from ..display.colors import Mask, Values
from ..display.painter import Mapper
from ..heap import allocate
from ..native.arguments import int_min, int_range, of_type, pair
from . import displayio

__all__ = ["TilePaletteMapper"]


LAST_COLOR = 0xFFFFFF


class TilePaletteMapper(Mapper):
    """A shader with a list for each tile that maps the bitmap's values 0, 1, 2, … to others."""

    def __init__(self, pixel_shader: Any, input_color_count: int):
        if not isinstance(pixel_shader, (displayio.Palette, displayio.ColorConverter)):
            raise TypeError("unsupported pixel_shader type")
        self._inner = pixel_shader
        self._count = int_min(input_color_count, 1, "input_color_count") & 0xFFFF
        self._grid: Any = None
        self._mappings = np.zeros((0, self._count), np.uint32)

    @property
    def width(self) -> int:
        return 0 if self._grid is None else int(self._grid.width)

    @property
    def height(self) -> int:
        return 0 if self._grid is None else int(self._grid.height)

    @property
    def pixel_shader(self) -> Any:
        return self._inner

    @property
    def tilegrid(self) -> Any:
        return self._grid

    def __getitem__(self, index: Any) -> tuple[int, ...]:
        x, y = self._locate(index)
        return tuple(self._mappings[y * self.width + x].tolist())

    def __setitem__(self, index: Any, value: Any) -> None:
        x, y = self._locate(index)
        count = len(of_type(value, list, "value"))
        int_range(count, 0, self._count, "mapping_length")
        for at, mapped in enumerate(value):
            of_type(mapped, int, "mapping_value")
            int_range(mapped, 0, self._last, "mapping_value")
            self._mappings[y * self.width + x, at] = mapped
        self._grid._set_tile(x, y, self._grid[x, y])

    @property
    def _last(self) -> int:
        """The largest value that the inner shader takes."""
        palette = isinstance(self._inner, displayio.Palette)
        return len(self._inner) - 1 if palette else LAST_COLOR

    def _locate(self, index: Any) -> tuple[int, int]:
        width = self.width or 1
        x, y = (index % width, index // width) if isinstance(index, int) else pair(index)
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("Tile index out of bounds")
        return x, y

    def _bind(self, grid: Any) -> None:
        if self._grid is not None:
            raise RuntimeError("TilePaletteMapper may only be bound to a TileGrid once")
        allocate(4 * self._count * grid.width * grid.height)
        palette = isinstance(self._inner, displayio.Palette)
        first = np.arange(self._count, dtype=np.uint32) * np.uint32(palette)
        self._mappings = np.tile(first, (grid.width * grid.height, 1))
        self._grid = grid

    def _map(self, values: Values, cells: Values) -> tuple[Values, Mask]:
        mapped = self._mappings[cells, np.minimum(values, self._count - 1)]
        return mapped, values < self._count
