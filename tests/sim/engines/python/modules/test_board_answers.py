# SPDX-License-Identifier: MIT
"""Programs get a board's answers where a computer's Python would do something else.

The Python engine must print the same. Where a firmware is found, it runs the program too.
"""

import struct

import pytest

from sim import PyPortal
from tests.support import firmware

# The pause keeps what is printed first, of which a board loses what nobody reads.
TRY = """
import time
time.sleep(0.3)
def t(what):
    try:
        print(what())
    except Exception as error:
        print(type(error).__name__, error)
"""


@pytest.fixture(params=["python", "firmware"])
def answers(request, write_program):
    """Runs a program on an engine, and returns the lines that it prints."""
    if request.param == "firmware":
        firmware.require()

    def run(program, seconds=5, **options):
        with PyPortal(write_program(TRY + program), engine=request.param, **options) as portal:
            portal.run(seconds)
            return portal.serial.replace("\r", "").splitlines()

    return run


def test_a_released_display_is_like_none_and_its_pins_are_free(answers):
    assert answers("""
import board, digitalio, displayio, supervisor
display, bus = board.DISPLAY, board.DISPLAY.bus
t(lambda: digitalio.DigitalInOut(board.TFT_RS))
t(lambda: digitalio.DigitalInOut(board.TFT_BACKLIGHT))
displayio.release_displays()
print(board.DISPLAY, bus, type(display), display is None, supervisor.runtime.display)
t(lambda: display.refresh())
t(lambda: setattr(display, "root_group", displayio.Group()))
t(lambda: bus.send(0x29, b""))
for name in "TFT_RS TFT_CS TFT_WR TFT_RD TFT_RESET TFT_BACKLIGHT".split():
    digitalio.DigitalInOut(getattr(board, name)).deinit()
displayio.release_displays()
""") == ["ValueError TFT_RS in use", "ValueError TFT_BACKLIGHT in use",
         "None None <class 'NoneType'> False None",
         "AttributeError 'NoneType' object has no attribute 'refresh'",
         "AttributeError can't set attribute 'root_group'",
         "AttributeError 'NoneType' object has no attribute 'send'"]


def test_a_new_display_takes_the_place_of_the_released_one(answers):
    assert answers("""
import board, busdisplay, displayio, microcontroller, paralleldisplaybus
def bus():
    return paralleldisplaybus.ParallelBus(
        data0=microcontroller.pin.PA16, command=board.TFT_RS, chip_select=board.TFT_CS,
        write=board.TFT_WR, read=board.TFT_RD, reset=board.TFT_RESET)
def display(bus):
    return busdisplay.BusDisplay(bus, b"\\x11\\x80\\x78\\x29\\x80\\x78", width=320, height=240,
                                 backlight_pin=board.TFT_BACKLIGHT)
t(bus)
t(lambda: display(board.DISPLAY.bus))
displayio.release_displays()
new = display(bus())
print(new is board.DISPLAY)
""") == ["ValueError TFT_RS in use", "ValueError TFT_BACKLIGHT in use", "True"]


def test_a_display_accepts_any_rotation(answers):
    assert answers("""
import board
display = board.DISPLAY
for degrees in 90, 45, 450, -90, 360, 65536, 180:
    display.rotation = degrees
    print(display.rotation, display.width, display.height)
""") == ["90 240 320", "45 320 240", "90 320 240", "65446 240 320", "0 240 320", "16 240 320",
         "180 240 320"]


def test_a_long_match_uses_up_the_stack(answers):
    """Each choice and each edge of a group takes a place of some 415."""
    assert answers("""
import re
for pattern, text in (("<b>(.*)</b>", "<b>42</b>" + "tail " * 400),
                      ("a*", "a" * 400), ("a*", "a" * 430), ("(a)*", "a" * 130),
                      ("(a)*", "a" * 150), (".*?x", "a" * 600),
                      ("(a|b)+", "ab" * 55), ("(a|b)+", "ab" * 65), ("(a*)*", "b")):
    t(lambda: len(re.search(pattern, text).group(0)) if re.search(pattern, text) else None)
""") == ["RuntimeError maximum recursion depth exceeded", "400",
         "RuntimeError maximum recursion depth exceeded", "130",
         "RuntimeError maximum recursion depth exceeded", "None", "110",
         "RuntimeError maximum recursion depth exceeded",
         "RuntimeError maximum recursion depth exceeded"]


