# SPDX-License-Identifier: MIT
"""The built-in modules: one file for each module that a program may import.

Every machine runs the files afresh. A file imports its machine, its siblings and `submodule` from
this package: `from . import displayio, machine, submodule`. It gets its own machine's, because the
files run with an `__import__` of their own (`BuiltIns._import`). A program sees the names in a
module's `__all__`.

To add a module, add a file. A module without a file is refused when a program uses it: see
`sim.engines.python.program.refusal`.
"""

import builtins
import importlib
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any

from ..machine import Machine
from ..native import private
from ..program import refusal

FOLDER = Path(__file__).parent

# CPython's own are the same.
SAME_ON_THE_HOST = frozenset(
    [
        "__future__",
        "array",
        "binascii",
        "collections",
        "math",
        "re",
        "struct",
    ]
)

# For type checkers: a built-in module that imports this gets the machine that it runs for.
machine: Machine


class BuiltIns:
    """The built-in modules of one machine; a module runs when it is first needed."""

    def __init__(self, machine: Machine):
        self._machine = machine
        self._modules: dict[str, ModuleType] = {}
        self._builtins = {**vars(builtins), "__import__": self._import}

    def __call__(self, name: str) -> ModuleType:
        """Return the module with all its names."""
        if name not in self._modules:
            module = self._modules[name] = ModuleType(name)
            module.__dict__.update(__package__=__name__, __builtins__=self._builtins)
            exec(_code(name), module.__dict__)
        return self._modules[name]

    def for_program(self, name: str) -> ModuleType:
        """Return the module with its public names, or one that refuses use if it has no file."""
        if exists(name):
            return _public(name, self(name))
        if name in SAME_ON_THE_HOST:
            return _public(name, importlib.import_module(name))
        return refusal.module(name)

    def start_board(self) -> None:
        """Start the display, as the firmware does before a program runs."""
        self("board")

    def _import(self, name: str, globals: Any = None, locals: Any = None, fromlist: Any = (),
                level: int = 0) -> Any:
        """Import for a built-in module: `from .x` and `from . import x` mean its machine's x."""
        if level != 1:
            return __import__(name, globals, locals, fromlist, level)
        if name:
            return self(name)
        return SimpleNamespace(**{wanted: self._sibling(wanted) for wanted in fromlist})

    def _sibling(self, name: str) -> Any:
        if name == "machine":
            return self._machine
        return submodule if name == "submodule" else self(name)


def submodule(name: str, **contents: Any) -> ModuleType:
    """Make a module that is an attribute of another one, `submodule("alarm.pin", PinAlarm=…)`."""
    module = ModuleType(name)
    module.__dict__.update(contents)
    return module


def exists(name: str) -> bool:
    return _file(name).is_file()


def _public(name: str, source: ModuleType) -> ModuleType:
    names = getattr(source, "__all__", [n for n in vars(source) if n[0] != "_"])
    return submodule(name, **{n: getattr(source, n) for n in names})


@cache
def _file(name: str) -> Path:
    return FOLDER / f"{name.partition('.')[0]}.py"


@cache
def _code(name: str) -> CodeType:
    return private.code(f"{__name__}.{name}", _file(name))
