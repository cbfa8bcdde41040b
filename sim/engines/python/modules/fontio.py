# SPDX-License-Identifier: MIT
"""fontio: the type of the fonts that are built into the firmware, of which there is one,
`terminalio.FONT`; `sim/engines/python/display/terminal.py` reads its glyphs.
"""

from typing import Any

from ..display import terminal
from ..native.arguments import of_type, word
from ..native.classes import named_tuple
from . import displayio

__all__ = ["BuiltinFont", "Glyph"]

Glyph = named_tuple("Glyph", "bitmap tile_index width height dx dy shift_x shift_y")


class BuiltinFont:
    """A font whose glyphs are in one bitmap and have one size."""

    _bitmap: Any

    def __init__(self) -> None:
        raise TypeError("can't create 'BuiltinFont' instances")

    @property
    def bitmap(self) -> Any:
        return self._bitmap

    def get_bounding_box(self) -> tuple[int, int]:
        return terminal.WIDTH, terminal.HEIGHT

    def _tile(self, character: str) -> int | None:
        """Return the number of a character's tile."""
        code = ord(character)
        return code - terminal.FIRST if terminal.FIRST <= code <= terminal.LAST else None

    def get_glyph(self, codepoint: int, /) -> Any:
        """Return a character's glyph, or None if the font has no such character."""
        if not terminal.FIRST <= word(of_type(codepoint, int, "codepoint")) <= terminal.LAST:
            return None
        return Glyph(self._bitmap, codepoint - terminal.FIRST, terminal.WIDTH, terminal.HEIGHT,
                     0, 0, terminal.WIDTH, 0)


def _terminal_font() -> BuiltinFont:
    built_in = object.__new__(BuiltinFont)
    sheet = terminal.sheet()
    built_in._bitmap = displayio.Bitmap(sheet.shape[1], sheet.shape[0], 2)
    built_in._bitmap._small = bytearray(sheet)
    built_in._bitmap._finish_refresh()  # or it would look new in every frame
    built_in._bitmap._read_only = True
    return built_in


TERMINAL_FONT = _terminal_font()
