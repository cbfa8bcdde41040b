# SPDX-License-Identifier: MIT
"""The same program and session on both engines: pictures, words, sounds, light and nvm."""

import os

import pytest

from sim import PyPortal
from tests.support import firmware, twins
from tests.support.programs.typing import answers, repl_cases
from tests.support.twins import Twins

firmware.require()

SESSIONS = 200 if os.environ.get("FULL") else 2
PROGRAMS = {
    "dates": """
import rtc, time
print(time.localtime()[:5])
rtc.RTC().datetime = time.struct_time((2026, 2, 28, 23, 59, 59, 0, 0, -1))
time.sleep(2)
print(time.localtime()[:6])
""",
    "shapes": """
import board, displayio, terminalio, time, vectorio
from adafruit_display_text import label
group = displayio.Group()
palette = displayio.Palette(1)
palette[0] = 0x2050A0
group.append(vectorio.Circle(pixel_shader=palette, radius=60, x=200, y=120))
group.append(label.Label(terminalio.FONT, text="scaled\\ntwice", scale=2, x=10, y=20))
group.append(label.Label(terminalio.FONT, text="anchored", color=0xFF8000,
                         anchor_point=(0.5, 0.5), anchored_position=(160, 200)))
board.DISPLAY.root_group = group
while True:
    time.sleep(1)
""",
    "asyncio": """
import asyncio
async def count(name, pause, turns):
    for turn in range(turns):
        await asyncio.sleep(pause)
        print(name, turn)
    return name
async def main():
    print(await asyncio.gather(count("a", 0.2, 3), count("b", 0.5, 2)))
    try:
        await asyncio.wait_for(count("late", 9, 1), 0.1)
    except asyncio.TimeoutError:
        print("too late")
asyncio.run(main())
""",
    "rotations": """
import board, displayio, bitmaptools, math
source, target = displayio.Bitmap(40, 30, 256), displayio.Bitmap(320, 240, 256)
for y in range(30):
    for x in range(40):
        source[x, y] = (x * 6 + y * 3) % 255 + 1
palette = displayio.Palette(256)
for i in range(256):
    palette[i] = (i << 16) | ((255 - i) << 8) | (i * 7 % 256)
turns = (0, 1), (90, 1), (180, 1), (270, 1), (45, 1), (0, 1.75), (30, 1.5), (90, 2)
for n, (angle, scale) in enumerate(turns):
    bitmaptools.rotozoom(target, source, ox=40 + n % 4 * 80, oy=60 + n // 4 * 120,
                         angle=math.radians(angle), scale=scale)
group = displayio.Group()
group.append(displayio.TileGrid(target, pixel_shader=palette))
board.DISPLAY.root_group = group
while True:
    pass
""",
}


@pytest.fixture(scope="module")
def compiled(drive, tmp_path_factory):
    return twins.compiled(drive, tmp_path_factory.mktemp("board") / "CIRCUITPY")


@pytest.mark.parametrize("seed", range(3, 3 + SESSIONS))
def test_a_session_with_the_game_is_the_same(drive, compiled, seed):
    with Twins(drive, compiled, seed=seed) as both:
        twins.play(both, seed)
        both.compare()
        assert both.looks > 0


@pytest.mark.parametrize(("name", "version"), [("shapes", 9), ("rotations", 10)])
def test_a_picture_is_drawn_the_same(write_program, name, version):
    firmware.require_major(version)
    with Twins(write_program(PROGRAMS[name])) as both:
        both.run(10)
        both.look(name)


def test_the_console_shows_the_same_traceback(write_program):
    firmware.require_major(10)
    with Twins(write_program("for line in range(30): print(line)\n1 / 0")) as both:
        both.run(5)
        parts = {portal.screenshot().crop((12, 0, 320, 240)).tobytes() for portal in both.both}
        assert len(parts) == 1, "they differ, and not only in the logo"


def test_the_clock_of_the_day_goes_on_both(write_program):
    with Twins(write_program(PROGRAMS["dates"])) as both:
        both.run(5)
        assert twins.printed(both.firmware)[1] == "(2026, 3, 1, 0, 0, 1)"
        assert twins.printed(both.firmware) == twins.printed(both.python)


def test_a_library_prints_the_same(write_program):
    with Twins(write_program(PROGRAMS["asyncio"])) as both:
        both.run(8)
        assert not both.firmware.failed, both.firmware.serial
        assert twins.printed(both.firmware) == twins.printed(both.python) != []


def test_the_firmware_gives_the_answers_in_the_table_of_keys(write_program):
    firmware.require_major(10)
    with PyPortal(write_program("x = 5"), engine="firmware") as portal:
        portal.board.console.attended = True
        assert answers(portal, repl_cases()) == repl_cases()


# Programs that end with the console on the display.
SHOWN = ["print({'b': 1, 'a': 2}, f'{2.25:.1f}')\nimport displayio\n"
         "print(displayio.Bitmap(1, 1, 2), displayio.Palette)", "for i in range(40):\n    print(i)"]


@pytest.mark.parametrize("source", SHOWN)
def test_the_console_of_a_good_end_is_the_same(write_program, source):
    firmware.require_major(10)
    with Twins(write_program(source)) as both:
        both.run(5)
        python, board = both.both
        assert python.serial == board.serial
        text = (0, 140, 320, 240)  # below the lines about the board, which have the firmware's date
        assert python.screenshot().crop(text).tobytes() == board.screenshot().crop(text).tobytes()
