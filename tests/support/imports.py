# SPDX-License-Identifier: MIT
"""Reads imports: those that imports.toml allows, and those in the sources."""

import ast
import functools
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

STANDARD_LIBRARY = frozenset(sys.stdlib_module_names)


class Allowed(NamedTuple):
    """Names of packages and modules, separated by spaces, as in imports.toml."""

    own: str = ""
    libraries: str = ""
    lazy: str = ""


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
GAME_ANYWHERE = "gesture lazy ticks"
GAME = {name: Allowed(**row) for name, row in _TABLES["game"].items()}
SIMULATOR = {name: Allowed(**row) for name, row in _TABLES["simulator"].items()}
SIMULATOR_MODULES = _TABLES["simulator-modules"]
TOOLS_GAME = "rules solver saved sharing console screen"
TOOLS_LIBRARIES = "tools minesweeper PIL"
TOOLS_MODULES = _TABLES["tools-modules"]


@functools.cache
def imports(file):
    """Return (top-level name, full dotted name) of every import; a relative one's top is `.`."""
    found = []
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found += [(alias.name.split(".")[0], alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            top = "." if node.level else (node.module or "").split(".")[0]
            found += [(top, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def tree(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def libraries(file):
    """Return the top-level names that a file imports, without relative imports."""
    return {top for top, _ in imports(file)} - {"."}


def game_parts(file):
    """Return the game's packages and modules that a file imports."""
    return {full.split(".")[1] for _, full in imports(file) if full.startswith("minesweeper.")}


@functools.cache
def graph(package):
    """Return {module: its imports} of a package that uses relative imports; types count too."""
    files = {_module(file, package): file for file in package.rglob("*.py")}
    return {name: set(_relative(name, file, files)) - {name} for name, file in files.items()}


def _module(file, package):
    """Return `board.pins` for board/pins.py; a package's name for its `__init__.py`."""
    parts = file.relative_to(package).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _relative(name, file, known):
    folder = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.ImportFrom) and node.level:
            parts = folder.split(".") if folder else []
            base = parts[:len(parts) - node.level + 1] + (node.module or "").split(".")
            source = ".".join(filter(None, base))
            for alias in node.names:
                full = f"{source}.{alias.name}" if source else alias.name
                yield full if full in known else source
