# SPDX-License-Identifier: MIT
"""Calculations with constants, before the compiler makes them in double precision."""

import ast
import operator
from collections.abc import Callable
from typing import Any

from .floats import Float, narrow

OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}


def folded(node: ast.BinOp) -> ast.Constant | None:
    """The device's result as a constant, where numbers are calculated that make a float."""
    calculate = OPERATORS.get(type(node.op))
    left, right = _number(node.left), _number(node.right)
    if calculate is None or left is None or right is None:
        return None
    try:
        result = narrow(calculate(left, right))
    except ArithmeticError:
        return None
    if not isinstance(result, float):
        return None
    return ast.copy_location(ast.Constant(float.__float__(result)), node)


def _number(node: ast.expr) -> Any:
    """Of a constant, with its sign; None for anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _number(node.operand)
        return -value if value is not None and isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, Float):
        return narrow(node.value)
    return None
