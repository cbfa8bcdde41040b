# SPDX-License-Identifier: MIT
"""Paints the layers of a display, a block of pixels at a time, and moves groups of layers.

A display's refresh goes through its layers from the top; each paints the pixels of the area that
are still free into `pixels`, (height, width), and marks them in `cover`. The layers are Blinka's,
whose geometry this follows to the pixel; only the loop over single pixels is replaced.

A layer's values become pixels by a shader's `_shade`: a Palette looks colours up, a ColorConverter
computes them. `modules/displayio.py` joins shaders and groups with Blinka's classes of the same
names, which store the layers and their position on the display. Areas that layers have left are
tracked as in `shared-module/displayio/Group.c`.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cost.work import Cover, tile_pixel
from ..heap import allocate
from ..native.arguments import garbled, int16, int_min, int_range, position, word
from .colors import Mask, Pixels, Values, dithered, rgb565, rgb888

# Returns the columns and rows of values in their bitmap; called only for dithering.
Places = Callable[[], tuple[Values, Values]]
NO_COLOR = 0x1000000
# CircuitPython stores a colour's value, and its last conversion.
COLOR_BYTES = 16


class Dithering:
    """A shader that can add noise to the bits that a display drops."""

    _dither: bool

    @property
    def dither(self) -> bool:
        return self._dither

    @dither.setter
    def dither(self, dither: bool) -> None:
        self._dither = bool(dither)


class Palette(Dithering):
    """A table of `color_count` colours; any may be transparent, as are values past the last."""

    def __init__(self, color_count: int, *, dither: bool = False):
        allocate(COLOR_BYTES * int_range(color_count, 1, 32767, "color_count"))
        self._rgb = np.zeros(color_count + 1, np.uint32)
        self._opaque = np.ones(color_count + 1, bool)
        self._opaque[color_count] = False
        self._count = color_count
        self._dither = bool(dither)
        self._needs_refresh = False
        self._pixels: dict[bool, Pixels] = {}

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter(self._rgb[: self._count].tolist())

    def __getitem__(self, index: int) -> int:
        if isinstance(index, slice):
            raise TypeError("'Palette' object isn't subscriptable")
        return int(self._rgb[int(position(index, self._count, "Palette"))])

    def __setitem__(self, index: int, value: Any) -> None:
        if isinstance(index, slice):
            raise TypeError("'Palette' object doesn't support item assignment")
        self._set_color(position(index, self._count, "Palette"), _color(value))

    def _set_color(self, palette_index: int, color: int) -> None:
        if self._rgb[palette_index] != color:
            self._rgb[palette_index] = color
            self._changed()

    def _changed(self) -> None:
        self._pixels.clear()
        self._needs_refresh = True

    def make_transparent(self, palette_index: int) -> None:
        self._set_opaque(palette_index, False)

    def make_opaque(self, palette_index: int) -> None:
        self._set_opaque(palette_index, True)

    def _set_opaque(self, palette_index: int, opaque: bool) -> None:
        self._opaque[int_range(palette_index, 0, self._count - 1, "palette_index")] = opaque
        self._changed()

    def is_transparent(self, palette_index: int) -> bool:
        int_range(palette_index, 0, self._count - 1, "palette_index")
        return not self._opaque[palette_index]

    def _finish_refresh(self) -> None:
        self._needs_refresh = False

    def _shade(self, values: Values, swapped: bool, places: Places) -> tuple[Pixels, Mask | None]:
        """Return the pixels, and where they are opaque: None for everywhere."""
        if self._dither:
            colors = self._rgb.take(values, mode="clip")
            pixels = rgb565(dithered(colors, *places()), swapped)
        else:
            pixels = self._table(swapped).take(values, mode="clip")
        if values.max() < self._count and self._opaque[: self._count].all():
            return pixels, None
        return pixels, self._opaque.take(values, mode="clip")

    def _table(self, swapped: bool) -> Pixels:
        if swapped not in self._pixels:
            self._pixels[swapped] = rgb565(self._rgb, swapped)
        return self._pixels[swapped]


def _color(value: Any) -> int:
    if isinstance(value, (tuple, list)):
        value = bytes(map(word, value))
    if isinstance(value, str):
        value = value.encode()  # text is a buffer on the device
    if isinstance(value, (bytes, bytearray, memoryview)):
        if len(value) not in (3, 4):
            raise ValueError("color buffer must be 3 bytes (RGB) or 4 bytes (RGB + pad byte)")
        return value[0] << 16 | value[1] << 8 | value[2]
    if not isinstance(value, int):
        raise TypeError("color buffer must be a buffer, tuple, list, or int")
    if not 0 <= value <= 0xFFFFFF:
        raise TypeError("color must be between 0x000000 and 0xffffff")
    return value


class ColorConverter(Dithering):
    """Interprets values as colours in `input_colorspace`, of which one may be transparent."""

    # Blinka asks for changes since the last frame; CircuitPython does not track them either.
    _needs_refresh = False

    def __init__(self, *, input_colorspace: Any, dither: bool = False):
        self._colorspace = input_colorspace
        self._dither = bool(dither)
        self._transparent_color = NO_COLOR

    def convert(self, color: int) -> int:
        """Return RGB565 of one colour; 0 for the transparent one."""
        values = np.array([[word(color) & 0xFFFFFFFF]], np.uint32)
        pixels, opaque = self._shade(values, False, lambda: (np.zeros(1, int), np.zeros(1, int)))
        return int(pixels[0, 0]) if opaque is None or opaque[0, 0] else 0

    def make_transparent(self, color: int) -> None:
        if self._transparent_color != NO_COLOR:
            raise RuntimeError("Only one color can be transparent at a time")
        self._transparent_color = word(color) & 0xFFFFFFFF

    def make_opaque(self, color: int) -> None:
        """Make all colours opaque; `color` is ignored."""
        word(color)
        self._transparent_color = NO_COLOR

    def _finish_refresh(self) -> None:
        """Nothing is kept between frames."""

    def _shade(self, values: Values, swapped: bool, places: Places) -> tuple[Pixels, Mask | None]:
        """Return pixels and opacity, as `Palette._shade` does."""
        colors = rgb888(values, self._colorspace._colorspace_type)
        if self._dither:
            colors = dithered(colors, *places())
        if self._transparent_color == NO_COLOR:
            return rgb565(colors, swapped), None
        return rgb565(colors, swapped), values != self._transparent_color


class Span(NamedTuple):
    """Pixels from x1, y1 up to x2, y2, counted from the top left corner of a grid."""

    x1: int
    y1: int
    x2: int
    y2: int

    def divided(self, scale: int) -> "Span":
        """Return the unscaled pixels that are at least partly in this span."""
        return Span(self.x1 // scale, self.y1 // scale,
                    (self.x2 - 1) // scale + 1, (self.y2 - 1) // scale + 1)


class View(NamedTuple):
    """A grid's orientation on the display: rows and columns exchanged, then mirrored."""

    transposed: bool
    mirror_x: bool
    mirror_y: bool

    def of(self, picture: NDArray[Any]) -> NDArray[Any]:
        """Return a part of the display as rows and columns of the grid."""
        if self.mirror_x:
            picture = picture[:, ::-1]
        if self.mirror_y:
            picture = picture[::-1]
        return picture.T if self.transposed else picture


