# SPDX-License-Identifier: MIT
"""Counts the steps of MicroPython's virtual machine that an expression takes (py/compile.c).

The cost of reading and writing a name depends on where MicroPython keeps it: a function's own names
on its stack, those that inner functions share in cells, and all others in dicts (py/scope.c).
"""

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from . import marks
from .marks import CALLS, Steps
from .work import PRICES

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)


class Scope:
    """The names bound in a module, function, class or comprehension, and the scopes around it.

    `constants` are the names that MicroPython's compiler replaces by numbers.
    """

    def __init__(self, node: ast.AST, around: "Scope | None" = None):
        self.around = around
        self.is_function = isinstance(node, (*FUNCTIONS, *COMPREHENSIONS))
        inner = list(_own(node))
        self._outer = {name for part in inner if isinstance(part, (ast.Global, ast.Nonlocal))
                       for name in part.names}
        self.names = set(_bound(node, inner)) - self._outer
        self._shared = _free(inner) & self.names if self.is_function else set()
        self.constants: set[str] = around.constants if around else set(_constants(inner))

    def place(self, name: str) -> str:
        """`local`, `shared`, `global`, `builtin`, or `constant` for no place at all."""
        if name in self.constants:
            return "constant"
        if name in self.names:
            return self._own_place(name)
        scope = self
        while scope.around:
            scope = scope.around
            if scope.is_function and name in scope.names:
                return "shared"
        is_known = name in scope.names or name in self._outer
        return "builtin" if not is_known and hasattr(builtins, name) else "global"

    def _own_place(self, name: str) -> str:
        if not self.is_function:
            return "global"
        return "shared" if name in self._shared else "local"


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope, and inner scopes without their content."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from _own(child)


def _bound(node: ast.AST, inner: list[ast.AST]) -> Iterator[str]:
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


def _free(inner: list[ast.AST]) -> set[str]:
    """Return the names that inner scopes use and do not bind."""
    found: set[str] = set()
    for part in inner:
        if isinstance(part, SCOPES):
            own = list(_own(part))
            outer = {name for node in own if isinstance(node, ast.Nonlocal) for name in node.names}
            used = {node.id for node in own if isinstance(node, ast.Name)}
            found |= (used | outer | _free(own)) - (set(_bound(part, own)) - outer)
    return found


def _constants(inner: list[ast.AST]) -> Iterator[str]:
    """Yield the names of `_NAME = const(5)`, which the compiler replaces by numbers."""
    for part in inner:
        if (isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name)
                and part.targets[0].id.startswith("_") and _is_const(part.value)):
            yield part.targets[0].id


def _is_const(value: Any) -> bool:
    return (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)
            and value.func.id == "const")


# An expression that is evaluated only sometimes counts half.
HALF = 0.5
JOINED = frozenset(["str", "bytes", "list", "tuple"])
ROUNDING = (ast.FloorDiv, ast.Mod)
SEARCHES = (ast.In, ast.NotIn)
# The kinds of value that built-in functions, methods and displays give.
RETURNED = {
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
    """Finds what kind of value each name and attribute of a module holds, as far as its text tells.

    A float takes longer to add than an int, and an item of a bytearray longer to read than one of
    a list. A name that is given values of two kinds has none.
    """

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
        """Return the kind of an expression's value, empty if it is not known."""
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
            return RETURNED.get(node.func.id, "")
        if not isinstance(node.func, ast.Attribute):
            return ""
        owner = node.func.value
        if isinstance(owner, ast.Name) and owner.id == "math":
            return "int" if node.func.attr in ("floor", "ceil") else "float"
        return METHODS.get(node.func.attr, "")


class Expressions:
    """Counts the steps of expressions in one scope into `steps`.

    A part that is evaluated only sometimes counts half.
    """

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
            self.add("jump")

    def store(self, target: ast.expr) -> None:
        """Count storing the value on the stack in `target`."""
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
        """Count an operation on the values on the stack."""
        self.steps.update(operation(
            operator, self.guesses.kind(left), self.guesses.kind(right), right))

    def _others(self, node: ast.AST) -> None:
        self.count_all(ast.iter_child_nodes(node))

    def _constant(self, node: ast.Constant) -> None:
        self.add("stack")

    def _name(self, node: ast.Name) -> None:
        place = self.scope.place(node.id)
        self.add("stack" if place in ("local", "constant") else place)

    def _binary(self, node: ast.BinOp) -> None:
        if is_folded(node):
            return self.add("stack")
        self.count_all((node.left, node.right))
        if joins(node.op, self.guesses.kind(node.left), self.guesses.kind(node.right)):
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
        """Count the first part whole, and half of each other."""
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
            self.steps.update(comparison(operator, left, kind, value))
            left = kind
        searched = node.comparators[0]
        if depends(node.ops[0], self.guesses.kind(searched), searched):
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
        """An f-string compiles to a call of `format`."""
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
        """A comprehension is a function that is made and called; its turns are counted apart."""
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
        """Return the name in `work.PRICES`; empty for a function that the program may define."""
        if isinstance(function, ast.Attribute):
            is_own = function.attr in self.guesses.defined
            return "" if is_own else f".{function.attr}"
        if isinstance(function, ast.Name) and self.scope.place(function.id) == "builtin":
            return function.id
        return ""


def is_folded(node: ast.BinOp) -> bool:
    """Whether MicroPython's compiler computes it (`fold_constants` in py/parse.c)."""
    return all(isinstance(part, ast.Constant) and isinstance(part.value, int)
               for part in (node.left, node.right)) and not isinstance(node.op, ast.Div)


def joins(operator: ast.operator, left: str, right: str) -> bool:
    """Whether the operation makes a value whose length decides its time."""
    return bool({left, right} & JOINED) and not isinstance(operator, ast.Mod)


def operation(operator: ast.operator, left: str, right: str, value: ast.expr) -> Iterator[str]:
    """Yield the steps of an operator for operands of these kinds; `value` is the right one."""
    if isinstance(operator, ast.Mod) and left == "str":
        yield "percent"
        yield from ["percent item"] * len(getattr(value, "elts", [value]))
    elif {left, right} & JOINED:
        yield "join"
    elif isinstance(operator, (ast.Div, ast.Pow)):
        yield "divide" if isinstance(operator, ast.Div) else "power"
    elif "float" in (left, right) and not isinstance(operator, BITWISE):
        yield "float"
    elif isinstance(operator, ROUNDING):
        yield "remainder"
    else:
        yield "multiply" if isinstance(operator, ast.Mult) else "integer"


def comparison(operator: ast.cmpop, left: str, right: str, value: ast.expr) -> Iterator[str]:
    """Yield the steps of a comparison, but none for a search whose time depends on its length."""
    if isinstance(operator, (ast.NotIn, ast.IsNot)):
        yield "not"
    if isinstance(operator, SEARCHES):
        if not depends(operator, right, value):
            yield "in tuple" if isinstance(value, ast.Tuple) else "in dict"
    elif isinstance(operator, (ast.Is, ast.IsNot)):
        yield "is"
    elif "str" in (left, right):
        yield "compare text"
    else:
        yield "compare floats" if "float" in (left, right) else "compare"


def depends(operator: ast.cmpop, kind: str, value: ast.expr) -> bool:
    """Whether a comparison is a search whose time depends on the length of `value`."""
    is_short = isinstance(value, ast.Tuple) or kind in ("dict", "set")
    return isinstance(operator, SEARCHES) and not is_short


def _name(node: ast.expr) -> str:
    return f".{node.attr}" if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _given(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield names and attributes with the values that a node assigns to them."""
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
