# SPDX-License-Identifier: MIT
"""What an expression is made of: how often each kind of step of MicroPython's virtual machine is
taken when it is evaluated (py/compile.c). Of what is skipped sometimes, a half counts.
"""

import ast
from collections.abc import Callable, Iterable
from typing import Any

from . import marks, operations
from .figures import CALLS
from .guesses import Guesses
from .marks import Steps
from .scopes import COMPREHENSIONS, Scope
from .work import PRICES

HALF = 0.5


class Expressions:
    """Counts the steps of expressions in one scope into `steps`."""

    def __init__(self, scope: Scope, guesses: Guesses):
        self.scope = scope
        self.guesses = guesses
        self.steps = Steps()
        self.inner: list[ast.AST] = []  # functions and comprehensions on the way, not yet counted
        self._counts: dict[type, Callable[[Any], None]] = {
            ast.Constant: self._constant, ast.Name: self._name, ast.BinOp: self._binary,
            ast.UnaryOp: self._unary, ast.BoolOp: self._either, ast.Compare: self._compare,
            ast.Call: self._call, ast.IfExp: self._conditional, ast.Attribute: self._attribute,
            ast.Subscript: self._subscript, ast.Tuple: self._tuple, ast.List: self._list,
            ast.Set: self._set, ast.Dict: self._dict, ast.JoinedStr: self._text,
            ast.Lambda: self._function, ast.Slice: self._slice, ast.Yield: self._yield,
            ast.YieldFrom: self._yield, ast.Await: self._yield, ast.NamedExpr: self._named,
            **dict.fromkeys(COMPREHENSIONS, self._comprehension)}

    def add(self, kind: str, times: float = 1) -> None:
        self.steps[kind] += times  # type: ignore[assignment]

    def count(self, node: ast.AST | None) -> None:
        """The value is left on the stack."""
        if node is not None:
            self._counts.get(type(node), self._others)(node)

    def count_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            self.count(node)

    def condition(self, node: ast.expr) -> None:
        """A test and the jump by it; `not` only turns the jump round."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.condition(node.operand)
        elif isinstance(node, ast.BoolOp):
            self._sometimes(self.condition, node.values)
        elif not isinstance(node, ast.Constant):
            self.count(node)
            self.add("jump")

    def store(self, target: ast.expr) -> None:
        """The value is on the stack."""
        if isinstance(target, ast.Name):
            place = self.scope.place(target.id)
            self.add({"local": "stack", "shared": "shared"}.get(place, "store global"))
        elif isinstance(target, ast.Attribute):
            self.count(target.value)
            self.add("store attribute")
        elif isinstance(target, ast.Subscript):
            self.count(target.value)
            self.count(target.slice)
            self.add(self._item("store", target))
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.add("unpack")
            self.add("unpack item", len(target.elts))
            for part in target.elts:
                self.store(part)
        elif isinstance(target, ast.Starred):
            self.add("build")
            self.store(target.value)

    def operate(self, operator: ast.operator, left: ast.expr, right: ast.expr) -> None:
        """The operation alone; its operands are on the stack."""
        self.steps.update(operations.steps(
            operator, self.guesses.kind(left), self.guesses.kind(right), right))

    def _others(self, node: ast.AST) -> None:
        self.count_all(ast.iter_child_nodes(node))

    def _constant(self, node: ast.Constant) -> None:
        self.add("stack")

    def _name(self, node: ast.Name) -> None:
        place = self.scope.place(node.id)
        self.add("stack" if place in ("local", "constant") else place)

    def _binary(self, node: ast.BinOp) -> None:
        if operations.is_folded(node):
            return self.add("stack")
        self.count_all((node.left, node.right))
        if operations.joins(node.op, self.guesses.kind(node.left), self.guesses.kind(node.right)):
            return marks.put(node, "made", "join")
        return self.operate(node.op, node.left, node.right)

    def _unary(self, node: ast.UnaryOp) -> None:
        self.count(node.operand)
        if not isinstance(node.operand, ast.Constant):
            self.add("not" if isinstance(node.op, ast.Not) else "unary")

    def _either(self, node: ast.BoolOp) -> None:
        self._sometimes(self.count, node.values)
        self.add("jump", 1 + HALF * (len(node.values) - 2))

    def _sometimes(self, count: Callable[[Any], None], nodes: list[ast.expr]) -> None:
        """The first always, each of the others half the time."""
        count(nodes[0])
        before = self.steps.copy()
        for node in nodes[1:]:
            count(node)
        for kind, times in self.steps.items():
            self.steps[kind] -= (times - before[kind]) * HALF  # type: ignore[assignment]

    def _conditional(self, node: ast.IfExp) -> None:
        self.condition(node.test)
        before = self.steps.copy()
        self.count_all((node.body, node.orelse))
        for kind, times in self.steps.items():
            self.steps[kind] -= (times - before[kind]) * HALF  # type: ignore[assignment]
        self.add("jump", HALF)

    def _compare(self, node: ast.Compare) -> None:
        self.count_all((node.left, *node.comparators))
        left = self.guesses.kind(node.left)
        for operator, value in zip(node.ops, node.comparators, strict=True):
            kind = self.guesses.kind(value)
            self.steps.update(operations.comparison(operator, left, kind, value))
            left = kind
        searched = node.comparators[0]
        if operations.depends(node.ops[0], self.guesses.kind(searched), searched):
            marks.put(node, "searched", True)
        self.add("stack", 3 * (len(node.ops) - 1))
        self.add("jump", len(node.ops) - 1)

    def _attribute(self, node: ast.Attribute) -> None:
        self.count(node.value)
        self.add("module attribute" if self.guesses.is_module(node.value) else "attribute")

    def _subscript(self, node: ast.Subscript) -> None:
        self.count(node.value)
        self.count(node.slice)
        if not isinstance(node.ctx, ast.Load):
            self.add(self._item("store", node))
        elif isinstance(node.slice, ast.Slice):
            marks.put(node, "made", "slice")
        else:
            self.add(self._item("load", node))

    def _item(self, verb: str, node: ast.Subscript) -> str:
        kind = self.guesses.kind(node.value)
        if kind in ("dict", "") and isinstance(node.slice, ast.Tuple):
            marks.put(node.value, "made", "pairs")
        if kind in ("bytes", "dict", "str"):
            return f"{verb} item of {kind}"
        return f"{verb} item"

    def _tuple(self, node: ast.Tuple) -> None:
        if all(isinstance(part, ast.Constant) for part in node.elts):
            return self.add("stack")
        return self._built(node.elts)

    def _list(self, node: ast.List) -> None:
        self._built(node.elts)
        self.add("list")

    def _set(self, node: ast.Set) -> None:
        self._built(node.elts)
        self.add("dict")

    def _built(self, parts: list[ast.expr]) -> None:
        self.count_all(parts)
        self.add("build")
        self.add("build item", len(parts))

    def _dict(self, node: ast.Dict) -> None:
        self.count_all([*node.keys, *node.values])
        self.add("dict")
        self.add("dict item", len(node.keys))

    def _text(self, node: ast.JoinedStr) -> None:
        """An f-string is a call of `format`."""
        parts = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        self.count_all(part.value for part in parts)
        self.add("format")
        self.add("format item", len(parts))

    def _function(self, node: ast.Lambda) -> None:
        self.inner.append(node)
        self.add("make function")

    def _slice(self, node: ast.Slice) -> None:
        for bound in node.lower, node.upper, node.step:
            self.count(bound or ast.Constant(None))

    def _yield(self, node: Any) -> None:
        self.count(node.value)
        self.add("yield")

    def _named(self, node: ast.NamedExpr) -> None:
        self.count(node.value)
        self.add("stack")
        self.store(node.target)

    def _comprehension(self, node: Any) -> None:
        """A function that is made and called; what is in it counts at its turns."""
        self.inner.append(node)
        self.count(node.generators[0].iter)
        self.add("comprehension")

    def _call(self, node: ast.Call) -> None:
        self._called(node)
        self.count_all(node.args)
        self.count_all(word.value for word in node.keywords)
        self.add("call")
        self.add("argument", len(node.args))
        self.add("star", sum(isinstance(part, ast.Starred) for part in node.args))
        self.add("keyword", len(node.keywords))

    def _called(self, node: ast.Call) -> None:
        name = self._function_name(node.func)
        if isinstance(node.func, ast.Attribute):
            self.count(node.func.value)
            is_module = self.guesses.is_module(node.func.value)
            is_native = name in PRICES or f"{name}()" in CALLS
            self.add("module attribute" if is_module else
                     "method of C" if is_native else "method")
        else:
            self.count(node.func)
        if name in PRICES:
            marks.put(node, "work", name)
        elif name:
            self.add(f"{name}()")

    def _function_name(self, function: ast.expr) -> str:
        """As `work.PRICES` has it; empty for what the program may have defined."""
        if isinstance(function, ast.Attribute):
            is_own = function.attr in self.guesses.defined
            return "" if is_own else f".{function.attr}"
        if isinstance(function, ast.Name) and self.scope.place(function.id) == "builtin":
            return function.id
        return ""
