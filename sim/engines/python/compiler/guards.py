# SPDX-License-Identifier: MIT
"""Adds calls to a program's tree by which time passes and which keep it within its limits.

The heads of loops, functions and comprehensions get a heartbeat, so that none can stop virtual
time; blocks and calls into C get the time that they take on the board; operations that may ask for
much memory are checked first; and attributes that lead to the simulator's own objects are closed.
`runtime` and `operations` have the functions that are called.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from ..arithmetic import DIVISOR, EXPONENT, FACTOR, POWER, QUOTIENT, REMAINDER, STORED, TIMES
from ..cost import marks
from ..cost.expressions import is_folded
from ..cost.marks import steps_ns
from ..native.errors import KINDS
from ..operations import (
    ADDED,
    COUNTED,
    EXTENDED,
    GROWN,
    MAKING,
    NEW,
    PLACES,
    PLUS,
    SHIFT,
    SHIFTED,
    ZEROS,
)
from .runtime import (
    BEAT,
    CLOCK,
    CLOSED,
    CLOSED_ATTRIBUTE,
    END,
    IS_OVER,
    LOOP,
    OS_ERROR,
    RANGE,
    REWORDED,
    SIZED,
    WHILE,
    WORK,
)
from .scopes import FUNCTIONS, again, bound_names, is_counted, own_nodes

# Methods that see an error although they do not handle it.
EXITS = "__exit__", "__aexit__"
SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await)
# For each operator, the function that does it and the one that checks its second operand.
GUARDS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Pow: (POWER, EXPONENT), ast.Mult: (TIMES, FACTOR), ast.LShift: (SHIFTED, SHIFT),
    ast.FloorDiv: (QUOTIENT, DIVISOR), ast.Mod: (REMAINDER, DIVISOR), ast.Add: (PLUS, ADDED)}
# Factors and shifts up to which a result is not much larger than its operands.
FEW, FEW_BITS = 16, 64
# Divisors up to which a division takes little time, however long the number is.
SHORT_DIVISOR = (1 << 64) - 1
# Longer constants count as expressions of their own.
SHORT_TEXT = 10
# Methods whose first argument is the result's length, and types that can be made from a length.
LONG = frozenset(["center", "ljust", "rjust", "to_bytes", "zfill"])
MADE_OF_COUNTS = {"bytearray": PLACES, "bytes": ZEROS}
# Functions and methods whose results may be as large as their arguments, or a file.
MAKERS = frozenset(["decode", "dict", "dumps", "encode", "format", "getvalue",
                    "join", "list", "loads", "lower", "read", "readline", "readlines", "replace",
                    "set", "sorted", "split", "str", "tuple", "upper"])
# Indices that are no dict's new key: places in a picture, numbers.
NO_NAMES = (ast.Constant, ast.Tuple, ast.UnaryOp)
# Methods that make what they belong to grow.
GROWING = {"add": GROWN, "append": GROWN, "insert": GROWN, "setdefault": GROWN, "write": GROWN,
           "extend": EXTENDED, "update": EXTENDED}


class SizeGuard(ast.NodeTransformer):
    """Adds checks where code may ask for much memory at once, to the tree of a whole file.

    Code whose operands show that the result is not much larger than they are is left alone.
    """

    def __init__(self, tree: ast.AST):
        self._bound = set(bound_names(tree))
        self._kinds = MADE_OF_COUNTS.keys() - self._bound
        self._kept: set[ast.expr] = set()  # sums that a program keeps, and so may grow
        self._makers = MAKERS - self._bound

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        is_small = _is_small(node.op, node.left, node.right) and node not in self._kept
        self.generic_visit(node)
        if type(node.op) in GUARDS and not is_small:
            return call(node, GUARDS[type(node.op)][0], node.left, node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Check the second operand only: a list that is repeated must remain the same list."""
        self.generic_visit(node)
        if isinstance(node.target, ast.Name) and type(node.op) in GUARDS:
            old = ast.Name(node.target.id, ast.Load())
            is_sum = isinstance(node.op, ast.Add) and not _is_number(node.value)
            if is_sum or not _is_small(node.op, old, node.value):
                node.value = call(node.value, GUARDS[type(node.op)][1], old, node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Check `bytes(n)` and `text.center(n)` before the call, and what was made after it."""
        self.generic_visit(node)
        name = self._counted(node.func)
        if name and node.args and not isinstance(node.args[0], ast.Starred):
            node.args[0] = call(node.args[0], name, node.args[0])
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Check what `rows.append(row)` has made larger."""
        method = getattr(node.value, "func", None)
        check = GROWING.get(str(_method(method)))
        if isinstance(method, ast.Call):  # in strict code, which looks it up
            method = method.args[0]
        owner = again(getattr(method, "value", method)) if method and check else None
        if owner:
            self._kept.update(filter(_may_grow, getattr(node.value, "args", [])))
        self.generic_visit(node)
        return [node, _statement(node, check, owner)] if owner and check else node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """Check what `rows[9:] = more` or `table[key] = value` has made larger, and sums."""
        target, grows = node.targets[0], None
        if _may_grow(node.value) and ast.unparse(target) in map(ast.unparse, _terms(node.value)):
            self._kept.add(node.value)
        check = EXTENDED
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, NO_NAMES):
            grows = again(target.value)
            check = EXTENDED if isinstance(target.slice, ast.Slice) else STORED
        self.generic_visit(node)
        return [node, _statement(node, check, grows)] if grows else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        is_part = isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load)
        return call(node, NEW, node) if is_part else node

    def _visit_made(self, node: ast.expr) -> ast.AST:
        self.generic_visit(node)
        return call(node, NEW, node)

    visit_ListComp = visit_DictComp = visit_SetComp = visit_JoinedStr = _visit_made

    def _makes(self, function: ast.expr) -> bool:
        """Tell whether a called function makes values, and is not the program's own."""
        if isinstance(function, ast.Name):
            return function.id.rpartition(".")[2] in self._makers
        return _method(function) in MAKERS

    def _counted(self, function: ast.expr) -> str | None:
        if isinstance(function, ast.Name) and function.id in self._kinds:
            return MADE_OF_COUNTS[function.id]
        return COUNTED if _method(function) in LONG else None