def paint_grid(grid: Any, swapped: bool, area: Any, cover: Cover, pixels: Pixels) -> bool:
    """Paint a TileGrid; returns whether the area is full."""
    if (grid._hidden_tilegrid or grid._hidden_by_parent
            or grid._absolute_transform.scale & 128):  # negative in a board's byte
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
    """Paint a vectorio shape; its transparent colour is black and hides lower layers."""
    is_shown = shape._color_index and not shape._hidden
    overlap = _overlap(area, shape._current_area) if is_shown else None
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
    return tile_pixel(grid._pixel_shader._dither, type(grid._bitmap).__name__ == "OnDiskBitmap")


def _overlap(area: Any, layer: Any) -> Any:
    """None where no pixel is in both: a layer, as a polygon on a line, may have none itself."""
    overlap = type(area)()
    return overlap if area.compute_overlap(layer, overlap) else None


def _at_origin() -> tuple[Values, Values]:
    return np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64)


def _shape_mask(shape: Any, overlap: Any) -> Mask:
    """Return which pixels of `overlap` lie in the shape; its coordinates start at its anchor."""
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
    """Return the span of `overlap` in a grid at `current`, in the grid's own directions."""
    left = current.x2 - overlap.x2 if view.mirror_x else overlap.x1 - current.x1
    top = current.y2 - overlap.y2 if view.mirror_y else overlap.y1 - current.y1
    width, height = overlap.width(), overlap.height()
    if view.transposed:
        left, top, width, height = top, left, height, width
    return Span(left, top, left + width, top + height)


