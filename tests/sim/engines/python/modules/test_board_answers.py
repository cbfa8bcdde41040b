# SPDX-License-Identifier: MIT
"""What a board answers where a computer's Python would do something else.

The Python engine must print the same. Where a firmware is found, it runs the program too.
"""

import pytest

from sim import PyPortal
from tests.support import firmware

TRY = """
def t(what):
    try:
        print(what())
    except Exception as error:
        print(type(error).__name__, error)
"""


@pytest.fixture(params=["python", "firmware"])
def answers(request, write_program):
    """Runs a program on an engine, and returns the lines that it prints."""
    if request.param == "firmware":
        firmware.require()

    def run(program, seconds=5, **options):
        with PyPortal(write_program(TRY + program), engine=request.param, **options) as portal:
            portal.run(seconds)
            return portal.serial.replace("\r", "").splitlines()

    return run


def test_a_released_display_is_like_none_and_its_pins_are_free(answers):
    assert answers("""
import board, digitalio, displayio, supervisor
display, bus = board.DISPLAY, board.DISPLAY.bus
t(lambda: digitalio.DigitalInOut(board.TFT_RS))
t(lambda: digitalio.DigitalInOut(board.TFT_BACKLIGHT))
displayio.release_displays()
print(board.DISPLAY, bus, type(display), display is None, supervisor.runtime.display)
t(lambda: display.refresh())
t(lambda: setattr(display, "root_group", displayio.Group()))
t(lambda: bus.send(0x29, b""))
for name in "TFT_RS TFT_CS TFT_WR TFT_RD TFT_RESET TFT_BACKLIGHT".split():
    digitalio.DigitalInOut(getattr(board, name)).deinit()
displayio.release_displays()
""") == ["ValueError TFT_RS in use", "ValueError TFT_BACKLIGHT in use",
         "None None <class 'NoneType'> False None",
         "AttributeError 'NoneType' object has no attribute 'refresh'",
         "AttributeError can't set attribute 'root_group'",
         "AttributeError 'NoneType' object has no attribute 'send'"]


def test_a_new_display_takes_the_place_of_the_released_one(answers):
    assert answers("""
import board, busdisplay, displayio, microcontroller, paralleldisplaybus
def bus():
    return paralleldisplaybus.ParallelBus(
        data0=microcontroller.pin.PA16, command=board.TFT_RS, chip_select=board.TFT_CS,
        write=board.TFT_WR, read=board.TFT_RD, reset=board.TFT_RESET)
def display(bus):
    return busdisplay.BusDisplay(bus, b"\\x11\\x80\\x78\\x29\\x80\\x78", width=320, height=240,
                                 backlight_pin=board.TFT_BACKLIGHT)
t(bus)
t(lambda: display(board.DISPLAY.bus))
displayio.release_displays()
new = display(bus())
print(new is board.DISPLAY, board.DISPLAY)
""") == ["ValueError TFT_RS in use", "ValueError TFT_BACKLIGHT in use", "True <BusDisplay>"]


def test_a_display_accepts_any_rotation(answers):
    assert answers("""
import board
display = board.DISPLAY
for degrees in 90, 45, 450, -90, 360, 65536, 180:
    display.rotation = degrees
    print(display.rotation, display.width, display.height)
""") == ["90 240 320", "45 320 240", "90 320 240", "65446 240 320", "0 240 320", "16 240 320",
         "180 240 320"]
