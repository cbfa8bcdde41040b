# SPDX-License-Identifier: MIT
"""Compiles a program's source text to a code object, and keeps that for the next run.

Annotations are parsed and never evaluated, as on the device. Every loop, function and comprehension
starts with a heartbeat (see `guards`). With `strict`, the code is limited to the device's language.
With `timed`, each block takes as long as on the board (see `sim.engines.python.cost`).

`CodeCache` keeps code in the platform's folder for caches. A file holds the code of one source. Its
name is a digest of all that the code depends on, so it is never out of date. A file that is
damaged, or cannot be read or written, is ignored.
"""

import __future__

import ast
import marshal
import os
import re
import sys
import warnings
from contextlib import suppress
from functools import cache, lru_cache
from importlib.util import source_hash
from pathlib import Path
from types import CodeType
from typing import Any

from ..cost import blocks
from . import comprehensions, rewrite, syntax
from .guards import Guarded, place_calls
from .parser import parse, with_plain_ends

# When there are more files, the least recently used half is removed. They take some ten megabytes.
MOST = 1000
DIGEST_BYTES = 8


class CodeCache:
    """The cache in `folder` of the code that one compiler makes.

    `compiler` lists the compiler's source files. Without a folder, or where these files cannot be
    read, nothing is kept.
    """

    def __init__(self, folder: Path | None, compiler: list[Path]):
        self._folder = folder
        try:
            parts = [file.read_bytes() for file in compiler]
        except OSError:
            self._folder = None
        else:
            self._maker = sys.version, sys.flags.optimize, _digest(b"".join(parts))

    def get(self, source: bytes, *options: object) -> CodeType | None:
        """Return the code that was put for this source and these options, else None."""
        if self._folder is None:
            return None
        file = self._folder / self._name(source, options)
        try:
            kept = file.read_bytes() if file.is_file() else b""
            os.utime(file)
        except OSError:
            return None
        digest, code = kept[:DIGEST_BYTES], kept[DIGEST_BYTES:]
        return marshal.loads(code) if _digest(code) == digest else None

    def put(self, code: CodeType, source: bytes, *options: object) -> None:
        if self._folder is None:
            return
        kept = marshal.dumps(code)
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._folder / self._name(source, options), _digest(kept) + kept)
            _prune(self._folder)

    def _name(self, source: bytes, options: tuple[object, ...]) -> str:
        return _digest(repr((self._maker, options)).encode() + source).hex()


def _digest(data: bytes) -> bytes:
    """Return the digest that Python uses for its `.pyc` files: hashlib takes a while to import."""
    return source_hash(data)


def _write(file: Path, data: bytes) -> None:
    """Write a file that other processes see whole or not at all."""
    from tempfile import mkstemp

    number, name = mkstemp(dir=file.parent)
    try:
        with open(number, "wb") as part:
            part.write(data)
        os.replace(name, file)
    except OSError:
        os.unlink(name)
        raise


def _prune(folder: Path) -> None:
    files = list(os.scandir(folder))
    if len(files) > MOST:
        for file in sorted(files, key=lambda file: file.stat().st_mtime)[: MOST // 2]:
            os.unlink(file)


def users(compiler: list[Path]) -> CodeCache:
    """Return the cache in the user's folder, which keeps nothing if there is no such folder."""
    from platformdirs import user_cache_path

    folder = user_cache_path("pyportal-sim", appauthor=False) / "code"
    return CodeCache(folder if folder.is_absolute() else None, compiler)


ENGINE = Path(__file__).parent.parent
# The packages on whose source the compiled code depends.
MAKERS = ("compiler", "cost", "native", "strict")
# Sources of fewer bytes compile faster than a file is read.
WORTH_KEEPING = 500
# The board takes a tab for up to eight spaces; CPython refuses a block that depends on that.
INDENTS = re.compile(r"(?m)^[ \t]+")


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
    return users([file for package in MAKERS
                         for file in sorted((ENGINE / package).glob("*.py"))])


def _compile_text(source: bytes, name: str, mode: str, strict: bool, timed: bool) -> CodeType:
    text = _text(source, name)
    try:
        tree = _parse(text, name, mode, strict)
        if strict:
            syntax.check_text(text, name)
        return _compile_tree(tree, name, mode, strict, timed)
    except SyntaxError as error:
        raise syntax.worded(error) if strict else error from None


def _parse(text: str, name: str, mode: str, strict: bool) -> ast.AST:
    try:
        return parse(text, name, mode, strict)
    except TabError:
        return parse(INDENTS.sub(lambda found: found[0].expandtabs(), text), name, mode, strict)


def _text(source: bytes, name: str) -> str:
    """Decode UTF-8, whatever encoding a comment at the top names. Raises SyntaxError, for a NUL
    too, which CPython takes nowhere and a board in strings and comments only.
    """
    why = "this is not text in UTF-8"
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = error.start
    else:
        if "\0" not in text:
            return with_plain_ends(text)
        why, at = "this has a NUL character", source.index(b"\0")
    raise SyntaxError(why, (name, source.count(b"\n", 0, at) + 1, None, None))


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
    place_calls(tree)
    guarded = comprehensions.apart(Guarded(tree).visit(tree))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the device's compiler gives none
        code = compile(guarded, name, mode, dont_inherit=True,
                       flags=__future__.annotations.compiler_flag)
    return rewrite.renamed(comprehensions.named(code), _own)


def _own(name: str) -> str:
    """Return the name that stands for one of a program's: `__builtins__` is CPython's."""
    return "sim." + name if name == "__builtins__" else name
