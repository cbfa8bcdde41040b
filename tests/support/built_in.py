# SPDX-License-Identifier: MIT
"""The built-in modules of the simulated boards, each as imported, and their circuitpython-stubs."""

import ast
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from sim import PyPortal
from sim.board.boards import DISPLAYS, find_board
from sim.board.libraries import BUILT_IN
from sim.engines.python.modules import ON_FIRMWARE


def stub_files(module):
    """(dotted name, file) of a module's stub and of those of its submodules.

    The stub of `board` is the PyPortal's definition, not the general one.
    """
    if module == "board":
        (folder,) = find_spec("board_definitions").submodule_search_locations
        return [(module, Path(folder, "pyportal", "__init__.pyi"))]
    spec = find_spec(f"{module}-stubs")
    folder = Path(spec.submodule_search_locations[0]) if spec else None
    files = sorted(folder.rglob("__init__.pyi")) if folder else []
    return [(".".join((module, *file.parent.relative_to(folder).parts)), file) for file in files]


@cache
def parse(file):
    """The stub's tree; type parameters, `def f[T](`, are syntax that Python 3.11 does not have."""
    source = re.sub(r"(def \w+)\[\w+\]\(", r"\1(", file.read_text(encoding="utf-8"))
    return ast.parse(source)


def names_of(body):
    """Return the names that a stub's body defines: name -> list of its definitions.

    Left out: type aliases and protocols, which exist for type checkers only.
    """
    names = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            names.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.ClassDef):
            if "Protocol" not in map(ast.unparse, node.bases):
                names[node.name] = [node]
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = [node]
    return {name: found for name, found in names.items() if _is_public(name)}


def _is_public(name):
    return not name.startswith("_") or name.startswith("__")


LISTED = frozenset().union(*(find_board(board).modules for board in DISPLAYS))
MODULES = sorted(name for name in LISTED - ON_FIRMWARE - BUILT_IN if name.isidentifier())
# Names in modules, `os.getenv`; the one left out is a form of a function.
PARTS = sorted(name for name in LISTED if "." in name and name != "builtins.pow3")
# These two are numpy's and Adafruit's.
FROM_LIBRARIES = ("ulab", "adafruit_pixelbuf")
STUBS = [entry for name in MODULES if name not in FROM_LIBRARIES for entry in stub_files(name)]
WITHOUT_STUB = [name for name in MODULES if not stub_files(name)]
IMPORT_ALL = """
for name in {names}:
    try:
        __import__(name)
    except ImportError as error:
        print(name + ":", error)
"""


@cache
def load_all():
    """Return all modules of the boards' lists as a program gets them, by dotted name."""
    names = [name for name, _ in STUBS] + WITHOUT_STUB
    with TemporaryDirectory() as folder:
        program = f"{folder}/code.py"
        with open(program, "w", encoding="utf-8") as file:
            file.write(IMPORT_ALL.format(names=names))
        with PyPortal(program) as portal:
            portal.run()
            assert not portal.failed, portal.serial
            return dict(portal.engine.program.modules)
