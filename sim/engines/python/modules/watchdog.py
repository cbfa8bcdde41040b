# SPDX-License-Identifier: MIT
"""watchdog: resets the chip unless the program feeds it in time.

Its timeouts are powers of two, 7.8 ms to 16 s, and it cannot raise, as on this chip
(source: `ports/atmel-samd/common-hal/watchdog/WatchDogTimer.c`).
"""

from ....clock import SECOND
from ..native.arguments import number
from ..native.classes import Enumeration
from . import machine

__all__ = ["WatchDogMode", "WatchDogTimeout", "WatchDogTimer"]

CYCLES_A_SECOND = 1024
FEWEST, LONGEST_S = 8, 16


class WatchDogTimeout(Exception):
    """The error on chips whose watchdog can raise one."""


class WatchDogMode(Enumeration):
    """The watchdog's action when it is not fed."""

    RAISE: "WatchDogMode"
    RESET: "WatchDogMode"


class WatchDogTimer:
    """The type of `microcontroller.watchdog`, which is off until its mode is set."""

    _mode: WatchDogMode | None = None
    _cycles = 0
    _fed_at = 0

    def __init__(self) -> None:
        raise TypeError("can't create 'WatchDogTimer' instances")

    @property
    def timeout(self) -> float:
        return self._cycles / CYCLES_A_SECOND

    @timeout.setter
    def timeout(self, timeout: float) -> None:
        """Set the timeout, rounded up to a power of two."""
        if number(timeout) < 0:
            raise ValueError("timeout must be >= 0")
        if timeout > LONGEST_S:
            raise ValueError(f"timeout must be <= {LONGEST_S}")
        cycles = max(FEWEST, int(timeout * CYCLES_A_SECOND))
        self._cycles = 1 << (cycles - 1).bit_length()
        self._restart()

    @property
    def mode(self) -> WatchDogMode | None:
        return self._mode

    @mode.setter
    def mode(self, mode: WatchDogMode | None) -> None:
        if not (mode is None or isinstance(mode, WatchDogMode)):
            raise TypeError(f"mode must be of type WatchDogMode, not {type(mode).__name__}")
        if mode is WatchDogMode.RAISE:
            raise NotImplementedError
        self._mode = mode
        self._cycles = self._cycles or FEWEST
        self._restart()

    def feed(self) -> None:
        self._fed_at = machine.clock.now

    def _restart(self) -> None:
        if self._mode is not None:
            self.feed()
            self._watch()

    def _watch(self) -> None:
        machine.clock.at(self._hungry_at(), self._look)

    def _hungry_at(self) -> int:
        return self._fed_at + self._cycles * SECOND // CYCLES_A_SECOND

    def _look(self) -> None:
        if self._mode is None:
            return
        if machine.clock.now < self._hungry_at():
            self._watch()
        else:
            machine.board.request_reset("WATCHDOG")
            machine.halt()
