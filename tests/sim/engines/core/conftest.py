# SPDX-License-Identifier: MIT
"""What tests of the core are given."""

import pytest

from sim import PyPortal


@pytest.fixture
def core(write_program):
    """Powers a board on whose program runs on the core, in no time if no other is asked for."""
    portals = []

    def power_on(source, **options):
        options = {"engine": "core", "instant": True, **options}
        portals.append(PyPortal(write_program(source), **options))
        return portals[-1]

    yield power_on
    for portal in portals:
        portal.close()
