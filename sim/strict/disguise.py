# SPDX-License-Identifier: MIT
"""Names our classes and functions as the built-in ones that they stand for."""

from typing import Any


def disguised(thing: Any, name: str) -> Any:
    """The same class or function, which now passes for the built-in `name`."""
    thing.__name__ = thing.__qualname__ = name
    thing.__module__ = "builtins"
    return thing
