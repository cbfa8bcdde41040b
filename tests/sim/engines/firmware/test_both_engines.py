# SPDX-License-Identifier: MIT
"""The same program and session on both engines: pictures, words, sounds, light and nvm."""

import os

import pytest

from sim import PyPortal
from tests.support import firmware, tables, twins
from tests.support.language import strict_cases
from tests.support.programs.programs import TRY
from tests.support.twins import Twins

firmware.require()

SESSIONS = 200 if os.environ.get("FULL") else 2
DATES = """
import rtc, time
print(time.localtime()[:5])
rtc.RTC().datetime = time.struct_time((2026, 2, 28, 23, 59, 59, 0, 0, -1))
time.sleep(2)
print(time.localtime()[:6])
"""
SHAPES = """
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
"""
TASKS = """
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
"""
ARRAYS = """
from ulab import numpy as np
a = np.array([[1, 2], [3, 4]])
print(np.dot(a, a), np.linalg.det(a) + 2 < 0.001, a.T, a[1:, :] * 2, np.linspace(0, 1, num=5))
print(round(np.sum(np.fft.fft(np.ones(8))[0])), np.argmax(np.array([3, 9, 4], dtype=np.uint8)))
"""


# Evaluates the lines of cases.txt.
TABLE = """import {head}
{attempt}
for line in open("cases.txt"):
    print("\\n@", end=" ")
    attempt(lambda: eval(line.rstrip("\\n"), globals()))
print("\\n@ the end")
"""
ROTATIONS = """
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
"""


@pytest.fixture(scope="module")
def compiled(drive, tmp_path_factory):
    return twins.compiled(drive, tmp_path_factory.mktemp("board") / "CIRCUITPY")


@pytest.mark.parametrize("seed", range(3, 3 + SESSIONS))
def test_a_session_with_the_game_is_the_same(drive, compiled, seed):
    with Twins(drive, compiled, seed=seed) as both:
        twins.play(both, seed)
        both.compare()
        assert both.looks > 0


def test_labels_and_shapes_are_drawn_the_same(write_program):
    with Twins(write_program(SHAPES)) as both:
        both.run(10)
        both.look("labels and shapes")


def test_bitmaps_are_turned_and_scaled_the_same(write_program):
    firmware.require_major(10)
    with Twins(write_program(ROTATIONS)) as both:
        both.run(6)
        both.look("turned bitmaps")


def test_the_clock_of_the_day_goes_on_both(write_program):
    with Twins(write_program(DATES)) as both:
        both.run(5)
        assert twins.printed(both.firmware)[1] == "(2026, 3, 1, 0, 0, 1)"
        assert twins.printed(both.firmware) == twins.printed(both.python)


@pytest.mark.parametrize("program", [TASKS, ARRAYS], ids=["asyncio", "ulab"])
def test_a_library_prints_the_same(write_program, program):
    with Twins(write_program(program)) as both:
        both.run(8)
        assert not both.firmware.failed, both.firmware.serial
        assert twins.printed(both.firmware) == twins.printed(both.python) != []


@pytest.mark.parametrize("name", ["buses", "drive", "imports", "json", "layers", "memory",
                                  "modules", "pins", "refused_modules", "settings", "terminals",
                                  "ulab"])
def test_the_firmware_gives_the_results_in_a_table(tmp_path, name):
    firmware.require_major(10)
    head, rows = tables.read(name)
    table = dict(tables.pairs(rows.partition("---")[0].strip()))
    (tmp_path / "code.py").write_text(TABLE.format(head=head, attempt=TRY), encoding="utf-8")
    (tmp_path / "cases.txt").write_text("".join(f"{call}\n" for call in table), encoding="utf-8")
    with PyPortal(tmp_path, engine="firmware") as portal:
        while portal.running and "the end" not in portal.serial:
            portal.run(1)
        found = portal.serial.replace("\r", "").split("\n@ ")[1:-1]
    assert {call: told for call, told in zip(table, found, strict=True)
            if told.strip() != table[call]} == {}


def test_the_firmware_gives_the_results_in_the_table_of_lines(tmp_path):
    firmware.require_major(10)
    with PyPortal(strict_cases.write_board_cases(tmp_path), engine="firmware") as portal:
        assert strict_cases.board_results(portal) == strict_cases.read_board_cases()
