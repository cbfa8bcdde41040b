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
