# SPDX-License-Identifier: MIT
"""Ctrl-C while a command starts or ends: it ends the process at once.

While Python imports, an exception would show a traceback, or be swallowed by a library. Commands
call `at_once` before their imports; `sim.output.run` calls `as_exception` for the time that the
command itself takes. A handler that somebody else has set stays, as that of a background job does.

`_signal` is a part of Python; the module signal around it would import others first.
"""

import _signal as signal  # type: ignore[import-not-found]
import os

INTERRUPTED = 130


def at_once() -> None:
    """Let Ctrl-C end the process without an exception."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def as_exception() -> bool:
    """Let Ctrl-C raise KeyboardInterrupt again, and return whether it ended the process before."""
    if signal.getsignal(signal.SIGINT) is not _end:
        return False
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return True


def _end(*_signal: object) -> None:
    os._exit(INTERRUPTED)
