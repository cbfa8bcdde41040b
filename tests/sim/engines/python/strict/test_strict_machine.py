# SPDX-License-Identifier: MIT
"""A machine is strict unless it is told otherwise; its files, hardware and time are then too."""

from sim.__main__ import main
from sim.engines.python.strict.floats import Float
from tests.support.programs.instantly import PyPortal


def test_files_and_their_errors_are_the_devices(strictly, tmp_path):
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    program = """
with open("a.txt") as file:
    print(file.readlines(), hasattr(file, "name"), hasattr(file, "seek"))
try:
    open("none")
except OSError as error:
    print(type(error).__name__, type(error) is OSError, error.errno)
try:
    open("a.txt", "w")
except OSError as error:
    print(error.errno)
"""
    assert strictly(program) == "['one\\n', 'two\\n'] False True\nOSError True 2\n30\n"


def test_hardware_takes_what_a_strict_program_gives_it(strictly):
    program = """
import board, displayio, time, neopixel, json, os
from adafruit_display_text import label
import terminalio
options = {"x": 3, "y": 4}
group = displayio.Group(**options)
text = label.Label(terminalio.FONT, text="hi", scale=2)
text.anchor_point = (0.5, 0.5)
text.anchored_position = (board.DISPLAY.width / 2, 20)
group.append(text)
board.DISPLAY.root_group = group
board.DISPLAY.brightness = 1 / 2
pixel = neopixel.NeoPixel(board.NEOPIXEL, 1, brightness=0.5)
pixel[0] = (255, 0, 0)
time.sleep(0.1)
print(group.x, group.y, round(board.DISPLAY.brightness, 1), json.loads(json.dumps(options))["y"])
"""
    assert strictly(program) == "3 4 0.5 4\n"


def test_tiles_coordinates_and_the_drive_have_the_devices_limits_in_any_mode(write_program):
    program = """
import displayio
grid = displayio.TileGrid(displayio.Bitmap(16, 8, 2), pixel_shader=displayio.Palette(2),
                          tile_width=8, tile_height=8)
try:
    grid[0] = 2
except ValueError as error:
    print("ValueError")
grid.x = 40000
print(grid.x)
try:
    open("new.txt", "w")
except OSError as error:
    print(error.errno)
"""
    for strict in False, True:
        with PyPortal(write_program(program), strict=strict) as portal:
            portal.run(1)
            assert portal.serial == "ValueError\n-25536\n30\n"


def test_a_strict_machine_and_another_live_side_by_side(write_program):
    program = """
import time
for turn in range(3):
    try:
        print("ab"[::-1], 1 / 3, list({"a": 1, "b": 2}))
    except NotImplementedError:
        print("strict", 1 / 3, list({"a": 1, "b": 2}))
    time.sleep(1)
"""
    folder = write_program(program)
    with PyPortal(folder) as narrow, PyPortal(folder, strict=False) as wide:
        for _ in range(30):
            narrow.run(0.1)
            wide.run(0.1)
        assert narrow.serial == "strict 0.3333333 ['b', 'a']\n" * 3
        assert wide.serial == "ba 0.3333333333333333 ['a', 'b']\n" * 3
    assert "ab"[::-1] == "ba" and Float(1 / 3) != 1 / 3


def test_a_reset_stays_strict(write_program):
    with PyPortal(write_program("print('a'.zfill(2))"), strict=True) as portal:
        portal.run(0.1)
        portal.reset()
        portal.run(0.1)
        assert portal.serial.count("AttributeError: 'str' object has no attribute 'zfill'") == 2


def test_the_command_line_has_it(write_program, capsys):
    folder = write_program("print('ab'[::-1])")
    assert main([str(folder), "--headless", "--loose"]) == 0
    assert capsys.readouterr().out == "ba\n"
    for words in [], ["--strict"]:
        assert main([str(folder), "--headless", *words]) == 1
        assert capsys.readouterr().out.endswith(
            "NotImplementedError: only slices with step=1 (aka None) are supported\n")


def test_a_script_says_which_and_the_command_line_has_the_last_word(write_program, tmp_path):
    folder, steps = write_program("print('ab'[::-1])"), tmp_path / "steps.txt"
    for word, options, status in (("loose", [], 0), ("strict", [], 1), ("loose", ["--strict"], 1),
                                  ("strict", ["--loose"], 0)):
        steps.write_text(f"{word}\n2 end\n")
        assert main([str(folder), "--headless", "--script", str(steps), *options]) == status


def test_what_random_chooses_is_the_programs_own(strictly):
    program = """
import random
rows = [[1.5], [2.5]]
row = random.choice(rows)
row.append(3)
print(any(row is one for one in rows), sorted(map(len, rows)))
"""
    assert strictly(program) == "True [1, 2]\n"


def test_a_long_range_is_gone_through_in_the_boards_time(strictly):
    program = """
import time
start = time.monotonic()
print(sum(range(10000)), time.monotonic() > start)
"""
    assert strictly(program) == "49995000 True\n"
