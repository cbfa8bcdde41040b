# SPDX-License-Identifier: MIT
"""Finds the names that a program's scopes bind and use."""

import ast
from collections.abc import Iterable, Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of a scope's body, without those of the scopes inside it."""
    for node in body:
        yield node
        if not isinstance(node, SCOPES):
            yield from own_nodes(ast.iter_child_nodes(node))


def bound_names(tree: ast.AST) -> Iterator[str]:
    """Yield every name that is bound anywhere in the file."""
    yield from assigned_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]


def assigned_names(tree: ast.AST) -> Iterator[str]:
    """Yield every name that is assigned or deleted, and every parameter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


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
