# SPDX-License-Identifier: MIT
"""Every simulated module offers a program exactly what circuitpython-stubs says the board has.

Public names, classes, methods, parameters with their kinds and defaults, and which properties can
be set, of all modules in the boards' lists. Exceptions stand in EXCEPTIONS, with their reasons.
"""

import importlib
import sys

import pytest

from tests.support.modules import ulab_stub
from tests.support.modules.built_in import PARTS, STUBS, WITHOUT_STUB, load_all
from tests.support.modules.stubs_reader import differences

NO_SETTER = "the core has a getter only; a stub's form for attributes does not tell"
NO_VALUE = "the core's own table has it, the stub left it out"
BY_NAME = "the core takes all by name, knows color_index, and has 0 for it, x and y"
OPTIONAL = "the core has a default, which the stub's form for optional arguments does not tell"

# What differs, in the words of `differences`, and why the simulator is right.
EXCEPTIONS = {
    "alarm.pin.PinAlarm.pin cannot be set": NO_SETTER,
    "alarm.pin.PinAlarm.value cannot be set": NO_SETTER,
    "alarm.time.TimeAlarm.monotonic_time cannot be set": NO_SETTER,
    "alarm.touch.TouchAlarm.pin cannot be set": NO_SETTER,
    "busio.SPI.frequency cannot be set": NO_SETTER,
    "busio.UART.in_waiting cannot be set": NO_SETTER,
    "keypad.Event.key_number cannot be set": NO_SETTER,
    "keypad.Event.pressed cannot be set": NO_SETTER,
    "keypad.Event.released cannot be set": NO_SETTER,
    "keypad.Event.timestamp cannot be set": NO_SETTER,
    "adafruit_pixelbuf.PixelBuf.__init__(size, *, byteorder='BGR', brightness=None, "
    "auto_write=False, header=b'', trailer=b''), not (size, *, byteorder='BGR', brightness=0, "
    "auto_write=False, header=b'', trailer=b'')":
        "without a brightness the core takes 1.0, as the stub's own text says",
    "analogio.AnalogIn.reference_voltage cannot be set": NO_SETTER,
    "audiocore.WaveFile.__init__(file, buffer=None), not (file, buffer)": OPTIONAL,
    "audiomixer.Mixer.voice cannot be set": NO_SETTER,
    "audiomp3.MP3Decoder.__init__(file, buffer=None), not (file, buffer)": OPTIONAL,
    "bitmaptools.boundary_fill(dest_bitmap, x, y, fill_color_value, "
    "replaced_color_value=2147483647), "
    "not (dest_bitmap, x, y, fill_color_value, replaced_color_value)": OPTIONAL,
    "bitmaptools.dither(dest_bitmap, source_bitmap, source_colorspace, algorithm=DitherAlgorithm), "
    "not (dest_bitmap, source_bitmapp, source_colorspace, algorithm=DitherAlgorithm.Atkinson)":
        "a slip of the stub's pen: its own text says source_bitmap",
    "bitmaptools.rotozoom(dest_bitmap, source_bitmap, *, ox=None, oy=None, dest_clip0=None, "
    "dest_clip1=None, px=None, py=None, source_clip0=None, source_clip1=None, angle=None, "
    "scale=None, skip_index=None), not (dest_bitmap, source_bitmap, *, ox, oy, dest_clip0, "
    "dest_clip1, px, py, source_clip0, source_clip1, angle, scale, skip_index)": OPTIONAL,
    "busdisplay.BusDisplay.bus cannot be set": NO_SETTER,
    "busdisplay.BusDisplay.height cannot be set": NO_SETTER,
    "busdisplay.BusDisplay.show is not on the device":
        "version 9 has it, to say what to use instead",
    "busdisplay.BusDisplay.width cannot be set": NO_SETTER,
    "displayio.Colorspace.BGR555 is not on the device": NO_VALUE,
    "displayio.Colorspace.BGR555_SWAPPED is not on the device": NO_VALUE,
    "displayio.Colorspace.BGR565 is not on the device": NO_VALUE,
    "displayio.Colorspace.BGR565_SWAPPED is not on the device": NO_VALUE,
    "displayio.Colorspace.L8 is not on the device": NO_VALUE,
    "displayio.Group.sort(*, key=None, reverse=False), not (key, reverse)":
        "the core hands both to list.sort, which takes them by name and needs neither",
    "displayio.OnDiskBitmap.pixel_shader cannot be set": NO_SETTER,
    "displayio.TileGrid.height cannot be set": NO_SETTER,
    "displayio.TileGrid.tile_height cannot be set": NO_SETTER,
    "displayio.TileGrid.tile_width cannot be set": NO_SETTER,
    "displayio.TileGrid.width cannot be set": NO_SETTER,
    "fontio.BuiltinFont.bitmap cannot be set": NO_SETTER,
    "gifio.OnDiskGif.__init__(file, *, use_palette=False), not (file)":
        "the core takes use_palette, the stub left it out",
    "gifio.OnDiskGif.bitmap cannot be set": NO_SETTER,
    "gifio.OnDiskGif.palette cannot be set": NO_SETTER,
    "jpegio.JpegDecoder.decode(bitmap, scale=0, x=0, y=0, *, x1=0, y1=0, x2=None, y2=None, "
    "skip_source_index=None, skip_dest_index=None), not (bitmap, scale=0, x=0, y=0, *, x1, y1, x2, "
    "y2, skip_source_index, skip_dest_index)": OPTIONAL,
    "microcontroller.Processor.reset_reason cannot be set": NO_SETTER,
    "microcontroller.pin is not on the device": "a module, of which the stubs have no file",
    "paralleldisplaybus.ParallelBus.deinit is not on the device":
        "Blinka's release_displays calls it",
    "storage.VfsFat.readonly cannot be set": NO_SETTER,
    "synthio.MidiTrack.error_location cannot be set": NO_SETTER,
    "terminalio.Terminal.cursor_x cannot be set": NO_SETTER,
    "terminalio.Terminal.cursor_y cannot be set": NO_SETTER,
    "traceback.format_exception(exc, /, value=None, tb=None, limit=None, chain=True), "
    "not (exc, /, value, tb=None, limit=None, chain=True)": OPTIONAL,
    "traceback.print_exception(exc, /, value=None, tb=None, limit=None, file=None, chain=True), "
    "not (exc, /, value, tb=None, limit=None, file=None, chain=True)": OPTIONAL,
    "tilepalettemapper.TilePaletteMapper.__init__(pixel_shader, input_color_count), "
    "not (palette, input_color_count)": "the core's name, which the stub's own text has too",
    "tilepalettemapper.TilePaletteMapper.height cannot be set": NO_SETTER,
    "tilepalettemapper.TilePaletteMapper.pixel_shader cannot be set": NO_SETTER,
    "tilepalettemapper.TilePaletteMapper.tilegrid cannot be set": NO_SETTER,
    "tilepalettemapper.TilePaletteMapper.width cannot be set": NO_SETTER,
    "vectorio.Circle.__init__(*, pixel_shader, radius, x=0, y=0, color_index=0), "
    "not (pixel_shader, radius, x, y)": BY_NAME,
    "vectorio.Circle.contains is not on the device": NO_VALUE,
    "vectorio.Polygon.__init__(*, pixel_shader, points, x=0, y=0, color_index=0), "
    "not (pixel_shader, points, x, y)": BY_NAME,
    "vectorio.Polygon.contains is not on the device": NO_VALUE,
    "vectorio.Rectangle.__init__(*, pixel_shader, width, height, x=0, y=0, color_index=0), "
    "not (pixel_shader, width, height, x, y)": BY_NAME,
    "vectorio.Rectangle.contains is not on the device": NO_VALUE,
    **ulab_stub.EXCEPTIONS,
}

