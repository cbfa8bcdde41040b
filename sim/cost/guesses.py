# SPDX-License-Identifier: MIT
"""What kind of value an expression has, as far as its text tells: a float takes longer to add than
an int, and an item of a bytearray longer to read than one of a list.

A name or attribute that is given values of two kinds has none.
"""

import ast
from collections.abc import Callable, Iterator
from typing import Any

CALLS = {
    "bool": "int", "bytearray": "bytes", "bytes": "bytes", "array": "bytes", "dict": "dict",
    "float": "float", "hex": "str", "int": "int", "len": "int", "list": "list", "ord": "int",
    "memoryview": "bytes", "repr": "str", "round": "int", "set": "set", "sorted": "list",
    "str": "str", "tuple": "tuple", "chr": "str", "OrderedDict": "dict",
}
METHODS = {"format": "str", "join": "str", "split": "list", "encode": "bytes", "decode": "str",
           "replace": "str", "strip": "str", "upper": "str", "lower": "str", "monotonic": "float",
           "random": "float", "uniform": "float"}
DISPLAYS: dict[type[ast.AST], str] = {
    ast.List: "list", ast.ListComp: "list", ast.Tuple: "tuple", ast.Dict: "dict",
    ast.DictComp: "dict", ast.Set: "set", ast.SetComp: "set", ast.JoinedStr: "str",
    ast.Compare: "int"}
CONSTANTS: dict[type, str] = {bool: "int", int: "int", float: "float", str: "str", bytes: "bytes"}
BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


class Guesses:
    """Of one module's source."""

    def __init__(self, tree: ast.AST):
        self._known: dict[str, str] = {}
        self._imported: set[str] = set()
        self._ways: dict[type, Callable[[Any], str]] = {
            ast.Name: self._named, ast.Attribute: self._named, ast.Constant: self._constant,
            ast.BinOp: self._result, ast.UnaryOp: self._unary, ast.IfExp: self._either,
            ast.Subscript: self._part, ast.Call: self._returned}
        nodes = list(ast.walk(tree))
        self.defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
        for node in nodes:
            if isinstance(node, ast.Import):
                self._imported |= {alias.asname or alias.name for alias in node.names}
        for _ in range(3):  # a name's kind may follow from another's
            for name, value in [pair for node in nodes for pair in _given(node)]:
                self._learn(name, value)

    def _learn(self, name: str, value: ast.expr) -> None:
        kind = self.kind(value)
        if kind and self._known.setdefault(name, kind) != kind:
            numbers = {kind, self._known[name]} == {"int", "float"}
            self._known[name] = "float" if numbers else "mixed"

    def is_module(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in self._imported

    def kind(self, node: ast.AST) -> str:
        """Empty where it is not known."""
        guess = self._ways.get(type(node))
        return guess(node) if guess else DISPLAYS.get(type(node), "")

    def _named(self, node: ast.expr) -> str:
        return self._known.get(_name(node), "")

    def _constant(self, node: ast.Constant) -> str:
        return CONSTANTS.get(type(node.value), "")

    def _unary(self, node: ast.UnaryOp) -> str:
        return "int" if isinstance(node.op, ast.Not) else self.kind(node.operand)

    def _either(self, node: ast.IfExp) -> str:
        return self.kind(node.body) or self.kind(node.orelse)

    def _result(self, node: ast.BinOp) -> str:
        if isinstance(node.op, ast.Div):
            return "float"
        if isinstance(node.op, BITWISE):
            return "int"
        left, right = self.kind(node.left), self.kind(node.right)
        if left in ("str", "list", "bytes", "tuple"):
            return left
        if "float" in (left, right):
            return "float"
        return right if isinstance(node.op, ast.Mult) and right in ("list", "str") else left

    def _part(self, node: ast.Subscript) -> str:
        whole = self.kind(node.value)
        if isinstance(node.slice, ast.Slice):
            return whole
        return {"bytes": "int", "str": "str"}.get(whole, "")

    def _returned(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Name):
            return CALLS.get(node.func.id, "")
        if not isinstance(node.func, ast.Attribute):
            return ""
        owner = node.func.value
        if isinstance(owner, ast.Name) and owner.id == "math":
            return "int" if node.func.attr in ("floor", "ceil") else "float"
        return METHODS.get(node.func.attr, "")


def _name(node: ast.expr) -> str:
    return f".{node.attr}" if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _given(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names and attributes with what they are set to."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _pairs(target, node.value)
    elif isinstance(node, ast.AugAssign) and _name(node.target):
        old = ast.copy_location(ast.Name(_name(node.target), ast.Load()), node)
        yield _name(node.target), ast.BinOp(old, node.op, node.value)
    elif (isinstance(node, (ast.For, ast.comprehension)) and _is_range(node.iter)
          and isinstance(node.target, ast.Name)):
        yield node.target.id, ast.Constant(0)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        yield from ((_name(one), part) for one, part in zip(target.elts, value.elts, strict=False))
    elif name := _name(target):
        yield name, value


def _is_range(node: ast.expr) -> bool:
    return (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            and node.func.id == "range")
