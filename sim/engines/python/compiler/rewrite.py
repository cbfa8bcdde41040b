# SPDX-License-Identifier: MIT
"""Strict mode's rewriting of a program: it narrows CPython's language to the device's.

`narrow` changes only the places of a tree where a difference may show. Each becomes a call of a
hidden built-in name, which has a dot in it so that no program can write it; `StrictMode` supplies
the functions. Two changes are made to the compiled code: a private `__name` keeps its name, since
the device does not mangle it (`with_plain_names`), and floats become the device's (`with_floats`).
"""

import ast
import builtins
import operator
import re
from collections.abc import Callable
from types import CodeType
from typing import Any

from ..cost import marks
from ..strict import pystack
from ..strict.device import (
    ASCII_ONLY,
    IGNORED_METHODS,
    POSITIONAL_TYPES,
    SUSPECTS,
    WITHOUT_KEYWORDS,
)
from ..strict.floats import Float, constant
from ..strict.floats import narrow as narrowed
from ..strict.mode import HIDDEN
from .scopes import again, bound_names, is_counted, local_names, own_nodes, used_names

MARK = HIDDEN + "mark"
# Attributes that a function of their own loads.
SPECIAL = {"__dict__": "members", "sort": "sort"}
# CPython compares by the method on the left if there is none on the right, and the reverse.
MIRRORED = {"__gt__": "__lt__", "__lt__": "__gt__", "__ge__": "__le__", "__le__": "__ge__"}
# A field of `str.format` that is a part of an argument, as `{0.x}` and `{a[1]}`.
PART = re.compile(r"(?<!\{)(?:\{\{)*\{\w*[.[]")
SELF = "self"
# Functions and methods that take an encoding, and at which place.
ENCODED = {"bytearray": 1, "bytes": 1, "decode": 0, "encode": 0, "str": 1}
MANGLED = re.compile(r"_[^_].*?(__.*)")
OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}


def narrow(tree: ast.AST) -> ast.AST:
    """Rewrite the tree in place and return it."""
    return ast.fix_missing_locations(_Narrow(tree).visit(tree))


