# SPDX-License-Identifier: MIT
"""Device source text to a code object, as a CircuitPython board would take it.

Annotations are parsed and never evaluated. Every loop, function and comprehension gets a heartbeat
at its head, a call of the hidden builtin `BEAT`, so that none can stop virtual time. With `strict`,
code is as narrow as the device takes it: see `sim.strict`. With `timed`, each block of it takes
what it would on the board: see `sim.cost`.
"""

import __future__

import ast
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

from ..cost import tolls
from ..sources import codecache
from ..sources.codecache import CodeCache
from ..strict import code, syntax, transform
from .guards import Guarded

# The folder of the simulator's rooms.
SIM = Path(__file__).parent.parent
# In bytes: a shorter source is compiled in no time.
WORTH_KEEPING = 500


@lru_cache(maxsize=512)
def compile_device(source: bytes, name: str, mode: str = "exec",
                   strict: bool = False, timed: bool = False) -> CodeType:
    """`name` is the file's path as the device's traceback shows it. Raises SyntaxError."""
    if len(source) < WORTH_KEEPING:
        made = _compile_text(source, name, mode, strict, timed)
    else:
        made = _kept(source, name, mode, strict, timed)
    return code.with_floats(made) if strict else made


def _kept(source: bytes, *options: Any) -> CodeType:
    kept = _cache()
    made = kept.get(source, *options)
    if made is None:
        made = _compile_text(source, *options)
        kept.put(made, source, *options)
    return made


@cache
def _cache() -> CodeCache:
    return codecache.of([file for room in ("cost", "native", "program", "strict")
                         for file in sorted((SIM / room).glob("*.py"))])


def _compile_text(source: bytes, name: str, mode: str, strict: bool, timed: bool) -> CodeType:
    text = _text(source, name)
    tree = ast.parse(text, name, mode)
    if strict:
        syntax.check_text(text, name)
    return _compile_tree(tree, name, mode, strict, timed)


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


def compile_tree(tree: ast.AST, name: str, mode: str = "exec", strict: bool = False,
                 timed: bool = False) -> CodeType:
    """For one who has changed the tree; `mode` is the one that it was parsed in."""
    made = _compile_tree(tree, name, mode, strict, timed)
    return code.with_floats(made) if strict else made


def _compile_tree(tree: ast.AST, name: str, mode: str, strict: bool, timed: bool) -> CodeType:
    if timed:
        tolls.appraise(tree)
    if not strict:
        return _compile(tree, name, mode)
    syntax.check(tree, name)
    private = code.private_names(tree)
    return code.with_plain_names(_compile(transform.narrow(tree), name, mode), private)


def _compile(tree: ast.AST, name: str, mode: str) -> CodeType:
    return compile(
        Guarded(tree).visit(tree), name, mode, flags=__future__.annotations.compiler_flag,
        dont_inherit=True
    )
