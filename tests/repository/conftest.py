# SPDX-License-Identifier: MIT
"""Gives the trees of the sources back, which would slow every garbage collection down."""

import pytest

from tests.support import sources


@pytest.fixture(scope="module", autouse=True)
def trees():
    yield
    sources.tree.cache_clear()
