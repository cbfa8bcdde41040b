# SPDX-License-Identifier: MIT
"""Fixtures for tests of the display."""

import pytest

from tests.support.display.worlds import World


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
