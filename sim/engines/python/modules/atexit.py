# SPDX-License-Identifier: MIT
"""atexit: functions that are called when the program has ended."""

from collections.abc import Callable
from typing import Any

from . import machine

__all__ = ["register", "unregister"]

def register(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[..., Any]:
    if not callable(func):
        raise TypeError(f"'{type(func).__name__}' object isn't callable")
    machine.exit_functions.add(func, args, kwargs)
    return func


def unregister(func: Callable[..., Any]) -> None:
    machine.exit_functions.remove(func)
