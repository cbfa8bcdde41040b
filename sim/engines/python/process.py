# SPDX-License-Identifier: MIT
"""Settings of the Python process that change while a program runs in any thread."""

import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

# The digits of a number that fills a board's memory; CPython converts some thousands by itself.
DIGITS = 600_000


class _Setting(NamedTuple):
    """Has `value` while at least one program runs, and then again what it had before."""

    read: Callable[[], Any]
    write: Callable[[Any], None]
    value: Any


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


class _Settings:
    """The settings, and how many programs run that need them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._programs = 0
        self._before: list[Any] = []

    def begin(self) -> None:
        with self._lock:
            if not self._programs:
                self._before = [setting.read() for setting in _SETTINGS]
                for setting in _SETTINGS:
                    setting.write(setting.value)
            self._programs += 1

    def end(self) -> None:
        with self._lock:
            self._programs -= 1
            if not self._programs:
                for setting, value in zip(_SETTINGS, self._before, strict=True):
                    setting.write(value)


_settings = _Settings()


@contextmanager
def settings() -> Iterator[None]:
    """Apply the settings of a program while the block runs."""
    _settings.begin()
    try:
        yield
    finally:
        _settings.end()
