# SPDX-License-Identifier: MIT
"""Non-volatile memory: one erase block of the chip's flash, which survives power-off."""

from collections.abc import Callable

from ..clock import Clock
from .faults import Faults
from .journal import Journal

# One erase block of the SAMD51; erased flash reads 0xFF.
BYTES, ERASED = 8192, b"\xff"
# The times to erase the block and to write its 16 pages (SAMD51 data sheet, "NVM characteristics");
# CircuitPython does not wait for the last page.
ERASE_NS = 50_000_000
WRITE_NS = 15 * 2_500_000


class Nvm:
    """The block: `content` is its bytes, `writes` how often it was erased.

    `has_power` and `cut_power` are the board's; a power failure during a write leaves the block
    half written.
    """

    def __init__(self, content: bytes | None, clock: Clock, journal: Journal, faults: Faults,
                 has_power: Callable[[], bool], cut_power: Callable[[], None]):
        self.content = bytearray((content or b"").ljust(BYTES, ERASED))
        self.writes = 0
        # The content before the write that is going on.
        self.before: bytes | None = None
        self._clock = clock
        self._journal = journal
        self._faults = faults
        self._has_power = has_power
        self._cut_power = cut_power

    @property
    def complete(self) -> bytes:
        """The content, or during a write that of before: what a user keeps who quits then."""
        return bytes(self.content) if self.before is None else self.before

    def write(self, block: bytes | bytearray, middle: int) -> None:
        """Erase the block and write it; a write that fails halfway ends before byte `middle`."""
        self.before = bytes(self.content)
        try:
            with self._journal.span("nvm", "erase and write"):
                self._write(block, middle)
        finally:
            self.before = None

    def _write(self, block: bytes | bytearray, middle: int) -> None:
        self._reach("before")
        self.writes += 1
        self.content[:] = ERASED * len(block)
        self._clock.advance(ERASE_NS)
        self._reach("erased")
        self._clock.advance(WRITE_NS // 2)
        self.content[:middle] = block[:middle]
        self._reach("half")
        self._clock.advance(WRITE_NS // 2)
        self.content[:] = block
        self._reach("after")

    def _reach(self, moment: str) -> None:
        """Stop here without power; a program that is being ended may still try to write."""
        if not self._has_power() or self._faults.power_fails(moment):
            self._cut_power()
