# SPDX-License-Identifier: MIT
"""How much of the computer's memory a program may take: then it gets a MemoryError.

The process's address space is limited while a program runs, where the system can do that (Linux).
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
        self._before: list[tuple[int, int]] = []

    def measure(self) -> None:
        try:
            with open(SIZE, encoding="ascii") as file:
                pages = int(file.read().split()[0])
        except OSError:
            self._most = 0
        else:
            self._most = pages * resource.getpagesize() + HEADROOM

    def raise_(self) -> None:
        if not self._most:
            return
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        self._before.append((soft, hard))
        most = self._most if soft == resource.RLIM_INFINITY else min(soft, self._most)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))

    def open_(self) -> None:
        """For what the firmware does after a program that has filled its memory."""
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before[-1])

    def lower(self) -> None:
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before.pop())
