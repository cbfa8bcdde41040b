# SPDX-License-Identifier: MIT
"""What the compiler puts into a program's tree: heartbeats at the head of every loop, function and
comprehension, what they take, and names that keep the program within its world.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from ..cost import marks
from ..cost.figures import nanoseconds
from ..native.counting import is_counted
from ..strict.scopes import bound_names
from .bounds import (
    BEAT,
    CLOCK,
    CLOSED,
    CLOSED_ATTRIBUTE,
    END,
    IS_OVER,
    LOOP,
    MADE,
    OS_ERROR,
    RANGE,
    WORK,
)
from .oserror import KINDS
from .sizeguard import SizeGuard, call, placed

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)
SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await)


class Guarded(SizeGuard):
    """The host's collector calls destructors, and ends generators, whenever it likes: those have no
    heartbeat, and a look instead whether the program is over, as these have in their handlers.
    """

    def __init__(self, tree: ast.AST):
        super().__init__(tree)
        self._has_own_range = "range" in bound_names(tree)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr in CLOSED and isinstance(node.ctx, ast.Load):
            return call(node, CLOSED_ATTRIBUTE, node.value, ast.Constant(node.attr))
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """An OSError knows its number."""
        super().visit_Call(node)
        if isinstance(node.func, ast.Name) and node.func.id in KINDS and not node.keywords:
            return call(node, OS_ERROR, node.func, *node.args)
        if name := marks.work(node):
            node.args[:0] = [ast.copy_location(ast.Constant(name), node), node.func]
            node.func = ast.copy_location(ast.Name(WORK, ast.Load()), node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if marks.searched(node):
            node.comparators[0] = call(node, MADE, ast.Constant("in"), node.comparators[0])
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self._take_hosts_range(node)
        self.generic_visit(node)
        beat = call(node.iter, BEAT, *_time(node))
        node.ifs.insert(0, placed(ast.UnaryOp(ast.Not(), beat), node.iter))
        return node

    def _take_hosts_range(self, node: ast.For | ast.AsyncFor | ast.comprehension) -> None:
        """A loop counts its time by itself."""
        counted = node.iter
        if (isinstance(counted, ast.Call) and isinstance(counted.func, ast.Name)
                and counted.func.id == "range" and not self._has_own_range):
            counted.func.id = LOOP if is_counted(node) else RANGE

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (ast.For, ast.AsyncFor)):
            self._take_hosts_range(node)
        super().generic_visit(node)
        if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            node.body.insert(0, _statement(node.body[0], BEAT, *_time(node)))
        elif isinstance(node, FUNCTIONS):
            _guard_function(node)
        elif isinstance(node, ast.Lambda):
            node.body = placed(
                ast.BoolOp(ast.Or(), [call(node.body, BEAT, *_time(node)), node.body]), node.body)
        return node

    def visit(self, node: ast.AST) -> Any:
        """A statement that begins a block comes after what the block takes."""
        steps = marks.before(node)
        found = super().visit(node)
        if kind := marks.made(node):
            return call(node, MADE, ast.Constant(kind), found)
        return [_toll(node, nanoseconds(steps)), found] if steps else found


def _statement(at: ast.AST, name: str, *arguments: ast.expr) -> ast.Expr:
    return placed(ast.Expr(call(at, name, *arguments)), at)


def _time(node: ast.AST) -> list[ast.expr]:
    """What a turn of a loop or a call of a function takes, if it has been counted."""
    steps = marks.within(node)
    return [ast.Constant(nanoseconds(steps))] if steps else []


def _toll(at: Any, ns: int) -> ast.stmt:
    """It lies where the statement begins: of what goes over several lines, CPython stores an
    attribute on the last.
    """
    now = ast.Attribute(ast.Name(CLOCK, ast.Load()), "now", ast.Store())
    toll = placed(ast.AugAssign(now, ast.Add(), ast.Constant(ns)), at)
    for node in ast.walk(toll):
        if isinstance(node, (ast.stmt, ast.expr)):
            node.end_lineno, node.end_col_offset = at.lineno, at.col_offset
    return toll  # type: ignore[no-any-return]


def _guard_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    head: ast.stmt = _statement(node.body[0], BEAT, *_time(node))
    if node.name == "__del__":
        test = call(node.body[0], IS_OVER)
        head = placed(ast.If(test, [ast.Return(None)], []), node.body[0])
    own = list(_own_nodes(node.body))
    if any(isinstance(inner, SUSPENDING) for inner in own):
        for body in _handlers(own):
            body.insert(0, _statement(body[0], END))
    node.body.insert(_has_docstring(node), head)


def _own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Those of a function, without what it defines."""
    for node in body:
        yield node
        if not isinstance(node, SCOPES):
            yield from _own_nodes(ast.iter_child_nodes(node))


def _handlers(nodes: Iterable[ast.AST]) -> Iterator[list[ast.stmt]]:
    for node in nodes:
        if isinstance(node, ast.ExceptHandler):
            yield node.body
        elif isinstance(node, ast.Try) and node.finalbody:
            yield node.finalbody


def _has_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(function, clean=False) is not None
