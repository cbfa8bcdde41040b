# SPDX-License-Identifier: MIT
"""The board's heap on the Python engine: what fits, what takes how much, and a MemoryError."""

import os
from pathlib import Path

import pytest

from sim import PyPortal
from tests.support import firmware, tables
from tests.support.programs.programs import printed

MANY = tables.texts(__file__)["many"]
# How many of them a board's firmware makes before its memory is full.
FIT = {
    "displayio.Bitmap(320, 240, 256)": 2, "displayio.Bitmap(320, 240, 16)": 4,
    "displayio.Bitmap(160, 120, 65536)": 4, "bytearray(150000)": 1, "bytearray(50000)": 3,
    "bytearray(20000)": 8, "bytearray(4000)": 46, "bytearray(1000)": 199, "[0] * 1000": 46,
}


@pytest.mark.parametrize("made", FIT)
def test_as_many_fit_as_on_a_board(made, write_program):
    assert int(printed(write_program(MANY.format(made)), 9)) == FIT[made]


WEIGH = tables.texts(__file__)["weigh"]


def test_each_object_takes_its_memory_and_gives_it_back(write_program, tmp_path):
    """GOLDEN=1 in the environment rewrites the table, for other figures."""
    table = Path(__file__).with_name("heap.txt")
    lines = [line for line, _ in tables.pairs(table.read_text("utf-8"))]
    (tmp_path / "rows.txt").write_text("\n".join(lines))
    told = printed(write_program(WEIGH), 9).splitlines()
    found = "".join(f"{line}\n    {each}\n" for line, each in zip(lines, told, strict=True))
    if os.environ.get("GOLDEN"):
        table.write_text(found, "utf-8")
    assert found.splitlines() == table.read_text("utf-8").splitlines()


@pytest.mark.parametrize("made", FIT)
def test_a_firmware_makes_as_many(made, write_program):
    firmware.require()
    drive = write_program("import time\ntime.sleep(0.2)\n" + MANY.format(made))
    with PyPortal(drive, engine="firmware") as portal:
        portal.run(20)
        assert int(portal.serial) == FIT[made]