class _Narrow(ast.NodeTransformer):
    def __init__(self, tree: ast.AST):
        self._bound = set(bound_names(tree))
        self._around: frozenset[str] = frozenset()  # the local names of the enclosing functions

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        value = node.value
        if isinstance(node.ctx, (ast.Store, ast.Del)):
            if not (isinstance(value, ast.Name) and value.id == SELF):
                node.value = _call(value, "settable", value, ast.Constant(node.attr))
            return node
        special = SPECIAL.get(node.attr)
        if special:
            return _call(node, special, value)
        if node.attr in ASCII_ONLY:
            return _call(node, "ascii", value, ast.Constant(node.attr))
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

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is float:
            node.value = float.__float__(constant(node.value))
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        """Let `{value!r}` show an exception as the board does."""
        self.generic_visit(node)
        if node.conversion == ord("r"):
            node.value, node.conversion = _call(node, "repr", node.value), ord("s")
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if (known := folded(node)) is not None:
            return known
        if isinstance(node.op, ast.Mod) and type(getattr(node.left, "value", None)) is str:
            node.right = _call(node, "percent", node.left, node.right)
            node.left = ast.copy_location(ast.Constant("%s"), node.left)
        is_root = isinstance(node.op, ast.Pow) and not _is_count(node.right)
        makes_float = isinstance(node.op, ast.Div) or is_root
        if makes_float and not (_is_float(node.left) or _is_float(node.right)):
            return _call(node, "narrow", node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Have `rows *= 2` make a new list, as the device does."""
        old = again(node.target)
        if isinstance(node.op, ast.Mult) and not _is_float(node.value) and old:
            made = _as(ast.Assign, node)
            made.targets = [node.target]
            made.value = ast.copy_location(ast.BinOp(old, node.op, node.value), node.target)
            return self.generic_visit(made)
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            node.value = _call(node.value, "divisor", node.value)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        if not node.keys:
            return _call(node, "dict")
        return _call(node, "literal", node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        return _call(node, "dict", node)

    def visit_Set(self, node: ast.Set) -> ast.AST:
        """Give the items in their order, which a set of the host does not keep."""
        self.generic_visit(node)
        items = _as(ast.List, node)
        items.ctx = ast.Load()
        return _call(node, "literal_set", items)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        return _call(node, "set", _as(ast.ListComp, node))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        _ignore_encoding(node)
        checked = self._checked(node)
        if checked is None:
            return self.generic_visit(node)
        checked.args[0] = self.visit(checked.args[0])
        node.func = checked
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(word) for word in node.keywords]
        return node

    def _checked(self, node: ast.Call) -> ast.Call | None:
        """Return a stand-in for the function if the device does not take a call of this form."""
        function, named = node.func, any(word.arg for word in node.keywords)
        if isinstance(function, ast.Attribute):
            name = function.attr
            template = getattr(function.value, "value", None)
            if name == "format" and isinstance(template, str) and PART.search(template):
                return _call(function, "partial_format", function.value)
            if named and name in WITHOUT_KEYWORDS:
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
        """Use the host's range, which is faster, where only the loop itself sees it."""
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
        added = [] if node.bases else _additions(node)
        self.generic_visit(node)
        node.body = [_module_of(node), *_without_docstring(node.body), *added]
        return node

    def visit_Module(self, node: ast.Module) -> ast.AST:
        amount = pystack.block(node, 0)
        self.generic_visit(node)
        for at, first in enumerate(node.body):
            if getattr(first, "module", "") != "__future__" and not _is_docstring(first):
                enter = ast.Expr(_call(first, "enter", ast.Constant(amount)))
                node.body.insert(at, ast.copy_location(enter, first))
                break
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        is_generator = any(isinstance(part, (ast.Yield, ast.YieldFrom))
                           for part in own_nodes(node.body))
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


def _as(kind: Any, node: ast.AST) -> Any:
    """Return a node of another kind with the same parts and marks."""
    made = kind()
    vars(made).update(vars(node))
    return made


def _call(where: ast.AST, name: str, *arguments: Any) -> ast.Call:
    function = ast.copy_location(ast.Name(HIDDEN + name, ast.Load()), where)
    call = ast.Call(func=function, args=list(arguments), keywords=[])
    return ast.copy_location(call, where)


def _stepped(node: ast.Subscript, part: ast.Slice) -> ast.expr:
    """Check the step of a slice that is read. A slice without a step is left alone."""
    step = part.step
    if step is None or (isinstance(step, ast.Constant) and step.value in (1, None)):
        return node
    bounds = [bound or ast.Constant(None) for bound in (part.lower, part.upper, step)]
    made = _call(node, "stepped", node.value, *bounds)
    marks.put(made, "sized", marks.sized(node))
    return made


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """Drop the docstring, which the device does not keep."""
    first = body[0]
    if _is_docstring(first):
        return body[1:] or [ast.copy_location(ast.Pass(), first)]
    return body


def _module_of(node: ast.ClassDef) -> ast.stmt:
    """Return a statement that sets a class's module to one that is not shown."""
    return ast.copy_location(ast.Assign(
        targets=[ast.copy_location(ast.Name("__module__", ast.Store()), node)],
        value=_call(node, "module", ast.copy_location(ast.Name("__name__", ast.Load()), node))),
        node)


def _additions(node: ast.ClassDef) -> list[ast.stmt]:
    """Return the methods without which CPython would find another way to compare."""
    own = set(bound_names(ast.Module(node.body, [])))
    return [_bound(node, other, _call(node, "uncompared", ast.Constant(other)))
            for name, other in MIRRORED.items() if name in own and other not in own]


def _bound(node: ast.ClassDef, name: str, value: ast.expr) -> ast.stmt:
    target = ast.copy_location(ast.Name(name, ast.Store()), node)
    return ast.copy_location(ast.Assign(targets=[target], value=value), node)


def _metered(node: ast.FunctionDef, amount: int) -> list[ast.stmt]:
    """Return a body that takes and releases `amount` bytes of the memory for calls."""
    enter = ast.Assign(targets=[ast.Name(MARK, ast.Store())],
                       value=_call(node, "enter", ast.Constant(amount)))
    leave = ast.Expr(_call(node, "leave", ast.Name(MARK, ast.Load())))
    guarded = ast.Try(body=node.body, handlers=[], orelse=[], finalbody=[leave])
    return [ast.copy_location(part, node) for part in (enter, guarded)]


def _scrambled_keywords(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """Return the statement that makes `**keywords` a dict with the device's order."""
    if node.args.kwarg is None:
        return []
    name = node.args.kwarg.arg
    value = _call(node, "literal", ast.Name(name, ast.Load()))
    return [ast.copy_location(ast.Assign(targets=[ast.Name(name, ast.Store())], value=value), node)]


def _ignore_encoding(node: ast.Call) -> None:
    """Replace encoding and handling of errors in a call: the device knows strict UTF-8 only."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    of_class = getattr(getattr(node.func, "value", None), "id", "") in ("str", "bytes", "bytearray")
    given = node.args[ENCODED.get(name, len(node.args)) + of_class:]
    for argument, known in zip(given, ("utf-8", "strict"), strict=False):
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            argument.value = known


def _is_float(node: ast.AST) -> bool:
    """Tell whether it is a constant whose operators give the device's floats by themselves."""
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _is_count(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 0


def folded(node: ast.BinOp) -> ast.Constant | None:
    """Return the device's result of an operation on constants, if it is a float, else None.

    CPython's compiler would calculate it in double precision.
    """
    calculate = OPERATORS.get(type(node.op))
    left, right = _number(node.left), _number(node.right)
    if calculate is None or left is None or right is None:
        return None
    try:
        result = narrowed(calculate(left, right))
    except ArithmeticError:
        return None
    if not isinstance(result, float):
        return None
    return ast.copy_location(ast.Constant(float.__float__(result)), node)


def _number(node: ast.expr) -> Any:
    """Return the value of a number with its signs, None for any other expression."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _number(node.operand)
        return -value if value is not None and isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, Float):
        return narrowed(node.value)
    return None


def private_names(tree: ast.AST) -> frozenset[str]:
    """Return the program's names with two leading underscores, which CPython mangles in a class."""
    found = {getattr(node, kind, "") for node in ast.walk(tree)
             for kind in ("attr", "id", "name", "arg")}
    return frozenset(name for name in found if isinstance(name, str)
                     and name.startswith("__") and not name.endswith("__"))


def with_plain_names(code: CodeType, private: frozenset[str]) -> CodeType:
    """Undo the mangling of the `private` names in a code object."""
    return renamed(code, lambda name: _plain(name, private)) if private else code


def renamed(code: CodeType, rename: Callable[[str], str]) -> CodeType:
    """Return a code object with other names for what it, and the code in it, binds and uses."""
    constants = tuple(renamed(value, rename) if isinstance(value, CodeType) else value
                      for value in code.co_consts)
    kinds = ("co_names", "co_varnames", "co_cellvars", "co_freevars")
    names: dict[str, Any] = {kind: tuple(map(rename, getattr(code, kind))) for kind in kinds}
    return code.replace(co_consts=constants, **names)


def with_floats(code: CodeType) -> CodeType:
    """Make the floats among the code's constants the device's. No cached file can hold these."""
    constants = _converted(code.co_consts)
    return code if constants is code.co_consts else code.replace(co_consts=constants)


def _converted(values: Any) -> Any:
    """Convert a tuple's or frozenset's floats. Returns the same object if it has none."""
    converted = list(map(_constant, values))
    is_same = all(map(operator.is_, converted, values))
    return values if is_same else type(values)(converted)


def _constant(value: Any) -> Any:
    if isinstance(value, CodeType):
        return with_floats(value)
    if type(value) is float:
        return narrowed(value)
    return _converted(value) if type(value) in (tuple, frozenset) else value


def _plain(name: str, private: frozenset[str]) -> str:
    """Return the name that was written where CPython has mangled it."""
    if private and (found := MANGLED.fullmatch(name)) and found[1] in private:
        return found[1]
    return name
