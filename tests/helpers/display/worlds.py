# SPDX-License-Identifier: MIT
"""Two small displays that are given the same scene: ours, and Blinka's with nothing replaced.

Each is on a machine of its own with a panel of 64×48 pixels. On Blinka's machine the modules of
`sim/hardware` for displays are never loaded, so its layers, colours, change tracking and pixel
loops are stock; only the bus and the panel behind it are the simulator's.
"""

from dataclasses import replace

import pytest

from sim.board.boards import Display, find_board
from sim.drive.drive import Drive
from sim.hardware import Hardware
from sim.machine import Machine
from sim.native.private import hidden

WIDTH, HEIGHT = 64, 48
WHITE = 0xFFFF  # on the panel
INIT = b"\x36\x01\xa8\x3a\x01\x55\x11\x80\x78\x29\x80\x78"


class World:
    """`load` gives the modules of one side; `display` is not refreshed by itself."""

    def __init__(self, drive, stock, width=WIDTH, height=HEIGHT):
        board = replace(find_board("pyportal"), display=Display(width, height, 0xA8))
        self.machine = Machine(Drive(drive), board, Hardware, seed=1, instant=True)
        self.stock = stock
        self.load = self.machine.blinka.load if stock else self.machine.hardware
        self.displayio, self.vectorio = self.load("displayio"), self.load("vectorio")
        bus = self.machine.hardware("paralleldisplaybus").ParallelBus(
            data0=self.machine.pins["PA16"].pin, command=self.machine.pins["PB05"].pin,
            chip_select=self.machine.pins["PB06"].pin, write=self.machine.pins["PB09"].pin,
            read=self.machine.pins["PB04"].pin, reset=self.machine.pins["PA00"].pin)
        self.display = self.load("busdisplay").BusDisplay(
            bus, INIT, width=width, height=height, auto_refresh=False,
            backlight_pin=self.machine.pins["PB31"].pin)

    def file(self, name):
        """What this side's OnDiskBitmap takes for a file on the drive."""
        return str(self.machine.drive.main.host(name)) if self.stock else name

    def redraw(self):
        """Let the next refresh draw the whole screen."""
        private(self.display, "_core").full_refresh = True

    def picture(self):
        """What the panel shows after a refresh."""
        self.display.refresh()
        return self.machine.panel.pixels().copy()

    def sprite(self, color=0xFFFFFF, **options):
        """A TileGrid of 4×4 pixels in one colour."""
        palette = self.displayio.Palette(1)
        palette[0] = color
        return self.displayio.TileGrid(self.displayio.Bitmap(4, 4, 1), pixel_shader=palette,
                                       **options)

    def paint(self, shape, shader):
        """Give a shape another shader; Blinka waits with it until the shape changes too."""
        shape.pixel_shader = shader
        if self.stock:
            shape.color_index = shape.color_index

    def show(self, *layers, **options):
        """A new root group with these layers."""
        group = self.displayio.Group(**options)
        for layer in layers:
            group.append(layer)
        self.display.root_group = group
        return group


def private(thing, name):
    """An attribute of what a machine gave that its program cannot reach, by its name in `sim`."""
    return getattr(thing, hidden(name))


def refused(wrong, error, message):
    """Check that `wrong()` raises `error` in these words (a pattern)."""
    with pytest.raises(error, match=f"^{message}$"):
        wrong()
