# SPDX-License-Identifier: MIT
"""`portal.heap`: the figures of a firmware's heap are those that its own gc module tells."""

import re

import pytest

from sim import PyPortal
from tests.support import firmware

# From one pool to several, and then with holes.
HOLES = """
import gc
import time
def look():
    gc.collect()
    print("heap", gc.mem_alloc(), gc.mem_free())
    time.sleep(0.5)
look()
blocks = []
for count in range(1, 121):
    blocks.append(bytearray(1000))
    if count in (8, 20, 60, 120):
        look()
for at in range(0, 120, 2):
    blocks[at] = None
look()
"""


@pytest.fixture
def portal(write_program):
    firmware.require()
    with PyPortal(write_program(HOLES), engine="firmware") as portal:
        yield portal


def test_figures_are_those_of_the_gc_module(portal):
    counts = []
    while portal.running:
        portal.run(0.1)
        printed = re.findall(r"heap (\d+) (\d+)\s", portal.serial)
        if len(printed) > len(counts):
            counts.append(printed[-1])
            heap = portal.heap
            assert (heap.used, heap.free) == tuple(map(int, counts[-1]))
            assert 1000 <= heap.largest <= heap.free
    assert len(counts) == 6
