# SPDX-License-Identifier: MIT
"""Groups: layers that move together.

`modules/displayio.py` joins this with Blinka's class, which stores the layers and their position on
the display. Areas that layers have left are tracked as in `shared-module/displayio/Group.c`.
"""

from collections.abc import Callable
from typing import Any

from ..cost.drawing import Cover
from ..native.arguments import int16, int_range, position
from ..pixels.colors import Pixels

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
        if int_range(scale, 1, LARGEST, "scale") != self._scale:
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
        if not isinstance(layer, self._supported_types):
            raise ValueError("Layer must be a Group or TileGrid subclass")
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
            raise ValueError("Layer must be a Group or TileGrid subclass")
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
