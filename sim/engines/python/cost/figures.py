# SPDX-License-Identifier: MIT
"""The time of the steps of MicroPython's virtual machine on a PyPortal."""

from collections import Counter

from .cycles import CALLS, STEPS

CYCLE_NS = 1e9 / 120_000_000


def cycles(steps: Counter[str]) -> float:
    """Add up the cycles of steps; a function without a figure takes what any call takes."""
    return sum((STEPS.get(kind) or CALLS.get(kind, 0)) * times for kind, times in steps.items())


def nanoseconds(steps: Counter[str]) -> int:
    return round(cycles(steps) * CYCLE_NS)
