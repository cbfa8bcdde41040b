# SPDX-License-Identifier: MIT
"""The machine and its clock: events, time, the drive, imports, tracebacks, and machines abreast."""

import builtins
import os
import subprocess
import sys

import pytest

from sim import StillRunning
from sim.clock import MS, SECOND, Clock
from tests.support.paths import ROOT
from tests.support.programs.programs import PyPortal, run


@pytest.mark.parametrize("step", [MS, 3 * MS, 10 * SECOND])
@pytest.mark.parametrize("go", [Clock.advance, Clock.wait])
def test_events_happen_at_their_moment_and_in_the_order_of_request(step, go):
    clock, happened = Clock(0), []
    for when, name in (7 * MS, "c"), (5 * MS, "a"), (5 * MS, "b"), (0, "first"):
        clock.at(when, lambda name=name: happened.append((clock.now, name)))
    go(clock, 4 * MS)
    assert clock.next_event == 5 * MS
    clock.at(2 * MS, lambda: happened.append((clock.now, "late")))
    go(clock, 0)
    assert happened == [(0, "first"), (4_000_000, "late")]
    while clock.now < 7 * MS:
        go(clock, min(step, 8 * MS - clock.now))
    assert happened[2:] == [(5 * MS, "a"), (5 * MS, "b"), (7 * MS, "c")]


TWO_MACHINES = """
import board, displayio, time, random, adafruit_display_text.label
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
"""


def test_two_machines_live_side_by_side_and_leave_the_host_as_it_was(write_program):
    before = set(sys.modules), vars(builtins).copy(), sys.path.copy()
    folder = write_program(TWO_MACHINES)
    one, two = PyPortal(folder), PyPortal(folder)
    for portal, seconds in ((one, 1), (two, 2), (one, 1)):
        portal.run(seconds)
    assert one.serial == two.serial
    assert one.framebuffer == two.framebuffer
    assert not {"displayio", "busdisplay", "digitalio"} & (set(sys.modules) - before[0])
    assert (vars(builtins), sys.path) == before[1:]


def test_power_off_ends_even_a_program_that_catches_everything(write_program):
    portal = run(write_program("import time\nwhile True:\n    try: time.sleep(1)\n"
                               "    except: pass"), 3)
    portal.close()
    assert not portal.running


def test_a_run_to_the_end_of_an_endless_program_says_where_it_spins(write_program):
    portal = PyPortal(write_program("import displayio, time\ndisplayio.release_displays()\n"
                                    "while True:\n    time.sleep(60)\n"))
    sentence = r"code\.py is still running after 60 s, at code\.py line 4"
    with pytest.raises(StillRunning, match=sentence):
        portal.run()


def test_modules_are_found_as_on_the_board(printed, tmp_path):
    """Built-in ones before files, packages, those in lib, and frozen libraries without a file."""
    for name, text in {"time.py": "raise ValueError", "a/__init__.py": "", "a/c.py": "x = 1",
                       "a/b.py": "from . import c\nfrom .c import x\ndeep = x + 1",
                       "lib/mine.py": "x = 3"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert printed("import time, a.b, mine, neopixel\nfrom a import c\nfrom a.b import deep\n"
                   "from adafruit_display_text import label\n"
                   "print(a.b.deep, c.x, mine.x)") == "2 1 3\n"


@pytest.mark.parametrize(("program", "expected", "advised"), [
    ("import mystery", "no module named 'mystery'", True),
    ("from board import D99", "can't import name D99", False)])
def test_a_missing_module_is_told_with_advice_and_a_missing_name_without(
        write_program, program, expected, advised):
    portal, remarks = PyPortal(write_program(program)), []
    portal.board.console.adviser = remarks.append
    portal.run(1)
    assert portal.serial.endswith(f"ImportError: {expected}\n")
    assert [("mystery" in remark) for remark in remarks] == [True] * advised


@pytest.mark.parametrize(("helper", "expected"), [
    (b"def fail():\n    1 / 0\nfail()", 'line 3, in <module>\n  File "helper.py", line 2, in fail\n'
                                        "ZeroDivisionError: division by zero\n"),
    (b"import board, analogio\nanalogio.AnalogIn(board.D13)",
     "line 2, in <module>\nValueError: Invalid pin\n"),
    (b"x = 1\n'\xff'", "line 2\nSyntaxError: this is not text in UTF-8\n"),
    (b"x = 1\nx = 1\0", "line 2\nSyntaxError: this has a NUL character\n"),
    (b"x = 1\nBM\xfe\0", "line 2\nSyntaxError: this is not text in UTF-8\n"),
    (b"x = 1\nif x\n", "line 2\nSyntaxError: invalid syntax\n")])
def test_an_error_shows_the_lines_of_the_programs_own_files(printed, tmp_path, helper, expected):
    (tmp_path / "helper.py").write_bytes(helper)
    assert printed("\nimport helper\n") == (
        'Traceback (most recent call last):\n  File "code.py", line 2, in <module>\n'
        f'  File "helper.py", {expected}')


def test_the_traceback_of_an_endless_recursion_is_short_and_ends_with_the_error(printed):
    lines = printed("def f():\n    f()\nf()\n", strict=False).splitlines()
    assert len(lines) < 100
    assert lines[1:3] == ['  File "code.py", line 3, in <module>', '  File "code.py", line 2, in f']
    assert lines[-2:] == ['  File "code.py", line 2, in f',
                          "RuntimeError: maximum recursion depth exceeded"]


SIMULATOR_ADDS = """
import os, sys
threads, hooks = [], list(sys.meta_path)
sys.addaudithook(lambda event, args: event == "import" and args[0] == "numpy"
                 and threads.append(os.environ.get("OPENBLAS_NUM_THREADS")))
import sim.engines.python.machine
assert sys.meta_path == hooks
print(threads)
"""


def test_the_simulator_adds_no_import_hook_and_loads_numpy_with_one_thread():
    """In a process of its own, which has not imported anything yet."""
    code = SIMULATOR_ADDS
    environment = {name: value for name, value in os.environ.items() if "THREADS" not in name}
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True,
                         capture_output=True, text=True)
    assert ran.stdout.startswith("['1'"), ran.stdout


def test_the_memory_is_told_while_a_module_answers_for_names_that_it_lacks(write_program):
    drive = write_program("import lazy, time\nwhile True:\n    time.sleep(0.1)\n    print('on')")
    (drive / "lazy.py").write_text("def __getattr__(name):\n    print(name)\n"
                                   "    raise AttributeError(name)")
    with PyPortal(drive) as portal:
        portal.run(0.5)
        assert portal.heap.used > 0
        before = portal.serial
        portal.run(1)
        assert portal.serial.startswith(before + "on\n") and "__module__" not in portal.serial
