# SPDX-License-Identifier: MIT
"""What `sim.cost.tolls` finds out about the nodes of a program's tree, and the compiler asks for.

A mark stays on its node while others change the tree around it.
"""

import ast
from collections import Counter
from typing import Any, NamedTuple

Steps = Counter[str]


class Line(NamedTuple):
    """A line of a block, and the steps of the block up to its end."""

    number: int
    steps: Steps


def put(node: ast.AST, name: str, value: object) -> None:
    setattr(node, f"cost_{name}", value)


def _of(node: ast.AST, name: str, default: object) -> Any:
    return getattr(node, f"cost_{name}", default)


def before(node: ast.AST) -> Steps | None:
    """The steps of the block that a statement begins; None where it begins none."""
    return _of(node, "before", None)  # type: ignore[no-any-return]


def within(node: ast.AST) -> Steps | None:
    """The steps of a turn of a loop, or a call of a function, if they have been counted."""
    return _of(node, "within", None)  # type: ignore[no-any-return]


def lines(node: ast.AST, place: str) -> list[Line]:
    """Those of the block whose steps are taken `before` or `within` the node, in their order."""
    return _of(node, f"{place}_lines", [])  # type: ignore[no-any-return]


def work(node: ast.AST) -> str:
    """The name of the C function that a call goes to, whose time depends on its arguments."""
    return str(_of(node, "work", ""))


def made(node: ast.AST) -> str:
    """A kind of `work.MADE` for an expression whose time depends on its value."""
    return str(_of(node, "made", ""))


def searched(node: ast.AST) -> bool:
    """Whether the time of a comparison depends on what is looked through."""
    return bool(_of(node, "searched", False))
