# SPDX-License-Identifier: MIT
"""A measured figure with its limit.

A ratio to other work in the same run is the same on a fast and a slow machine, and nearly the same
on a busy one, so that it can have a limit where seconds cannot.
"""

from typing import NamedTuple


class Ratio(NamedTuple):
    name: str
    value: float
    bar: float | None = None
    at_least: bool = False

    @property
    def is_kept(self) -> bool:
        if self.bar is None:
            return True
        return self.value >= self.bar if self.at_least else self.value <= self.bar

    def __str__(self) -> str:
        bar = "" if self.bar is None else f"{'≥' if self.at_least else '≤'} {self.bar:.3g}"
        return f"{self.name:56}{self.value:>9.2f}  {bar:8}{'' if self.is_kept else 'MISSED'}"
