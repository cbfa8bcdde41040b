# SPDX-License-Identifier: MIT
"""Counts the steps of a program's blocks of code, and attributes a block's time to its lines."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from . import marks
from .expressions import COMPREHENSIONS, FUNCTIONS, SCOPES, Expressions, Scope
from .marks import steps_ns

# Functions that tell a program the time.
CLOCKS = frozenset(["monotonic", "monotonic_ns", "ticks_ms"])
EXITS = (ast.Return, ast.Break, ast.Continue, ast.Raise)
# Kinds of places: time added before a statement, the heartbeat of a loop's turn, or of a call.
TOLL, TURN, CALL = range(3)


def appraise(tree: ast.AST) -> None:
    """Split a parsed module into basic blocks, and count the steps of each.

    The counts are stored on the block's first node: as `before` on a statement, as `within` on a
    loop, comprehension or function, for one turn or call.
    """
    scope = Scope(tree)
    if isinstance(tree, ast.Module):
        _Block(scope).run(tree.body)
    else:
        _Block(scope).run_inner(list(ast.walk(tree)))


class _Block:
    """Counts statements that run one after the other into the node that begins them."""

    def __init__(self, scope: Scope, head: ast.AST | None = None,
                 steps: Iterable[str] = ()):
        self._scope = scope
        self._carrier = head
        self._place = "before" if head is None else "within"
        self._expressions = Expressions(scope)
        self._expressions.steps.update(steps)
        self._lines: list[marks.Line] = []

    def run(self, body: Sequence[ast.stmt]) -> None:
        if self._carrier is not None:
            self._note_line(self._carrier)
        for place, statement in enumerate(body):
            if self._carrier is None and not is_heading(statement):
                self._carrier = statement
            self._statement(statement)
            self._note_line(statement)
            if place + 1 < len(body) and (may_leave(statement) or looks_at_time(statement)
                                          or looks_at_time(body[place + 1])):
                self._settle()
                self._carrier, self._place = body[place + 1], "before"
        self._settle()

    def run_inner(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            if isinstance(node, FUNCTIONS):
                self._function(node)
            elif isinstance(node, COMPREHENSIONS):
                self._comprehension(node)

    def _note_line(self, node: Any) -> None:
        """Note the steps up to the end of the line of `node`."""
        line = getattr(node, "lineno", 0)
        self._lines.append(marks.Line(line, self._expressions.steps.copy()))

    def _settle(self) -> None:
        steps, self._expressions.steps = self._expressions.steps, Counter()
        lines, self._lines = self._lines, []
        if self._carrier is not None and steps:
            marks.put(self._carrier, self._place, steps)
            marks.put(self._carrier, f"{self._place}_lines", lines)
        inner, self._expressions.inner = self._expressions.inner, []
        self.run_inner(inner)

    def _apart(self, body: Sequence[ast.stmt], *steps: str) -> None:
        if body:
            _Block(self._scope, None, steps).run(body)

    def _statement(self, node: Any) -> None:
        name = type(node).__name__.lower().removeprefix("async")
        getattr(self, f"_{name}", self._plain)(node)

    def _plain(self, node: ast.stmt) -> None:
        self._expressions.count_all(ast.iter_child_nodes(node))

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self._expressions.count(node.value)
            self._expressions.add("stack")

    def _return(self, node: ast.Return) -> None:
        self._expressions.count(node.value)

    def _assign(self, node: ast.Assign) -> None:
        if self._is_swap(node):
            return
        if not self._is_constant(node):
            self._expressions.count(node.value)
            for target in node.targets:
                self._expressions.store(target)

    def _is_swap(self, node: ast.Assign) -> bool:
        """`a, b = c, d` builds no tuple."""
        target, value = node.targets[0], node.value
        if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
                and len(target.elts) == len(value.elts) in (2, 3) and len(node.targets) == 1):
            return False
        self._expressions.count_all(value.elts)
        for part in target.elts:
            self._expressions.store(part)
        return True

    def _is_constant(self, node: ast.Assign) -> bool:
        first = node.targets[0]
        return isinstance(first, ast.Name) and self._scope.is_constant(first.id)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._expressions.count(node.value)
            self._expressions.store(node.target)

    def _augassign(self, node: ast.AugAssign) -> None:
        old: Any = deepcopy(node.target)
        old.ctx = ast.Load()
        self._expressions.count_all((old, node.value))
        self._expressions.add("operation")
        self._expressions.store(node.target)

    def _if(self, node: ast.If) -> None:
        self._expressions.condition(node.test)
        self._apart(node.body, *["operation"] * bool(node.orelse))
        self._apart(node.orelse)

    def _while(self, node: ast.While) -> None:
        self._expressions.condition(node.test)  # the last time
        turn = _Block(self._scope, node)
        turn._expressions.condition(node.test)
        if isinstance(node.test, ast.Constant):
            turn._expressions.add("operation")
        turn.run(node.body)
        self._apart(node.orelse)

    def _for(self, node: ast.For) -> None:
        self._expressions.count(node.iter)
        self._expressions.add("item")
        turn = _Block(self._scope, node, ["turn"])
        turn._expressions.store(node.target)
        turn.run(node.body)
        self._apart(node.orelse)

    def _try(self, node: ast.Try) -> None:
        self._expressions.add("operation")
        self._apart(node.body)
        for handler in node.handlers:
            self._apart(handler.body, "object")
        self._apart(node.orelse)
        self._apart(node.finalbody)

    def _with(self, node: ast.With) -> None:
        for item in node.items:
            self._expressions.count(item.context_expr)
            self._expressions.add("object")
            if item.optional_vars:
                self._expressions.store(item.optional_vars)
        self._apart(node.body)

    def _raise(self, node: ast.Raise) -> None:
        self._expressions.count(node.exc)
        self._expressions.add("object")

    def _import(self, node: ast.Import) -> None:
        self._expressions.add("text", len(node.names))

    def _importfrom(self, node: ast.ImportFrom) -> None:
        self._expressions.add("text")
        self._expressions.add("look up", len(node.names))

    def _functiondef(self, node: ast.FunctionDef) -> None:
        defaults = [part for part in (*node.args.defaults, *node.args.kw_defaults) if part]
        self._expressions.count_all([*node.decorator_list, *defaults])
        self._expressions.add("make")
        self._expressions.inner.append(node)

    def _classdef(self, node: ast.ClassDef) -> None:
        self._expressions.count_all(node.bases)
        self._expressions.add("object")
        _Block(Scope(node, self._scope)).run(node.body)

    def _function(self, node: Any) -> None:
        steps = ["enter"]
        if node.args.vararg:
            steps.append("make")
        if getattr(node, "name", "") == "__init__":
            steps.append("object")
        body = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
        _Block(Scope(node, self._scope), node, steps).run(body)

    def _comprehension(self, node: Any) -> None:
        scope = Scope(node, self._scope)
        blocks: list[_Block] = []
        for generator in node.generators:
            if blocks:
                blocks[-1]._expressions.count(generator.iter)
            blocks.append(_Block(scope, generator, ["turn"]))
            blocks[-1]._expressions.store(generator.target)
            for test in generator.ifs:
                blocks[-1]._expressions.condition(test)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        blocks[-1]._expressions.count_all(results)
        blocks[-1]._expressions.add("item")
        for block in blocks:
            block._settle()


def is_heading(node: ast.stmt) -> bool:
    """Whether it is a docstring, or an import that must come first."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def may_leave(node: ast.AST) -> bool:
    return isinstance(node, EXITS) or any(isinstance(part, EXITS) for part in _inner(node))


