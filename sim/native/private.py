# SPDX-License-Identifier: MIT
"""Private names that no program can reach, as the fields of the device's own objects are.

A program's `class Ball(displayio.TileGrid)` may have an `_x` and an `_update` of its own. Here the
class that it inherits from is Python too, so what is compiled by `Loader` gets other names: `_x`,
as an attribute or in a class body, becomes `_native.x`, which no program can write because of the
dot.

Compiled so are Blinka's displayio, `sim/hardware`, and the modules of `sim` that give them base
classes or reach into their objects (`SHARED`). Ordinary modules ask `hidden` for such a name.
"""

import __future__

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import source_hash, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

PREFIX = "_native."
ROOT = __package__.rpartition(".")[0]
SHARED = frozenset(f"{ROOT}.{name}" for name in (
    "board.lockedbus", "board.pins", "display.group", "display.painter", "display.shader",
    "display.terminalscreen", "display.vt100", "native.bytestore", "native.enumeration",
    "pixels.bitmap", "pixels.bitmapregion", "pixels.pixeldata", "sound.sample", "synth"))

_PRIVATE = re.compile(r"_[A-Za-z]\w*")
_OF_NAMED_TUPLES = frozenset(["_asdict", "_fields", "_make", "_replace"])
# Take an attribute's name in a string; the last one of a class's `__dict__`.
_BY_NAME = frozenset(["delattr", "getattr", "hasattr", "setattr", "get"])
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Keeps compiled files of this apart from Python's own, and from those of another version of this.
_MARK = source_hash(Path(__file__).read_bytes()).hex()[:8]


def hidden(name: str) -> str:
    """What a private name is compiled to; any other stays as it is."""
    private = _PRIVATE.fullmatch(name) and name not in _OF_NAMED_TUPLES
    return PREFIX + name[1:] if private else name


def is_hidden(name: str) -> bool:
    return name.startswith(PREFIX)


def hide(tree: ast.AST) -> ast.AST:
    """The same tree, with private attributes hidden, and their names in `getattr(grid, "_x")`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            node.attr = hidden(node.attr)
        elif isinstance(node, ast.Call) and _name(node.func) in _BY_NAME:
            for part in node.args:
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    part.value = hidden(part.value)
        elif isinstance(node, ast.ClassDef):
            _hide_in_body(node)
    return tree


def _name(function: ast.AST) -> str:
    return str(getattr(function, "id", getattr(function, "attr", "")))


def _hide_in_body(kind: ast.ClassDef) -> None:
    """What a class body binds are attributes; other private names in it are the module's."""
    parts = list(_in_scope(kind.body))
    bound = {part.id for part in parts
             if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    for part in parts:
        if isinstance(part, (*_FUNCTIONS, ast.ClassDef)):
            bound.add(part.name)
            part.name = hidden(part.name)
    for part in parts:
        if isinstance(part, ast.Name) and part.id in bound:
            part.id = hidden(part.id)


def _in_scope(parts: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes whose names are looked up in a class body, not in a function or class within."""
    for part in parts:
        yield part
        if isinstance(part, _FUNCTIONS):
            given = part.args
            defaults = filter(None, [*given.defaults, *given.kw_defaults])
            yield from _in_scope([*part.decorator_list, *defaults])
        elif isinstance(part, ast.ClassDef):
            yield from _in_scope([*part.decorator_list, *part.bases])
        elif not isinstance(part, ast.Lambda):
            yield from _in_scope(ast.iter_child_nodes(part))


class Loader(SourceFileLoader):
    """Compiles a module with its private names hidden, into a `.pyc` of its own. It runs for every
    machine, faster without its annotations.
    """

    def source_to_code(  # type: ignore[override]
            self, data: Any, path: Any, *, _optimization: int = -1) -> CodeType:
        tree: Any = hide(ast.parse(data, path))
        flags = __future__.annotations.compiler_flag
        return compile(tree, path, "exec", flags, dont_inherit=True, optimize=_optimization)

    def get_data(self, path: str) -> bytes:
        return super().get_data(_own_file(path))

    def set_data(self, path: str, data: Any, **options: Any) -> None:
        super().set_data(_own_file(path), data, **options)


def _own_file(path: str) -> str:
    return f"{path.removesuffix('.pyc')}.{_MARK}.pyc" if path.endswith(".pyc") else path


def code(name: str, file: Path) -> CodeType:
    """The code of a module that the caller runs itself."""
    found = Loader(name, str(file)).get_code(name)
    assert found is not None, f"{file} has no source"
    return found


class _Finder:
    """Finds the modules in `SHARED`, so that a plain import compiles them this way."""

    def find_spec(self, fullname: str, path: Sequence[str] | None,
                  target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname not in SHARED and fullname.rpartition(".")[0] not in SHARED:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None:
            return spec
        return spec_from_file_location(
            fullname, spec.origin, loader=Loader(fullname, spec.origin),
            submodule_search_locations=spec.submodule_search_locations)


sys.meta_path.insert(0, _Finder())