def test_a_bus_needs_pins_with_its_pads_and_a_free_unit(answers):
    assert answers("""
import board, busio
from microcontroller import pin
t(lambda: busio.I2C(board.D3, board.D4))
t(lambda: busio.I2C(pin.PA05, pin.PA04))
t(lambda: busio.I2C(board.SDA, board.SCL))
t(lambda: busio.SPI(board.D3, board.D4))
t(lambda: busio.SPI(board.D4, board.D3).deinit())
t(lambda: busio.SPI(board.SCK, board.MOSI, board.D3))
t(lambda: busio.UART(board.D4, board.D3))
t(lambda: busio.UART(board.D3, board.D4, receiver_buffer_size=50))
serial = busio.UART(board.D3, board.D4)
t(lambda: busio.SPI(pin.PA13, pin.PA12).deinit())
t(lambda: busio.UART(pin.PB08, cts=pin.PB12))
board.I2C()
t(lambda: busio.UART(None, board.LIGHT))
serial.deinit()
t(lambda: busio.UART(None, board.LIGHT).deinit())
""") == ["ValueError Invalid pins",
         "RuntimeError No pull up found on SDA or SCL; check your wiring",
         "ValueError Invalid pins", "ValueError Invalid pins", "None", "ValueError Invalid pins",
         "ValueError Invalid pins", "ValueError receiver_buffer_size must be power of 2", "None",
         "ValueError Invalid pins", "ValueError Invalid pins", "None"]


@pytest.mark.parametrize(("frequency", "lines"), [
    (1, ["ValueError Invalid frequency", "ValueError SCL in use"]),
    (94_999, ["ValueError Invalid frequency", "ValueError SCL in use"]),
    (95_000, ["None", "None"]), (400_000, ["None", "None"]), (1_000_000, ["None", "None"])])
def test_i2c_has_a_lowest_frequency_and_its_pins_are_lost_below(answers, frequency, lines):
    assert answers(f"""
import board, busio
t(lambda: busio.I2C(board.SCL, board.SDA, frequency={frequency}).deinit())
t(lambda: busio.I2C(board.SCL, board.SDA).deinit())
""") == lines


def test_an_output_reads_back_what_was_set(answers):
    assert answers("""
import board, digitalio
line = digitalio.DigitalInOut(board.D3)
line.switch_to_output(True, digitalio.DriveMode.OPEN_DRAIN)
other = digitalio.DigitalInOut(board.D4)
for value in True, False, True:
    line.value = value
    print(line.value)
line.switch_to_input()
print(line.value)
""") == ["True", "False", "True", "False"]


def test_the_reason_of_a_reset_is_always_unknown(answers):
    assert answers("""
import microcontroller
print(microcontroller.cpu.reset_reason)
""") == ["microcontroller.ResetReason.UNKNOWN"]


def test_a_parts_fields_need_its_init_first(answers):
    assert answers("""
import displayio
class Card(displayio.Group):
    def __init__(self):
        self.x = 5
        super().__init__()
class Named(displayio.Group):
    def __init__(self):
        super().__init__()
        self._x = 3
    @property
    def x(self):
        return self._x
    @x.setter
    def x(self, value):
        self._x = value * 2
t(Card)
named = Named()
named.x = 4
print(named.x, named.y, "__init__" in dir(displayio.Palette(1)))
""") == ["NotImplementedError Call super().__init__() before accessing native object.",
         "8 0 False"]


