# SPDX-License-Identifier: MIT
"""Fonts that are built into the firmware, as a program sees them.

There is one, `terminalio.FONT`; `sim/display/font.py` reads its glyphs.
"""

from typing import Any

from ..display import font
from ..machine import Machine
from ..native.arguments import word
from ..native.namedtuples import named_tuple

__all__ = ["BuiltinFont", "Glyph"]

machine: Machine

Glyph = named_tuple("Glyph", "bitmap tile_index width height dx dy shift_x shift_y")


class BuiltinFont:
    """All glyphs are in one bitmap, have one size, and stand on their lower edge."""

    _bitmap: Any

    def __init__(self) -> None:
        raise TypeError("cannot create 'BuiltinFont' instances")

    @property
    def bitmap(self) -> Any:
        return self._bitmap

    def get_bounding_box(self) -> tuple[int, int]:
        return font.WIDTH, font.HEIGHT

    def _tile(self, character: str) -> int | None:
        """The number of a character's tile."""
        code = ord(character)
        return code - font.FIRST if font.FIRST <= code <= font.LAST else None

    def get_glyph(self, codepoint: int) -> Any:
        """None where the font has no such character."""
        if not font.FIRST <= word(codepoint) <= font.LAST:
            return None
        return Glyph(self._bitmap, codepoint - font.FIRST, font.WIDTH, font.HEIGHT, 0, 0,
                     font.WIDTH, 0)


def _terminal_font() -> BuiltinFont:
    built_in = object.__new__(BuiltinFont)
    sheet = font.sheet()
    built_in._bitmap = machine.hardware("displayio").Bitmap(sheet.shape[1], sheet.shape[0], 2)
    built_in._bitmap._apart = sheet
    built_in._bitmap._finish_refresh()  # or it would look new in every frame
    built_in._bitmap._read_only = True
    return built_in


TERMINAL_FONT = _terminal_font()
