# SPDX-License-Identifier: MIT
"""Which names of a program evidently hold a bytearray or a dict, as far as its text tells.

A name is evident where everything that its scope assigns to it is of one kind; an attribute of
`self` where everything that its class assigns to it is. Whatever else may be there is not told.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
KINDS = {ast.Dict: "dict", ast.DictComp: "dict"}


def kinds(tree: ast.Module) -> dict[ast.AST, str]:
    """The kind, "bytearray" or "dict", of every expression where it is evident."""
    found = {node: kind for node in ast.walk(tree) if (kind := _kind(node))}
    outer = _assigned(_own(tree), ast.Name)
    found |= _used(_own(tree), ast.Name, outer)
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            inner = dict.fromkeys(_bound(node)) | _assigned(_own(node), ast.Name)
            found |= _used(_own(node), ast.Name, outer | inner)
        elif isinstance(node, ast.ClassDef):
            attributes = _assigned(ast.walk(node), ast.Attribute)
            found |= _used(ast.walk(node), ast.Attribute, attributes)
    return found


def _kind(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id if node.func.id in ("bytearray", "dict") else None
    return KINDS.get(type(node))


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module or function, without those of the functions within."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, FUNCTIONS):
            yield from _own(child)


def _bound(function: ast.AST) -> Iterator[str]:
    """The names that a function binds, so that they are not its module's."""
    for node in _own(function):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _assigned(nodes: Iterator[ast.AST], sort: type) -> dict[str, str | None]:
    """The kind of each assigned name: None when there are several, or when none is evident."""
    seen = defaultdict(set)
    for node in nodes:
        for name, value in _assignments(node, sort):
            seen[name].add(_kind(value))
    return {name: found.pop() if len(found) == 1 else None for name, found in seen.items()}


def _assignments(node: ast.AST, sort: type) -> Iterator[tuple[str, ast.AST]]:
    """A target of any other assignment stands for itself, which is of no kind."""
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, ast.AnnAssign) and node.value:
        pairs = [(node.target, node.value)]
    elif isinstance(node, (ast.For, ast.comprehension)):
        pairs = [(target, target) for target in ast.walk(node.target)]
    else:
        pairs = [(item, item) for item in getattr(node, "elts", ())]
    for target, value in pairs:
        if isinstance(target, sort) and isinstance(target.ctx, ast.Store):
            yield _name(target), value


def _used(nodes: Iterator[ast.AST], sort: type, assigned: dict) -> dict[ast.AST, str]:
    return {
        node: assigned[_name(node)]
        for node in nodes
        if isinstance(node, sort) and assigned.get(_name(node))
    }


def _name(node: ast.AST) -> str:
    """A Name's own, an Attribute's if it is one of `self`."""
    if isinstance(node, ast.Name):
        return node.id
    is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if is_own else ""
