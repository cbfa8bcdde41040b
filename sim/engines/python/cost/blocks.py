# SPDX-License-Identifier: MIT
"""Counts the steps of a program's blocks of code, and attributes a block's time to its lines."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from ..compiler.parser import parse
from ..compiler.runtime import is_counted
from . import marks
from .expressions import COMPREHENSIONS, FUNCTIONS, SCOPES, Expressions, Guesses, Scope
from .marks import steps_ns

APPENDED = {ast.ListComp: "append", ast.SetComp: "store item", ast.DictComp: "store item of dict",
            ast.GeneratorExp: "yield"}
# Functions that tell a program the time.
CLOCKS = frozenset(["monotonic", "monotonic_ns", "ticks_ms"])
EXITS = (ast.Return, ast.Break, ast.Continue, ast.Raise)
# Kinds of places: time added before a statement, the heartbeat of a loop's turn, or of a call.
TOLL, TURN, CALL = range(3)


def appraise(tree: ast.AST) -> None:
    """Put the steps of each block in a parsed module on the node that begins the block.

    On a statement they are taken `before` it and its successors, on a loop or comprehension
    `within` one turn, on a function within a call. A block also begins in the arms of an `if`, and
    after a statement that may leave its block.
    """
    guesses = Guesses(tree)
    scope = Scope(tree)
    if isinstance(tree, ast.Module):
        _Block(scope, guesses).run(tree.body)
    else:
        _Block(scope, guesses).run_inner(list(ast.walk(tree)))


class _Block:
    """Counts statements that run one after the other into the node that begins them."""

    def __init__(self, scope: Scope, guesses: Guesses, head: ast.AST | None = None,
                 steps: Iterable[str] = ()):
        self._scope = scope
        self._guesses = guesses
        self._carrier = head
        self._place = "before" if head is None else "within"
        self._expressions = Expressions(scope, guesses)
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
            _Block(self._scope, self._guesses, None, steps).run(body)

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
            self._expressions.add("stack", len(node.targets) - 1)
            for target in node.targets:
                self._expressions.store(target)

    def _is_swap(self, node: ast.Assign) -> bool:
        """`a, b = c, d` builds no tuple."""
        target, value = node.targets[0], node.value
        if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
                and len(target.elts) == len(value.elts) in (2, 3) and len(node.targets) == 1):
            return False
        self._expressions.count_all(value.elts)
        self._expressions.add("stack")
        for part in target.elts:
            self._expressions.store(part)
        return True

    def _is_constant(self, node: ast.Assign) -> bool:
        first = node.targets[0]
        return isinstance(first, ast.Name) and self._scope.place(first.id) == "constant"

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._expressions.count(node.value)
            self._expressions.store(node.target)

    def _augassign(self, node: ast.AugAssign) -> None:
        old: Any = deepcopy(node.target)
        old.ctx = ast.Load()
        self._expressions.count_all((old, node.value))
        self._expressions.operate(node.op, node.target, node.value)
        self._expressions.store(node.target)

    def _if(self, node: ast.If) -> None:
        self._expressions.condition(node.test)
        self._apart(node.body, *["jump"] * bool(node.orelse))
        self._apart(node.orelse)

    def _while(self, node: ast.While) -> None:
        self._expressions.condition(node.test)  # the last time
        turn = _Block(self._scope, self._guesses, node)
        turn._expressions.condition(node.test)
        if isinstance(node.test, ast.Constant):
            turn._expressions.add("jump")
        turn.run(node.body)
        self._apart(node.orelse)

    def _for(self, node: ast.For) -> None:
        if is_range(node) and is_counted(node):
            self._expressions.count_all(node.iter.args)  # type: ignore[attr-defined]
            self._expressions.add("counted loop")
            kind = "counted turn"
        else:
            self._expressions.count(node.iter)
            self._expressions.add("iterate")
            kind = self._turn(node.iter)
        turn = _Block(self._scope, self._guesses, node, [kind])
        turn._expressions.store(node.target)
        turn.run(node.body)
        self._apart(node.orelse)

    def _turn(self, source: ast.expr) -> str:
        """Return the step of a turn; some iterators make the values that they give."""
        if isinstance(source, ast.Call):
            name = getattr(source.func, "id", getattr(source.func, "attr", ""))
            if name in ("enumerate", "zip", "items"):
                return "turn of pairs"
        kind = self._guesses.kind(source)
        if not kind:
            marks.put(source, "made", "turns")
        return f"turn of {kind}" if kind in ("str", "dict") else "turn"

    def _try(self, node: ast.Try) -> None:
        self._expressions.add("try")
        self._apart(node.body)
        for handler in node.handlers:
            self._apart(handler.body, "handle")
        self._apart(node.orelse)
        self._apart(node.finalbody)

    def _with(self, node: ast.With) -> None:
        for item in node.items:
            self._expressions.count(item.context_expr)
            self._expressions.add("with")
            if item.optional_vars:
                self._expressions.store(item.optional_vars)
        self._apart(node.body)

    def _raise(self, node: ast.Raise) -> None:
        self._expressions.count(node.exc)
        self._expressions.add("raise")

    def _import(self, node: ast.Import) -> None:
        self._expressions.add("import", len(node.names))

    def _importfrom(self, node: ast.ImportFrom) -> None:
        self._expressions.add("import")
        self._expressions.add("module attribute", len(node.names))

    def _functiondef(self, node: ast.FunctionDef) -> None:
        defaults = [part for part in (*node.args.defaults, *node.args.kw_defaults) if part]
        self._expressions.count_all([*node.decorator_list, *defaults])
        self._expressions.add("make function")
        self._expressions.inner.append(node)

    def _classdef(self, node: ast.ClassDef) -> None:
        self._expressions.count_all(node.bases)
        self._expressions.add("class")
        _Block(Scope(node, self._scope), self._guesses).run(node.body)

    def _function(self, node: Any) -> None:
        arguments = len(node.args.args) + len(node.args.kwonlyargs)
        steps = ["enter", *["enter argument"] * arguments]
        if node.args.vararg:
            steps.append("build")
        if getattr(node, "name", "") == "__init__":
            steps.append("instance")
        if any(getattr(mark, "id", "") == "property"
               for mark in getattr(node, "decorator_list", ())):
            steps.append("property")
        body = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
        _Block(Scope(node, self._scope), self._guesses, node, steps).run(body)

    def _comprehension(self, node: Any) -> None:
        scope = Scope(node, self._scope)
        blocks: list[_Block] = []
        for generator in node.generators:
            if blocks:
                blocks[-1]._expressions.count(generator.iter)
            kind = self._turn(generator.iter)
            blocks.append(_Block(scope, self._guesses, generator, [kind, "jump"]))
            blocks[-1]._expressions.store(generator.target)
            for test in generator.ifs:
                blocks[-1]._expressions.condition(test)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        blocks[-1]._expressions.count_all(results)
        blocks[-1]._expressions.add(APPENDED[type(node)])
        for block in blocks:
            block._settle()


def is_range(node: ast.For) -> bool:
    return (isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name)
            and node.iter.func.id == "range")


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


def shares_of(source: str) -> dict[Place, list[Share]]:
    """Attribute each block's time to source lines."""
    tree = parse(source)
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
