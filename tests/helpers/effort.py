# SPDX-License-Identifier: MIT
"""How much work Python code is, counted and not timed: the same however busy the machine is."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines(action: Callable[[], object]) -> int:
    """The lines of Python that `action` runs, those of all that it calls included."""
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
