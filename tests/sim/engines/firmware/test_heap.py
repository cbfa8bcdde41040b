# SPDX-License-Identifier: MIT
"""`portal.heap`: the figures of a firmware's heap are those that its own gc module tells."""

import re

import pytest

from sim import PyPortal
from tests.support import firmware
from tests.support.tables import texts

# From one pool to several, and then with holes.
PROGRAMS = texts(__file__)


@pytest.fixture
def portal(write_program):
    firmware.require()
    with PyPortal(write_program(PROGRAMS["holes"]), engine="firmware") as portal:
        yield portal


def test_figures_are_those_of_the_gc_module(portal):
    told = []
    while portal.running:
        portal.run(0.1)
        printed = re.findall(r"heap (\d+) (\d+)\s", portal.serial)
        if len(printed) > len(told):
            told.append(printed[-1])
            heap = portal.heap
            assert (heap.used, heap.free) == tuple(map(int, told[-1]))
            assert 1000 <= heap.largest <= heap.free
    assert len(told) == 6
