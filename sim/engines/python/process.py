# SPDX-License-Identifier: MIT
"""Settings of Python's process that are others while a program runs, in any thread."""

import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

# The digits of a number that fills a board's memory; CPython converts some thousands by itself.
DIGITS = 600_000


class _Setting:
    """Has `value` while at least one program runs, and then again what it had before."""

    def __init__(self, read: Callable[[], Any], write: Callable[[Any], None], value: Any):
        self._read = read
        self._write = write
        self._value = value
        self._lock = threading.Lock()
        self._users = 0

    @contextmanager
    def changed(self) -> Iterator[None]:
        with self._lock:
            if not self._users:
                self._before = self._read()
                self._write(self._value)
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if not self._users:
                    self._write(self._before)


def _module_setting(module: Any, name: str, value: Any) -> _Setting:
    return _Setting(lambda: getattr(module, name), lambda new: setattr(module, name, new), value)


_SETTINGS = (
    # A board calls no `__del__` of a program's classes, and what they raise is dropped. Python's
    # hook, which a test runner replaces, would run in the program's place and be stopped as the
    # program is. `bool` takes anything and does nothing, and the watchdog cannot stop it.
    _module_setting(sys, "unraisablehook", bool),
    _Setting(sys.get_int_max_str_digits, sys.set_int_max_str_digits, DIGITS),
    # A board warns of nothing.
    _module_setting(warnings, "filters", [("ignore", None, Warning, None, 0)]),
)


@contextmanager
def settings() -> Iterator[None]:
    """Apply the settings of a program while the block runs."""
    with ExitStack() as changed:
        for setting in _SETTINGS:
            changed.enter_context(setting.changed())
        yield
