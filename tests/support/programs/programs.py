# SPDX-License-Identifier: MIT
"""Runs programs of a few lines. Code and drawing take no time unless `instant=False` is given."""

import contextlib
import weakref
from functools import partial
from unittest import mock

import sim

PyPortal = partial(sim.PyPortal, instant=True)


def run(folder, seconds=1.0, **options):
    """Return the portal after the program in `folder` has run for so long."""
    portal = PyPortal(folder, **options)
    portal.run(seconds)
    return portal


def printed(folder, seconds=1.0, **options):
    return run(folder, seconds, **options).serial


# A picture that fills a PyPortal's screen.
SCREEN = """
import board, displayio, time
palette = displayio.Palette(2)
palette[1] = 0xFFFFFF
bitmap = displayio.Bitmap(320, 240, 2)
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
board.DISPLAY.root_group = group
"""
# The touch panel, calibrated in pixels.
TOUCHSCREEN = """
import board, time
from adafruit_touchscreen import Touchscreen
screen = Touchscreen(board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
                     calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
"""
# Prints the value of an expression, or the exception that it raises.
TRY = """
def attempt(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__ + ":", error)
"""


def outcomes(write_program, modules, calls, **options):
    """Return the value or the exception of each expression, evaluated in one program."""
    lines = [f"import {modules}", TRY, *(f"attempt(lambda: {call})" for call in calls)]
    return printed(write_program("\n".join(lines)), **options).splitlines()


@contextlib.contextmanager
def closed_afterwards():
    """Close the portals that were made in the context and still exist.

    A portal that waits in its program keeps its memory. Hundreds of them would slow the garbage
    collector down.
    """
    made = []
    power_on = sim.PyPortal.__init__

    def note(portal, *args, **options):
        power_on(portal, *args, **options)
        made.append(weakref.ref(portal))

    with mock.patch.object(sim.PyPortal, "__init__", note):
        yield
    for portal in filter(None, (each() for each in made)):
        portal.close()
