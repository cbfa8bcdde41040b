# SPDX-License-Identifier: MIT
"""Compiles a program's source text to a code object.

Annotations are parsed and never evaluated, as on the device. Every loop, function and comprehension
starts with a heartbeat (see `guards`). With `strict`, the code is limited to the device's language.
With `timed`, each block takes as long as on the board (see `sim.engines.python.cost`).
"""

import __future__

import ast
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

from ..cost import blocks
from . import cache as caches
from . import rewrite, syntax
from .cache import CodeCache
from .guards import Guarded

ENGINE = Path(__file__).parent.parent
# The packages on whose source the compiled code depends.
MAKERS = ("compiler", "cost", "native", "strict")
# Sources of fewer bytes compile faster than a file is read.
WORTH_KEEPING = 500


@lru_cache(maxsize=512)
def compile_device(source: bytes, name: str, mode: str = "exec",
                   strict: bool = False, timed: bool = False) -> CodeType:
    """Compile a file's source, from the cache if it has been compiled before. Raises SyntaxError.

    `name` is the file's path as a traceback on the device shows it.
    """
    if len(source) < WORTH_KEEPING:
        made = _compile_text(source, name, mode, strict, timed)
    else:
        made = _kept(source, name, mode, strict, timed)
    return rewrite.with_floats(made) if strict else made


def _kept(source: bytes, *options: Any) -> CodeType:
    kept = _cache()
    made = kept.get(source, *options)
    if made is None:
        made = _compile_text(source, *options)
        kept.put(made, source, *options)
    return made


@cache
def _cache() -> CodeCache:
    return caches.users([file for package in MAKERS
                         for file in sorted((ENGINE / package).glob("*.py"))])


def _compile_text(source: bytes, name: str, mode: str, strict: bool, timed: bool) -> CodeType:
    text = _text(source, name)
    tree = ast.parse(text, name, mode)
    if strict:
        syntax.check_text(text, name)
    return _compile_tree(tree, name, mode, strict, timed)


def _text(source: bytes, name: str) -> str:
    """Decode UTF-8, whatever encoding a comment at the top names. Raises SyntaxError."""
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
    """Compile a tree that the caller has parsed in this `mode`, and may have changed."""
    made = _compile_tree(tree, name, mode, strict, timed)
    return rewrite.with_floats(made) if strict else made


def _compile_tree(tree: ast.AST, name: str, mode: str, strict: bool, timed: bool) -> CodeType:
    if timed:
        blocks.appraise(tree)
    if not strict:
        return _compile(tree, name, mode)
    syntax.check(tree, name)
    private = rewrite.private_names(tree)
    return rewrite.with_plain_names(_compile(rewrite.narrow(tree), name, mode), private)


def _compile(tree: ast.AST, name: str, mode: str) -> CodeType:
    return compile(
        Guarded(tree).visit(tree), name, mode, flags=__future__.annotations.compiler_flag,
        dont_inherit=True
    )