class Guarded(SizeGuard):
    """Adds heartbeats, the time that code takes, and bars to the simulator's own objects.

    CPython's garbage collector calls destructors, and ends generators, at any time. So a destructor
    has no heartbeat; it first checks whether the program is over, as a generator's handlers do.
    """

    def __init__(self, tree: ast.AST):
        super().__init__(tree)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr in CLOSED and isinstance(node.ctx, ast.Load):
            return call(node, CLOSED_ATTRIBUTE, node.value, ast.Constant(node.attr))
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Have OSErrors made as on the device, and count the time of calls into C."""
        super().visit_Call(node)
        if isinstance(node.func, ast.Name) and node.func.id in KINDS and not node.keywords:
            return call(node, OS_ERROR, node.func, *node.args)
        makes = self._makes(node.func)
        if name := marks.work(node):
            node.args[:0] = [ast.copy_location(ast.Constant(name), node), node.func]
            node.func = ast.copy_location(ast.Name(WORK, ast.Load()), node)
        if makes:
            node.args.insert(0, node.func)
            node.func = ast.copy_location(ast.Name(MAKING, ast.Load()), node)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, _statement(node.body[0], REWORDED))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self._take_hosts_range(node)
        self.generic_visit(node)
        beat = call(node.iter, BEAT, *_time(node))
        node.ifs.insert(0, placed(ast.UnaryOp(ast.Not(), beat), node.iter))
        return node

    def _take_hosts_range(self, node: ast.For | ast.AsyncFor | ast.comprehension) -> None:
        """Use the host's range in a loop, whose heartbeat counts the time already."""
        counted = node.iter
        if (isinstance(counted, ast.Call) and isinstance(counted.func, ast.Name)
                and counted.func.id == "range" and "range" not in self._bound):
            counted.func.id = LOOP if is_counted(node) else RANGE

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (ast.For, ast.AsyncFor)):
            self._take_hosts_range(node)
        super().generic_visit(node)
        if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            beat = WHILE if isinstance(node, ast.While) else BEAT
            node.body.insert(0, _statement(node.body[0], beat, *_time(node)))
        elif isinstance(node, FUNCTIONS):
            _guard_function(node)
            if node.name in EXITS:
                node.body.insert(0, _statement(node.body[0], REWORDED))
        elif isinstance(node, ast.Lambda):
            node.body = placed(
                ast.BoolOp(ast.Or(), [call(node.body, BEAT, *_time(node)), node.body]), node.body)
        return node

    def visit(self, node: ast.AST) -> Any:
        """Put the time that a block takes before its first statement."""
        steps = marks.before(node)
        found = super().visit(node)
        if marks.sized(node):
            return call(node, SIZED, found)
        if not steps:
            return found
        return [_toll(node, steps_ns(steps)), *(found if isinstance(found, list) else [found])]


def _statement(at: ast.AST, name: str, *arguments: ast.expr) -> ast.Expr:
    return placed(ast.Expr(call(at, name, *arguments)), at)


def _time(node: ast.AST) -> list[ast.expr]:
    """Return the time of a turn of a loop or a call of a function, if it has been counted."""
    steps = marks.within(node)
    return [ast.Constant(steps_ns(steps))] if steps else []


def _toll(at: Any, ns: int) -> ast.stmt:
    """Return a statement that advances the clock, positioned where the next statement begins.

    Without an end of its own, CPython would place it on the last line of a long statement.
    """
    now = ast.Attribute(ast.Name(CLOCK, ast.Load()), "now", ast.Store())
    toll = placed(ast.AugAssign(now, ast.Add(), ast.Constant(ns)), at)
    for node in ast.walk(toll):
        if isinstance(node, (ast.stmt, ast.expr)):
            node.end_lineno, node.end_col_offset = at.lineno, at.col_offset
    return toll  # type: ignore[no-any-return]


