# SPDX-License-Identifier: MIT
"""What an operator or a comparison takes, by the kinds of its operands where they are known."""

import ast
from collections.abc import Iterator

from .guesses import BITWISE

JOINED = frozenset(["str", "bytes", "list", "tuple"])
ROUNDING = (ast.FloorDiv, ast.Mod)
SEARCHES = (ast.In, ast.NotIn)


def is_folded(node: ast.BinOp) -> bool:
    """MicroPython's compiler does sums of whole numbers itself (`fold_constants` in py/parse.c)."""
    return all(isinstance(part, ast.Constant) and isinstance(part.value, int)
               for part in (node.left, node.right)) and not isinstance(node.op, ast.Div)


def joins(operator: ast.operator, left: str, right: str) -> bool:
    """Whether the time depends on the length of what is made."""
    return bool({left, right} & JOINED) and not isinstance(operator, ast.Mod)


def steps(operator: ast.operator, left: str, right: str, value: ast.expr) -> Iterator[str]:
    """`value` is the right operand."""
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
    """`value` is the right operand; a search that depends on it is not in this."""
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
    """Whether it is a search that takes longer the more there is to look through."""
    is_short = isinstance(value, ast.Tuple) or kind in ("dict", "set")
    return isinstance(operator, SEARCHES) and not is_short
