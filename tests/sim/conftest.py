# SPDX-License-Identifier: MIT
"""Fixtures for tests of the simulator's modules."""

import pytest

from tests.support.display.worlds import World


@pytest.fixture
def world(tmp_path):
    """The modules of a machine whose drive has an empty program."""
    (tmp_path / "code.py").touch()
    return World(tmp_path, stock=False)
