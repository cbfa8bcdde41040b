# SPDX-License-Identifier: MIT
"""Instructions: random programs give what another emulator gives."""

import pytest

from tests.support import seeds

BATCHES = int(seeds.more(8, 40))


def test_random_programs_leave_what_unicorn_leaves():
    pytest.importorskip("wasmtime")
    from tests.support.chip.comparing import Comparison

    comparison = Comparison(seeds.FIRST)
    for _ in range(BATCHES):
        comparison.batch()
    assert comparison.instructions > 1000 * BATCHES
    assert comparison.faults < comparison.instructions // 100
