# SPDX-License-Identifier: MIT
"""The names that the program's code sees where it stands, for its `exec`, `dir` and `locals`."""

import inspect
from typing import Any

from ..native.private import is_hidden


def callers_globals() -> dict[str, Any]:
    """Those of the program's code that called `exec` or `eval`."""
    caller = inspect.currentframe()
    for _ in range(2):
        assert caller is not None
        caller = caller.f_back
    assert caller is not None
    return caller.f_globals


def names_in(*value: Any) -> list[str]:
    """The host's, without what no program can name."""
    return [name for name in (dir(*value) if value else sorted(visible())) if not is_hidden(name)]


def visible() -> Any:
    """The names of the module or class body that is being run: the device keeps no dict of a
    function's variables (`mp_builtin_locals` in py/modbuiltins.c).
    """
    frame = inspect.currentframe()
    assert frame is not None
    frame = frame.f_back
    while frame and frame.f_back and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        frame = frame.f_back
    return frame.f_locals if frame else {}