def test_a_parent_that_was_not_made_is_made_without_arguments(answers):
    assert answers("""
import displayio
class Late(displayio.Group):
    def __init__(self):
        self.own = 5
        t(lambda: self.missing)
        t(lambda: self.x)
        t(lambda: self.append(displayio.Group()))
        print(self.own, hasattr(self, "missing"))
class Never(displayio.Group):
    def __init__(self): pass
class Inner(Never):
    def __init__(self):
        super().__init__()
        t(lambda: self.x)
class Asking(displayio.Group):
    def __getattr__(self, name):
        return name
class Grid(displayio.TileGrid):
    def __init__(self): pass
for kind in (Late, Never, Inner):
    made = kind()
    made.append(displayio.Group())
    print(made.x, len(made))
print(Asking().missing)
try: Grid()
except TypeError as error: print("TypeError")
""") == ["AttributeError 'Late' object has no attribute 'missing'",
         "NotImplementedError Call super().__init__() before accessing native object.",
         "NotImplementedError Call super().__init__() before accessing native object.",
         "5 False", "0 1", "0 1",
         "NotImplementedError Call super().__init__() before accessing native object.",
         "0 1", "missing", "TypeError"]


def test_masks_behind_a_short_header_are_not_read(answers, tmp_path):
    """The picture is black, whatever its masks are."""
    header = b"BM" + struct.pack("<IHHI", 74, 0, 0, 66) + struct.pack(
        "<IiiHHIIiiII", 40, 2, 2, 1, 16, 3, 8, 0, 0, 0, 0) + struct.pack("<3I", 0xF800, 0x7E0, 31)
    (tmp_path / "red.bmp").write_bytes(header + struct.pack("<4H", *[0xF800] * 4))
    assert answers("""
import board, displayio
picture = displayio.OnDiskBitmap("/red.bmp")
group = displayio.Group()
group.append(displayio.TileGrid(picture, pixel_shader=picture.pixel_shader))
board.DISPLAY.root_group = group
board.DISPLAY.refresh()
row = bytearray(640)
board.DISPLAY.fill_row(0, row)
print("%02x%02x" % (row[0], row[1]))
""") == ["0000"]


def test_the_next_code_file_must_exist(answers):
    assert answers("""
import supervisor
for name in "nosuch.py", "/lib/nosuch.py", "code.py", "/code.py", None:
    t(lambda: supervisor.set_next_code_file(name))
t(lambda: supervisor.set_next_code_file("code.py", working_directory="/nosuch"))
supervisor.set_next_code_file(None)
""") == ["ValueError File not found", "ValueError File not found", "None", "None", "None",
         "ValueError Invalid working_directory"]


def test_the_cards_folder_is_there_without_a_card(answers):
    assert answers("""
import os
print(os.listdir("/sd"))
os.chdir("/sd")
print(os.getcwd(), os.listdir())
t(lambda: open("/sd/x"))
""") == ["[]", "/sd []", "OSError [Errno 2] No such file/directory: /sd/x"]


def test_a_card_that_is_mounted_in_a_folder_is_not_in_the_roots_list(answers, tmp_path):
    (tmp_path / "data" / "mnt").mkdir(parents=True)
    (tmp_path / "data" / "mnt" / "keep").touch()
    card = tmp_path.parent / "card"
    card.mkdir(exist_ok=True)
    (card / "song").write_bytes(b"la")
    lines = answers("""
import board, os, sdcardio, storage
card = storage.VfsFat(sdcardio.SDCard(board.SPI(), board.SD_CS))
storage.mount(card, "/data/mnt")
print([name for name in os.listdir("/") if "data" in name], os.listdir("/data/mnt"))
""", sd=card)
    assert lines == ["['data'] ['song']"]


def test_a_sound_of_unknown_length_is_played_to_its_end(answers, tmp_path):
    form = struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8)
    (tmp_path / "pipe.wav").write_bytes(
        b"RIFF\xff\xff\xff\xffWAVEfmt " + form + b"data\xff\xff\xff\xff" + bytes(4096))
    assert answers("""
import audiocore, audioio, board
out = audioio.AudioOut(board.SPEAKER)
out.play(audiocore.WaveFile("/pipe.wav"))
while out.playing:
    pass
print("played")
""") == ["played"]
