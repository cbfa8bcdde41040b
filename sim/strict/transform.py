# SPDX-License-Identifier: MIT
"""A program's tree, rewritten so that it meets the device's limits where CPython is wider.

Only the places where a difference may show are touched; each becomes a call of a hidden built-in
name (they have a dot in them, so that no program can name one; sim.strict.sandbox supplies them).
"""

import ast
import builtins
from typing import Any

from ..native.counting import is_counted
from . import pystack
from .attributes import SUSPECTS
from .code import MANGLED
from .constants import folded
from .device import (
    IGNORED_METHODS,
    MOST_ARGUMENTS,
    POSITIONAL_TYPES,
    WITHOUT_KEYWORDS,
)
from .scopes import assigned_names, bound_names, local_names, own, used_names

HIDDEN = "strict."
MARK = HIDDEN + "mark"
# Attributes with a function of their own.
SPECIAL = {"__dict__": "members", "errno": "errno", "format": "format", "sort": "sort"}
LITERALS = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.JoinedStr)


def narrow(tree: ast.AST) -> ast.AST:
    """The same tree, changed."""
    return ast.fix_missing_locations(_Narrow(tree).visit(tree))


class _Narrow(ast.NodeTransformer):
    def __init__(self, tree: ast.AST):
        self._bound = set(bound_names(tree))
        self._functions = {node.name for node in ast.walk(tree)
                           if isinstance(node, ast.FunctionDef)} - set(assigned_names(tree))
        self._around: frozenset[str] = frozenset()  # the local names of the functions around

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        value = node.value
        if isinstance(node.ctx, ast.Store):
            if isinstance(value, ast.Name) and value.id in self._functions:
                node.value = _call(value, "settable", value, ast.Constant(node.attr))
            return node
        if isinstance(node.ctx, ast.Del):
            return node
        special = SPECIAL.get(node.attr)
        if special:
            return _call(node, special, value)
        if node.attr in SUSPECTS or MANGLED.fullmatch(node.attr):
            return _call(node, "attribute", value, ast.Constant(node.attr))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            return _stepped(node, node.slice) if isinstance(node.slice, ast.Slice) else node
        if isinstance(node.slice, ast.Slice) or isinstance(node.ctx, ast.Del):
            node.value = _call(node, "target", node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        node.left = self.visit(node.left)
        for place, operator in enumerate(node.ops):
            right = node.comparators[place]
            if not isinstance(operator, (ast.In, ast.NotIn)):
                node.comparators[place] = self.visit(right)
            elif isinstance(right, LITERALS):
                self.generic_visit(right)
            else:
                node.comparators[place] = _call(right, "searched", self.visit(right))
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if (constant := folded(node)) is not None:
            return constant
        is_root = isinstance(node.op, ast.Pow) and not _is_count(node.right)
        return _call(node, "narrow", node) if isinstance(node.op, ast.Div) or is_root else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            node.value = _call(node.value, "divisor", node.value)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        return _call(node, "dict", *[node] if node.keys else [])

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        return _call(node, "dict", node)

    def visit_Set(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        return _call(node, "set", node)

    visit_SetComp = visit_Set

    def visit_Call(self, node: ast.Call) -> ast.AST:
        checked = self._checked(node)
        if checked:
            checked.args[0] = self.visit(checked.args[0])
            node.func = ast.Name("", ast.Load())
        self.generic_visit(node)
        node.func = checked or node.func
        return node

    def _checked(self, node: ast.Call) -> ast.Call | None:
        """What stands for a function that takes fewer forms of arguments on the device."""
        function, named = node.func, any(word.arg for word in node.keywords)
        if isinstance(function, ast.Attribute):
            name = function.attr
            too_many = len(node.args) > MOST_ARGUMENTS.get(name, len(node.args))
            if too_many or (named and name in WITHOUT_KEYWORDS):
                return _call(function, "method", function.value, ast.Constant(name))
        elif (named and isinstance(function, ast.Name) and function.id in POSITIONAL_TYPES
              and self._is_built_in(function)):
            return _call(function, "positional", function)
        return None

    def visit_For(self, node: ast.For) -> ast.AST:
        self._keep_range(node)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self._keep_range(node)
        return self.generic_visit(node)

    def _keep_range(self, node: ast.For | ast.comprehension) -> None:
        """In a loop's head nothing sees a range but the loop: the host's is faster."""
        call = node.iter
        if (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                and call.func.id == "range" and self._is_built_in(call.func)):
            call.func.id = HIDDEN + ("loop" if is_counted(node) else "range")

    def _is_built_in(self, name: ast.Name) -> bool:
        return hasattr(builtins, name.id) and name.id not in self._bound

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and part.name in IGNORED_METHODS:
                part.name = HIDDEN + part.name
            elif isinstance(part, ast.Assign):
                for target in part.targets:
                    if isinstance(target, ast.Name) and target.id in IGNORED_METHODS:
                        target.id = HIDDEN + target.id
        self.generic_visit(node)
        node.body = _without_docstring(node.body)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        is_generator = any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in own(node))
        names, around = local_names(node), self._around
        amount = pystack.block(node, len(names | around & used_names(node)))
        self._around = around | names
        self.generic_visit(node)
        self._around = around
        node.body = _without_docstring(node.body)
        if not is_generator:
            node.body = _metered(node, amount)
        node.body = [*_scrambled_keywords(node), *node.body]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.body = [*_scrambled_keywords(node), *_without_docstring(node.body)]
        return node


def _call(where: ast.AST, name: str, *arguments: Any) -> ast.Call:
    function = ast.copy_location(ast.Name(HIDDEN + name, ast.Load()), where)
    call = ast.Call(func=function, args=list(arguments), keywords=[])
    return ast.copy_location(call, where)


def _stepped(node: ast.Subscript, part: ast.Slice) -> ast.expr:
    """A slice that is read; one without a step stays as it is."""
    step = part.step
    if step is None or (isinstance(step, ast.Constant) and step.value in (1, None)):
        return node
    bounds = [bound or ast.Constant(None) for bound in (part.lower, part.upper, step)]
    return _call(node, "stepped", node.value, *bounds)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """The device keeps none."""
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return body[1:] or [ast.copy_location(ast.Pass(), first)]
    return body


def _metered(node: ast.FunctionDef, amount: int) -> list[ast.stmt]:
    enter = ast.Assign(targets=[ast.Name(MARK, ast.Store())],
                       value=_call(node, "enter", ast.Constant(amount)))
    leave = ast.Expr(_call(node, "leave", ast.Name(MARK, ast.Load())))
    guarded = ast.Try(body=node.body, handlers=[], orelse=[], finalbody=[leave])
    return [ast.copy_location(part, node) for part in (enter, guarded)]


def _scrambled_keywords(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    if node.args.kwarg is None:
        return []
    name = node.args.kwarg.arg
    value = _call(node, "dict", ast.Name(name, ast.Load()))
    return [ast.copy_location(ast.Assign(targets=[ast.Name(name, ast.Store())], value=value), node)]


def _is_count(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 0
