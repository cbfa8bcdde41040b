# SPDX-License-Identifier: MIT
"""Counts the work of Python code instead of timing it, which depends on the machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines(action: Callable[[], object]) -> int:
    """Return the number of lines that `action` runs, including those of its calls."""
    count = 0

    def step(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        action()
    finally:
        sys.settrace(before)
    return count
