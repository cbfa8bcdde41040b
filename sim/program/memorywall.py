# SPDX-License-Identifier: MIT
"""How much of the computer's memory a program may take: then it gets a MemoryError.

The process's address space is limited while a program runs, where the system can do that (Linux).
Not all of Python survives when nothing is left even for what is small, so whoever looks from time
to time gives the program a MemoryError when half of it is gone.
"""

import sys

if sys.platform != "win32":
    import resource

# What a program may take on top of what the process had at its start: far more than any board's.
HEADROOM = 512 << 20
SIZE = "/proc/self/statm"


class MemoryWall:
    """Between `raise_` and `lower` the process grows no further than `HEADROOM` beyond what it was
    when it was last measured.
    """

    def __init__(self) -> None:
        self._most = 0
        self._is_open = True
        self._before: list[tuple[int, int]] = []

    def measure(self) -> None:
        size = _size()
        self._most = size and size + HEADROOM

    def is_near(self) -> bool:
        return not self._is_open and _size() > self._most - HEADROOM // 2

    def raise_(self) -> None:
        if not self._most:
            return
        self._is_open = False
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        self._before.append((soft, hard))
        most = self._most if soft == resource.RLIM_INFINITY else min(soft, self._most)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))

    def open_(self) -> None:
        """For what the firmware does after a program that has filled its memory."""
        self._is_open = True
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before[-1])

    def lower(self) -> None:
        self._is_open = True
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before.pop())


def _size() -> int:
    """Of the process's address space in bytes; 0 where it is not known."""
    try:
        with open(SIZE, "rb") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
