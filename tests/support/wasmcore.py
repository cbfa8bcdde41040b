# SPDX-License-Identifier: MIT
"""Skips tests of the page's board where there is no core for it."""

import pytest

from tools import site


def require():
    """Skip the test, or the module that is being imported, where no core is built."""
    if not site.CORE.is_file():
        pytest.skip("there is no core for the page", allow_module_level=True)
