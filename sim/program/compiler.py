# SPDX-License-Identifier: MIT
"""Device source text to a code object, as a CircuitPython board would take it.

Annotations are parsed and never evaluated. Every loop, function and comprehension gets a heartbeat
at its head, a call of the hidden builtin `BEAT`, so that none can stop virtual time. With `strict`,
code is as narrow as the device takes it: see `sim.strict`.
"""

import __future__

import ast
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType

from ..native.counting import is_counted
from ..sources import codecache
from ..sources.codecache import CodeCache
from ..strict import code, syntax, transform
from ..strict.scopes import bound_names
from .bounds import (
    BEAT,
    CLOSED,
    CLOSED_ATTRIBUTE,
    END,
    IS_OVER,
    LOOP,
    OS_ERROR,
    RANGE,
)
from .oserror import KINDS
from .sizeguard import SizeGuard, call, placed

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef)
SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await)
# The folder of the simulator's rooms.
SIM = Path(__file__).parent.parent
# In bytes: a shorter source is compiled in no time.
WORTH_KEEPING = 500


class _Guarded(SizeGuard):
    """The host's collector calls destructors, and ends generators, whenever it likes: those have no
    heartbeat, and a look instead whether the program is over, as these have in their handlers.
    """

    def __init__(self, tree: ast.AST):
        super().__init__(tree)
        self._has_own_range = "range" in bound_names(tree)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr in CLOSED and isinstance(node.ctx, ast.Load):
            return call(node, CLOSED_ATTRIBUTE, node.value, ast.Constant(node.attr))
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """An OSError knows its number."""
        super().visit_Call(node)
        if isinstance(node.func, ast.Name) and node.func.id in KINDS and not node.keywords:
            return call(node, OS_ERROR, node.func, *node.args)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self._take_hosts_range(node)
        self.generic_visit(node)
        node.ifs.insert(0, placed(ast.UnaryOp(ast.Not(), call(node.iter, BEAT)), node.iter))
        return node

    def _take_hosts_range(self, node: ast.For | ast.AsyncFor | ast.comprehension) -> None:
        """A loop counts its time by itself."""
        call = node.iter
        if (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                and call.func.id == "range" and not self._has_own_range):
            call.func.id = LOOP if is_counted(node) else RANGE

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, (ast.For, ast.AsyncFor)):
            self._take_hosts_range(node)
        super().generic_visit(node)
        if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            node.body.insert(0, _statement(node.body[0]))
        elif isinstance(node, FUNCTIONS):
            _guard_function(node)
        elif isinstance(node, ast.Lambda):
            node.body = placed(
                ast.BoolOp(ast.Or(), [call(node.body, BEAT), node.body]), node.body)
        return node


def _statement(at: ast.AST, name: str = BEAT) -> ast.Expr:
    return placed(ast.Expr(call(at, name)), at)


def _guard_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    head: ast.stmt = _statement(node.body[0])
    if node.name == "__del__":
        test = call(node.body[0], IS_OVER)
        head = placed(ast.If(test, [ast.Return(None)], []), node.body[0])
    own = list(_own_nodes(node.body))
    if any(isinstance(inner, SUSPENDING) for inner in own):
        for body in _handlers(own):
            body.insert(0, _statement(body[0], END))
    node.body.insert(_has_docstring(node), head)


def _own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Those of a function, without what it defines."""
    for node in body:
        yield node
        if not isinstance(node, SCOPES):
            yield from _own_nodes(ast.iter_child_nodes(node))


def _handlers(nodes: Iterable[ast.AST]) -> Iterator[list[ast.stmt]]:
    for node in nodes:
        if isinstance(node, ast.ExceptHandler):
            yield node.body
        elif isinstance(node, ast.Try) and node.finalbody:
            yield node.finalbody


def _has_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return ast.get_docstring(function, clean=False) is not None


@lru_cache(maxsize=512)
def compile_device(source: bytes, name: str, mode: str = "exec",
                   strict: bool = False) -> CodeType:
    """`name` is the file's path as the device's traceback shows it. Raises SyntaxError."""
    if len(source) < WORTH_KEEPING:
        made = _compile_text(source, name, mode, strict)
    else:
        made = _kept(source, name, mode, strict)
    return code.with_floats(made) if strict else made


def _kept(source: bytes, name: str, mode: str, strict: bool) -> CodeType:
    kept = _cache()
    made = kept.get(source, name, mode, strict)
    if made is None:
        made = _compile_text(source, name, mode, strict)
        kept.put(made, source, name, mode, strict)
    return made


@cache
def _cache() -> CodeCache:
    return codecache.of([file for room in ("native", "program", "strict")
                         for file in sorted((SIM / room).glob("*.py"))])


def _compile_text(source: bytes, name: str, mode: str, strict: bool) -> CodeType:
    tree = ast.parse(_text(source, name), name, mode)
    if strict:
        syntax.check_text(source, name)
    return _compile_tree(tree, name, mode, strict)


def _text(source: bytes, name: str) -> str:
    """What the device reads: UTF-8, whatever a comment at the top asks for. Raises SyntaxError."""
    at = source.find(b"\0")
    if at < 0:
        try:
            return source.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            at = error.start
    line = source.count(b"\n", 0, at) + 1
    raise SyntaxError("this is not text in UTF-8", (name, line, None, None))


def compile_tree(tree: ast.AST, name: str, mode: str = "exec", strict: bool = False) -> CodeType:
    """For one who has changed the tree; `mode` is the one that it was parsed in."""
    made = _compile_tree(tree, name, mode, strict)
    return code.with_floats(made) if strict else made


def _compile_tree(tree: ast.AST, name: str, mode: str, strict: bool) -> CodeType:
    if not strict:
        return _compile(tree, name, mode)
    syntax.check(tree, name)
    private = code.private_names(tree)
    return code.with_plain_names(_compile(transform.narrow(tree), name, mode), private)


def _compile(tree: ast.AST, name: str, mode: str) -> CodeType:
    return compile(
        _Guarded(tree).visit(tree), name, mode, flags=__future__.annotations.compiler_flag,
        dont_inherit=True
    )
