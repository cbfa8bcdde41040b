# SPDX-License-Identifier: MIT
"""Keeps each comprehension a function of its own, as on the board and in Python 3.11.

From Python 3.12 on, a comprehension that makes a list, set or dict is compiled into the function
around it. Then it has no line in a traceback, and no variables of its own. So it becomes the call
of a lambda with its iterator as argument. One with `:=`, whose name belongs to the function around
it, becomes a generator expression.
"""

import ast
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from .guards import call, placed
from .runtime import BEAT

NAMES: dict[type[ast.AST], str] = {
    ast.ListComp: "<listcomp>", ast.SetComp: "<setcomp>", ast.DictComp: "<dictcomp>"}
COLLECTORS: dict[type[ast.AST], str] = {
    ast.ListComp: "sim.list", ast.SetComp: "sim.set", ast.DictComp: "sim.dict"}
# Python 3.11 names the argument so, too. No program can write it.
ITERATOR, ARGUMENT = "sim.iterator", ".0"
IS_INLINED = sys.version_info >= (3, 12)


def apart(tree: Any) -> Any:
    """Make the comprehensions of a guarded tree functions, whose names `named` completes."""
    return _Apart().visit(tree) if IS_INLINED else tree


class _Apart(ast.NodeTransformer):
    def visit_ListComp(self, node: Any) -> ast.AST:
        self.generic_visit(node)
        if any(isinstance(part, ast.Await) or getattr(part, "is_async", False)
               for part in ast.walk(node)):
            return node
        node.generators[0].ifs[0].operand.func.id = NAMES[type(node)]  # until it is `named`
        has_names = any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))
        return (_of_generator if has_names else _of_lambda)(node)

    visit_SetComp = visit_DictComp = visit_ListComp

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        """Ask for one iterator; some versions ask for one more in the generator."""
        self.generic_visit(node)
        _ask_once(node.generators[0])
        return node


def _ask_once(first: ast.comprehension) -> None:
    if not first.is_async:
        first.iter = call(first.iter, ITERATOR, first.iter)


def _of_lambda(node: Any) -> ast.AST:
    first = node.generators[0]
    iterator = call(first.iter, ITERATOR, first.iter)
    first.iter = placed(ast.Name(ARGUMENT, ast.Load()), first.iter)
    parameters = ast.arguments([], [ast.arg(ARGUMENT)], None, [], [], None, [])
    return placed(ast.Call(ast.Lambda(parameters, node), [iterator], []), node)


def _of_generator(node: Any) -> ast.AST:
    item = ast.Tuple([node.key, node.value], ast.Load()) if isinstance(
        node, ast.DictComp) else node.elt
    _ask_once(node.generators[0])
    return call(node, COLLECTORS[type(node)], placed(ast.GeneratorExp(item, node.generators), node))


def named(code: CodeType) -> CodeType:
    """Name the functions as Python 3.11 names those of comprehensions."""
    if not IS_INLINED:
        return code
    code = code.replace(co_consts=tuple(
        named(value) if isinstance(value, CodeType) else value for value in code.co_consts))
    name = next((name for name in code.co_names if name in NAMES.values()), None)
    if name is None:
        return code
    return code.replace(
        co_name=name, co_qualname=code.co_qualname.removesuffix(code.co_name) + name,
        co_names=tuple(BEAT if each == name else each for each in code.co_names))


class _Quiet:
    """Stands for an iterator of a class of the program's, which is not asked for one again."""

    def __init__(self, made: Iterator[Any]):
        self._next = made.__next__

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self._next()


def _iterator(source: Any) -> Any:
    made = iter(source)
    own = getattr(type(made), "__iter__", None)
    return _Quiet(made) if isinstance(own, FunctionType) else made


def _collector(kind: Any) -> Any:
    def collect(made: Iterator[Any]) -> Any:
        """Collect what a generator gives, which turns a StopIteration into a RuntimeError."""
        try:
            return kind(made)
        except RuntimeError as error:
            if isinstance(error.__cause__, StopIteration):
                raise error.__cause__ from None
            raise

    return collect


HIDDEN = {ITERATOR: _iterator, COLLECTORS[ast.ListComp]: _collector(list),
          COLLECTORS[ast.SetComp]: _collector(set), COLLECTORS[ast.DictComp]: _collector(dict)}
