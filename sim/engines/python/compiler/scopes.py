# SPDX-License-Identifier: MIT
"""Finds the names that a program's scopes bind and use, and its counting loops."""

import ast
from collections.abc import Iterable, Iterator

from .runtime import CLOSED

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of a scope's body in order, without those of the scopes inside it."""
    waiting = [*body][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, SCOPES):
            waiting += [*ast.iter_child_nodes(node)][::-1]


def bound_names(tree: ast.AST) -> Iterator[str]:
    """Yield every name that is bound or deleted anywhere in the file, and every parameter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]


def local_names(function: ast.FunctionDef) -> frozenset[str]:
    """Return the function's parameters and the names that it binds itself."""
    given = function.args
    names = {part.arg for part in (*given.args, *given.kwonlyargs, given.vararg, given.kwarg)
             if part}
    elsewhere: set[str] = set()
    for node in own_nodes(function.body):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            elsewhere.update(node.names)
    return frozenset(names - elsewhere)


def used_names(function: ast.FunctionDef) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(function) if isinstance(node, ast.Name))


def is_counted(loop: ast.AST) -> bool:
    """Whether the device compiles a loop over a call of `range` to a counting loop.

    It does if the target is a plain name and the step a constant integer (`compile_for_stmt` in
    py/compile.c). Such a loop also takes floats.
    """
    if not (isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)
            and isinstance(loop.iter, ast.Call)):
        return False
    bounds, words = loop.iter.args, loop.iter.keywords
    if words or any(isinstance(bound, ast.Starred) for bound in bounds):
        return False
    return 1 <= len(bounds) <= 2 or (len(bounds) == 3 and _is_whole(bounds[2]))


def _is_whole(step: ast.expr) -> bool:
    if isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub):
        step = step.operand
    return isinstance(step, ast.Constant) and type(step.value) is int and step.value != 0


def again(value: ast.expr) -> ast.expr | None:
    """Return a copy of a name, an attribute or an item, which can be read once more."""
    if isinstance(value, ast.Name):
        return ast.copy_location(ast.Name(value.id, ast.Load()), value)
    if isinstance(value, ast.Attribute) and value.attr not in CLOSED:
        owner = again(value.value)
        return owner and ast.copy_location(ast.Attribute(owner, value.attr, ast.Load()), value)
    if isinstance(value, ast.Subscript) and isinstance(value.slice, (ast.Name, ast.Constant)):
        owner = again(value.value)
        return owner and ast.copy_location(ast.Subscript(owner, value.slice, ast.Load()), value)
    return None
