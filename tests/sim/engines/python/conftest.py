# SPDX-License-Identifier: MIT
"""Fixtures for tests of the Python engine: portals with little patience or strict, and displays."""

import pytest

import sim
from tests.support.display.worlds import World
from tests.support.programs import programs
from tests.support.programs.programs import PyPortal


@pytest.fixture
def impatient(write_program):
    """A portal on a program's text, with little patience."""
    portals = []

    def make(text, **options):
        portals.append(sim.PyPortal(write_program(text), **options))
        portals[-1].patience = 0.2  # seconds: it would take too long to wait for all of them
        return portals[-1]

    yield make
    for portal in portals:
        portal.close()


@pytest.fixture
def strictly(write_program):
    """Runs a program on a strict machine and returns what it printed."""

    def run(program, seed=1, seconds=5):
        with PyPortal(write_program(program), seed=seed, strict=True) as portal:
            portal.run(seconds)
            return portal.serial

    return run


@pytest.fixture
def printed(write_program):
    """Runs a program and returns what it printed."""
    return lambda program, *args, **options: programs.printed(
        write_program(program), *args, **options)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    """The simulator's display and Blinka's, each on a machine of its own."""
    folder = tmp_path_factory.mktemp("drive")
    (folder / "code.py").touch()
    return World(folder, stock=False), World(folder, stock=True)


@pytest.fixture
def ours(worlds):
    return worlds[0]


@pytest.fixture
def tools(ours):
    return ours.load("bitmaptools")


@pytest.fixture
def displayio(world):
    return world.displayio
