# SPDX-License-Identifier: MIT
"""Limits the memory that a program takes in steps too small to be refused as one block.

The watchdog measures the process from time to time. At REFUSED the program gets a MemoryError, and
at ENDED it is stopped. On Linux, a limit on the process's address space catches what happens
between two measurements. It is far higher, since not all of CPython survives when even small
allocations fail.

Python's C code follows chains of objects, such as a `map` over a `map`, and frees chains of
generators, by calls that nothing counts. Each takes about as much stack as its object takes memory.
So the stack may grow to STACK (Linux, in the main thread), which is enough for a chain that fills
the memory up to REFUSED.
"""

import gc
import sys

if sys.platform != "win32":
    import resource

# Bytes beyond what the process had when it was measured: far more than any board has.
REFUSED, ENDED, HEADROOM = 256 << 20, 512 << 20, 1 << 30
STACK = 512 << 20
SIZE = "/proc/self/statm"


class MemoryLimit:
    """Limits the process, between `apply` and `remove`, to `HEADROOM` beyond its last `measure`.

    Its stack may grow to `STACK` meanwhile. Growth between `remove` and `apply` does not count:
    it is the caller's, such as another portal's emulated chip.
    """

    def __init__(self) -> None:
        self._start = 0
        self._left = 0
        self._before: list[tuple[int, int]] = []
        self._stack_before: list[tuple[int, int]] = []

    def measure(self) -> None:
        self._start = self._left = _size()

    def taken(self) -> int:
        """Return by how many bytes the process has grown since `measure`, 0 if that is unknown."""
        return _size() - self._start if self._start else 0

    def collect(self) -> None:
        """Free what a large program has left in reference cycles at once."""
        if self.taken() > REFUSED // 2:
            gc.collect()

    def apply(self) -> None:
        if not self._start:
            return
        if not self._before:
            self._start += _size() - self._left
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        self._before.append((soft, hard))
        most = self._start + HEADROOM
        most = most if soft == resource.RLIM_INFINITY else min(soft, most)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        self._let_stack_grow()

    def _let_stack_grow(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
        self._stack_before.append((soft, hard))
        if soft != resource.RLIM_INFINITY:
            most = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
            resource.setrlimit(resource.RLIMIT_STACK, (max(soft, most), hard))

    def lift(self) -> None:
        """Allow the firmware to work after a program that has filled the memory."""
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before[-1])

    def remove(self) -> None:
        if self._before:
            resource.setrlimit(resource.RLIMIT_AS, self._before.pop())
            resource.setrlimit(resource.RLIMIT_STACK, self._stack_before.pop())
        if not self._before:
            self._left = _size()


def _size() -> int:
    """Return the size of the process's address space in bytes, 0 if it is unknown."""
    try:
        with open(SIZE, "rb") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
