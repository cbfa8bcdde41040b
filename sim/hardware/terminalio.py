# SPDX-License-Identifier: MIT
"""The built-in font, and text on a TileGrid of its glyphs."""

from typing import Any

from ..display.vt100 import Vt100
from ..machine import Machine
from ..native.arguments import buffer, int_min, of_type

__all__ = ["FONT", "Terminal"]

machine: Machine
displayio = machine.hardware("displayio")
fontio = machine.hardware("fontio")

FONT = fontio.TERMINAL_FONT


class Terminal:
    """Writes glyphs of `font` on `scroll_area`, and titles on `status_bar`."""

    def __init__(self, scroll_area: Any, font: Any, *, status_bar: Any = None):
        of_type(scroll_area, displayio.TileGrid, "scroll_area")
        of_type(font, fontio.BuiltinFont, "font")
        if status_bar is not None:
            of_type(status_bar, displayio.TileGrid, "status_bar")
        int_min(scroll_area.width * scroll_area.height, 2, "scroll_area_area")
        self._screen = Vt100(scroll_area, status_bar, font._tile)

    @property
    def cursor_x(self) -> int:
        return self._screen.x

    @property
    def cursor_y(self) -> int:
        return self._screen.y

    def write(self, buf: Any) -> int:
        """Returns the number of bytes."""
        data = bytes(buffer(buf))
        self._screen.write(data.decode("utf-8", "replace"))
        return len(data)
