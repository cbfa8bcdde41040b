# SPDX-License-Identifier: MIT
"""Steps of MicroPython's virtual machine: their time, and marks that tell a block's steps.

`blocks` puts the marks on the nodes of a program's tree, and the compiler reads them. A mark stays
on its node while the compiler changes the tree around it.
"""

import ast
from collections import Counter
from typing import Any, NamedTuple

from .prices import STEPS

CYCLE_NS = 1e9 / 120_000_000


def cycles(steps: Counter[str]) -> float:
    total = 0.0
    for step, times in steps.items():  # from Python 3.12 on, `sum` rounds otherwise
        total += STEPS[step] * times
    return total


def steps_ns(steps: Counter[str]) -> int:
    return round(cycles(steps) * CYCLE_NS)


Steps = Counter[str]


class Line(NamedTuple):
    """A line of a block, and the block's steps up to the end of that line."""

    number: int
    steps: Steps


def put(node: ast.AST, name: str, value: object) -> None:
    setattr(node, f"cost_{name}", value)


def _of(node: ast.AST, name: str, default: object) -> Any:
    return getattr(node, f"cost_{name}", default)


def before(node: ast.AST) -> Steps | None:
    """Return the steps of the block that a statement begins, None if it begins none."""
    return _of(node, "before", None)  # type: ignore[no-any-return]


def within(node: ast.AST) -> Steps | None:
    """Return the steps of a loop's turn or a function's call, if they have been counted."""
    return _of(node, "within", None)  # type: ignore[no-any-return]


def lines(node: ast.AST, place: str) -> list[Line]:
    """Return the lines of the block whose steps are taken `before` or `within` the node."""
    return _of(node, f"{place}_lines", [])  # type: ignore[no-any-return]


def work(node: ast.AST) -> str:
    """Return the name of the called C function, if its time depends on its arguments."""
    return str(_of(node, "work", ""))


def sized(node: ast.AST) -> bool:
    """Whether the time that an expression takes depends on the length of its value."""
    return bool(_of(node, "sized", False))
