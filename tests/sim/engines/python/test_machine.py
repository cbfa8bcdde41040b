# SPDX-License-Identifier: MIT
"""The sandboxed machine: its drive, chance and memory, and machines side by side."""

import builtins
import sys

import pytest

from tests.support.programs.instantly import PyPortal, printed, run


def test_a_program_file_may_be_named_itself(tmp_path):
    (tmp_path / "demo.py").write_text("print('hello', open('note.txt').read())")
    (tmp_path / "note.txt").write_text("there")
    assert printed(tmp_path / "demo.py") == "hello there\n"


def test_slash_x_and_x_are_the_same_file(write_program, tmp_path):
    (tmp_path / "f.txt").write_text("same")
    program = "print(open('/f.txt').read(), open('f.txt').read())"
    assert printed(write_program(program)) == "same same\n"


def test_nothing_outside_the_drive_can_be_read(write_program):
    assert "OSError" in printed(write_program("open('../../etc/passwd')"))
    assert "OSError" in printed(write_program("open('/etc/passwd')"))


def test_the_drive_is_read_only_until_it_is_remounted(write_program, tmp_path):
    program = """
import storage
try:
    open("/log.txt", "w")
except OSError as error:
    print(error.errno)
storage.remount("/", readonly=False)
with open("/log.txt", "w") as file:
    file.write("kept")
"""
    assert printed(write_program(program)) == "30\n"
    assert (tmp_path / "log.txt").read_text() == "kept"


def test_annotations_are_not_evaluated(write_program):
    program = "def f(x: NoSuchThing) -> Nor[This]: return x\nprint(f(1))"
    assert printed(write_program(program)) == "1\n"


def test_random_is_the_devices_own_stream(write_program):
    program = """
import random
random.seed(5)
print([random.getrandbits(16) for _ in range(4)], [random.randrange(300) for _ in range(6)])
"""
    assert printed(write_program(program)) == (
        "[33380, 32577, 29115, 53991] [221, 70, 243, 245, 43, 214]\n"
    )


def test_chance_comes_from_the_machines_seed(write_program):
    program = "import os, random\nprint(os.urandom(8), random.random())"
    texts = [printed(write_program(program), seed=seed) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_nvm_survives_power_and_is_erased_when_new(write_program):
    folder = write_program(
        "import microcontroller as m\nprint(len(m.nvm), m.nvm[0])\nm.nvm[0:3] = b'abc'"
    )
    first = run(folder)
    assert first.serial == "8192 255\n"
    assert run(folder, nvm=first.nvm).serial == "8192 97\n"


def test_two_machines_live_side_by_side(write_program, tmp_path):
    folder = write_program("""
import board, displayio, time, random
random.seed(1)
bitmap = displayio.Bitmap(320, 240, 2)
palette = displayio.Palette(2)
palette[1] = 0xFF0000
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
board.DISPLAY.root_group = group
time.counter = 0
while True:
    time.counter += 1
    bitmap[time.counter % 320, 5] = 1
    print(time.counter)
    time.sleep(0.1)
""")
    one, two = PyPortal(folder), PyPortal(folder)
    one.run(1)
    two.run(2)
    one.run(1)
    assert one.serial == two.serial
    assert one.framebuffer == two.framebuffer


def test_the_host_is_left_as_it_was(write_program):
    before = set(sys.modules), vars(builtins).copy(), sys.path.copy()
    program = "import displayio, board, adafruit_display_text.label, time\nprint('x')"
    assert printed(write_program(program)) == "x\n"
    assert not {"displayio", "busdisplay", "digitalio"} & (set(sys.modules) - before[0])
    assert (vars(builtins), sys.path) == before[1:]


def test_the_console_is_heard_and_answered(write_program):
    portal = PyPortal(write_program("while True:\n    print('you said', input('> '))\n"))
    portal.run(0.5)
    portal.type("hello\nagain\n")
    portal.run(0.5)
    assert portal.serial == "> you said hello\n> you said again\n> "


def test_a_reset_by_the_program_keeps_nvm(write_program):
    program = """
import microcontroller
if microcontroller.nvm[0] == 255:
    microcontroller.nvm[0] = 1
    microcontroller.reset()
print("second life")
"""
    portal = run(write_program(program))
    portal.run(1)
    assert portal.serial == "second life\n"


def test_power_off_ends_even_a_program_that_catches_everything(write_program):
    portal = PyPortal(write_program("""
import time
while True:
    try:
        time.sleep(1)
    except:
        pass
"""))
    portal.run(3)
    portal.close()
    assert not portal.running


def test_pins_are_claimed_once(write_program):
    program = """
import board, digitalio
first = digitalio.DigitalInOut(board.D3)
second = digitalio.DigitalInOut(board.D3)
"""
    assert "ValueError: D3 in use" in printed(write_program(program))


def test_outside_voltages_are_read_by_digital_and_analogue_pins(write_program):
    portal = PyPortal(write_program("""
import analogio, board, digitalio
button = digitalio.DigitalInOut(board.D3)
button.switch_to_input(pull=digitalio.Pull.UP)
light = analogio.AnalogIn(board.LIGHT)
while True:
    input()
    print(button.value, light.value)
"""))
    portal.light = 0.5
    portal.type("\n")
    portal.run(0.1)
    portal.board.pins["D3"].set_outside(0.0)
    portal.light = 1.0
    portal.type("\n")
    portal.run(0.1)
    assert portal.serial == "True 32776\nFalse 65535\n"


def test_settings_are_read_one_line_at_a_time(write_program, tmp_path):
    (tmp_path / "settings.toml").write_text('# note\nNAME = "desk"\nBROKEN = \nSIZE = 7\n')
    program = """
from os import getenv
print(getenv('NAME'), getenv('SIZE'), getenv('BROKEN'), getenv('NO', 1))
"""
    assert printed(write_program(program)) == "desk 7  1\n"


@pytest.mark.parametrize("board", ["pyportal", "pyportal_pynt", "pyportal_titano"])
def test_every_board_boots(write_program, board):
    program = "import board\nprint(board.board_id, board.DISPLAY.width, board.DISPLAY.height)"
    size = "480 320" if board == "pyportal_titano" else "320 240"
    assert printed(write_program(program), board=board) == f"{board} {size}\n"


def test_an_unknown_board_or_drive_is_named(tmp_path):
    with pytest.raises(ValueError, match="board 'feather' is not simulated: choose one of"):
        PyPortal(tmp_path, board="feather")
    with pytest.raises(ValueError, match="does not exist: name a CIRCUITPY folder"):
        PyPortal(tmp_path / "none")
    with pytest.raises(ValueError, match=r"holds no code\.py"):
        PyPortal(tmp_path)


def test_locals_in_a_function_are_the_modules_as_on_the_device(write_program):
    code = (
        "word = 'module'\n"
        "def function():\n    word = 'function'\n    return locals()['word']\n"
        "class Body:\n    word = 'class'\n    seen = locals()['word']\n"
        "print(function(), Body.seen, locals()['word'])\n"
    )
    assert printed(write_program(code)) == "module class module\n"
