# SPDX-License-Identifier: MIT
"""Functions to be called when the program has ended: the program's, not the host's."""

from collections.abc import Callable
from typing import Any

from ..machine import Machine

__all__ = ["register", "unregister"]

machine: Machine

_registered: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = []


def register(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[..., Any]:
    if not callable(func):
        raise TypeError("func must be of type callable")
    _registered.append((func, args, kwargs))
    return func


def unregister(func: Callable[..., Any]) -> None:
    _registered[:] = [entry for entry in _registered if entry[0] is not func]


def run() -> None:
    """Called by the machine at the program's end: the last registered comes first."""
    while _registered:
        func, args, kwargs = _registered.pop()
        func(*args, **kwargs)
