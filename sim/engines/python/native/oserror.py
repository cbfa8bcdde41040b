# SPDX-License-Identifier: MIT
"""OSErrors as the device makes them: `OSError(11)` has the number and its description.

CPython sets these only if both are given, and then makes an instance of a subclass; so the compiler
turns `OSError(11)` in a program into a call of `make`. Numbers and descriptions are those of a
SAMD51, which has newlib's, not Linux's.
"""

from typing import Any

# Source: `py/moderrno.c`, `py/mperrno.h` and newlib's `sys/errno.h`.
NUMBERS = {
    "EPERM": 1, "ENOENT": 2, "EIO": 5, "EBADF": 9, "EAGAIN": 11, "ENOMEM": 12, "EACCES": 13,
    "EEXIST": 17, "ENODEV": 19, "EISDIR": 21, "EINVAL": 22, "ENOSPC": 28, "EROFS": 30,
    "EOPNOTSUPP": 95, "ECONNRESET": 104, "ENOBUFS": 105, "ECONNREFUSED": 111, "EADDRINUSE": 112,
    "ECONNABORTED": 113, "ETIMEDOUT": 116, "EHOSTUNREACH": 118, "EINPROGRESS": 119,
    "EALREADY": 120, "ENOTCONN": 128,
}
WORDS = {number: name for name, number in NUMBERS.items()} | {
    1: "Operation not permitted", 2: "No such file/directory", 5: "Input/output error",
    13: "Permission denied", 17: "File exists", 19: "No such device", 22: "Invalid argument",
    28: "No space left on device", 30: "Read-only filesystem",
}
KINDS = frozenset(["OSError", "ConnectionError", "BrokenPipeError", "TimeoutError"])


def make(kind: Any, *given: Any) -> Any:
    """Return `kind(*given)` with its first argument as `errno`, whatever that is."""
    error = kind()
    error.args = given
    error.errno = given[0] if given else None
    if (kind is OSError and 1 <= len(given) <= 2 and isinstance(given[0], int)
            and given[0] in WORDS):
        error.strerror = ": ".join([WORDS[given[0]], *map(str, given[1:])])
    return error
