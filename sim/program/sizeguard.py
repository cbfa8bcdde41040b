# SPDX-License-Identifier: MIT
"""Where a program's code may ask for much memory at once: turned into calls of `sim.native.sizes`.

Where the operands tell that the result is not much larger than they are, the code stays as it is.
"""

import ast
from typing import Any

from ..native.sizes import COUNTED, EXPONENT, FACTOR, POWER, SHIFT, SHIFTED, TIMES, ZEROS
from ..strict.scopes import bound_names

# The operators, each with what does it and what checks its second operand.
GUARDS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Pow: (POWER, EXPONENT), ast.Mult: (TIMES, FACTOR), ast.LShift: (SHIFTED, SHIFT)}
# A result so many times, or by so many bits, larger is not much larger.
FEW, FEW_BITS, FEW_POWERS = 16, 64, 3
# Methods whose first argument is the result's length, and types that are made of one.
LONG = frozenset(["center", "ljust", "rjust", "to_bytes", "zfill"])
MADE_OF_COUNTS = {"bytearray": COUNTED, "bytes": ZEROS}


class SizeGuard(ast.NodeTransformer):
    """For the tree of a whole file."""

    def __init__(self, tree: ast.AST):
        self._kinds = MADE_OF_COUNTS.keys() - set(bound_names(tree))

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if type(node.op) not in GUARDS or _is_small(node.op, node.left, node.right):
            return node
        return call(node, GUARDS[type(node.op)][0], node.left, node.right)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """A list that is repeated remains the same list."""
        self.generic_visit(node)
        if isinstance(node.target, ast.Name) and type(node.op) in GUARDS:
            old = ast.Name(node.target.id, ast.Load())
            if not _is_small(node.op, old, node.value):
                node.value = call(node.value, GUARDS[type(node.op)][1], old, node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`bytes(n)` and `text.center(n)`."""
        self.generic_visit(node)
        name = self._counted(node.func)
        if name and node.args and not isinstance(node.args[0], ast.Starred):
            node.args[0] = call(node.args[0], name, node.args[0])
        return node

    def _counted(self, function: ast.expr) -> str | None:
        if isinstance(function, ast.Name) and function.id in self._kinds:
            return MADE_OF_COUNTS[function.id]
        return COUNTED if _method(function) in LONG else None


def _method(function: ast.expr) -> object:
    """Its name, which in strict code may be the last argument of what looks it up."""
    if isinstance(function, ast.Call) and function.args:
        return getattr(function.args[-1], "value", None)
    return getattr(function, "attr", None)


def _is_small(operator: ast.operator, left: ast.expr, right: ast.expr) -> bool:
    if isinstance(operator, ast.Pow):
        return _is_at_most(FEW_POWERS, right)
    if isinstance(operator, ast.LShift):
        return _is_at_most(FEW_BITS, right)
    return _is_at_most(FEW, left) or _is_at_most(FEW, right)


def _is_at_most(most: int, value: ast.expr) -> bool:
    """A float, too, repeats nothing."""
    if not isinstance(value, ast.Constant):
        return False
    number = value.value
    return isinstance(number, float) or (isinstance(number, int) and number <= most)


def call(at: ast.AST, name: str, *arguments: ast.expr) -> ast.Call:
    function = ast.Name(id=name, ctx=ast.Load())
    return placed(ast.Call(func=function, args=list(arguments), keywords=[]), at)


def placed(node: Any, at: ast.AST) -> Any:
    """The node, and those in it, on the line of another."""
    return ast.fix_missing_locations(ast.copy_location(node, at))
