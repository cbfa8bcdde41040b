# SPDX-License-Identifier: MIT
"""Names that a program can look up at run time: for `help`, `dir`, `locals`, `exec` and `eval`.

Source of the texts of `help`: `py/builtinhelp.c`.
"""

import inspect
import types
from collections.abc import Iterable, Iterator
from typing import Any

from ..native.private import is_hidden
from ..strict.device import ATTRIBUTES

WELCOME = """Welcome to Adafruit CircuitPython {}!

Visit circuitpython.org for more information.

To list built-in modules type `help("modules")`."""
COLUMNS, WIDTH = 4, 18
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType,
             types.MethodDescriptorType, types.WrapperDescriptorType)
ALWAYS = frozenset(["__main__", "builtins"])


def help_on_modules(names: Iterable[str]) -> str:
    """Return what `help("modules")` prints: the names in four columns, each read downwards."""
    listed = sorted({name.partition(" ")[0] for name in names} | ALWAYS)
    rows = -(-len(listed) // COLUMNS)
    lines = ["".join(map(_padded, listed[row::rows])).rstrip() for row in range(rows)]
    return "\n".join([*lines, "Plus any modules on the filesystem"])


def _padded(name: str) -> str:
    """Pad the name to the next column."""
    return name.ljust((len(name) // WIDTH + 1) * WIDTH)


def help_on(value: Any) -> str:
    """Return what `help(value)` prints: the names and values of its attributes."""
    lines = [f"object {value} is of type {type(value).__name__}"]
    return "\n".join([*lines, *(f"  {name} -- {_shown(part)}" for name, part in _parts(value))])


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    kind = value if isinstance(value, type) else type(value)
    if isinstance(value, types.ModuleType):
        parts = vars(value)
    elif kind.__module__ == "builtins":
        parts = {name: getattr(kind, name) for name in ATTRIBUTES.get(kind.__name__, "").split()
                 if hasattr(kind, name)}
    else:
        parts = dict(vars(kind))
    for name, part in parts.items():
        if not is_hidden(name) and (name == "__name__" or not name.startswith("__")):
            yield name, part


def _shown(part: Any) -> str:
    return "<function>" if isinstance(part, FUNCTIONS) else str(part)


def callers_globals() -> dict[str, Any]:
    """Return the globals of the code that called the caller: a program that called `exec`."""
    caller = inspect.currentframe()
    for _ in range(2):
        assert caller is not None
        caller = caller.f_back
    assert caller is not None
    return caller.f_globals


def names_in(*value: Any) -> list[str]:
    """Return the names for `dir`: the host's, without those that no program can write."""
    return [name for name in (dir(*value) if value else sorted(visible())) if not is_hidden(name)]


def visible() -> Any:
    """Return the names for `locals`: those of the running module or class body.

    The device keeps no dict of a function's variables (`mp_builtin_locals` in py/modbuiltins.c).
    """
    frame = inspect.currentframe()
    assert frame is not None
    frame = frame.f_back
    while frame and frame.f_back and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        frame = frame.f_back
    return frame.f_locals if frame else {}
