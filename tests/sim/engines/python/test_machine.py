# SPDX-License-Identifier: MIT
"""The sandboxed machine: drive, chance, time, imports, tracebacks, and machines side by side."""

import builtins
import sys

import pytest

from sim import StillRunning
from tests.support.programs.programs import PyPortal, printed, run


def test_nothing_outside_the_drive_can_be_read(write_program):
    assert "OSError" in printed(write_program("open('../../etc/passwd')"))
    assert "OSError" in printed(write_program("open('/etc/passwd')"))


def test_chance_comes_from_the_machines_seed(write_program):
    program = "import os, random\nprint(os.urandom(8), random.random())"
    texts = [printed(write_program(program), seed=seed) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


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


def test_power_off_ends_even_a_program_that_catches_everything(write_program):
    portal = run(write_program("""
import time
while True:
    try:
        time.sleep(1)
    except:
        pass
"""), 3)
    portal.close()
    assert not portal.running


def test_time_moves_in_code_that_comes_from_a_string(write_program):
    portal = run(write_program("exec('n = 1\\nwhile True: n += 1')"))
    assert portal.running


def test_a_run_to_the_end_of_an_endless_program_says_where_it_spins(write_program):
    portal = PyPortal(write_program("import displayio, time\ndisplayio.release_displays()\n"
                                    "while True:\n    time.sleep(60)\n"))
    sentence = r"code\.py is still running after 3600 s, at code\.py line 4"
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


def test_a_name_that_a_module_lacks_is_refused_in_the_devices_words(write_program):
    portal = PyPortal(write_program("from board import D99"))
    remarks = []
    portal.board.console.adviser = remarks.append
    portal.run(1)
    assert portal.serial.endswith("ImportError: can't import name D99\n")
    assert remarks == [], "no library is missing"


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


def test_the_traceback_of_an_endless_recursion_is_short_and_ends_with_the_error(write_program):
    lines = printed(write_program("def f():\n    f()\nf()\n"), strict=False).splitlines()
    assert len(lines) < 100
    assert lines[1:3] == ['  File "code.py", line 3, in <module>', '  File "code.py", line 2, in f']
    assert lines[-2:] == ['  File "code.py", line 2, in f',
                          "RuntimeError: maximum recursion depth exceeded"]


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

    portal.board.console.listener = interrupt
    with pytest.raises(KeyboardInterrupt):
        portal.run(1)
    assert portal.serial == "on"


# Each program with its output.
PROGRAMS = {
    "annotations are not evaluated": (
        "def f(x: NoSuchThing) -> Nor[This]: return x\nprint(f(1))", "1\n"),
    "random is the device's own stream": ("""
import random
random.seed(5)
print([random.getrandbits(16) for _ in range(4)], [random.randrange(300) for _ in range(6)])
""", "[33380, 32577, 29115, 53991] [221, 70, 243, 245, 43, 214]\n"),
    "locals in a function are the module's as on the device": (
        "word = 'module'\n"
        "def function():\n    word = 'function'\n    return locals()['word']\n"
        "class Body:\n    word = 'class'\n    seen = locals()['word']\n"
        "print(function(), Body.seen, locals()['word'])\n", "module class module\n"),
    "a comment about the encoding is a comment": ("# coding: no-such\nprint('ä')", "ä\n"),
    "a program may raise and catch a keyboard interrupt of its own": ("""
try:
    raise KeyboardInterrupt
except KeyboardInterrupt as error:
    print(type(error))
raise KeyboardInterrupt
""", ("<class 'KeyboardInterrupt'>\nTraceback (most recent call last):\n"
     '  File "code.py", line 6, in <module>\nKeyboardInterrupt: \n')),
}


@pytest.mark.parametrize("case", PROGRAMS)
def test_a_program_prints(write_program, case):
    program, output = PROGRAMS[case]
    assert printed(write_program(program), 10) == output
