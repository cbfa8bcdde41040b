# SPDX-License-Identifier: MIT
"""Counts the steps of MicroPython's virtual machine that an expression takes, by its syntax alone.

A step is one of `prices.STEPS`. A function's own names are on its stack; all others are looked up.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import marks
from .marks import Steps
from .work import GROWING, TEXTUAL

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)
# Texts made for a value that is formatted.
FORMATTED = 2
# An expression that is evaluated only sometimes counts half.
HALF = 0.5


class Scope:
    """The names bound in a module, function, class or comprehension, and the scope around it.

    `constants` are the names that MicroPython's compiler replaces by numbers.
    """

    def __init__(self, node: ast.AST, around: "Scope | None" = None):
        self._around = around
        self._is_function = isinstance(node, (*FUNCTIONS, *COMPREHENSIONS))
        inner = list(_own(node))
        outer = {name for part in inner if isinstance(part, (ast.Global, ast.Nonlocal))
                 for name in part.names}
        self._names = set(_bound(inner)) - outer
        self._constants: set[str] = around._constants if around else set(_constants(inner))

    def is_constant(self, name: str) -> bool:
        return name in self._constants

    def is_on_stack(self, name: str) -> bool:
        return name in self._constants or (self._is_function and name in self._names)

    def binds(self, name: str) -> bool:
        """Whether a name is bound here or around, so that it is none of the built-in ones."""
        return name in self._names or (self._around is not None and self._around.binds(name))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope, and inner scopes without their content."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from _own(child)


def _bound(inner: list[ast.AST]) -> Iterator[str]:
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


def _constants(inner: list[ast.AST]) -> Iterator[str]:
    """Yield the names of `_NAME = const(5)`, which the compiler replaces by numbers."""
    for part in inner:
        if (isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
                and part.targets[0].id.startswith("_") and _is_const(part.value)):
            yield part.targets[0].id


def _is_const(value: Any) -> bool:
    return (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)
            and value.func.id == "const")


class Expressions:
    """Counts the steps of expressions in one scope into `steps`.

    A part that is evaluated only sometimes counts half.
    """

    def __init__(self, scope: Scope):
        self._scope = scope
        self.steps = Steps()
        self.inner: list[ast.AST] = []  # functions and comprehensions on the way, not yet counted
        self._counts: dict[type, Callable[[Any], None]] = {
            ast.Constant: self._constant, ast.Name: self._name, ast.BinOp: self._binary,
            ast.UnaryOp: self._unary, ast.BoolOp: self._either, ast.Compare: self._compare,
            ast.Call: self._call, ast.IfExp: self._conditional, ast.Attribute: self._attribute,
            ast.Subscript: self._subscript, ast.Tuple: self._built, ast.List: self._built,
            ast.Set: self._built, ast.Dict: self._dict, ast.JoinedStr: self._text,
            ast.Lambda: self._function, ast.Slice: self._slice, ast.Yield: self._yield,
            ast.YieldFrom: self._yield, ast.Await: self._yield, ast.NamedExpr: self._named,
            **dict.fromkeys(COMPREHENSIONS, self._comprehension)}

    def add(self, step: str, times: float = 1) -> None:
        self.steps[step] += times  # type: ignore[assignment]

    def count(self, node: ast.AST | None) -> None:
        """Count an expression, whose value is left on the stack."""
        if node is not None:
            self._counts.get(type(node), self._others)(node)

    def count_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            self.count(node)

    def condition(self, node: ast.expr) -> None:
        """Count a test and its jump; `not` only inverts the jump."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.condition(node.operand)
        elif isinstance(node, ast.BoolOp):
            self._sometimes(self.condition, node.values)
        elif not isinstance(node, ast.Constant):
            self.count(node)
            self.add("operation")

    def store(self, target: ast.expr) -> None:
        """Count storing the value on the stack in `target`."""
        if isinstance(target, (ast.Tuple, ast.List)):
            self.add("operation")
            for part in target.elts:
                self.store(part)
        elif isinstance(target, ast.Starred):
            self.add("make")
            self.store(target.value)
        else:
            self.count(target)

    def _others(self, node: ast.AST) -> None:
        self.count_all(ast.iter_child_nodes(node))

    def _constant(self, node: ast.Constant) -> None:
        self.add("stack")

    def _name(self, node: ast.Name) -> None:
        self.add("stack" if self._scope.is_on_stack(node.id) else "look up")

    def _binary(self, node: ast.BinOp) -> None:
        if is_folded(node):
            return self.add("stack")
        self.count_all((node.left, node.right))
        if _fills(node):
            return self.add("text", len(getattr(node.right, "elts", [node.right])))
        return self.add("operation")

    def _unary(self, node: ast.UnaryOp) -> None:
        self.count(node.operand)
        if not isinstance(node.operand, ast.Constant):
            self.add("operation")

    def _either(self, node: ast.BoolOp) -> None:
        self._sometimes(self.count, node.values)
        self.add("operation", 1 + HALF * (len(node.values) - 2))

    def _sometimes(self, count: Callable[[Any], None], nodes: list[ast.expr]) -> None:
        """Count the first part whole, and half of each other."""
        count(nodes[0])
        self._half(count, nodes[1:])

    def _half(self, count: Callable[[Any], None], nodes: list[ast.expr]) -> None:
        before = self.steps.copy()
        for node in nodes:
            count(node)
        for step, times in self.steps.items():
            self.steps[step] -= (times - before[step]) * HALF  # type: ignore[assignment]

    def _conditional(self, node: ast.IfExp) -> None:
        self.condition(node.test)
        self._half(self.count, [node.body, node.orelse])
        self.add("operation", HALF)

    def _compare(self, node: ast.Compare) -> None:
        self.count_all((node.left, *node.comparators))
        self.add("operation", len(node.ops))
        searched = node.comparators[0]
        if isinstance(node.ops[0], (ast.In, ast.NotIn)) and not isinstance(searched, ast.Tuple):
            marks.put(searched, "sized", True)

    def _attribute(self, node: ast.Attribute) -> None:
        self.count(node.value)
        self.add("look up")

    def _subscript(self, node: ast.Subscript) -> None:
        self.count_all((node.value, node.slice))
        if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
            self.add("make")
            marks.put(node, "sized", True)
        else:
            self.add("item")

    def _built(self, node: ast.Tuple | ast.List | ast.Set) -> None:
        if isinstance(node, ast.Tuple) and all(isinstance(p, ast.Constant) for p in node.elts):
            return self.add("stack")
        self.count_all(node.elts)
        return self.add("make")

    def _dict(self, node: ast.Dict) -> None:
        self.count_all([*node.keys, *node.values])
        self.add("make")
        self.add("item", len(node.keys))

    def _text(self, node: ast.JoinedStr) -> None:
        """An f-string compiles to a call of `format`."""
        parts = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        self.count_all(part.value for part in parts)
        self.add("text", FORMATTED * len(parts))

    def _function(self, node: ast.Lambda) -> None:
        self.inner.append(node)
        self.add("make")

    def _slice(self, node: ast.Slice) -> None:
        for bound in node.lower, node.upper, node.step:
            self.count(bound or ast.Constant(None))

    def _yield(self, node: Any) -> None:
        self.count(node.value)
        self.add("item")

    def _named(self, node: ast.NamedExpr) -> None:
        self.count(node.value)
        self.add("stack")
        self.store(node.target)

    def _comprehension(self, node: Any) -> None:
        """A comprehension is a function that is made and called; its turns are counted apart."""
        self.inner.append(node)
        self.count(node.generators[0].iter)
        self.add("object")

    def _call(self, node: ast.Call) -> None:
        self.count(node.func)
        self.count_all(node.args)
        self.count_all(word.value for word in node.keywords)
        self.add("call")
        self.add("make", len(node.keywords) + sum(isinstance(p, ast.Starred) for p in node.args))
        name = self._function_name(node.func)
        if name == ".format":
            self.add("text", FORMATTED * len(node.args))
        elif name in TEXTUAL:
            self.add("text")
        elif name in GROWING:
            self.add("object")
        if name in GROWING:
            marks.put(node, "work", name)

    def _function_name(self, function: ast.expr) -> str:
        """Return the name as in `work.GROWING`; empty for a function that the program binds."""
        if isinstance(function, ast.Attribute):
            return f".{function.attr}"
        if isinstance(function, ast.Name) and not self._scope.binds(function.id):
            return function.id
        return ""


def is_folded(node: ast.BinOp) -> bool:
    """Whether MicroPython's compiler computes it (`fold_constants` in py/parse.c)."""
    return all(isinstance(part, ast.Constant) and isinstance(part.value, int)
               for part in (node.left, node.right)) and not isinstance(node.op, ast.Div)


def _fills(node: ast.BinOp) -> bool:
    """Whether it fills values into a text, `"%d" % number`."""
    return (isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant)
            and isinstance(node.left.value, str))
