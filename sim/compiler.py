# SPDX-License-Identifier: MIT
"""Device source text to a code object, as a CircuitPython board would take it.

Annotations are parsed and never evaluated. Every loop gets a heartbeat at its head, a call of the
hidden builtin `BEAT`, so that no loop can stop virtual time.
"""

import __future__

import ast
from functools import lru_cache
from types import CodeType

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
def compile_device(source: bytes, name: str) -> CodeType:
    """`name` is the file's path as the device's traceback shows it. Raises SyntaxError."""
    tree = _Heartbeat().visit(ast.parse(source, name))
    return compile(
        tree, name, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True
    )
