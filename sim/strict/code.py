# SPDX-License-Identifier: MIT
"""What is changed in a code object once it is compiled: its floats, and its private names.

`__name` in a class keeps its name, since the device does not mangle it, and a float written in the
program is the device's float, which no file can hold: it comes last.
"""

import ast
import operator
import re
from types import CodeType
from typing import Any

from .floats import narrow

MANGLED = re.compile(r"_[^_].*?(__.*)")


def with_plain_names(code: CodeType, private: frozenset[str]) -> CodeType:
    """`private` are the names of two underscores that the program uses."""
    if not private:
        return code
    constants = tuple(with_plain_names(value, private) if isinstance(value, CodeType) else value
                      for value in code.co_consts)
    kinds = ("co_names", "co_varnames", "co_cellvars", "co_freevars")
    names: dict[str, Any] = {
        kind: tuple(_plain(name, private) for name in getattr(code, kind)) for kind in kinds}
    return code.replace(co_consts=constants, **names)


def with_floats(code: CodeType) -> CodeType:
    constants = _narrowed(code.co_consts)
    return code if constants is code.co_consts else code.replace(co_consts=constants)


def _narrowed(values: Any) -> Any:
    """The same tuple or frozenset, if there is nothing to change."""
    narrowed = list(map(_constant, values))
    is_same = all(map(operator.is_, narrowed, values))
    return values if is_same else type(values)(narrowed)


def _constant(value: Any) -> Any:
    if isinstance(value, CodeType):
        return with_floats(value)
    return _narrowed(value) if type(value) in (tuple, frozenset) else narrow(value)


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
