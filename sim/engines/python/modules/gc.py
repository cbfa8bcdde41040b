# SPDX-License-Identifier: MIT
"""gc: the garbage collector. The host collects by itself; the figures are the board's."""

from . import machine

__all__ = ["collect", "disable", "enable", "isenabled", "mem_alloc", "mem_free"]

COLLECT_NS = 5_000_000
_state = {"enabled": True}


def collect() -> None:
    """Collect in a time that depends on the memory in use."""
    with machine.journal.span("memory", "collection"):
        machine.memory.collect()
        if machine.meter.timed:
            machine.meter.collect(machine.memory.used)
        else:
            machine.clock.advance(COLLECT_NS)


def enable() -> None:
    _state["enabled"] = True


def disable() -> None:
    _state["enabled"] = False


def isenabled() -> bool:
    return _state["enabled"]


def mem_free() -> int:
    """Return the free bytes, as after a collection."""
    return int(machine.heap.free)


def mem_alloc() -> int:
    return int(machine.heap.used)
