# SPDX-License-Identifier: MIT
"""The hardware line: one file for each built-in module that a program may import.

A file is run afresh for every machine, with that machine as the global `machine`; the program
sees the names in its `__all__`. To add hardware, add a file. What has none is refused: see
`sim.refusal`.
"""

import importlib
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

from .. import native, refusal

if TYPE_CHECKING:
    from ..machine import Machine

FOLDER = Path(__file__).parent

# These mean the same on every Python, so the host's serve.
SAME_ON_THE_HOST = frozenset(
    [
        "__future__",
        "array",
        "binascii",
        "collections",
        "errno",
        "json",
        "math",
        "re",
        "struct",
    ]
)


def exists(name: str) -> bool:
    return _file(name).is_file()


def plug_in(name: str, machine: "Machine") -> ModuleType:
    """Run the module for `machine`, with all its names."""
    module = ModuleType(name)
    folder = name if _file(name).name == "__init__.py" else name.rpartition(".")[0]
    package = f"{__name__}.{folder}" if folder else __name__
    module.__dict__.update(machine=machine, __package__=package)
    exec(_code(name), module.__dict__)
    return module


def for_program(name: str, machine: "Machine") -> ModuleType:
    """The module with its public names only; one that refuses when it is not simulated."""
    if exists(name):
        source = machine.hardware(name)
    elif name in SAME_ON_THE_HOST:
        source = importlib.import_module(name)
    else:
        return refusal.module(name)
    module = ModuleType(name)
    names = getattr(source, "__all__", None) or [n for n in vars(source) if n[0] != "_"]
    module.__dict__.update({n: getattr(source, n) for n in names})
    return module


def _file(name: str) -> Path:
    """A module's file; for one with submodules, a folder's `__init__.py`."""
    path = FOLDER.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_name(path.name + ".py")


@cache
def _code(name: str) -> CodeType:
    return native.code(f"{__name__}.{name}", _file(name))