def _guard_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    head: ast.stmt = _statement(node.body[0], BEAT, *_time(node))
    if node.name == "__del__":
        test = call(node.body[0], IS_OVER)
        head = placed(ast.If(test, [ast.Return(None)], []), node.body[0])
    own = list(own_nodes(node.body))
    if any(isinstance(inner, SUSPENDING) for inner in own):
        for body in _handlers(own):
            body.insert(0, _statement(body[0], END))
    node.body.insert(_has_docstring(node), head)


def _handlers(nodes: Iterable[ast.AST]) -> Iterator[list[ast.stmt]]:
    """Yield the bodies of `except` and `finally`."""
    for node in nodes:
        if isinstance(node, ast.ExceptHandler):
            yield node.body
        elif isinstance(node, ast.Try) and node.finalbody:
            yield node.finalbody


def _has_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(function, clean=False) is not None


def _method(function: ast.expr | None) -> object:
    """Return the method's name, in strict code the last argument of the call that looks it up."""
    if isinstance(function, ast.Call) and function.args:
        return getattr(function.args[-1], "value", None)
    return getattr(function, "attr", None)


def _is_small(operator: ast.operator, left: ast.expr, right: ast.expr) -> bool:
    if isinstance(operator, ast.Pow):
        return isinstance(getattr(right, "value", None), float)
    if isinstance(operator, ast.LShift):
        return _is_at_most(FEW_BITS, right)
    if isinstance(operator, ast.Add):
        are_written = isinstance(left, ast.Constant) and isinstance(right, ast.Constant) and (
            type(left.value) is type(right.value))
        return are_written or not (_is_sequence(left) or _is_sequence(right))
    if isinstance(operator, (ast.FloorDiv, ast.Mod)):
        return isinstance(left, ast.Constant) or _is_at_most(SHORT_DIVISOR, right)
    return _is_at_most(FEW, left) or _is_at_most(FEW, right)


def _is_sequence(value: ast.expr) -> bool:
    """Tell whether an expression shows that it is a text, a list or the like."""
    if isinstance(value, ast.BinOp):
        return _is_sequence(value.left) or _is_sequence(value.right)
    if isinstance(value, ast.Call):
        name = _method(value.func) or getattr(value.func, "id", "")
        return str(name).rpartition(".")[2] in MAKERS | MADE_OF_COUNTS.keys()
    return isinstance(value, (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)) or (
        isinstance(value, ast.Constant) and isinstance(value.value, (str, bytes)))


def _terms(value: ast.expr) -> list[ast.expr]:
    return [value.left, value.right] if isinstance(value, ast.BinOp) else []


def _may_grow(value: ast.expr) -> bool:
    """Tell whether an expression is a sum that may be longer than its terms."""
    return (isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add)
            and not any(map(_is_number, _terms(value))))


def _is_number(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, (int, float))


def _is_at_most(most: int, value: ast.expr) -> bool:
    """Tell whether `value` is a number up to `most`, or a float, which repeats nothing."""
    if not isinstance(value, ast.Constant):
        return False
    number = value.value
    return isinstance(number, float) or (isinstance(number, int) and number <= most)


def call(at: ast.AST, name: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of a hidden name at the position of `at`."""
    function = ast.Name(id=name, ctx=ast.Load())
    return placed(ast.Call(func=function, args=list(arguments), keywords=[]), at)


def placed(node: Any, at: ast.AST) -> Any:
    """Give the node, and those in it, the position of `at`, and return it."""
    return ast.fix_missing_locations(ast.copy_location(node, at))


def place_calls(tree: ast.AST) -> None:
    """Put each call of several lines, and a `raise` of one, where a board's traceback has it.

    Its compiler counts on with each argument that is more than a name or a short constant.
    """
    for node in ast.walk(tree):
        call = node.exc if isinstance(node, ast.Raise) else node
        if isinstance(call, ast.Call) and (line := _last_line(call)) > call.lineno:
            node.lineno, node.col_offset = line, 0  # type: ignore[attr-defined]
            if isinstance(call.func, ast.Attribute):  # whose end CPython takes for a method's call
                call.func.end_lineno = line


def _last_line(node: ast.expr) -> int:
    parts: list[ast.expr] = []
    if isinstance(node, ast.Call):
        parts = [*node.args, *(word.value for word in node.keywords)]
    elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.Compare, ast.Dict, ast.List, ast.Tuple)):
        parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
    last = next((part for part in reversed(parts) if not _is_short(part)), None)
    return _last_line(last) if last else node.lineno


def _is_short(part: ast.expr) -> bool:
    if isinstance(part, ast.UnaryOp):
        return _is_short(part.operand)
    if isinstance(part, ast.Constant):
        return not isinstance(part.value, (float, bytes)) and len(str(part.value)) <= SHORT_TEXT
    return isinstance(part, ast.Name) or (isinstance(part, ast.BinOp) and is_folded(part))
