# SPDX-License-Identifier: MIT
"""Which names the scopes of a program bind and use, as far as the rewriting needs it."""

import ast
from collections.abc import Iterator

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, without those of the scopes within."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, SCOPES):
            yield from own(child)


def bound_names(tree: ast.AST) -> Iterator[str]:
    """Every name that is bound anywhere in the file."""
    yield from assigned_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, SCOPES) and not isinstance(node, ast.Lambda):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]


def assigned_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def local_names(function: ast.FunctionDef) -> frozenset[str]:
    """Its parameters and what it binds."""
    given = function.args
    names = {part.arg for part in (*given.args, *given.kwonlyargs, given.vararg, given.kwarg)
             if part}
    elsewhere: set[str] = set()
    for node in own(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            elsewhere.update(node.names)
    return frozenset(names - elsewhere)


def used_names(function: ast.FunctionDef) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(function) if isinstance(node, ast.Name))
