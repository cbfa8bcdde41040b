# SPDX-License-Identifier: MIT
"""The board's heap on the Python engine: what fits, and where a MemoryError comes."""

import pytest

from sim import PyPortal
from tests.support import firmware
from tests.support.programs.programs import printed

MANY = """
import displayio
def many(make):
    kept = []
    try:
        while len(kept) < 300:
            kept.append(make())
    except MemoryError:
        pass
    return len(kept)
print(many(lambda: {}))
"""
# How many of them a board's firmware makes before its memory is full.
FIT = {
    "displayio.Bitmap(320, 240, 256)": 2, "displayio.Bitmap(320, 240, 16)": 4,
    "displayio.Bitmap(160, 120, 65536)": 4, "bytearray(150000)": 1, "bytearray(50000)": 3,
    "bytearray(20000)": 8, "bytearray(4000)": 46, "bytearray(1000)": 199, "[0] * 1000": 46,
}


@pytest.mark.parametrize("made", FIT)
def test_as_many_fit_as_on_a_board(made, write_program):
    assert int(printed(write_program(MANY.format(made)), 9)) == FIT[made]


@pytest.mark.parametrize("made", FIT)
def test_a_firmware_makes_as_many(made, write_program):
    firmware.require()
    drive = write_program("import time\ntime.sleep(0.2)\n" + MANY.format(made))
    with PyPortal(drive, engine="firmware") as portal:
        portal.run(20)
        assert int(portal.serial) == FIT[made]


@pytest.mark.parametrize("given_back", ["screen = None", "screen.deinit()"])
def test_a_bitmap_gives_its_memory_back(given_back, write_program):
    text = f"""
import gc, displayio
free = gc.mem_free()
for turn in range(5):
    screen = displayio.Bitmap(320, 240, 65536)
    assert gc.mem_free() < free - 150_000
    {given_back}
screen = None
print(free - gc.mem_free() < 10_000)
"""
    assert printed(write_program(text), 9) == "True\n"


def test_what_functions_and_instances_hold_counts(write_program):
    text = """
import gc
class Box:
    def __init__(self):
        self.parts = [bytearray(1000) for part in range(50)]
def hold():
    box = Box()
    kept = [bytearray(1000) for part in range(50)]
    return gc.mem_alloc()
before = gc.mem_alloc()
print(98_000 < hold() - before < 110_000, gc.mem_alloc() - before < 1_000)
"""
    assert printed(write_program(text), 9) == "True True\n"


@pytest.mark.parametrize("place", ["NEW", "TEXT", "KEPT[0]", "Box.NEW", "Box.TEXT"])
def test_what_is_put_into_a_module_or_class_counts_at_the_next_look(place, write_program):
    text = f"""
import gc
TEXT, KEPT = "a text that is not short", [0]
class Box:
    TEXT = "another text that is not short"
before = gc.mem_alloc()
{place} = bytearray(20_000)
print(19_000 < gc.mem_alloc() - before < 21_000)
"""
    assert printed(write_program(text), 9) == "True\n"
