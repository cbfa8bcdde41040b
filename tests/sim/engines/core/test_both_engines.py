# SPDX-License-Identifier: MIT
"""The same session on both engines: pictures, words, sounds and light are the same."""

from random import Random

import pytest

from sim import PyPortal
from tests.support import wasmcore

wasmcore.require()

LINES = "board\n", "stats\n", "new guide\n", "new beginner\n"
CLOCK = """
import adafruit_esp32spi.adafruit_esp32spi as esp32spi
import board, busio
from digitalio import DigitalInOut
esp = esp32spi.ESP_SPIcontrol(board.SPI(), DigitalInOut(board.ESP_CS),
                              DigitalInOut(board.ESP_BUSY), DigitalInOut(board.ESP_RESET))
print(esp.status, esp.firmware_version, ":".join("%02X" % byte for byte in esp.MAC_address))
"""
DATES = """
import rtc, time
print(time.localtime()[:5], rtc.RTC().datetime == time.localtime())
rtc.RTC().datetime = time.struct_time((2026, 2, 28, 23, 59, 59, 0, 0, -1))
time.sleep(2)
print(time.localtime()[:6])
"""
LABELS = """
import board, displayio, terminalio, time, vectorio
from adafruit_display_text import bitmap_label, label
group = displayio.Group()
palette = displayio.Palette(1)
palette[0] = 0x2050A0
group.append(vectorio.Circle(pixel_shader=palette, radius=60, x=200, y=120))
group.append(label.Label(terminalio.FONT, text="scaled\\ntwice", scale=2, x=10, y=20))
group.append(bitmap_label.Label(terminalio.FONT, text="bitmap", color=0xFF8000,
                                anchor_point=(0.5, 0.5), anchored_position=(160, 200)))
board.DISPLAY.root_group = group
while True:
    time.sleep(1)
"""


def on_both(drive, act, **options):
    """What `act(portal)` returns on each engine."""
    results = []
    for engine in "python", "core":
        with PyPortal(drive, engine=engine, instant=True, **options) as portal:
            results.append(act(portal))
    return results


def play(portal, dice):
    """A picture after each of some taps, holds and typed lines; then all that is left behind."""
    pictures = []
    for wait in range(10):
        x, y = dice.randrange(320), dice.randrange(240)
        if wait == 0:
            portal.run(3)
        elif dice.random() < 0.2:
            portal.type(dice.choice(LINES))
        elif dice.random() < 0.2:
            portal.hold(x, y)
        else:
            portal.tap(x, y)
        portal.run(3)
        pictures.append(portal.framebuffer)
    sounds = [(path, seconds, digest) for _, path, seconds, digest in portal.sounds]
    return pictures, portal.serial.replace("\r", ""), sounds, portal.pixel, portal.failed


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_session_with_the_game_is_the_same(drive, seed):
    python, core = on_both(drive, lambda portal: play(portal, Random(seed)), seed=seed)
    assert [mine == other for mine, other in zip(python[0], core[0], strict=True)] == [True] * 10
    assert python[1:] == core[1:]


def test_labels_and_shapes_are_drawn_the_same(write_program):
    def look(portal):
        portal.run(1)
        return portal.framebuffer

    python, core = on_both(write_program(LABELS), look)
    assert python == core


def test_the_clock_of_the_day_goes_on_both(write_program):
    def listen(portal):
        portal.run(5)
        return portal.serial.splitlines()[:2]

    python, core = on_both(write_program(DATES), listen)
    assert core == python
    assert core[1] == "(2026, 3, 1, 0, 0, 1)"


def test_the_coprocessor_answers_both(write_program):
    def listen(portal):
        portal.run(10)
        return portal.serial

    python, core = on_both(write_program(CLOCK), listen)
    assert "bytearray" in core or "1.7" in core
    assert python == core


def test_the_same_seed_gives_the_same_run(drive):
    first, second = (play_on_core(drive) for _ in range(2))
    assert first == second


def play_on_core(drive):
    with PyPortal(drive, engine="core", instant=True, seed=4) as portal:
        return play(portal, Random(4)), portal.bus_bytes, bytes(portal.nvm)
