# SPDX-License-Identifier: MIT
"""Errors of a file system in the device's words (source: `extmod/vfs_fat.c`)."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

WORDS = {
    errno.EPERM: "Operation not permitted",
    errno.EACCES: "Permission denied",
    errno.EEXIST: "File exists",
    errno.EIO: "Input/output error",
    errno.EISDIR: "Is a directory",
    errno.ENODEV: "No such device",
    errno.ENOENT: "No such file/directory",
    errno.ENOTDIR: "Not a directory",
    errno.EROFS: "Read-only filesystem",
}


def failure(number: int, *path: object) -> OSError:
    """OSError `number` in the device's words, and of no finer class, as there is none."""
    error = OSError()
    error.args = (number, *path)
    error.errno = number
    error.strerror = ": ".join([WORDS.get(number, os.strerror(number)), *map(str, path)])
    return error


@contextmanager
def in_the_devices_words() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise failure(error.errno or errno.EIO) from None
