# SPDX-License-Identifier: MIT
"""select: waits for streams in virtual time; files are always ready."""

import errno
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Any

from ....board.failures import failure
from ....clock import MS, SECOND
from ..native.arguments import number, sequence, word
from . import machine

__all__ = ["POLLERR", "POLLHUP", "POLLIN", "POLLOUT", "poll", "select"]

POLLIN, POLLOUT, POLLERR, POLLHUP = 1, 4, 8, 16


class _Poll:
    """The streams that are waited for, each with the events that count."""

    def __init__(self) -> None:
        self._wanted: dict[int, tuple[Any, int]] = {}

    def register(self, obj: Any, eventmask: int = POLLIN | POLLOUT) -> None:
        _readiness(obj)
        self._wanted[id(obj)] = obj, word(eventmask)

    def unregister(self, obj: Any) -> None:
        self._wanted.pop(id(obj), None)

    def modify(self, obj: Any, eventmask: int) -> None:
        if id(obj) not in self._wanted:
            raise OSError(2, "No such file/directory")
        self.register(obj, eventmask)

    def poll(self, timeout: int = -1) -> list[tuple[Any, int]]:
        """Return (stream, events) of each ready stream, within `timeout` ms; -1 waits forever."""
        end = machine.clock.now + word(timeout) * MS
        while not (ready := self._ready()):
            left = end - machine.clock.now
            if left <= 0 and timeout >= 0:
                break
            machine.clock.advance(self._patience(left if timeout >= 0 else SECOND))
        return ready

    def ipoll(self, timeout: int = -1, flags: int = 0) -> Iterator[tuple[Any, int]]:
        """Poll as `poll` does; with flag 1 a stream is waited for only once."""
        ready = self.poll(timeout)
        for obj, _ in ready if flags & 1 else ():
            self._wanted[id(obj)] = obj, 0
        return iter(ready)

    def _patience(self, left: int) -> int:
        """Return how long to wait; without streams nothing can happen before the time is over."""
        return min(MS, left) if self._wanted else left

    def _ready(self) -> list[tuple[Any, int]]:
        found = [(obj, _readiness(obj) & mask) for obj, mask in self._wanted.values()]
        return [(obj, events) for obj, events in found if events]


def _readiness(obj: Any) -> int:
    """Return the events that a stream is ready for. Raises OSError for other objects."""
    if obj is machine.console:
        return POLLOUT
    if hasattr(obj, "_ready"):
        readable, writable = obj._ready()
        return readable * POLLIN | writable * POLLOUT
    if isinstance(obj, (BytesIO, StringIO)):
        raise failure(errno.EINVAL)
    if hasattr(obj, "read") or hasattr(obj, "write"):
        return POLLIN | POLLOUT
    raise OSError("stream operation not supported")


def poll() -> _Poll:
    return _Poll()


def select(rlist: Any, wlist: Any, xlist: Any, timeout: float = -1) -> tuple[list[Any], ...]:
    """Return the objects that are ready within `timeout` s; a negative one waits forever."""
    poller = _Poll()
    reading, writing, others = map(sequence, (rlist, wlist, xlist))
    for obj in [*reading, *writing, *others]:
        poller.register(obj, any(obj is r for r in reading) * POLLIN
                        | any(obj is w for w in writing) * POLLOUT)
    ready = poller.poll(-1 if timeout is None or number(timeout) < 0 else round(timeout * 1000))
    return ([obj for obj, events in ready if events & POLLIN],
            [obj for obj, events in ready if events & POLLOUT], [])
