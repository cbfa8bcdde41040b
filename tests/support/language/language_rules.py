# SPDX-License-Identifier: MIT
"""The rules of the language gate: each is asked about the nodes of a tree that it names.

A rule yields where, what is wrong and what to write instead. It only tells what is evident in the
text: which sort relies on being stable, or what a stepped slice is of, no text says.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator

from sim.engines.python.compiler import syntax
from sim.engines.python.strict.device import IGNORED_METHODS
from tests.support.language import language_tables as tables

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Found = Iterator[tuple[ast.AST, str, str]]  # where, what, what to use instead
RULES = defaultdict(list)
VIEWS = ("items", "keys", "values")


def rule(*nodes: type):
    """Registers a check that is asked about every node of these types."""

    def register(check):
        for node in nodes:
            RULES[node].append(check)
        return check

    return register


@rule(ast.AST)
def refused(node, program) -> Found:
    """What the device's compiler does not take, as a strict machine says it."""
    yield from syntax.found(node)


@rule(*FUNCTIONS, ast.ClassDef)
def ignored_method(node, program) -> Found:
    if node.name in IGNORED_METHODS:
        yield node, f"{node.name} is ignored", "a method with a name of its own"


@rule(ast.Name)
def missing_name(node, program) -> Found:
    if node.id == "__slots__":
        yield node, "__slots__ is ignored", "nothing"
    if node.id in tables.NAMES and node.id not in program.methods:
        yield node, node.id, tables.NAMES[node.id]


@rule(ast.Call)
def missing_form(node, program) -> Found:
    """A built-in function, or a method whatever it is of, called in a way that is not there."""
    is_method = isinstance(node.func, ast.Attribute)
    name = f".{node.func.attr}" if is_method else _called(node)
    if name == "format" and name not in program.methods:
        yield node, "format()", '"{:4}".format(value)'
    if is_method and name[1:] in tables.METHODS.keys() - program.methods:
        yield node, name, tables.METHODS[name[1:]]
    form = (name, len(node.args))
    if form in tables.ARGUMENTS:
        yield node, f"{name}() with {len(node.args)} arguments", tables.ARGUMENTS[form]
    for keyword in node.keywords:
        if (name, keyword.arg) in tables.KEYWORDS:
            yield node, f"{name}({keyword.arg}=)", tables.KEYWORDS[name, keyword.arg]


@rule(ast.Attribute)
def missing_method(node, program) -> Found:
    if node.attr in tables.METHODS and getattr(node.value, "id", "") in ("str", "bytes", "int"):
        yield node, f".{node.attr}", tables.METHODS[node.attr]
    if node.attr.startswith("__") and not node.attr.endswith("__"):
        yield node, f"{node.attr} is not mangled", "one underscore"
    if node.attr in tables.BYTEARRAY_METHODS and program.kinds.get(node.value) == "bytearray":
        yield node, f"bytearray.{node.attr}", tables.BYTEARRAY_METHODS[node.attr]


@rule(ast.Attribute)
def missing_attribute(node, program) -> Found:
    if isinstance(node.value, ast.Name) and node.value.id in program.modules:
        yield from _missing_in(node, program.modules[node.value.id], node.attr)


@rule(ast.Import, ast.ImportFrom)
def missing_import(node, program) -> Found:
    for module in imported(node):
        if module.split(".")[0] in tables.MODULES:
            yield node, f"module {module}", tables.MODULES[module.split(".")[0]]
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield from _missing_in(node, module, alias.name)


def _missing_in(node, module, name) -> Found:
    if (module, name) in tables.ATTRIBUTES:
        yield node, f"{module}.{name}", tables.ATTRIBUTES[module, name]
    elif module == "random" and name not in tables.RANDOM:
        yield node, f"random.{name}", f"one of {', '.join(tables.RANDOM)}"


@rule(ast.Subscript)
def stepped_slice(node, program) -> Found:
    step = getattr(node.slice, "step", None)
    if step and not (isinstance(step, ast.Constant) and step.value in (None, 1)):
        writes = not isinstance(node.ctx, ast.Load)
        yield node, f"{'writing ' if writes else ''}a slice with a step", "a loop over range()"


@rule(ast.Assign)
def slice_of_bytes(node, program) -> Found:
    for target in node.targets:
        if (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
                and program.kinds.get(target.value) == "bytearray"
                and isinstance(node.value, (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp))):
            yield node, "no bytes in a slice of a bytearray", "bytes(items)"


@rule(ast.Delete)
def deleted_byte(node, program) -> Found:
    for target in node.targets:
        if isinstance(target, ast.Subscript) and program.kinds.get(target.value) == "bytearray":
            yield node, "del in a bytearray", "one of full length"


@rule(ast.Compare)
def comparison(node, program) -> Found:
    sides = [node.left, *node.comparators]
    for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
        if isinstance(operator, (ast.In, ast.NotIn)) and program.kinds.get(right) == "bytearray":
            yield node, "in of a bytearray", "a loop, or find()"
        if isinstance(operator, (ast.Eq, ast.NotEq)) and "range" in (_called(left), _called(right)):
            yield node, "equality of ranges", "list(a) == list(b)"


@rule(ast.For, ast.ListComp)
def order_of_a_dict(node, program) -> Found:
    for part in getattr(node, "generators", [node]):
        items = part.iter
        if _called(items) in ("enumerate", "list", "tuple") and items.args:
            items = items.args[0]
        if isinstance(items, ast.Call) and getattr(items.func, "attr", "") in VIEWS:
            items = items.func.value
        if program.kinds.get(items) == "dict":
            yield node, "the order of a dict is not kept", "sorted(names) or a tuple of pairs"


def _called(node: ast.AST) -> str | None:
    """The name that is called, None if the node is no call of a plain name."""
    return getattr(node.func, "id", None) if isinstance(node, ast.Call) else None


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    is_from = isinstance(node, ast.ImportFrom) and node.module and not node.level
    return [node.module] if is_from else []