# What modules without a stub have and Python's do not.
EXTRA = {
    "_asyncio.CancelledError": "CircuitPython's own",
    "_asyncio.InvalidStateError": "CircuitPython's own",
    "_asyncio.TaskQueue": "MicroPython's own",
    "gc.mem_alloc": "MicroPython's own",
    "gc.mem_free": "MicroPython's own",
    "sys.print_exception": "MicroPython's own",
}


def exceptions(module):
    return {line for line in EXCEPTIONS if module_of(line) == module}


def module_of(line):
    """Of `alarm.pin.PinAlarm.value cannot be set` it is alarm.pin."""
    return max((name for name, _ in STUBS if line.startswith(name + ".")), key=len, default="")


@pytest.mark.parametrize(("name", "file"), STUBS, ids=[name for name, _ in STUBS])
def test_a_module_offers_what_its_stub_says(name, file):
    modules = load_all()
    assert name in modules, f"a program that imports {name} is told an ImportError"
    found = differences(name, file, modules[name], modules)
    assert set(found) == exceptions(name)


def test_every_exception_is_of_a_module_that_has_a_stub():
    assert all(map(module_of, EXCEPTIONS))
    assert {name.rpartition(".")[0] for name in EXTRA} <= set(WITHOUT_STUB)


@pytest.mark.parametrize("name", WITHOUT_STUB)
def test_a_module_without_stub_offers_nothing_that_cpython_has_not(name):
    """CircuitPython's modules of Python's own names are subsets of those, but for EXTRA."""
    offered = {n for n in vars(load_all()[name]) if not n.startswith("_")}
    if name in sys.stdlib_module_names:
        offered -= set(vars(importlib.import_module(name)))
    assert {f"{name}.{n}" for n in offered} == {n for n in EXTRA if n.rpartition(".")[0] == name}


@pytest.mark.parametrize("part", PARTS)
def test_what_the_list_of_a_board_names_in_a_module_is_there(part):
    module, _, name = part.partition(".")
    assert hasattr(load_all()[module], name)
