# SPDX-License-Identifier: MIT
"""The memory for calls ("pystack"), 2,048 bytes on a board, and how much of it a function takes.

Each call of a Python function takes a block: five words (mp_code_state_t), one for each local name
and each pending value of an expression, and more inside `for`, `with` and `try`. A generator's
block is on the heap. The figures are estimates, checked against a board's firmware.
"""

import ast
from collections.abc import Callable, Iterable

WORD = 4
HEAD_WORDS = 5
ALIGNMENT = 8
SIZE_KEY, SIZE = "CIRCUITPY_PYSTACK_SIZE", 2048
ITERATOR_WORDS = 4
RANGE_WORDS = 2
TRY_WORDS = 6
WITH_WORDS = 5
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def meter(size: int) -> tuple[Callable[[int], int], Callable[[int], None]]:
    """Return `enter(bytes)`, which returns the level before, and `leave(level)`.

    `enter` raises RuntimeError when the stack is used up.
    """
    used = 0

    def enter(amount: int) -> int:
        nonlocal used
        before = used
        if before + amount > size:
            raise RuntimeError("pystack exhausted")
        used = before + amount
        return before

    def leave(level: int) -> None:
        nonlocal used
        used = level

    return enter, leave


def block(function: ast.FunctionDef | ast.Module, local_names: int) -> int:
    """Return the bytes that a call of the function, or a module while it runs, takes."""
    words = HEAD_WORDS + local_names + _statements(function.body)
    return -(-words * WORD // ALIGNMENT) * ALIGNMENT


def _statements(body: Iterable[ast.AST]) -> int:
    return max((_statement(node) for node in body), default=1)


def _statement(node: ast.AST) -> int:
    """Return the most words that are pending while the statement runs."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return 3 if node.args.defaults or node.decorator_list else 1
    if isinstance(node, ast.ClassDef):
        return 3
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return 2
    inside = _statements(child for child in ast.iter_child_nodes(node)
                         if isinstance(child, (ast.stmt, ast.ExceptHandler)))
    own = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    if isinstance(node, ast.Assign):  # the value, once more for each target, which is filled alone
        own = [node.value]
        inside = max(1 + _expression(target) for target in node.targets)
    elif isinstance(node, ast.ExceptHandler):  # the error, twice, beside the classes
        return max(2 + _highest(own), inside)
    return max(_highest(own), inside + _held(node))


def _held(node: ast.AST) -> int:
    """Return the words that a compound statement holds while its body runs."""
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return RANGE_WORDS if _is_range(node.iter) else ITERATOR_WORDS
    if isinstance(node, ast.Try):
        return TRY_WORDS
    return WITH_WORDS if isinstance(node, (ast.With, ast.AsyncWith)) else 0


def _is_range(source: ast.expr) -> bool:
    return isinstance(source, ast.Call) and getattr(source.func, "id", "") == "range"


def _highest(nodes: Iterable[ast.AST]) -> int:
    """Return the most words for values that are computed in turn and all kept."""
    return max((place + _expression(node) for place, node in enumerate(nodes)), default=1)


def _expression(node: ast.AST) -> int:
    if isinstance(node, ast.Lambda):
        return 1
    if isinstance(node, COMPREHENSIONS):
        return 2 + ITERATOR_WORDS
    if isinstance(node, ast.Call):
        return _call(node)
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        return max(map(_expression, ast.iter_child_nodes(node)))
    if isinstance(node, ast.Dict):
        pairs = zip(node.values, node.keys, strict=True)
        return 1 + max((_highest((value, key)) for value, key in pairs if key), default=0)
    return _highest(child for child in ast.iter_child_nodes(node)
                    if isinstance(child, (ast.expr, ast.comprehension)))


def _call(node: ast.Call) -> int:
    """Return the words of a call: function, a method's object, arguments, two for a keyword."""
    if isinstance(node.func, ast.Attribute):
        highest, held = _expression(node.func.value), 2
    else:
        highest, held = _expression(node.func), 1
    highest = max(highest, held)
    for argument in node.args:
        highest = max(highest, held + _expression(argument))
        held += 1
    for keyword in node.keywords:
        highest = max(highest, held + 1 + _expression(keyword.value))
        held += 2
    return highest
