# SPDX-License-Identifier: MIT
"""OSError with the device's numbers and words."""

import errno
import os

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


def failure(number: int, *path: object) -> OSError:
    """Return OSError `number` with the device's message, and not one of its subclasses.

    The device has no message for ENOTDIR and shows its number.
    """
    if number == errno.ENOTDIR:
        return OSError(number)
    error = OSError()
    error.args = (number, *path)
    error.errno = number
    error.strerror = ": ".join([MESSAGES.get(number, os.strerror(number)), *map(str, path)])
    return error
