# SPDX-License-Identifier: MIT
"""What tests of the sprite sheets are given."""

import pytest

from sheets import SHEETS


@pytest.fixture(params=SHEETS)
def size(request):
    """Of a tile: its sheet is the one that a test looks at."""
    return request.param
