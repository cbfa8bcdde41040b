# SPDX-License-Identifier: MIT
"""Portals for programs that take too long."""

import pytest

from sim import PyPortal
from tests.support.programs.hostile import IMPATIENT_S


@pytest.fixture
def impatient(write_program):
    """A portal on a program's text, with little patience."""
    portals = []

    def make(text):
        portals.append(PyPortal(write_program(text)))
        portals[-1].patience = IMPATIENT_S
        return portals[-1]

    yield make
    for portal in portals:
        portal.close()
