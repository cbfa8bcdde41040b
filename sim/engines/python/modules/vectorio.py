# SPDX-License-Identifier: MIT
"""vectorio: Blinka's filled shapes, corrected where the device differs.

A shape decides which pixels it covers (`_covers`, in its own coordinates), and `painter` paints
them. Changes are tracked as in `shared-module/vectorio/VectorShape.c`.
"""

from typing import Any

import numpy as np

from ..display.colors import Mask, Pixels
from ..display.geometry import Places, winding
from ..display.painter import Cover, paint_shape
from ..native.arguments import garbled, int16, int_min, int_range, of_type, pair, word
from . import displayio, machine

__all__ = ["Circle", "Polygon", "Rectangle"]

blinka: Any = machine.blinka.load("vectorio")
Area = displayio.Area


class Shape(displayio.Shaded, blinka.Circle.__base__):  # type: ignore[misc, name-defined]
    """A shape: mixed in before Blinka's classes of the same names."""

    _shaders = displayio.Palette, displayio.ColorConverter
    _in_group = False
    _dirty = True
    _corners = 0
    _color_index: int  # one more than the shader's; a shape with 0 covers nothing
    _x: int
    _y: int

    def __init__(self, *, pixel_shader: Any, color_index: int, x: int = 0, y: int = 0,
                 **options: Any):
        self._checked_shader(pixel_shader)
        options.update(x=_short(x, "x"), y=_short(y, "y"), color_index=word(color_index))
        super().__init__(pixel_shader=pixel_shader, **options)
        self._color_index &= 0xFFFF
        self._pending_dirty_areas.clear()
        self._ephemeral_dirty_area.x2 = self._ephemeral_dirty_area.x1
        self._dirty = True
        # For an object of a program's class, 10.2.1 reads this in other memory.
        self._in_group = type(self) not in (Circle, Rectangle, Polygon)

    @property
    def x(self) -> int:
        return int(self._x)

    @x.setter
    def x(self, x: int) -> None:
        self.location = x, self._y

    @property
    def y(self) -> int:
        return int(self._y)

    @y.setter
    def y(self, y: int) -> None:
        self.location = self._x, y

    @property
    def location(self) -> tuple[int, int]:
        return self._x, self._y

    @location.setter
    def location(self, location: tuple[int, int]) -> None:
        x, y = pair(location)
        if (x, y) != (self._x, self._y):
            self._x, self._y = _short(x, "x"), _short(y, "y")
            self._shape_set_dirty()

    def _set_shader(self, pixel_shader: Any) -> None:
        self._pixel_shader = pixel_shader
        self._shape_set_dirty()

    @property
    def color_index(self) -> int:
        return (self._color_index - 1) & 0xFFFF

    @color_index.setter
    def color_index(self, color_index: int) -> None:
        self._color_index = (word(color_index) + 1) & 0xFFFF
        self._shape_set_dirty()

    def contains(self, x: int, y: int) -> bool:
        """Whether a point of the display lies in the shape."""
        return bool(self._shape_contains(_short(x, "x"), _short(y, "y")))

    def _covers(self, xs: Places, ys: Places) -> Mask:
        """Tell for each point, relative to the shape's position, whether it lies in the shape."""
        raise NotImplementedError

    def _get_pixel(self, x: int, y: int) -> int:
        return self._color_index and int(self._covers(np.array([[x]]), np.array([[y]]))[0, 0])

    def _fill_area(self, colorspace: Any, area: Any, cover: Cover, buffer: Pixels) -> bool:
        return paint_shape(self, colorspace.reverse_bytes_in_word, area, cover, buffer)

    def _update_transform(self, transform: Any) -> None:
        self._in_group = transform is not None
        super()._update_transform(transform)

    def _shape_set_dirty(self) -> None:
        area = Area()
        self._get_screen_area(area)
        if area != self._current_area:
            self._current_area.union(self._ephemeral_dirty_area, self._ephemeral_dirty_area)
            area.copy_into(self._current_area)
        self._dirty = True

    def _get_previous_area(self, area: Any) -> bool:
        self._ephemeral_dirty_area.union(self._current_area, area)
        return True

    def _get_refresh_areas(self, areas: list[Any]) -> None:
        if not (self._dirty or self._pixel_shader._needs_refresh):
            return
        left, now = self._ephemeral_dirty_area, self._current_area
        both = Area()
        left.union(now, both)
        if left.empty():
            areas.append(now)
        elif _excess(left, now, both) <= min(left.size(), now.size()):
            areas.append(both)
        else:
            areas += [now, left]

    def _finish_refresh(self) -> None:
        self._ephemeral_dirty_area.x2 = self._ephemeral_dirty_area.x1
        self._dirty = False
        self._pixel_shader._finish_refresh()


