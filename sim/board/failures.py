# SPDX-License-Identifier: MIT
"""OSError with the device's numbers and words."""

import errno
import os
from typing import Any

MESSAGES = {
    errno.EPERM: "Operation not permitted",
    errno.EACCES: "Permission denied",
    errno.EEXIST: "File exists",
    errno.EIO: "Input/output error",
    errno.EISDIR: "EISDIR",
    errno.ENODEV: "No such device",
    errno.ENOENT: "No such file/directory",
    errno.EROFS: "Read-only filesystem",
}


class Named(OSError):
    """An OSError whose text describes its number, while its `strerror` is its second argument."""

    description = ""

    def __str__(self) -> str:
        return f"[Errno {self.errno}] {self.description}: {self.strerror}"


Named.__name__ = Named.__qualname__ = "OSError"
Named.__module__ = "builtins"


def failure(number: int, *path: object) -> OSError:
    """Return OSError `number` with the device's message, and not one of its subclasses.

    The device has no message for ENOTDIR and shows its number.
    """
    if number == errno.ENOTDIR:
        return OSError(number)
    return described(MESSAGES.get(number, os.strerror(number)), number, *path)


def described(words: str, number: int, *details: Any) -> OSError:
    """Return OSError `number`, which has these words, with at most one detail behind them."""
    error = Named() if details else OSError()
    error.args = (number, *details)
    error.errno = number
    error.strerror = details[0] if details else words
    if isinstance(error, Named):
        error.description = words
    return error
