# SPDX-License-Identifier: MIT
"""Pictures that the display reads from a card when it refreshes, in the middle of the program."""

import pytest
from PIL import Image

from sim import PyPortal
from tests.support.programs.cards import DRIVERS, MOUNT

SHOW = """
import displayio
file = open("/sd/picture.bmp", "rb")
picture = displayio.OnDiskBitmap(file)
group = displayio.Group()
group.append(displayio.TileGrid(picture, pixel_shader=picture.pixel_shader))
"""
# The bus is also the Wi-Fi's.
LOCKED = SHOW + """
spi = board.SPI()
spi.try_lock()
board.DISPLAY.root_group = group
"""
CORNER, END = (0, 0), (319, 239)
RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)


@pytest.fixture
def show(write_program, folder):
    """Run a program whose card has a picture, red with a blue lower half; return the portal."""
    picture = Image.new("RGB", (320, 240), RED)
    picture.paste(BLUE, (0, 120, 320, 240))
    picture.save(folder / "picture.bmp")
    portals = []

    def run(program, driver="sdcardio"):
        text = MOUNT.format(DRIVERS[driver]) + program
        portals.append(PyPortal(write_program(text), sd=folder))
        portals[0].run(4)
        return portals[0]

    yield run
    portals[0].close()


def seen(portal):
    picture = portal.screenshot()
    return picture.getpixel(CORNER), picture.getpixel(END)


@pytest.mark.parametrize("driver", ["sdcardio", "adafruit_sdcard"])
@pytest.mark.parametrize("refresh", ["time.sleep(1)", "board.DISPLAY.refresh()"])
def test_a_picture_is_shown_while_the_program_goes_on_reading(show, driver, refresh):
    portal = show(SHOW + f"""
import time
board.DISPLAY.root_group = group
{refresh}
for _ in range(3):
    file.seek(0)
    print(len(file.read(20_000)))
""", driver)
    assert portal.serial == "20000\n" * 3
    assert seen(portal) == (RED, BLUE)


def test_an_unreadable_picture_is_black_until_it_is_redrawn(show):
    portal = show(LOCKED + """
import time
time.sleep(6)
spi.unlock()
group.x = 1
board.DISPLAY.refresh()
group.x = 0
time.sleep(6)
""")
    assert seen(portal) == (BLACK, BLACK)
    portal.run(6)
    assert seen(portal) == (RED, BLUE)


def test_a_driver_that_waits_for_the_bus_forever_does_not_stop_the_run(show):
    portal = show(LOCKED + "import time; time.sleep(1); print('never')", "adafruit_sdcard")
    assert portal.running and portal.serial == ""
