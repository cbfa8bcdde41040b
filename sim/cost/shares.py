# SPDX-License-Identifier: MIT
"""Whose lines' the time is that a program's code takes at the head of a block."""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

from . import marks, tolls
from .figures import nanoseconds

# What is at a place: time that is added before a statement, the heartbeat of a loop's turn, or that
# of a function's call.
TOLL, TURN, CALL = range(3)


class Place(NamedTuple):
    """Where the compiler puts what a block takes: see `sim.program.guards`. A function's call is
    where the function begins, in column 0, or a lambda's value.
    """

    line: int
    column: int
    kind: int


class Share(NamedTuple):
    """`until` is what the block has taken by the end of the line, in ns."""

    line: int
    until: int


def of(source: str) -> dict[Place, list[Share]]:
    """The lines of each block in a file that the compiler has taken."""
    tree = ast.parse(source)
    tolls.appraise(tree)
    return {place: shares for node in ast.walk(tree) for place, shares in _blocks(node)}


def _blocks(node: ast.AST) -> Iterator[tuple[Place, list[Share]]]:
    for place, lines in ((_before, marks.lines(node, "before")),
                         (_within, marks.lines(node, "within"))):
        if lines:
            yield place(node), [Share(line.number, nanoseconds(line.steps)) for line in lines]


def _before(node: Any) -> Place:
    return Place(node.lineno, node.col_offset, TOLL)


def _within(node: Any) -> Place:
    if isinstance(node, ast.Lambda):
        return Place(node.body.lineno, node.body.col_offset, CALL)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return Place(min(part.lineno for part in (node, *node.decorator_list)), 0, CALL)
    return Place(node.body[0].lineno, node.body[0].col_offset, TURN)