def _short(value: int, name: str) -> int:
    return int_range(word(value), -0x8000, 0x7FFF, name)


def _size(value: int, name: str) -> int:
    """Return a size as 16 bits keep it, at least 1."""
    return int_min(word(value), 1, name) & 0xFFFF


def _point(value: Any) -> tuple[int, int]:
    if len(of_type(value, tuple, "point")) != 2:
        raise ValueError("point length must be 2")
    x, y = value
    return _short(of_type(x, int, "x"), "x"), _short(of_type(y, int, "y"), "y")


def _excess(one: Any, other: Any, both: Any) -> int:
    """Return how many pixels of the bounding box `both` are in neither area."""
    overlap = Area()
    shared = overlap.size() if one.compute_overlap(other, overlap) else 0
    return int(both.size() - one.size() - other.size() + shared)


class Circle(Shape, blinka.Circle):
    """A circle around its position; pixels at a distance of `radius` belong to it."""

    def __init__(self, *, pixel_shader: Any, radius: int, x: int = 0, y: int = 0,
                 color_index: int = 0):
        super().__init__(pixel_shader=pixel_shader, x=x, y=y, color_index=color_index,
                         radius=_size(radius, "radius"))

    @property
    def radius(self) -> int:
        return int16(self._radius)

    @radius.setter
    def radius(self, radius: int) -> None:
        self._radius = abs(int16(word(radius)))
        self._shape_set_dirty()

    def _covers(self, xs: Places, ys: Places) -> Mask:
        inside: Mask = xs * xs + ys * ys <= self._radius * self._radius
        return inside


class Rectangle(Shape, blinka.Rectangle):
    """A rectangle; its position is the top left corner."""

    def __init__(self, *, pixel_shader: Any, width: int, height: int, x: int = 0, y: int = 0,
                 color_index: int = 0):
        super().__init__(pixel_shader=pixel_shader, x=x, y=y, color_index=color_index,
                         width=_size(width, "width"), height=_size(height, "height"))

    @property
    def width(self) -> int:
        return int16(self._width)

    @width.setter
    def width(self, width: int) -> None:
        self._width = abs(int16(word(width)))
        self._shape_set_dirty()

    @property
    def height(self) -> int:
        return int16(self._height)

    @height.setter
    def height(self, height: int) -> None:
        self._height = abs(int16(word(height)))
        self._shape_set_dirty()

    def _covers(self, xs: Places, ys: Places) -> Mask:
        inside: Mask = (xs >= 0) & (xs < self._width) & (ys >= 0) & (ys < self._height)
        return inside


class Polygon(Shape, blinka.Polygon):
    """A closed polygon; pixels are inside where the edges wind around them."""

    def __init__(self, *, pixel_shader: Any, points: list[tuple[int, int]], x: int = 0, y: int = 0,
                 color_index: int = 0):
        super().__init__(pixel_shader=pixel_shader, x=x, y=y, color_index=color_index,
                         points=points)

    @property
    def points(self) -> list[tuple[int, int]]:
        return list(self._points)

    @points.setter
    def points(self, points: list[tuple[int, int]]) -> None:
        if len(of_type(points, list, "points")) < 3:
            raise garbled("Polygon needs at least 3 points")
        self._points = []  # it has none where one of the new ones is refused
        self._points = [_point(point) for point in points]
        self._corners = len(self._points)
        self._shape_set_dirty()

    def _covers(self, xs: Places, ys: Places) -> Mask:
        left, top = int(xs.min()), int(ys.min())
        around = winding(self._points, left, top, int(xs.max()) + 1, int(ys.max()) + 1)
        inside: Mask = around[ys - top, xs - left] != 0
        return inside

    def _get_area(self, area: Any) -> None:
        xs, ys = zip(*self._points, strict=True) if self._points else ((0,), (0,))
        area.x1, area.y1, area.x2, area.y2 = min(xs), min(ys), max(xs), max(ys)
