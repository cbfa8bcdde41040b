# SPDX-License-Identifier: MIT
"""The hardware line: one file for each built-in module that a program may import.

A file is run afresh for every machine, with that machine as the global `machine`; the program
sees the names in its `__all__`. To add hardware, add a file. What has none is refused: see
`sim.program.refusal`.
"""

import importlib
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType

from ..machine import Machine
from ..native import private
from ..program import refusal

FOLDER = Path(__file__).parent

# These are the same on every Python, so the host's are used.
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


class Hardware:
    """The built-in modules of one machine; each is run when it is first asked for."""

    def __init__(self, machine: Machine):
        self._machine = machine
        self._modules: dict[str, ModuleType] = {}

    def __call__(self, name: str) -> ModuleType:
        """The module with all its names."""
        if name not in self._modules:
            self._modules[name] = plug_in(name, self._machine)
        return self._modules[name]

    def for_program(self, name: str) -> ModuleType:
        """The module with its public names only; one that refuses use if not simulated."""
        if exists(name):
            return _public(name, self(name))
        if name in SAME_ON_THE_HOST:
            return _public(name, importlib.import_module(name))
        return refusal.module(name)


@cache
def exists(name: str) -> bool:
    return _file(name).is_file()


def plug_in(name: str, machine: Machine | None) -> ModuleType:
    """Run the module for `machine`, with all its names."""
    module = ModuleType(name)
    folder = name if _file(name).name == "__init__.py" else name.rpartition(".")[0]
    package = f"{__name__}.{folder}" if folder else __name__
    module.__dict__.update(machine=machine, __package__=package)
    exec(_code(name), module.__dict__)
    return module


def _public(name: str, source: ModuleType) -> ModuleType:
    module = ModuleType(name)
    names = getattr(source, "__all__", [n for n in vars(source) if n[0] != "_"])
    module.__dict__.update({n: getattr(source, n) for n in names})
    return module


@cache
def _file(name: str) -> Path:
    """A module's file; for one with submodules, a folder's `__init__.py`."""
    path = FOLDER.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_name(path.name + ".py")


@cache
def _code(name: str) -> CodeType:
    return private.code(f"{__name__}.{name}", _file(name))
