# SPDX-License-Identifier: MIT
"""Two small displays that are given the same scene: ours, and Blinka's with nothing replaced.

Each is on a machine of its own with a panel of 64×48 pixels. On Blinka's machine our built-in
modules for displays are never loaded, so its layers, colours, change tracking and pixel loops are
stock; only the bus and the panel behind it are the simulator's.
"""

from dataclasses import replace

import pytest

from sim.board.boards import Display, find_board
from sim.board.drive import Drive
from sim.board.motherboard import Motherboard
from sim.engines.python.machine import Machine
from sim.engines.python.modules import BuiltIns
from sim.engines.python.native.classes import pin_of

WIDTH, HEIGHT = 64, 48
INIT = b"\x36\x01\xa8\x3a\x01\x55\x11\x80\x78\x29\x80\x78"


class World:
    """`load` gives the modules of one side; `display` is not refreshed by itself."""

    def __init__(self, drive, stock, width=WIDTH, height=HEIGHT):
        board = replace(find_board("pyportal"), display=Display(width, height, 0xA8))
        self.machine = Machine(Motherboard(board, Drive(drive), seed=1), BuiltIns, instant=True)
        self.stock = stock
        self.load = self.machine.blinka.load if stock else self.machine.built_ins
        self.displayio, self.vectorio = self.load("displayio"), self.load("vectorio")
        bus = self.machine.built_ins("paralleldisplaybus").ParallelBus(
            data0=pin_of(self.machine.pins["PA16"]), command=pin_of(self.machine.pins["PB05"]),
            chip_select=pin_of(self.machine.pins["PB06"]), write=pin_of(self.machine.pins["PB09"]),
            read=pin_of(self.machine.pins["PB04"]), reset=pin_of(self.machine.pins["PA00"]))
        self.display = self.load("busdisplay").BusDisplay(
            bus, INIT, width=width, height=height, auto_refresh=False,
            backlight_pin=pin_of(self.machine.pins["PB31"]))

    def file(self, name):
        """Return this side's argument of OnDiskBitmap for a file on the drive."""
        return str(self.machine.drive.main.host(name)) if self.stock else name

    def picture(self):
        """Refresh, and return the panel's picture."""
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


def refused(wrong, error, message):
    """Check that `wrong()` raises `error` in these words (a pattern)."""
    with pytest.raises(error, match=f"^{message}$"):
        wrong()
