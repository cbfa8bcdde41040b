# SPDX-License-Identifier: MIT
"""CircuitPython's own core as the engine: the same surface, the board's memory and words."""

import subprocess
import sys
from collections import Counter
from textwrap import indent

import pytest

from paths import ROOT
from sim import PyPortal
from sim.__main__ import main
from sim.core import wasm
from sim.core.link import CoreError

try:
    wasm.find()
except CoreError as error:
    pytest.skip(str(error), allow_module_level=True)

BUTTON = """
import board, digitalio, time
button, led = digitalio.DigitalInOut(board.D3), digitalio.DigitalInOut(board.D13)
led.switch_to_output()
while True:
    led.value = not button.value
    time.sleep(0.01)
"""
TONE = """
import audioio, board, time
from array import array
from audiocore import RawSample
out = audioio.AudioOut(board.SPEAKER)
out.play(RawSample(array("H", [0, 65535] * 2000), sample_rate=8000))
while out.playing:
    time.sleep(0.05)
print("played", round(time.monotonic() - 1, 1))
"""
TOUCHES = """
import board, adafruit_touchscreen
touch = adafruit_touchscreen.Touchscreen(
    board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU,
    calibration=((9000, 59000), (8000, 57000)), size=(320, 240))
while True:
    point = touch.touch_point
    if point:
        print(point[:2])
"""


@pytest.fixture
def core(write_program):
    """Powers a board on whose program runs on the core."""
    portals = []

    def power_on(source, **options):
        portals.append(PyPortal(write_program(source), engine="core", **options))
        return portals[-1]

    yield power_on
    for portal in portals:
        portal.close()


def finished(portal):
    portal.run(10)
    assert not portal.running
    return portal.serial


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


def test_a_pin_is_the_same_wire(core):
    portal = core(BUTTON)
    portal.pins["D3"].set(True)
    portal.run(0.1)
    assert portal.pins["D13"].voltage == 0.0
    portal.pins["D3"].set(False)
    portal.run(0.1)
    assert portal.pins["D13"].voltage == 1.0


def test_a_touch_is_felt_where_it_is(core):
    portal = core(TOUCHES)
    portal.run(0.5)
    assert portal.serial == ""
    portal.tap(100, 200)
    portal.run(0.1)
    felt = Counter(portal.serial.splitlines())
    assert felt.most_common(1)[0][0] == "(100, 200)"
    assert sum(felt.values()) - felt["(100, 200)"] <= 1, "one reading, of the finger that leaves"


def test_light_and_pixel_are_the_boards(core):
    portal = core("""
import analogio, board, digitalio, neopixel_write, time
light = analogio.AnalogIn(board.LIGHT)
pin = digitalio.DigitalInOut(board.NEOPIXEL)
pin.switch_to_output()
neopixel_write.neopixel_write(pin, bytearray([1, 2, 3]))
time.sleep(1)
print(light.value)
""")
    portal.light = 0.5
    assert abs(int(finished(portal)) - 32768) < 32
    assert portal.pixel == (2, 1, 3)


def test_a_sound_lasts_as_long_as_its_samples(core):
    portal = core(TONE)
    assert finished(portal) == "played 0.5\n"
    assert [seconds for _, _, seconds, _ in portal.sounds] == [0.5]


@pytest.mark.parametrize(("how", "words"), [
    ("pin", "ValueError SPEAKER in use"), ("dac", "RuntimeError DAC already in use"),
    ("dma", "RuntimeError No DMA channel found")])
def test_a_sound_is_lost_in_the_boards_words(core, how, words):
    portal = core(f"try:\n{indent(TONE, '    ')}\nexcept Exception as error:\n"
                  "    print(type(error).__name__, error)")
    portal.faults.lose_sound(how)
    assert finished(portal) == f"{words}\n"


@pytest.mark.parametrize(("at", "words"), [
    ("open", "[Errno 5] Input/output error: code.py\n"),
    ("read", "opened\n[Errno 5] Input/output error\n")])
def test_a_spoiled_file_cannot_be_read(core, at, words):
    portal = core("""
import time
time.sleep(1)
try:
    file = open("code.py")
    print("opened")
    file.read()
except OSError as error:
    print(error)
""")
    portal.run(0.5)
    portal.faults.spoil("/code.py", at)
    assert finished(portal) == words


def test_nvm_outlives_a_reset(core):
    portal = core("""
import microcontroller
print(microcontroller.nvm[0])
microcontroller.nvm[0:2] = b"\\x07\\x08"
""")
    portal.run(1)
    portal.reset()
    portal.run(1)
    assert portal.serial == "255\n7\n"
    assert bytes(portal.nvm[:3]) == b"\x07\x08\xff"


def test_a_power_cut_in_a_write_to_nvm_erases_it(core):
    portal = core("import microcontroller\nmicrocontroller.nvm[0] = 1\nprint('on')")
    portal.nvm[100] = 5
    portal.faults.cut_power_at_write(moment="erased")
    portal.run(1)
    assert (portal.serial, portal.nvm[100]) == ("", 255)


def test_the_drive_is_read_only_until_it_is_remounted(core, tmp_path):
    portal = core("""
import storage
try:
    open("log.txt", "w")
except OSError as error:
    print(error)
storage.remount("/", False)
with open("log.txt", "w") as file:
    file.write("kept")
""")
    assert finished(portal) == "[Errno 30] Read-only filesystem\n"
    assert (tmp_path / "log.txt").read_text() == "kept"
    assert not (tmp_path / "boot_out.txt").exists()


def test_what_boot_py_prints_is_in_boot_out(core, tmp_path):
    (tmp_path / "boot.py").write_text("print('booting')")
    portal = core("print(open('boot_out.txt').read())")
    assert "booting" in finished(portal)
    assert "booting" in (tmp_path / "boot_out.txt").read_text()


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
    portal.machine.console.attended = True
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


def test_the_chips_on_the_buses_answer(core):
    portal = core("""
import board
i2c = board.I2C()
i2c.try_lock()
print([hex(address) for address in i2c.scan()])
""")
    assert finished(portal) == "['0x48']\n"


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
