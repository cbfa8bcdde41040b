# SPDX-License-Identifier: MIT
"""Ctrl-C while a command starts or ends: it ends the process at once. Signals that ask a command to
end, as when its terminal is closed, work like Ctrl-C while it runs, so that all is saved.

While Python imports, an exception would show a traceback, or be swallowed by a library. Commands
call `at_once` before their imports; `sim.output.run` calls `as_exception` for the time that the
command itself takes. A handler that somebody else has set stays, as that of a background job does.

`_signal` is a part of Python; the module signal around it would import others first.
"""

import _signal as signal  # type: ignore[import-not-found]
import os

INTERRUPTED = 130
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Ended(KeyboardInterrupt):
    """A signal has asked the process to end; `number` is the signal's."""

    def __init__(self, number: int):
        super().__init__()
        self.number = number


def at_once() -> None:
    """Let Ctrl-C end the process without an exception."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def as_exception() -> bool:
    """Let Ctrl-C raise KeyboardInterrupt again, and return whether it ended the process before."""
    if signal.getsignal(signal.SIGINT) is not _end:
        return False
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _replace(signal.SIG_DFL, _raise)
    return True


def at_once_again() -> None:
    """Let signals end the process at once, as before `as_exception`."""
    at_once()
    _replace(_raise, signal.SIG_DFL)


def _replace(old: object, new: object) -> None:
    for number in ENDING:
        if signal.getsignal(number) == old:
            signal.signal(number, new)


def _raise(number: int, _frame: object) -> None:
    raise Ended(number)


def _end(*_signal: object) -> None:
    os._exit(INTERRUPTED)
