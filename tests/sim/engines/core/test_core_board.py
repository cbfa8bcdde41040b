# SPDX-License-Identifier: MIT
"""The board around CircuitPython's core: pins, touch, light, sound, files and chips."""

from collections import Counter
from textwrap import indent

import pytest

from tests.support import wasmcore
from tests.support.wasmcore import finished

wasmcore.require()

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


def test_the_chips_on_the_buses_answer(core):
    portal = core("""
import board
i2c = board.I2C()
i2c.try_lock()
print([hex(address) for address in i2c.scan()])
""")
    assert finished(portal) == "['0x48']\n"
