# SPDX-License-Identifier: MIT
"""The hardware line: one file for each built-in module that a program may import.

A file is run afresh for every machine, with that machine as the global `machine`; the program
sees the names in its `__all__`. To add hardware, add a file.
"""

import importlib
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.machine import Machine

FOLDER = Path(__file__).parent

# These mean the same on every Python, so the host's serve.
SAME_ON_THE_HOST = frozenset(
    [
        "__future__",
        "array",
        "atexit",
        "binascii",
        "collections",
        "errno",
        "io",
        "json",
        "math",
        "re",
        "struct",
        "zlib",
    ]
)


def exists(name: str) -> bool:
    return (FOLDER / f"{name}.py").is_file()


def plug_in(name: str, machine: "Machine") -> ModuleType:
    """Run the module for `machine`, with all its names."""
    module = ModuleType(name)
    module.__dict__["machine"] = machine
    exec(_code(name), module.__dict__)
    return module


def for_program(name: str, machine: "Machine") -> ModuleType:
    """The module with its public names only. Raises ImportError when it is not simulated."""
    if exists(name):
        source = machine.hardware(name)
    elif name in SAME_ON_THE_HOST:
        source = importlib.import_module(name)
    else:
        raise ImportError(f"module '{name}' is on the board and not simulated")
    module = ModuleType(name)
    names = getattr(source, "__all__", None) or [n for n in vars(source) if n[0] != "_"]
    module.__dict__.update({n: getattr(source, n) for n in names})
    return module


@cache
def _code(name: str) -> CodeType:
    loader = SourceFileLoader(f"{__name__}.{name}", str(FOLDER / f"{name}.py"))
    code = loader.get_code(loader.name)
    assert code is not None, f"{name} has no source"
    return code
