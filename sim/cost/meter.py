# SPDX-License-Identifier: MIT
"""Charges the clock with what a program's work takes, where that is known only as it runs."""

from collections.abc import Callable
from typing import Any

from ..clock import Clock
from . import work
from .figures import COLLECTED, COLLECTION, COMPILING_NS, KEPT, LOADED, LOADING, PYTHON_NS

Called = Callable[..., Any]


class Meter:
    """If it is `timed`, the compiler puts calls of these into a program's code: see
    `sim.program.compiler`. If not, nothing here takes time.
    """

    def __init__(self, clock: Clock, timed: bool):
        self.timed = timed
        self._clock = clock
        self._loaded = 0

    def spend(self, instructions: float, ns: float = PYTHON_NS) -> None:
        """At the next look the clock catches up with what is due."""
        if self.timed:
            self._clock.now += round(instructions * ns)

    def load(self, form: str, size: int) -> None:
        """A module of `size` bytes of source, as `sim.sources.finder` has its form."""
        self.spend(LOADING[form] + LOADED[form] * size, COMPILING_NS)
        self._loaded += size if LOADED[form] else 0

    def collect(self) -> None:
        """A collection of a heap that holds the modules and nothing else."""
        self.spend(COLLECTION + COLLECTED * KEPT * self._loaded)

    def call(self, name: str, called: Called, /, *arguments: Any, **named: Any) -> Any:
        """A call of what has the name of a function whose time depends on its arguments."""
        result = called(*arguments, **named)
        owner = getattr(called, "__self__", None)
        if work.has_price(name, owner):
            price = work.PRICES[name](work.Call(owner, arguments, named, result))
            self._clock.now += round(price * PYTHON_NS)
        return result

    def made(self, kind: str, value: Any) -> Any:
        """A slice, a joined text or list; or what is searched or gone through."""
        self.spend(work.making(kind, value))
        return value
