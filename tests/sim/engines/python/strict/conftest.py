# SPDX-License-Identifier: MIT
"""What tests of strict mode are given."""

import pytest

from tests.support import vm
from tests.support.programs.instantly import PyPortal


@pytest.fixture
def strictly(write_program):
    """Runs a program on a strict machine and returns what it printed."""

    def run(program, seed=1, seconds=5):
        with PyPortal(write_program(program), seed=seed, strict=True) as portal:
            portal.run(seconds)
            return portal.serial

    return run


@pytest.fixture(scope="module")
def in_the_vm():
    vm.require()
    return lambda program: vm.run({}, [program])
