# SPDX-License-Identifier: MIT
"""What a statement is, as far as blocks of code begin and end with it."""

import ast
from collections.abc import Iterator

from .scopes import SCOPES

# What tells a program how late it is.
CLOCKS = frozenset(["monotonic", "monotonic_ns", "ticks_ms"])
EXITS = (ast.Return, ast.Break, ast.Continue, ast.Raise)


def is_range(node: ast.For) -> bool:
    return (isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name)
            and node.iter.func.id == "range")


def is_heading(node: ast.stmt) -> bool:
    """A docstring, or an import that must come first."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def may_leave(node: ast.AST) -> bool:
    return isinstance(node, EXITS) or any(isinstance(part, EXITS) for part in _own(node))


def looks_at_time(node: ast.AST) -> bool:
    """What comes before must have been counted by then."""
    return any(isinstance(part, ast.Attribute) and part.attr in CLOCKS for part in _own(node))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPES):
            yield child
            yield from _own(child)
