# SPDX-License-Identifier: MIT
"""Finds where MicroPython keeps each name, which decides the cost of reading and writing it.

MicroPython keeps a function's own names on its stack, those that inner functions share in cells,
and all others in dicts (py/scope.c).
"""

import ast
import builtins
from collections.abc import Iterator
from typing import Any

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)


class Scope:
    """The names bound in a module, function, class or comprehension, and the scopes around it.

    `constants` are the names that MicroPython's compiler replaces by numbers.
    """

    def __init__(self, node: ast.AST, around: "Scope | None" = None):
        self.around = around
        self.is_function = isinstance(node, (*FUNCTIONS, *COMPREHENSIONS))
        inner = list(_own(node))
        self._outer = {name for part in inner if isinstance(part, (ast.Global, ast.Nonlocal))
                       for name in part.names}
        self.names = set(_bound(node, inner)) - self._outer
        self._shared = _free(inner) & self.names if self.is_function else set()
        self.constants: set[str] = around.constants if around else set(_constants(inner))

    def place(self, name: str) -> str:
        """`local`, `shared`, `global`, `builtin`, or `constant` for no place at all."""
        if name in self.constants:
            return "constant"
        if name in self.names:
            return self._own_place(name)
        scope = self
        while scope.around:
            scope = scope.around
            if scope.is_function and name in scope.names:
                return "shared"
        is_known = name in scope.names or name in self._outer
        return "builtin" if not is_known and hasattr(builtins, name) else "global"

    def _own_place(self, name: str) -> str:
        if not self.is_function:
            return "global"
        return "shared" if name in self._shared else "local"


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope, and inner scopes without their content."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from _own(child)


def _bound(node: ast.AST, inner: list[ast.AST]) -> Iterator[str]:
    for part in inner:
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            yield part.id
        elif isinstance(part, ast.arg):
            yield part.arg
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield part.name
        elif isinstance(part, ast.alias):
            yield part.asname or part.name.partition(".")[0]
        elif isinstance(part, ast.ExceptHandler) and part.name:
            yield part.name


def _free(inner: list[ast.AST]) -> set[str]:
    """Return the names that inner scopes use and do not bind."""
    found: set[str] = set()
    for part in inner:
        if isinstance(part, SCOPES):
            own = list(_own(part))
            outer = {name for node in own if isinstance(node, ast.Nonlocal) for name in node.names}
            used = {node.id for node in own if isinstance(node, ast.Name)}
            found |= (used | outer | _free(own)) - (set(_bound(part, own)) - outer)
    return found


def _constants(inner: list[ast.AST]) -> Iterator[str]:
    """Yield the names of `_NAME = const(5)`, which the compiler replaces by numbers."""
    for part in inner:
        if (isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
                and part.targets[0].id.startswith("_") and _is_const(part.value)):
            yield part.targets[0].id


def _is_const(value: Any) -> bool:
    return (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)
            and value.func.id == "const")
