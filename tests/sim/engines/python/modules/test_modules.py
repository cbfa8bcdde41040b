# SPDX-License-Identifier: MIT
"""Built-in modules: json, time and others; streams; keys at pins."""

import pytest

from sim.board.boards import find_board
from sim.engines.python.modules import ON_FIRMWARE
from tests.support.programs.programs import run

KEYS = """\
import board, keypad, supervisor
start = supervisor.ticks_ms()
keys = keypad.Keys((board.D3, board.D4), value_when_pressed=False, {options})
event = keypad.Event()
while True:
    if keys.events.get_into(event):
        print(event.key_number, "down" if event.pressed else "up", event.timestamp - start)
"""
TASK_WAITS = """
import asyncio, usb_cdc
async def blink():
    while True:
        await asyncio.sleep(1)
        print("blink")
async def main():
    asyncio.create_task(blink())
    print(await asyncio.StreamReader(usb_cdc.console).readline())
asyncio.run(main())
"""
SERIAL_LINE = """
import time, usb_cdc
line = usb_cdc.console
line.timeout = 0.5
print(usb_cdc.data, line.read(3), time.monotonic(), line.readline())
while line.in_waiting < 9:
    pass
print(line.read(2), line.readline(), line.in_waiting)
buffer = bytearray(4)
print(line.readinto(buffer), buffer, line.write(b"out\\n"), line.connected)
line.reset_input_buffer()
print(line.in_waiting)
"""


@pytest.mark.parametrize("board", ["pyportal", "pyportal_titano"])
def test_help_lists_the_modules_of_the_board(printed, board):
    *lines, last = printed('help("modules")', board=board).splitlines()
    listed = " ".join(lines).split()
    known = {name.partition(" ")[0] for name in find_board(board).modules}
    assert set(listed) >= known | {"__main__", "adafruit_requests"}
    assert len(lines) == -(-len(listed) // 4)
    assert [line.split()[0] for line in lines] == sorted(line.split()[0] for line in lines)
    assert last == "Plus any modules on the filesystem"


def test_a_task_waits_for_the_serial_line_while_others_work(write_program):
    portal = run(write_program(TASK_WAITS), 2.5)
    portal.type(b"hello\n")
    portal.run(1)
    assert portal.serial == "blink\nblink\nb'hello\\n'\n"


def test_the_serial_line_gives_bytes_and_waits_as_long_as_it_is_told(write_program):
    portal = run(write_program(SERIAL_LINE), 2)
    with pytest.raises(ValueError, match="surrogates"):
        portal.type("half of a pair: \udfbf")
    portal.type("é1\ntail++".encode())
    portal.run(1)
    assert portal.serial == ("None b'' 1.95 b''\nb'\\xc3\\xa9' b'1\\n' 6\n"
                             "out\n4 bytearray(b'tail') 4 True\n0\n")


def press(portal, pin, seconds):
    portal.pins[pin].set(False)
    portal.run(seconds)
    portal.pins[pin].set(None)
    portal.run(0.1)


# Options, the presses after half a second, and the events with the earliest and latest time.
@pytest.mark.parametrize(("options", "presses", "events"), [
    ("", [("D3", 0.2), ("D4", 0.1)], ["0 down 500 521", "0 up 700 721", "1 down 800 821",
                                      "1 up 900 921"]),
    ("interval=0.5", [("D3", 0.2)], []),
    # Three scans of 20 ms must have agreed; the two presses begin at 500 and 630 ms.
    ("debounce_threshold=3", [("D3", 0.03), ("D3", 0.2)], ["0 down 670 691", "0 up 870 891"])])
def test_keys_tell_who_went_which_way_and_when(write_program, options, presses, events):
    before = 0.6 if "interval" in options else 0.5
    portal = run(write_program(KEYS.format(options=options)), before)
    for pin, seconds in presses:
        press(portal, pin, seconds)
    found = portal.serial.splitlines()
    for line, event in zip(found, events, strict=True):
        (key, way, moment), (*expected, least, most) = line.split(), event.split()
        assert [key, way] == expected
        assert int(least) <= int(moment) <= int(most)


@pytest.mark.parametrize("name", sorted(ON_FIRMWARE))
def test_a_module_that_only_the_firmware_has_is_refused_at_its_import(printed, name):
    """It is no ImportError, which a library may take for a board without the module."""
    assert printed(f"try:\n    import {name}\nexcept ImportError: pass").endswith(
        f"NotImplementedError: the Python engine does not simulate {name}: "
        "run the program with --engine firmware\n")


@pytest.mark.parametrize("parent", ["Bitmap", "Palette"])
def test_a_class_whose_contents_a_board_loses_is_refused(printed, parent):
    assert printed(f"import displayio\nclass Own(displayio.{parent}): pass").endswith(
        f"does not simulate a class with the parent {parent}, of which a board loses the contents: "
        "run the program with --engine firmware\n")


@pytest.mark.parametrize("call", [
    "keypad.KeyMatrix((board.D3,), (board.D4,))", "gifio.GifWriter('a.gif', 9, 9, None)",
    "bitmaptools.dither(None, None, None)"])
def test_a_function_or_class_that_only_the_firmware_has_refuses_its_use(printed, call):
    name = call.partition("(")[0]
    assert printed(f"import bitmaptools, board, gifio, keypad\n{call}").endswith(
        f"NotImplementedError: {name} is not simulated: run the program with --engine firmware\n")