def _shaded(grid: Any, span: Span, swapped: bool) -> tuple[Pixels, Mask | None]:
    """Return the pixels of a part of a grid, and where they are opaque: None for everywhere."""
    scale = grid._absolute_transform.scale
    source = span.divided(scale)
    sheet, shader = grid._bitmap._values, grid._pixel_shader
    opaque: Mask | None
    if sheet.size < (source.x2 - source.x1) * (source.y2 - source.y1):
        pixels, opaque = _of_sheet(grid, source, swapped)
    else:
        pixels, opaque = shader._shade(_tiled(grid, source, sheet), swapped,
                                       lambda: _places(grid, source, sheet.shape))
    return (_scaled(pixels, span, source, scale),
            None if opaque is None else _scaled(opaque, span, source, scale))


def _of_sheet(grid: Any, source: Span, swapped: bool) -> tuple[Pixels, Mask | None]:
    """Shade the sheet before tiling it, if it is smaller than the visible part of the grid."""
    sheet = grid._bitmap._values
    pixels, opaque = grid._pixel_shader._shade(sheet, swapped,
                                               lambda: tuple(np.indices(sheet.shape)[::-1]))
    return (_tiled(grid, source, pixels),
            None if opaque is None else _tiled(grid, source, opaque))


def _places(grid: Any, source: Span, shape: tuple[int, int]) -> tuple[Values, Values]:
    """Return the column and the row of the sheet that each pixel comes from."""
    rows, columns = np.indices(shape)
    return _tiled(grid, source, columns), _tiled(grid, source, rows)


def _scaled(picture: NDArray[Any], span: Span, source: Span, scale: int) -> NDArray[Any]:
    """Return the pixels of `span`; its own pixels may be far larger than the display."""
    if scale == 1:
        return picture
    rows = np.arange(span.y1, span.y2) // scale - source.y1
    columns = np.arange(span.x1, span.x2) // scale - source.x1
    return picture.take(rows, 0).take(columns, 1)


def _tiled(grid: Any, source: Span, sheet: NDArray[Any]) -> NDArray[Any]:
    """Return the pixels of `sheet` that the tiles within `source` show."""
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


def _numbers(grid: Any, tiles: Span) -> NDArray[np.uint16]:
    """Return the tiles' numbers, starting at the tile scrolled to the top left corner."""
    if not (grid._top_left_x or grid._top_left_y):
        own: NDArray[np.uint16] = grid._tiles.reshape(-1, grid._width_in_tiles)
        return own[tiles.y1 : tiles.y2, tiles.x1 : tiles.x2]
    rows = (np.arange(tiles.y1, tiles.y2) + grid._top_left_y) % grid._height_in_tiles
    columns = (np.arange(tiles.x1, tiles.x2) + grid._top_left_x) % grid._width_in_tiles
    numbers: NDArray[np.uint16] = grid._tiles[rows[:, None] * grid._width_in_tiles + columns]
    return numbers


def _lay(values: Pixels, opaque: Mask | None, pixels: Pixels, covered: Mask, count: int) -> None:
    """Put a block of pixels below those already painted; `count` of its pixels are free."""
    if opaque is None and count == covered.size:
        pixels[...] = values
        covered[...] = True
        return
    free = ~covered if opaque is None else opaque & ~covered
    np.copyto(pixels, values, where=free)
    covered |= free


LARGEST = 32767


