# SPDX-License-Identifier: MIT
"""CircuitPython's own core as the engine: the same surface, the board's memory and words."""

import subprocess
import sys

import pytest

from sim import PyPortal
from sim.__main__ import main
from tests.support import wasmcore
from tests.support.paths import ROOT
from tests.support.wasmcore import finished

wasmcore.require()


def test_a_program_prints_and_ends(core):
    portal = core("import time\ntime.sleep(2)\nprint('done', time.monotonic())")
    portal.run(1)
    assert (portal.serial, portal.running) == ("", True)
    assert finished(portal).startswith("done 3.0")
    assert not portal.failed


def test_floats_are_the_boards(core):
    assert finished(core("print(1 / 3, 0.1 + 0.2)")) == "0.3333333 0.3\n"


def test_an_exception_ends_it_with_the_boards_words(core):
    portal = core("def f():\n    return [][1]\nf()")
    assert finished(portal) == (
        'Traceback (most recent call last):\n  File "code.py", line 3, in <module>\n'
        '  File "code.py", line 2, in f\nIndexError: index out of range\n')
    assert portal.failed


def test_the_heap_is_as_large_as_the_boards(core):
    """A PyPortal's has some 187,000 bytes free, in areas that double: half of it is no block."""
    said = finished(core("""
import gc
print(gc.mem_free())
for size in 60_000, 150_000:
    try:
        bytearray(size)
        print("fits")
    except MemoryError as error:
        print(error)
"""))
    free, first, second = said.splitlines()
    assert 184_000 < int(free) < 189_000
    assert (first, second) == ("fits", "memory allocation failed, allocating 150000 bytes")


def test_heap_tells_what_is_used_and_the_least_that_was_free(core):
    portal = core("""
import gc, time
def hold():
    large = bytearray(60_000)
    gc.collect()
    time.sleep(1)
hold()
gc.collect()
time.sleep(9)
""")
    portal.run(0.5)
    before = portal.heap
    portal.run(1)
    after = portal.heap
    assert before.used > 60_000 > after.used
    assert after.free - before.free >= 60_000
    assert after.least_free == before.free
    assert after.largest <= after.free


def test_a_smaller_heap_is_asked_for_by_its_bytes(core):
    said = finished(core("import gc\nprint(gc.mem_free())", heap=60_000))
    assert 50_000 < int(said) < 60_000


def test_a_smaller_heap_lacks_what_a_program_takes(core):
    assert "MemoryError" in finished(core("x = bytearray(50_000)", heap=60_000))


def test_typed_lines_reach_input(core):
    portal = core("print('hello', input())")
    portal.run(0.5)
    portal.type("world\n")
    assert finished(portal).endswith("hello world\n")


def test_ctrl_c_interrupts_a_loop(core):
    portal = core("while True:\n    pass")
    portal.run(0.5)
    portal.type("\x03")
    portal.run(0.5)
    assert portal.serial.splitlines()[-1] == "KeyboardInterrupt: "
    assert not portal.running


def test_who_sits_at_the_console_gets_the_repl(core):
    portal = core("print('ran')")
    portal.board.console.attended = True
    portal.run(1)
    portal.type("x")
    portal.run(1)
    portal.type("6 * 7\r")
    portal.run(1)
    assert "Code done running." in portal.serial
    assert portal.serial.rstrip().endswith(">>> 6 * 7\n42\n>>>")


def test_chance_is_the_seeds(core):
    source = "import os, random\nprint(os.urandom(4), random.randrange(1000))"
    said = [finished(core(source, seed=seed)) for seed in (1, 1, 2)]
    assert said[0] == said[1] != said[2]


def test_the_chip_can_reset_itself(core):
    portal = core("""
import microcontroller
if microcontroller.cpu.reset_reason is microcontroller.ResetReason.SOFTWARE:
    print("again")
else:
    print("first")
    microcontroller.reset()
""")
    portal.run(5)
    assert portal.serial == "first\nagain\n"


def test_the_command_runs_it(write_program, capsys):
    drive = write_program("import gc\nprint(gc.mem_free() < 60_000)\n1 / 0")
    assert main([str(drive), "--headless", "--engine", "core", "--heap", "60000"]) == 1
    assert capsys.readouterr().out.startswith("True\nTraceback")


def test_the_fixture_runs_it(write_program, tmp_path):
    write_program("print(1 / 3)")
    (tmp_path / "test_it.py").write_text("""
def test_it(pyportal):
    portal = pyportal("code.py")
    portal.run(1)
    assert portal.serial == "0.3333333\\n"
""")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider",
         "--rootdir", tmp_path, "--pyportal-engine", "core", tmp_path / "test_it.py"],
        cwd=ROOT, capture_output=True, text=True, check=False)
    assert "1 passed" in ran.stdout, ran.stdout


def test_an_engine_that_there_is_not_is_refused(write_program):
    with pytest.raises(ValueError, match="there is no engine 'cpp': choose python or core"):
        PyPortal(write_program(""), engine="cpp")


def test_a_board_that_the_core_is_not_built_for_is_refused(write_program):
    with pytest.raises(ValueError, match="built for the pyportal, not for the pyportal_titano"):
        PyPortal(write_program(""), engine="core", board="pyportal_titano")


def test_a_core_that_is_not_there_is_refused(write_program, monkeypatch):
    monkeypatch.setenv("PYPORTAL_CORE", "/nowhere/core.wasm")
    with pytest.raises(ValueError, match=r"PYPORTAL_CORE names /nowhere/core\.wasm"):
        PyPortal(write_program(""), engine="core")


def test_the_heap_of_the_other_engine_is_not_known(write_program):
    with PyPortal(write_program("")) as portal, pytest.raises(RuntimeError, match="engine='core'"):
        print(portal.heap)
