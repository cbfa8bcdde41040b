# SPDX-License-Identifier: MIT
"""The terminal that a display shows at power-on: a title, and what the program prints.

It is laid out as in `supervisor/shared/display.c`. What is printed waits until a frame shows the
terminal, so it costs nothing in a program that shows a picture of its own. The title's snake and
the core's logo are left out; the logo's place is kept free.
"""

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ..program.console import Console

LOGO = 12
NARROW = 80
# How many screens of text are searched for what is still visible.
KEPT = 2


class TerminalScreen:
    """Fills `group`, the machine's CIRCUITPYTHON_TERMINAL."""

    def __init__(self, hardware: Callable[[str], ModuleType], console: Console, group: Any):
        self._hardware, self._console, self._group = hardware, console, group
        self._displayio = hardware("displayio")
        self._terminalio = hardware("terminalio")
        self._printed = console.count
        self._palette = self._displayio.Palette(2)
        self._palette[1] = 0xFFFFFF
        self._write_ahead = ""

    def lay_out(self, width: int, height: int) -> None:
        """Set up an empty terminal for a display of this size; what was printed is gone."""
        tile_width, tile_height = self._terminalio.FONT.get_bounding_box()
        scale = 1 if width // tile_width <= NARROW else 2
        width, height = width // scale, height // scale
        columns, rows = max(2, width // tile_width), max(3, height // tile_height) - 1
        title_columns = max(1, (width - LOGO - 1) // tile_width)
        text = self._grid(columns, rows)
        text.x, text.y = width - columns * tile_width, height - rows * tile_height
        self._bar = self._grid(title_columns, 1)
        self._bar.x = width - title_columns * tile_width
        self._fill_group(scale, text, self._logo(), self._bar)
        self._columns, self._rows = columns, rows
        self._terminal = self._terminalio.Terminal(
            text, self._terminalio.FONT, status_bar=self._bar)
        self._printed = self._console.count

    def start(self, file: str) -> None:
        """The program in `file` begins."""
        self._write_ahead = self._title(file) + self._unless_said(f"{file} output:\n")

    def end(self, traceback: str) -> None:
        """The program has ended; its title shows how."""
        self._write_new()
        how = _place_of_error(traceback) or "Done"
        self._write_ahead = self._unless_said("\nCode done running.\n") + self._title(how)

    def _title(self, text: str) -> str:
        return f"\x1b]0;{text} | {self._hardware('os').VERSION}\x1b\\"

    def _unless_said(self, line: str) -> str:
        """An attended console prints the firmware's lines itself."""
        return "" if self._console.attended else line

    def update(self) -> None:
        """Before a frame that shows the terminal: write what was printed since the last one."""
        self._write_new()
        hidden = not self._hardware("supervisor").status_bar.display
        if self._bar.hidden != hidden:
            self._bar.hidden = hidden

    def _write_new(self) -> None:
        console = self._console
        if self._write_ahead or self._printed < console.count:
            text = self._write_ahead + console.since(self._printed)
            self._write_ahead, self._printed = "", console.count
            if self._terminal._screen.scrolls_whole:
                text = _recent(text, KEPT * self._rows, self._columns)
            self._terminal.write(text.replace("\n", "\r\n"))

    def _grid(self, columns: int, rows: int) -> Any:
        font = self._terminalio.FONT
        width, height = font.get_bounding_box()
        return self._displayio.TileGrid(
            font.bitmap, pixel_shader=self._palette, width=columns, height=rows,
            tile_width=width, tile_height=height)

    def _logo(self) -> Any:
        """Nothing, where the core has its logo, so that the layers keep their numbers."""
        palette = self._displayio.Palette(1)
        palette.make_transparent(0)
        return self._displayio.TileGrid(
            self._displayio.Bitmap(LOGO, LOGO, 1), pixel_shader=palette)

    def _fill_group(self, scale: int, *layers: Any) -> None:
        self._group._read_only = False
        self._group.scale = scale
        while self._group:
            self._group.pop()
        for layer in layers:
            self._group.append(layer)
        self._group._read_only = True


def _recent(text: str, rows: int, columns: int) -> str:
    """The end of the text, if nothing before it can still have an effect on a screen that scrolls
    as a whole.
    """
    last = text.rsplit("\n", rows)
    if len(last) > rows and "\x1b" not in last[0]:
        last = last[1:]
    return "\n".join(_end(line, rows, columns) for line in last)


def _end(line: str, rows: int, columns: int) -> str:
    """What scrolls away of a long line are whole rows, so that the rest keeps its columns."""
    surplus = max(0, len(line) // columns - rows) * columns
    is_plain = line[:surplus].isascii() and line[:surplus].isprintable()
    return line[surplus:] if is_plain else line


def _place_of_error(traceback: str) -> str:
    """`3@code.py NameError` of a traceback, empty without one."""
    places = re.findall(r'File "(.*?)", line (\d+)', traceback)
    if not places:
        return ""
    file, line = places[-1]
    return f"{line}@{file} {traceback.rstrip().splitlines()[-1].partition(':')[0]}"