class Group:
    """A list of layers, from the lowest to the topmost; a layer is in one group at most."""

    # Blinka's.
    _layers: list[Any]
    _supported_types: Any
    _absolute_transform: Any
    _dirty_area: Any
    _item_removed: bool
    _hidden_group: bool
    _hidden_by_parent: bool
    _scale: int
    _group_x: int
    _group_y: int
    _set_hidden: Callable[[bool], None]
    _update_child_transforms: Callable[[], None]

    # The terminal's group cannot be changed.
    _read_only = False

    def __init__(self, *, scale: int = 1, x: int = 0, y: int = 0):
        super().__init__(scale=int_range(scale, 1, LARGEST, "scale"),  # type: ignore[call-arg]
                         x=int16(x), y=int16(y))

    @property
    def hidden(self) -> bool:
        return self._hidden_group

    @hidden.setter
    def hidden(self, hidden: bool) -> None:
        if bool(hidden) != self._hidden_group:
            self._check_writable()
            self._set_hidden(bool(hidden))

    @property
    def scale(self) -> int:
        return self._scale

    @scale.setter
    def scale(self, scale: int) -> None:
        if int_min(word(scale), 1, "scale") != self._scale:
            self._check_writable()
            self._set_scale(scale)

    @property
    def x(self) -> int:
        return self._group_x

    @x.setter
    def x(self, x: int) -> None:
        if int16(x) != self._group_x:
            self._check_writable()
            self._shift(int16(x) - self._group_x, 0)
            self._group_x = int16(x)

    @property
    def y(self) -> int:
        return self._group_y

    @y.setter
    def y(self, y: int) -> None:
        if int16(y) != self._group_y:
            self._check_writable()
            self._shift(0, int16(y) - self._group_y)
            self._group_y = int16(y)

    def _shift(self, across: int, down: int) -> None:
        """Move the layers on the display by so many of the parent's pixels."""
        transform = self._absolute_transform
        if transform.transpose_xy:
            across, down = down, across
        transform.x += transform.dx // self._scale * across
        transform.y += transform.dy // self._scale * down
        self._update_child_transforms()

    def _check_writable(self) -> None:
        if self._read_only:
            raise RuntimeError("Read-only")

    def _set_scale(self, value: int) -> None:
        super()._set_scale(int_range(value, 1, LARGEST, "scale"))  # type: ignore[misc]

    # None of these calls another, since a program's subclass may have replaced it.

    def append(self, layer: Any) -> None:
        self._adopt(layer)
        self._layers.append(layer)

    def remove(self, layer: Any) -> None:
        self._take(self._find(layer))

    def insert(self, index: int, layer: Any) -> None:
        at = index if index == len(self._layers) else self._place(index)
        self._adopt(layer)
        self._layers.insert(at, layer)

    def pop(self, i: int = -1) -> Any:
        return self._take(self._place(i))

    def index(self, layer: Any) -> int:
        return self._find(layer)

    def _place(self, index: int) -> int:
        return position(index, len(self._layers), "Group")

    def _take(self, at: int) -> Any:
        self._check_writable()
        layer = self._layers.pop(at)
        self._removal_cleanup(layer)
        return layer

    def _find(self, layer: Any) -> int:
        for at, own in enumerate(self._layers):
            if own is layer:
                return at
        raise ValueError("object not in sequence")

    def __len__(self) -> int:
        return len(self._layers)

    def __getitem__(self, index: int) -> Any:
        return self._layers[self._place(index)]

    def __setitem__(self, index: int, layer: Any) -> None:
        at = self._place(index)
        self._adopt(layer)
        self._removal_cleanup(self._layers[at])
        self._layers[at] = layer

    def __delitem__(self, index: int) -> None:
        self._take(self._place(index))

    def sort(self, *, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> None:
        self._layers.sort(key=key, reverse=reverse)

    def _adopt(self, layer: Any) -> None:
        self._check_writable()
        if not isinstance(layer, self._supported_types):
            raise garbled("Layer must be a Group or TileGrid subclass")
        if layer._in_group or _holds(layer, self):
            raise ValueError("Layer already in a group")
        layer._update_transform(self._absolute_transform)
        if hasattr(layer, "_set_hidden_by_parent"):  # a shape asks the group when it is painted
            layer._set_hidden_by_parent(self._hidden_group or self._hidden_by_parent)

    def _removal_cleanup(self, layer: Any) -> None:
        """Record where `layer` was drawn, to draw over it."""
        drawn = type(self._dirty_area)()
        if layer._get_previous_area(drawn):
            if self._item_removed:
                self._dirty_area.union(drawn, drawn)
            drawn.copy_into(self._dirty_area)
            self._item_removed = True
        layer._update_transform(None)

    def _fill_area(self, colorspace: Any, area: Any, cover: Cover, buffer: Pixels) -> bool:
        return not self._hidden_group and any(
            layer._fill_area(colorspace, area, cover, buffer) for layer in reversed(self._layers))

    def _get_refresh_areas(self, areas: list[Any]) -> None:
        if self._item_removed:
            areas.append(self._dirty_area)
        for layer in reversed(self._layers):
            layer._get_refresh_areas(areas)

    def _finish_refresh(self) -> None:
        self._item_removed = False
        for layer in self._layers:
            layer._finish_refresh()


def _holds(layer: Any, group: Any) -> bool:
    """Whether the group is the layer or in it: a cycle of groups would hang the device."""
    return layer is group or any(_holds(inner, group) for inner in getattr(layer, "_layers", ()))
