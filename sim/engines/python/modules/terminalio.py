# SPDX-License-Identifier: MIT
"""terminalio: the built-in font, and terminals on a TileGrid of its glyphs.

`TerminalScreen` is the terminal that a display shows at power-on, with a title and the program's
output. Its layout is that of `supervisor/shared/display.c`, without the title's snake and the logo,
whose place stays empty. Output is written when a frame shows the terminal, so it costs nothing in a
program that shows a picture of its own.
"""

from typing import Any

from ..display.terminal import Vt100, recent
from ..firmware import banner, identity, title
from ..native.arguments import buffer, int_min, of_type
from ..program.supervisor import ASK, DONE, REBOOT, RELOADS
from . import displayio, fontio, machine

__all__ = ["FONT", "Terminal"]


FONT = fontio.TERMINAL_FONT


class Terminal:
    """Writes text on `scroll_area` in glyphs of `font`, and titles on `status_bar`."""

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
        """Write text or UTF-8; returns the number of bytes."""
        data = bytes(buffer(buf))
        self._screen.write(data.decode("utf-8", "replace"))
        return len(data)


LOGO = 12
NARROW = 80


class TerminalScreen:
    """Fills the group CIRCUITPYTHON_TERMINAL."""

    def __init__(self) -> None:
        self._group = displayio.CIRCUITPYTHON_TERMINAL
        self._palette = displayio.Palette(2)
        self._palette[1] = 0xFFFFFF
        self._shown = 0

    def lay_out(self, width: int, height: int) -> None:
        """Set up an empty terminal for a display of this size, without earlier output."""
        self._size = width, height
        tile_width, tile_height = FONT.get_bounding_box()
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
        self._terminal = Terminal(text, FONT, status_bar=self._bar)
        self._shown = machine.console.screen.count

    def start(self, file: str) -> None:
        """Show that the program in `file` begins, and at power-on which board it is.

        After a reload, this comes below what the terminal has shown before.
        """
        before = DONE + REBOOT
        if machine.board.boot.starts_up:
            machine.console.screen.clear()
            before = identity(machine.board.model).replace("\r\n", "\n")
            before += machine.boot_file.output
        self._shown = 0
        reloads = RELOADS[not machine.supervisor.autoreload]
        self._add(f"{before}\n{reloads}{file} output:\n", file)

    def restart(self, file: str) -> None:
        """Start again in an empty terminal, now that boot.py has run."""
        self.lay_out(*self._size)
        self.start(file)

    def end(self) -> None:
        """Show that the program has ended, as a board that is connected to a computer does."""
        self._write_new()
        if machine.program.has_exited:
            self._add(f"{DONE}\n{banner(machine.board.model)}\n>>> ", "REPL")
        else:
            self._add(DONE + ASK, "Done")

    def _add(self, lines: str, named: str) -> None:
        """Add a title, and the firmware's lines unless an attended console prints them anyway."""
        machine.console.screen.add(title(named, "") + lines * (not machine.console.attended))

    def update(self) -> None:
        """Write the output since the last frame; called before a frame that shows the terminal."""
        self._write_new()
        hidden = not machine.supervisor.shows_status_bar
        if self._bar.hidden != hidden:
            self._bar.hidden = hidden

    def _write_new(self) -> None:
        screen = machine.console.screen
        if self._shown < screen.count:
            text, self._shown = screen.since(self._shown), screen.count
            if self._terminal._screen.scrolls_whole:
                text = recent(text, self._rows, self._columns)
            self._terminal.write(text.replace("\n", "\r\n"))

    def _grid(self, columns: int, rows: int) -> Any:
        width, height = FONT.get_bounding_box()
        return displayio.TileGrid(
            FONT.bitmap, pixel_shader=self._palette, width=columns, height=rows,
            tile_width=width, tile_height=height)

    def _logo(self) -> Any:
        """Return an empty layer in the logo's place, so that the layers keep their numbers."""
        palette = displayio.Palette(1)
        palette.make_transparent(0)
        return displayio.TileGrid(displayio.Bitmap(LOGO, LOGO, 1), pixel_shader=palette)

    def _fill_group(self, scale: int, *layers: Any) -> None:
        self._group._read_only = False
        self._group.scale = scale
        while self._group:
            self._group.pop()
        for layer in layers:
            self._group.append(layer)
        self._group._read_only = True
