# SPDX-License-Identifier: MIT
"""Device source text to a code object, as a CircuitPython board would take it.

Annotations are parsed and never evaluated. Every loop gets a heartbeat at its head, a call of the
hidden builtin `BEAT`, so that no loop can stop virtual time. With `strict`, code is as narrow as
the device takes it: see `sim.strict`.
"""

import __future__

import ast
from functools import lru_cache
from types import CodeType

from .strict import code, syntax, transform

BEAT = "__beat__"


class _Heartbeat(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            call = ast.Call(func=ast.Name(id=BEAT, ctx=ast.Load()), args=[], keywords=[])
            beat = ast.copy_location(ast.Expr(value=call), node.body[0])
            node.body.insert(0, ast.fix_missing_locations(beat))
        return node


@lru_cache(maxsize=512)
def compile_device(source: bytes, name: str, mode: str = "exec",
                   strict: bool = False) -> CodeType:
    """`name` is the file's path as the device's traceback shows it. Raises SyntaxError."""
    tree = ast.parse(_text(source, name), name, mode)
    if strict:
        syntax.check_text(source, name)
    return compile_tree(tree, name, mode, strict)


def _text(source: bytes, name: str) -> str:
    """What the device reads: UTF-8, whatever a comment at the top says. Raises SyntaxError."""
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
    if strict:
        syntax.check(tree, name)
        private = code.private_names(tree)
        return code.finish(_compile(transform.narrow(tree), name, mode), private)
    return _compile(tree, name, mode)


def _compile(tree: ast.AST, name: str, mode: str) -> CodeType:
    return compile(
        _Heartbeat().visit(tree), name, mode, flags=__future__.annotations.compiler_flag,
        dont_inherit=True
    )
