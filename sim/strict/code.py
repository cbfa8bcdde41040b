# SPDX-License-Identifier: MIT
"""What is changed in a code object once it is compiled: its floats, and its private names.

A float written in the program is the device's float, and `__name` in a class keeps its name,
since the device does not mangle it.
"""

import ast
import re
from types import CodeType
from typing import Any

from .floats import narrow

MANGLED = re.compile(r"_[^_].*?(__.*)")


def finish(code: CodeType, private: frozenset[str]) -> CodeType:
    """`private` are the names of two underscores that the program uses."""
    constants = tuple(_constant(value, private) for value in code.co_consts)
    kinds = ("co_names", "co_varnames", "co_cellvars", "co_freevars")
    names: dict[str, Any] = {
        kind: tuple(_plain(name, private) for name in getattr(code, kind)) for kind in kinds}
    return code.replace(co_consts=constants, **names)


def _constant(value: Any, private: frozenset[str]) -> Any:
    if isinstance(value, CodeType):
        return finish(value, private)
    if type(value) in (tuple, frozenset):
        return type(value)(_constant(item, private) for item in value)
    return narrow(value)


def _plain(name: str, private: frozenset[str]) -> str:
    """`_Class__name` as it was written."""
    if private and (found := MANGLED.fullmatch(name)) and found[1] in private:
        return found[1]
    return name


def private_names(tree: ast.AST) -> frozenset[str]:
    """Names of two underscores, which CPython would mangle in a class."""
    found = {getattr(node, kind, "") for node in ast.walk(tree)
             for kind in ("attr", "id", "name", "arg")}
    return frozenset(name for name in found if isinstance(name, str)
                     and name.startswith("__") and not name.endswith("__"))
