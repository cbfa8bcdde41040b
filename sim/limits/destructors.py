# SPDX-License-Identifier: MIT
"""What a program's destructors raise goes nowhere while it runs.

A board calls no `__del__` of a program's classes. The computer's hook, which a test runner replaces
by its own, would run in the program's place and be stopped as the program is.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
# The computer's hooks, as often as there are programs that run.
_hooks: list = []
# Takes anything and does nothing. It is not written in Python, where the watchdog could stop it.
DROP = bool


@contextmanager
def unheard() -> Iterator[None]:
    """The last of several, which may be in several threads, puts the computer's hook back."""
    with _lock:
        _hooks.append(_hooks[0] if _hooks else sys.unraisablehook)
        sys.unraisablehook = DROP
    try:
        yield
    finally:
        with _lock:
            hook = _hooks.pop()
            if not _hooks:
                sys.unraisablehook = hook
