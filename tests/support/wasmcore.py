# SPDX-License-Identifier: MIT
"""CircuitPython's core as the simulator's engine: whether it is there, and what runs on it."""

import pytest

from sim.engines.core import wasm
from sim.engines.core.link import CoreError


def require():
    """Skip the test, or the module that is being imported, where no core is built."""
    try:
        wasm.find()
    except CoreError as error:
        pytest.skip(str(error), allow_module_level=True)


def finished(portal):
    """What a program printed to its end."""
    portal.run(10)
    assert not portal.running
    return portal.serial
