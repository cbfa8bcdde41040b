# SPDX-License-Identifier: MIT
"""Our classes and functions that a program takes for built-in ones carry their names."""

from typing import Any


def disguised(thing: Any, name: str) -> Any:
    """The same class or function, which now passes for the built-in `name`."""
    thing.__name__ = thing.__qualname__ = name
    thing.__module__ = "builtins"
    return thing