def looks_at_time(node: ast.AST) -> bool:
    """Whether a statement reads the clock: the time of those before it must count by then."""
    return any(isinstance(part, ast.Attribute) and part.attr in CLOCKS for part in _inner(node))


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPES):
            yield child
            yield from _inner(child)


class Place(NamedTuple):
    """The place in the source where the compiler puts a block's time.

    A function's call is at the function's first line in column 0, or at a lambda's value.
    """

    line: int
    column: int
    kind: int


class Share(NamedTuple):
    """The time `until` (ns) that a block has taken at the end of a line."""

    line: int
    until: int


def shares_of(tree: ast.AST) -> dict[Place, list[Share]]:
    """Attribute the time of each block of a parsed module to source lines."""
    appraise(tree)
    return {place: shares for node in ast.walk(tree) for place, shares in _places(node)}


def _places(node: ast.AST) -> Iterator[tuple[Place, list[Share]]]:
    for place, lines in ((_before, marks.lines(node, "before")),
                         (_within, marks.lines(node, "within"))):
        if lines:
            yield place(node), [Share(line.number, steps_ns(line.steps)) for line in lines]


def _before(node: Any) -> Place:
    return Place(node.lineno, node.col_offset, TOLL)


def _within(node: Any) -> Place:
    if isinstance(node, ast.Lambda):
        return Place(node.body.lineno, node.body.col_offset, CALL)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return Place(min(part.lineno for part in (node, *node.decorator_list)), 0, CALL)
    return Place(node.body[0].lineno, node.body[0].col_offset, TURN)
