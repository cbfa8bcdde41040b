# SPDX-License-Identifier: MIT
"""How much of the computer's memory a program may take, in steps each of which is too small to be
refused as one block.

Whoever looks from time to time gives the program a MemoryError when it has taken REFUSED, and ends
it at ENDED. The process's address space is limited besides, where the system can do that (Linux),
so far off that what happens between two looks does not get there: not all of Python survives when
nothing is left even for what is small.
"""

import gc
import sys

if sys.platform != "win32":
    import resource

# On top of what the process had at its start: far more than any board has.
REFUSED, ENDED, HEADROOM = 256 << 20, 512 << 20, 1 << 30
SIZE = "/proc/self/statm"


class MemoryWall:
    """Between `raise_` and `lower` the process grows no further than `HEADROOM` beyond what it was
    when it was last measured.
    """

    def __init__(self) -> None:
        self._start = 0
        self._before: list[tuple[int, int]] = []

    def measure(self) -> None:
        self._start = _size()

    def taken(self) -> int:
        """By how many bytes the process has grown; 0 where nothing has run, or none can be told."""
        return _size() - self._start if self._start else 0

    def tidy(self) -> None:
        """What a program has left behind in circles, the collector would find much later."""
        if self.taken() > REFUSED // 2:
            gc.collect()

    def raise_(self) -> None:
        if not self._start:
            return
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        self._before.append((soft, hard))
        most = self._start + HEADROOM
        most = most if soft == resource.RLIM_INFINITY else min(soft, most)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))

    def open_(self) -> None:
        """For what the firmware does after a program that has filled its memory."""
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before[-1])

    def lower(self) -> None:
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before.pop())


def _size() -> int:
    """Of the process's address space in bytes; 0 where it is not known."""
    try:
        with open(SIZE, "rb") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
