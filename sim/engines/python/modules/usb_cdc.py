# SPDX-License-Identifier: MIT
"""usb_cdc: the serial console over USB; the second serial line is not there."""

from typing import Any

from ....board.console import to_bytes, to_keys
from ....clock import MS, NEVER, SECOND
from ..native.arguments import buffer, number, word
from ..native.classes import MAXSIZE, to_fill
from . import machine

__all__ = ["Serial", "console", "data", "disable", "enable"]


class Serial:
    """A serial line; reading waits for `timeout` seconds, or forever if it is None."""

    _timeout: float | None = None
    _write_timeout: float | None = None

    def __init__(self) -> None:
        raise TypeError("can't create 'Serial' instances")

    def read(self, size: int = -1) -> bytes:
        """Read until there are `size` bytes or the time is over; -1 waits for the latter."""
        wanted = MAXSIZE if word(size) < 0 else size
        self._wait(lambda: self.in_waiting >= wanted)
        return self._take(wanted)

    def readinto(self, buf: Any) -> int:
        target = to_fill(buf, 0, MAXSIZE)
        got = self.read(len(target))
        target[: len(got)] = got
        return len(got)

    def readline(self, size: int = -1) -> bytes:
        """Return a line, or what came of it in time."""
        most = MAXSIZE if word(size) < 0 else size
        self._wait(lambda: b"\n" in self._typed or self.in_waiting >= most)
        end = self._typed.find(b"\n")
        return self._take(min(most, end + 1 if end >= 0 else MAXSIZE))

    def readlines(self) -> list[bytes]:
        return list(iter(self.readline, b""))

    def write(self, buf: Any) -> int:
        sent = bytes(buffer(buf))
        machine.console.send(sent)
        machine.spin.act()
        return len(sent)

    def flush(self) -> None:
        """Does nothing: nothing is buffered."""

    @property
    def connected(self) -> bool:
        machine.spin.read(lambda: machine.console.connected)
        return machine.console.connected

    @property
    def in_waiting(self) -> int:
        return len(self._typed)

    @property
    def out_waiting(self) -> int:
        return 0

    def reset_input_buffer(self) -> None:
        machine.console.typed = ""

    def reset_output_buffer(self) -> None:
        """Does nothing: nothing is buffered."""

    @property
    def timeout(self) -> float | None:
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float | None) -> None:
        self._timeout = _checked(timeout, "timeout")

    @property
    def write_timeout(self) -> float | None:
        return self._write_timeout

    @write_timeout.setter
    def write_timeout(self, timeout: float | None) -> None:
        self._write_timeout = _checked(timeout, "write_timeout")

    @property
    def _typed(self) -> bytes:
        machine.spin.read(lambda: machine.console.typed)
        return to_bytes(machine.console.typed)

    def _take(self, count: int) -> bytes:
        typed = self._typed
        machine.console.typed = to_keys(typed[count:])
        return typed[:count]

    def _wait(self, enough: Any) -> None:
        timeout = NEVER if self._timeout is None else round(self._timeout * SECOND)
        end = machine.clock.now + timeout
        while not enough() and machine.clock.now < end:
            machine.clock.advance(min(MS, end - machine.clock.now))

    def _ready(self) -> tuple[bool, bool]:
        """Tell `select` whether it can be read, and written."""
        return bool(self._typed), True


def _checked(timeout: float | None, name: str) -> float | None:
    if timeout is not None and number(timeout) < 0:
        raise ValueError(f"{name} must be >= 0")
    return timeout


console = object.__new__(Serial)
data = None


def disable() -> None:
    machine.boot_file.require()


def enable(*, console: bool = True, data: bool = False) -> None:
    machine.boot_file.require()
