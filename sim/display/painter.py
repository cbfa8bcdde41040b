# SPDX-License-Identifier: MIT
"""Painting a layer into an area of the display, a block of pixels at a time.

A display's refresh goes through its layers from the top; each paints what is still free of the
area into `pixels`, (height, width), and marks it in `cover`. The layers are Blinka's, whose
geometry this follows to the pixel; only the loop over single pixels is replaced.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cost.drawing import Cover, tile_pixel
from ..pixels.colors import Mask, Pixels, Values
from .shader import Mapper


class Span(NamedTuple):
    """Pixels from x1, y1 up to x2, y2, counted from the top left corner of a grid."""

    x1: int
    y1: int
    x2: int
    y2: int

    def divided(self, scale: int) -> "Span":
        """The unscaled pixels of which this shows at least a part."""
        return Span(self.x1 // scale, self.y1 // scale,
                    (self.x2 - 1) // scale + 1, (self.y2 - 1) // scale + 1)


class View(NamedTuple):
    """How a grid lies on the display: rows and columns exchanged, then mirrored."""

    transposed: bool
    mirror_x: bool
    mirror_y: bool

    def of(self, picture: NDArray[Any]) -> NDArray[Any]:
        """A part of the display as rows and columns of the grid."""
        if self.mirror_x:
            picture = picture[:, ::-1]
        if self.mirror_y:
            picture = picture[::-1]
        return picture.T if self.transposed else picture


def paint_grid(grid: Any, swapped: bool, area: Any, cover: Cover, pixels: Pixels) -> bool:
    """Paint a TileGrid; returns whether nothing of the area is free any more."""
    if grid._hidden_tilegrid or grid._hidden_by_parent:
        return False
    overlap = _overlap(area, grid._current_area)
    if overlap is None:
        return False
    view = _view(grid)
    span = _span(grid._current_area, overlap, view)
    values, opaque = _shaded(grid, span, swapped)
    where = _within(area, overlap)
    free = cover.free(where)
    _lay(values, opaque, view.of(pixels[where]), view.of(cover.mask[where]), free)
    cover.charge_tiles(_pixel_cost(grid), free, free - cover.free(where))
    return cover.is_full


def paint_shape(shape: Any, swapped: bool, area: Any, cover: Cover, pixels: Pixels) -> bool:
    """Paint a vectorio shape; its transparent colour is black and hides what is below."""
    overlap = None if shape._hidden else _overlap(area, shape._current_area)
    if overlap is None:
        return False
    index = np.array([[shape.color_index]], np.uint32)
    pixel, opaque = shape._pixel_shader._shade(index, swapped, _at_origin)
    where = _within(area, overlap)
    free = _shape_mask(shape, overlap) & ~cover.mask[where]
    cover.charge_shape(shape._corners, cover.free(where), int(np.count_nonzero(free)))
    pixels[where][free] = pixel[0, 0] if opaque is None or opaque[0, 0] else 0
    cover.mask[where] |= free
    return cover.is_full


def _pixel_cost(grid: Any) -> float:
    shader = grid._pixel_shader
    inner = shader._inner if isinstance(shader, Mapper) else shader
    return tile_pixel(inner._dither, inner is not shader,
                      type(grid._bitmap).__name__ == "OnDiskBitmap")


def _overlap(area: Any, layer: Any) -> Any:
    if area.x1 >= layer.x2 or area.x2 <= layer.x1 or area.y1 >= layer.y2 or area.y2 <= layer.y1:
        return None
    overlap = type(area)()
    area.compute_overlap(layer, overlap)
    return overlap


def _at_origin() -> tuple[Values, Values]:
    return np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64)


def _shape_mask(shape: Any, overlap: Any) -> Mask:
    """Which pixels of `overlap` lie in the shape, in whose coordinates 0, 0 is its anchor."""
    transform = shape._absolute_transform
    columns = np.arange(overlap.x1, overlap.x2)[None, :] - transform.x
    rows = np.arange(overlap.y1, overlap.y2)[:, None] - transform.y
    x, y = (shape._y, shape._x) if transform.transpose_xy else (shape._x, shape._y)
    columns -= transform.dx * x
    rows -= transform.dy * y
    columns = -columns - 1 if transform.dx < 1 else columns
    rows = -rows - 1 if transform.dy < 1 else rows
    inside: Mask = shape._covers(rows, columns) if transform.transpose_xy else (
        shape._covers(columns, rows))
    return inside


def _within(area: Any, overlap: Any) -> tuple[slice, slice]:
    return (slice(overlap.y1 - area.y1, overlap.y2 - area.y1),
            slice(overlap.x1 - area.x1, overlap.x2 - area.x1))


def _view(grid: Any) -> View:
    transform = grid._absolute_transform
    transposed = grid._transpose_xy != transform.transpose_xy
    flips = grid._flip_x, grid._flip_y
    flip_x, flip_y = flips[::-1] if transposed else flips
    return View(transposed, flip_x != (transform.dx < 0), flip_y != (transform.dy < 0))


def _span(current: Any, overlap: Any, view: View) -> Span:
    """The part `overlap` of a grid that is shown at `current`, in the grid's own directions."""
    left = current.x2 - overlap.x2 if view.mirror_x else overlap.x1 - current.x1
    top = current.y2 - overlap.y2 if view.mirror_y else overlap.y1 - current.y1
    width, height = overlap.width(), overlap.height()
    if view.transposed:
        left, top, width, height = top, left, height, width
    return Span(left, top, left + width, top + height)


