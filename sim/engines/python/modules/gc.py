# SPDX-License-Identifier: MIT
"""gc: the garbage collector. The host collects by itself; the figures are a fresh board's."""

from . import machine

__all__ = ["collect", "disable", "enable", "isenabled", "mem_alloc", "mem_free"]

HEAP = 184_800
COLLECT_NS = 5_000_000
_state = {"enabled": True}


def collect() -> None:
    """Collect in a fixed time; on the board the time depends on the memory in use."""
    with machine.journal.span("memory", "collection"):
        machine.meter.collect()
        machine.clock.advance(0 if machine.meter.timed else COLLECT_NS)


def enable() -> None:
    _state["enabled"] = True


def disable() -> None:
    _state["enabled"] = False


def isenabled() -> bool:
    return _state["enabled"]


def mem_free() -> int:
    return HEAP - mem_alloc()


def mem_alloc() -> int:
    return 40_000
