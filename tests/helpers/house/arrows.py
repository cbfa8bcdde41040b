# SPDX-License-Identifier: MIT
"""Which module of a package imports which, read from its source: types and functions counted."""

import ast
import functools


def module_name(file, package):
    """`board.pins` of `sim/board/pins.py`; a folder's name of its `__init__.py`."""
    parts = file.relative_to(package).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@functools.cache
def graph(package):
    """{module: the modules of the package that it imports} of a package that knows itself as `.`"""
    files = {module_name(file, package): file for file in package.rglob("*.py")}
    return {name: set(_imported(name, file, files)) - {name} for name, file in files.items()}


def _imported(name, file, known):
    folder = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            parts = folder.split(".") if folder else []
            base = parts[:len(parts) - node.level + 1] + (node.module or "").split(".")
            source = ".".join(filter(None, base))
            for alias in node.names:
                full = f"{source}.{alias.name}" if source else alias.name
                yield full if full in known else source


def between(modules, room_of):
    """{room: the other rooms that it imports from} of such a graph."""
    rooms = {}
    for name, imported in modules.items():
        others = rooms.setdefault(room_of(name), set())
        others |= {room_of(other) for other in imported} - {room_of(name)}
    return rooms