def _shaded(grid: Any, span: Span, swapped: bool) -> tuple[Pixels, Mask | None]:
    """The display's pixels of a part of a grid, and where they are opaque: None for everywhere."""
    scale = grid._absolute_transform.scale
    source = span.divided(scale)
    sheet, shader = grid._bitmap._values, grid._pixel_shader
    opaque: Mask | None
    if isinstance(shader, Mapper):
        pixels, opaque = _mapped(grid, source, swapped)
    elif sheet.size < (source.x2 - source.x1) * (source.y2 - source.y1):
        pixels, opaque = _of_sheet(grid, source, swapped)
    else:
        pixels, opaque = shader._shade(_tiled(grid, source, sheet), swapped,
                                       lambda: _places(grid, source, sheet.shape))
    return (_scaled(pixels, span, source, scale),
            None if opaque is None else _scaled(opaque, span, source, scale))


def _mapped(grid: Any, source: Span, swapped: bool) -> tuple[Pixels, Mask]:
    sheet, mapper = grid._bitmap._values, grid._pixel_shader
    values, mapped = mapper._map(_tiled(grid, source, sheet), _cells(grid, source))
    pixels, opaque = mapper._inner._shade(values, swapped,
                                          lambda: _places(grid, source, sheet.shape))
    return pixels, mapped if opaque is None else opaque & mapped


def _of_sheet(grid: Any, source: Span, swapped: bool) -> tuple[Pixels, Mask | None]:
    """For a sheet that is smaller than what is shown of it."""
    sheet = grid._bitmap._values
    pixels, opaque = grid._pixel_shader._shade(sheet, swapped,
                                               lambda: tuple(np.indices(sheet.shape)[::-1]))
    return (_tiled(grid, source, pixels),
            None if opaque is None else _tiled(grid, source, opaque))


def _places(grid: Any, source: Span, shape: tuple[int, int]) -> tuple[Values, Values]:
    """The column and the row of the sheet that each pixel comes from."""
    rows, columns = np.indices(shape)
    return _tiled(grid, source, columns), _tiled(grid, source, rows)


def _scaled(picture: NDArray[Any], span: Span, source: Span, scale: int) -> NDArray[Any]:
    if scale == 1:
        return picture
    left, top = span.x1 - source.x1 * scale, span.y1 - source.y1 * scale
    large = picture.repeat(scale, 0).repeat(scale, 1)
    return large[top : top + span.y2 - span.y1, left : left + span.x2 - span.x1]


def _tiled(grid: Any, source: Span, sheet: NDArray[Any]) -> NDArray[Any]:
    """What the tiles within `source` show of `sheet`."""
    width, height = grid._tile_width, grid._tile_height
    tiles = Span(source.x1 // width, source.y1 // height,
                 (source.x2 - 1) // width + 1, (source.y2 - 1) // height + 1)
    numbers = _numbers(grid, tiles)
    across = sheet.shape[1] // width
    if numbers.size == 1:
        row, column = divmod(int(numbers[0, 0]), across)
        picture = sheet[row * height : (row + 1) * height, column * width : (column + 1) * width]
    else:
        blocks = sheet.reshape(-1, height, across, width).swapaxes(1, 2)
        picked = blocks[numbers // across, numbers % across].swapaxes(1, 2)
        picture = picked.reshape(len(numbers) * height, -1)
    left, top = tiles.x1 * width, tiles.y1 * height
    return picture[source.y1 - top : source.y2 - top, source.x1 - left : source.x2 - left]


def _cells(grid: Any, source: Span) -> Values:
    """For each pixel the place of its tile in the grid, row by row."""
    columns = np.arange(source.x1, source.x2) // grid._tile_width + grid._top_left_x
    rows = np.arange(source.y1, source.y2) // grid._tile_height + grid._top_left_y
    return (rows[:, None] % grid._height_in_tiles * grid._width_in_tiles
            + columns % grid._width_in_tiles)


def _numbers(grid: Any, tiles: Span) -> NDArray[np.uint16]:
    """The tiles' numbers, from the tile that has been scrolled to the top left corner."""
    if not (grid._top_left_x or grid._top_left_y):
        own: NDArray[np.uint16] = grid._tiles.reshape(-1, grid._width_in_tiles)
        return own[tiles.y1 : tiles.y2, tiles.x1 : tiles.x2]
    rows = (np.arange(tiles.y1, tiles.y2) + grid._top_left_y) % grid._height_in_tiles
    columns = (np.arange(tiles.x1, tiles.x2) + grid._top_left_x) % grid._width_in_tiles
    numbers: NDArray[np.uint16] = grid._tiles[rows[:, None] * grid._width_in_tiles + columns]
    return numbers


def _lay(values: Pixels, opaque: Mask | None, pixels: Pixels, covered: Mask, count: int) -> None:
    """Put a block below what is already there; `count` pixels of it are free."""
    if opaque is None and count == covered.size:
        pixels[...] = values
        covered[...] = True
        return
    free = ~covered if opaque is None else opaque & ~covered
    np.copyto(pixels, values, where=free)
    covered |= free
