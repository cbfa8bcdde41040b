# SPDX-License-Identifier: MIT
"""Private names that no program can reach, as the fields of the device's own objects are.

A program's `class Ball(displayio.TileGrid)` may have an `_x` and an `_update` of its own. Here the
class that it inherits from is Python too. So the sources of such classes are compiled by `Loader`,
which renames `_x`, as an attribute or in a class body, to `_native.x`; no program can write that
because of the dot.

Three groups of modules are compiled so: Blinka's displayio and the built-in modules, which each
machine runs by `code`, and the modules in `SHARED`, which give them base classes or reach into
their objects. Those are imported as usual, from `sys.modules`, where `load_shared` puts them before
any other module of the engine runs. Ordinary modules get such a name from `hidden`.
"""

import __future__

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, source_hash, spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

PREFIX = "_native."
ENGINE = Path(__file__).parent.parent
# A module follows those that it imports.
SHARED = ("native.classes", "display.bitmap", "display.painter", "display.terminal",
          "native.sample")

_PRIVATE = re.compile(r"_[A-Za-z]\w*")
_OF_NAMED_TUPLES = frozenset(["_asdict", "_fields", "_make", "_replace"])
# Functions that take an attribute's name as a string; `get` is that of a class's `__dict__`.
_BY_NAME = frozenset(["delattr", "getattr", "hasattr", "setattr", "get"])
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Functions of the firmware that take their parameters by name, although none has a default value.
_NAMED = frozenset(["draw_circle", "draw_line", "fill_region", "fill_row", "replace_color"])
# Keeps these compiled files apart from Python's own and from those of other versions of this file.
_MARK = source_hash(Path(__file__).read_bytes()).hex()[:8]


def hidden(name: str) -> str:
    """Return the compiled form of a private name; other names are unchanged."""
    private = _PRIVATE.fullmatch(name) and name not in _OF_NAMED_TUPLES
    return PREFIX + name[1:] if private else name


def is_hidden(name: str) -> bool:
    return name.startswith(PREFIX)


def hide(tree: ast.AST) -> ast.AST:
    """Hide private attributes in the tree, also in `getattr(grid, "_x")`, and return it."""
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


def refuse_keywords(tree: ast.AST) -> None:
    """Let functions without default values take no keywords, as the firmware's do not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.name[0] != "_" or node.name == "__init__"):
            given = node.args
            if not (given.defaults or given.kwonlyargs or given.kwarg or node.name in _NAMED):
                given.posonlyargs, given.args = [*given.posonlyargs, *given.args], []


def _name(function: ast.AST) -> str:
    return str(getattr(function, "id", getattr(function, "attr", "")))


def _hide_in_body(kind: ast.ClassDef) -> None:
    """Hide the private names that a class body binds. Others in it belong to the module."""
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
    """Yield the nodes whose names are looked up in the class body itself."""
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
    """Compiles a module with its private names hidden, into a `.pyc` file of its own.

    Annotations are not evaluated, since such a module runs once for each machine.
    """

    def source_to_code(  # type: ignore[override]
            self, data: Any, path: Any, *, _optimization: int = -1) -> CodeType:
        tree: Any = hide(ast.parse(data, path))
        if self.name.startswith(__name__.removesuffix("native.private")):  # not Blinka's
            refuse_keywords(tree)
        flags = __future__.annotations.compiler_flag
        return compile(tree, path, "exec", flags, dont_inherit=True, optimize=_optimization)

    def get_data(self, path: str) -> bytes:
        return super().get_data(_own_file(path))

    def set_data(self, path: str, data: Any, **options: Any) -> None:
        super().set_data(_own_file(path), data, **options)


def _own_file(path: str) -> str:
    return f"{path.removesuffix('.pyc')}.{_MARK}.pyc" if path.endswith(".pyc") else path


def code(name: str, file: Path) -> CodeType:
    """Return the code of a module that the caller executes."""
    found = Loader(name, str(file)).get_code(name)
    assert found is not None, f"{file} has no source"
    return found


def load_shared() -> None:
    """Import the modules in `SHARED`, compiled with their private names hidden."""
    engine = __package__.rpartition(".")[0]
    for short in SHARED:
        name = f"{engine}.{short}"
        assert name not in sys.modules, f"{name} is imported before its place in SHARED"
        _load(name, ENGINE / f"{short.replace('.', '/')}.py")


def _load(name: str, file: Path) -> None:
    spec = spec_from_file_location(name, file, loader=Loader(name, str(file)))
    assert spec is not None and spec.loader is not None
    package, _, stem = name.rpartition(".")
    parent = import_module(package)
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    setattr(parent, stem, module)
