# SPDX-License-Identifier: MIT
"""Games and programs give the same bytes on every version of Python, numpy and Pillow.

versions.txt has what each shows in the end: the virtual time in nanoseconds, the memory in use and
the largest free block in bytes, and check sums of the picture, of all pictures on the way and of
the serial output. GOLDEN=1 in the environment rewrites it, without `-n`.
"""

import os
import zlib
from pathlib import Path
from random import Random

import pytest

from sim import PyPortal
from tests.support.tables import pairs

TABLE = Path(__file__).with_name("versions.txt")
EXPECTED = dict(pairs(TABLE.read_text("utf-8")))
PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.txt"))[::6]
GAMES, TAPS = range(3), 25


def played(drive, seed):
    """Play with random taps and holds; return what was to be seen."""
    chance, pictures = Random(seed), 0
    with PyPortal(drive, seed=seed) as portal:
        portal.run(3)
        for _ in range(TAPS):
            place = chance.randrange(320), chance.randrange(240)
            (portal.tap if chance.randrange(4) else portal.hold)(*place)
            portal.run(0.3)
            pictures = zlib.crc32(portal.framebuffer, pictures)
        return shown(portal, pictures)


def ran(drive, seconds=3):
    """Run a program; return what it shows."""
    with PyPortal(drive) as portal:
        portal.run(seconds)
        return shown(portal, 0)


def shown(portal, pictures):
    sums = zlib.crc32(portal.framebuffer), pictures, zlib.crc32(portal.serial.encode())
    return " ".join([*map(str, (portal.board.clock.now, portal.heap.used, portal.heap.largest)),
                     *(f"{each:08x}" for each in sums)])


def check(name, found):
    if os.environ.get("GOLDEN"):
        EXPECTED[name] = found
        TABLE.write_text("".join(f"{name}\n    {each}\n" for name, each in EXPECTED.items()),
                         "utf-8")
    assert found == EXPECTED.get(name), (
        f"{name} shows something else: if a change of yours is the cause, rewrite {TABLE.name} "
        "with GOLDEN=1 in the environment and -p no:xdist")


@pytest.mark.parametrize("seed", GAMES)
def test_a_game_is_the_same(seed, drive):
    check(f"game {seed}", played(drive, seed))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_the_same(path, write_program):
    program = path.read_text("utf-8").partition("\n---\n")[0].partition("\n")[2]
    check(path.stem, ran(write_program(program)))
