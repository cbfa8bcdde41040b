# SPDX-License-Identifier: MIT
"""displayio: Blinka's layers, corrected where the device differs and painted with numpy.

Changes since the last frame are collected as CircuitPython does it, which has no second thread to
guard against. Sources: `shared-module/displayio` and `shared-bindings/displayio`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedRandom, BufferedReader
from operator import index as as_int
from typing import Any

import numpy as np

from ..display import bitmap, painter
from ..display.colors import Pixels, Values
from ..display.painter import Cover, paint_grid
from ..display.pictures import Picture
from ..firmware import beyond
from ..heap import allocate
from ..native.arguments import int16, int_min, int_range, items, pair, word
from ..native.classes import Placing, disguised
from . import machine

__all__ = ["CIRCUITPYTHON_TERMINAL", "Bitmap", "ColorConverter", "Colorspace", "Group",
           "OnDiskBitmap", "Palette", "TileGrid", "release_displays"]

blinka: Any = machine.blinka.load("displayio")
Area: Any = machine.blinka.load("displayio._area").Area

Colorspace = blinka.Colorspace


def _no_more(*_: Any) -> None:
    raise TypeError("can't create 'ColorSpace' instances")


Colorspace.__init__ = _no_more
Colorspace.__name__ = "ColorSpace"
Colorspace.__repr__ = lambda space: f"displayio.ColorSpace.{space._colorspace_type}"


class Released:
    """The rest of a display or bus that was released; it passes for None, but is not None."""

    def __repr__(self) -> str:
        return "None"

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"can't set attribute '{name}'")


disguised(Released, "NoneType")


class Place:
    """The memory of the board's one display, or its bus; a new one is the released one's object.

    Another one raises RuntimeError with the message `full`.
    """

    thing: Any = None
    is_taken = False

    def __init__(self, full: str):
        self._full = full

    def offer(self, kind: type) -> Any:
        """Return the object that `kind.__init__` is called for."""
        if self.is_taken or self.thing is None:
            offered: Any = object.__new__(kind)
            self.thing = self.thing or offered
            return offered
        object.__setattr__(self.thing, "__class__", kind)
        return self.thing

    def take(self) -> None:
        if self.is_taken:
            raise RuntimeError(self._full)
        self.is_taken = True

    @contextmanager
    def filled(self) -> Iterator[None]:
        """While the object is made: if that fails, it is again as after a release."""
        was_taken = self.is_taken
        try:
            yield
        except BaseException:
            if not was_taken:
                self._empty()
            raise

    def release(self) -> None:
        if self.is_taken:
            self.thing._release()
            self._empty()

    def _empty(self) -> None:
        self.is_taken = False
        vars(self.thing).clear()
        self.thing.__class__ = Released


class Placed(metaclass=Placing):
    """A display or bus, of which the board has memory for one."""

    _place: Place

    def __new__(cls, *_: Any, **__: Any) -> Any:
        return cls._place.offer(cls)


display_place = Place("Too many displays")
bus_place = Place("Too many display busses; forgot displayio.release_displays() ?")


def release_displays() -> None:
    """Release the display, then its bus. Their pins are free, and both objects are like None."""
    display_place.release()
    bus_place.release()

# The most that is decoded of a file, which the device reads again for every frame.
MOST_PIXELS = 1 << 24


def _refused(kind: type) -> None:
    parent = kind.__mro__[1].__name__
    raise beyond(f"a class with the parent {parent}, of which a board loses the contents")


class Bitmap(bitmap.Bitmap, blinka.Bitmap):
    """A picture with a number for each pixel."""

    __init_subclass__: Any = classmethod(_refused)
    _clock, _pixel_ns = machine.clock, machine.meter.ns("pixel")

    def __init__(self, width: int, height: int, value_count: int):
        super().__init__(width, height, value_count)
        self._dirty_area = Area(0, 0, width, height)
        machine.meter.paint("made", self._size())

    def fill(self, value: int) -> None:
        super().fill(value)
        machine.meter.paint("fill", self._size())


class Palette(painter.Palette, blinka.Palette):
    """A table that gives each number a colour."""

    __init_subclass__: Any = classmethod(_refused)
    __hash__ = None  # type: ignore[assignment]


class ColorConverter(painter.ColorConverter, blinka.ColorConverter):
    """A formula that converts numbers to colours."""

    def __init__(self, *, input_colorspace: Any = Colorspace.RGB888, dither: bool = False):
        if not hasattr(input_colorspace, "_colorspace_type"):
            raise TypeError("input_colorspace must be of type ColorSpace, "
                            f"not {type(input_colorspace).__name__}")
        super().__init__(input_colorspace=input_colorspace, dither=dither)


class OnDiskBitmap(blinka.OnDiskBitmap):
    """A .bmp file, by its path on the drive or opened in binary mode."""

    def __init__(self, file: Any):
        self._file = machine.drive.open(file, "rb") if isinstance(file, str) else file
        if not isinstance(self._file, (BufferedReader, BufferedRandom)):
            raise TypeError("file must be a file opened in byte mode")
        self._picture = Picture(self._file)
        self._width, self._height = self._picture.header.width, self._picture.header.height
        if self._width * self._height > MOST_PIXELS:
            raise NotImplementedError("a picture with this many pixels is not simulated")
        self._pixel_shader_base = self._make_shader()

    def _make_shader(self) -> Any:
        colors = self._picture.header.palette
        if not colors:
            return ColorConverter()
        palette = Palette(len(colors))
        for index, color in enumerate(colors):
            palette[index] = color
        return palette

    @property
    def _values(self) -> Values:
        """The values, (height, width), as a Bitmap has them."""
        return self._picture.values


def _as_bool(flag: property) -> property:
    """Make a property that converts values to bool."""
    return property(flag.fget, lambda self, value: flag.fset(self, bool(value)))  # type: ignore[misc]


def _as_int16(number: property) -> property:
    """Make a property whose values are kept in 16 bits."""
    return property(number.fget, lambda self, value: number.fset(self, int16(value)))  # type: ignore[misc]


class Shaded:
    """An object with a `pixel_shader` of one of the kinds that its class accepts."""

    _shaders: tuple[type, ...]
    _pixel_shader: Any

    @property
    def pixel_shader(self) -> Any:
        return self._pixel_shader

    @pixel_shader.setter
    def pixel_shader(self, pixel_shader: Any) -> None:
        self._set_shader(self._checked_shader(pixel_shader))

    def _checked_shader(self, pixel_shader: Any) -> Any:
        if not isinstance(pixel_shader, self._shaders):
            raise TypeError("unsupported pixel_shader type")
        return pixel_shader

    def _set_shader(self, pixel_shader: Any) -> None:
        raise NotImplementedError


class TileGrid(Shaded, blinka.TileGrid):
    """Tiles of a bitmap; a tile number must be on the sheet."""

    __iter__ = None
    _shaders = Palette, ColorConverter
    _bitmap: Any

    def __init__(self, bitmap: Any, *, pixel_shader: Any, width: int = 1, height: int = 1,
                 tile_width: int | None = None, tile_height: int | None = None,
                 default_tile: int = 0, x: int = 0, y: int = 0):
        _check_bitmap(bitmap)
        self._checked_shader(pixel_shader)
        int_range(width, 1, 0xFFFF, "width")
        int_range(height, 1, 0xFFFF, "height")
        allocate(width * height)
        tile_width = int_min(tile_width or bitmap.width, 1, "tile_width")
        tile_height = int_min(tile_height or bitmap.height, 1, "tile_height")
        super().__init__(bitmap, pixel_shader=None, width=width, height=height,
                         tile_width=tile_width, tile_height=tile_height, x=int16(x), y=int16(y))
        int_range(default_tile, 0, self._tiles_in_bitmap - 1, "default_tile")
        self._tiles = np.full(width * height, default_tile, np.uint16)
        self._set_shader(pixel_shader)

    hidden = _as_bool(blinka.TileGrid.hidden)
    flip_x = _as_bool(blinka.TileGrid.flip_x)
    flip_y = _as_bool(blinka.TileGrid.flip_y)
    transpose_xy = _as_bool(blinka.TileGrid.transpose_xy)
    x = _as_int16(blinka.TileGrid.x)
    y = _as_int16(blinka.TileGrid.y)

    def _set_shader(self, pixel_shader: Any) -> None:
        self._pixel_shader = pixel_shader
        self._full_change = True

    @property
    def bitmap(self) -> Any:
        return self._bitmap

    @bitmap.setter
    def bitmap(self, bitmap: Any) -> None:
        _check_bitmap(bitmap)
        if (bitmap.width, bitmap.height) != (self._bitmap.width, self._bitmap.height):
            raise ValueError("New bitmap must be same size as old bitmap")
        self._bitmap = bitmap
        self._full_change = True

    def contains(self, touch_tuple: tuple) -> bool:  # type: ignore[type-arg]
        """Tell whether the first two numbers, a point of the parent, lie in the grid."""
        x, y = (word(number) for number in items(touch_tuple, 3)[:2])
        return (self._x <= x < self._x + self._pixel_width
                and self._y <= y < self._y + self._pixel_height)

    def __getitem__(self, index: int | tuple[int, int]) -> int:
        return int(self._tiles[self._locate(index)])

    def __setitem__(self, index: int | tuple[int, int], tile: int) -> None:
        at = self._locate(index)
        int_range(tile, 0, self._tiles_in_bitmap - 1, "tile")
        self._set_tile(at % self._width_in_tiles, at // self._width_in_tiles, as_int(tile))

    def _locate(self, index: int | tuple[int, int]) -> int:
        width = self._width_in_tiles
        x, y = (index % width, index // width) if isinstance(index, int) else pair(index)
        if not (0 <= x < width and 0 <= y < self._height_in_tiles):
            raise IndexError("Tile index out of bounds")
        return y * width + x

    def _set_all_tiles(self, tile: int) -> None:
        self._tiles.fill(tile)
        self._full_change = True

    def _set_run(self, x: int, y: int, tiles: Any) -> None:
        """Set tiles side by side at once; the grid must not be scrolled sideways."""
        count = len(tiles)
        if count:
            start = y * self._width_in_tiles + x
            self._tiles[start : start + count] = tiles
            self._set_tile(x, y, self._tiles[start])
            self._set_tile(x + count - 1, y, self._tiles[start + count - 1])

    def _fill_area(self, colorspace: Any, area: Any, cover: Cover, buffer: Pixels) -> bool:
        return paint_grid(self, colorspace.reverse_bytes_in_word, area, cover, buffer)

    def _get_refresh_areas(self, areas: list[Any]) -> None:
        if not self._rendered_hidden and self._has_changed():
            super()._get_refresh_areas(areas)

    def _has_changed(self) -> bool:
        """Tell whether the layer has changed: most layers, most of the time, have not."""
        if (self._moved or self._full_change or self._partial_change or self._hidden_tilegrid
                or self._hidden_by_parent or self._pixel_shader._needs_refresh):
            return True
        dirty = getattr(self._bitmap, "_dirty_area", None)
        return dirty is not None and dirty.x1 != dirty.x2

    def _finish_refresh(self) -> None:
        if self._has_changed():
            self._needs_refresh = False
            super()._finish_refresh()

    def _get_previous_area(self, area: Any) -> bool:
        self._previous_area.copy_into(area)
        return not area.empty()


def _check_bitmap(bitmap: Any) -> None:
    if not isinstance(bitmap, (Bitmap, OnDiskBitmap)):
        raise TypeError("unsupported bitmap type")


class Group(painter.Group, blinka.Group):
    """Layers that move together."""

    _native_part: Any = None
    __hash__ = None  # type: ignore[assignment]


CIRCUITPYTHON_TERMINAL = Group(scale=2)
CIRCUITPYTHON_TERMINAL._read_only = True
machine.blinka.replace("displayio._group", circuitpython_splash=CIRCUITPYTHON_TERMINAL)
