# SPDX-License-Identifier: MIT
"""The sandboxed machine: imports, builtins, virtual time, failures, and machines side by side."""

import builtins
import sys

import pytest

from programs import printed, run
from sim import PyPortal, StillRunning


def test_a_module_the_board_lacks_is_refused_as_the_board_refuses_it(write_program):
    for name in "threading", "typing", "wifi", "numpy", "pygame", "enum":
        assert f"ImportError: no module named '{name}'" in printed(write_program(f"import {name}"))


def test_using_a_module_that_is_not_simulated_says_so(write_program):
    text = printed(write_program("import usb_midi\nusb_midi.PortOut()"))
    assert text.endswith("NotImplementedError: usb_midi.PortOut is not simulated: "
                         "no MIDI program listens on the computer's side\n")


def test_modules_and_packages_of_the_drive_are_found(write_program, tmp_path):
    program = "import a.b\nfrom a import c\nfrom a.b import deep\nprint(a.b.deep, c.x)"
    folder = write_program(program)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "__init__.py").write_text("")
    (tmp_path / "a" / "b.py").write_text("from . import c\nfrom .c import x\ndeep = x + 1")
    (tmp_path / "a" / "c.py").write_text("x = 1")
    assert printed(folder) == "2 1\n"


def test_built_in_modules_are_found_before_files(write_program, tmp_path):
    (tmp_path / "time.py").write_text("raise ValueError")
    assert printed(write_program("import time\nprint('fine')")) == "fine\n"


def test_lib_is_searched_and_frozen_libraries_need_no_file(write_program, tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "mine.py").write_text("x = 3")
    program = "import mine, neopixel\nfrom adafruit_display_text import label\nprint(mine.x)"
    assert printed(write_program(program)) == "3\n"


def test_a_drive_with_a_lib_folder_must_hold_its_libraries(write_program, tmp_path):
    (tmp_path / "lib").mkdir()
    text = printed(write_program("import adafruit_touchscreen"))
    assert "no module named 'adafruit_touchscreen'" in text


def test_a_compiled_library_is_refused_in_a_sentence(write_program, tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "thing.mpy").write_bytes(b"C\6")
    text = printed(write_program("import thing"))
    assert "/lib/thing.mpy is compiled: put the library's .py file beside it" in text


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


def test_an_uncaught_exception_shows_the_programs_own_file_and_line(write_program, tmp_path):
    (tmp_path / "helper.py").write_text("def fail():\n    return 1 / 0\n")
    portal = run(write_program("import helper\n\nhelper.fail()\n"))
    assert portal.serial == (
        "Traceback (most recent call last):\n"
        '  File "code.py", line 3, in <module>\n'
        '  File "helper.py", line 2, in fail\n'
        "ZeroDivisionError: division by zero\n"
    )
    assert not portal.running


def test_an_error_inside_the_hardware_shows_no_line_of_the_simulator(write_program):
    text = printed(write_program("import board, analogio\nanalogio.AnalogIn(board.D13)"))
    assert text.count("File") == 1
    assert text.endswith("ValueError: Invalid pin\n")


def test_a_syntax_error_names_its_line(write_program):
    assert 'File "code.py", line 2' in printed(write_program("x = 1\nif x\n"))


@pytest.mark.parametrize("line", [b"'\xff'", b"x = 1\0", b"BM\xfe\0"])
def test_a_program_that_is_no_text_names_its_file_and_line(write_program, tmp_path, line):
    folder = write_program("import helper")
    (tmp_path / "helper.py").write_bytes(b"x = 1\n" + line)
    assert printed(folder).endswith('  File "helper.py", line 2\n'
                                    "SyntaxError: this is not text in UTF-8\n")


def test_a_comment_about_the_encoding_is_a_comment(write_program):
    assert printed(write_program("# coding: no-such\nprint('ä')")) == "ä\n"


def test_a_name_that_a_module_lacks_is_refused_in_the_devices_words(write_program):
    portal = PyPortal(write_program("from board import D99"))
    remarks = []
    portal.machine.console.adviser = remarks.append
    portal.run(1)
    assert portal.serial.endswith("ImportError: can't import name D99\n")
    assert remarks == [], "no library is missing"


def test_the_traceback_of_an_endless_recursion_is_short_and_ends_with_the_error(write_program):
    lines = printed(write_program("def f():\n    f()\nf()\n"), strict=False).splitlines()
    assert len(lines) < 100
    assert lines[1:3] == ['  File "code.py", line 3, in <module>', '  File "code.py", line 2, in f']
    assert lines[-2:] == ['  File "code.py", line 2, in f',
                          "RuntimeError: maximum recursion depth exceeded"]


def test_a_program_may_raise_and_catch_a_keyboard_interrupt_of_its_own(write_program):
    assert printed(write_program("""
try:
    raise KeyboardInterrupt
except KeyboardInterrupt as error:
    print(type(error))
raise KeyboardInterrupt
""")) == ("<class 'KeyboardInterrupt'>\nTraceback (most recent call last):\n"
         '  File "code.py", line 6, in <module>\nKeyboardInterrupt: \n')


def test_ctrl_c_on_the_computer_goes_past_the_program(write_program):
    portal = PyPortal(write_program("""
while True:
    try:
        print("on")
    except KeyboardInterrupt:
        print("caught")
"""))

    def interrupt(text):
        raise KeyboardInterrupt

    portal.machine.console.listener = interrupt
    with pytest.raises(KeyboardInterrupt):
        portal.run(1)
    assert portal.serial == "on"


def test_annotations_are_not_evaluated(write_program):
    program = "def f(x: NoSuchThing) -> Nor[This]: return x\nprint(f(1))"
    assert printed(write_program(program)) == "1\n"


def test_time_moves_for_a_program_that_only_spins(write_program):
    portal = PyPortal(write_program("while True:\n    pass\n"))
    portal.run(2)
    assert portal.running
    assert portal.now == 2


def test_time_moves_in_code_that_comes_from_a_string(write_program):
    portal = PyPortal(write_program("exec('n = 1\\nwhile True: n += 1')"))
    portal.run(1)
    assert portal.running


def test_a_run_to_the_end_of_an_endless_program_says_where_it_spins(write_program):
    portal = PyPortal(write_program("import time\nwhile True:\n    time.sleep(60)\n"))
    sentence = r"code\.py is still running after 3600 s, at code\.py line 3"
    with pytest.raises(StillRunning, match=sentence):
        portal.run()


def test_a_run_returns_early_when_the_program_ends(write_program):
    portal = run(write_program("import time\ntime.sleep(0.5)"), 10)
    assert not portal.running
    assert 0.5 <= portal.now < 0.51


def test_sleep_takes_exactly_as_long_as_it_says(write_program):
    program = """
from time import monotonic_ns, sleep
start = monotonic_ns()
sleep(0.25)
print(monotonic_ns() - start)
"""
    assert 250_000_000 <= int(printed(write_program(program))) < 250_100_000


def test_the_millisecond_counter_starts_65_seconds_before_it_wraps(write_program):
    program = """
import supervisor, time
print(supervisor.ticks_ms())
time.sleep(66)
print(supervisor.ticks_ms())
"""
    first, second = map(int, printed(write_program(program), 70).split())
    assert first == 2**29 - 65_000
    assert 999 <= second <= 1001


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
    portal.machine.pins["D3"].set_outside(0.0)
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
