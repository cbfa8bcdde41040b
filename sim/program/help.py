# SPDX-License-Identifier: MIT
"""What `help` prints: a welcome, the board's modules, or what an object has.

Source: `py/builtinhelp.c`.
"""

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


def modules(names: Iterable[str]) -> str:
    """The names in four columns, each read downwards."""
    listed = sorted({name.partition(" ")[0] for name in names} | ALWAYS)
    rows = -(-len(listed) // COLUMNS)
    lines = ["".join(map(_padded, listed[row::rows])).rstrip() for row in range(rows)]
    return "\n".join([*lines, "Plus any modules on the filesystem"])


def _padded(name: str) -> str:
    """The name padded to the next column."""
    return name.ljust((len(name) // WIDTH + 1) * WIDTH)


def about(value: Any) -> str:
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
