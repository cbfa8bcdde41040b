# SPDX-License-Identifier: MIT
"""The built-in modules of the simulated boards: what their lists name, and each as imported."""

from functools import cache
from tempfile import TemporaryDirectory

from sim import PyPortal
from sim.board.boards import DISPLAYS, find_board
from tests.support.modules.stubs_reader import stub_files

LISTED = frozenset().union(*(find_board(board).modules for board in DISPLAYS))
MODULES = sorted(name for name in LISTED if name.isidentifier())
# What a board's list has in a module, `os.getenv`; the first is a form of a function.
PARTS = sorted(name for name in LISTED if "." in name and name != "builtins.pow3")
STUBS = [entry for name in MODULES for entry in stub_files(name)]
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
    """All modules of the boards' lists as a program gets them, by dotted name."""
    names = [name for name, _ in STUBS] + WITHOUT_STUB
    with TemporaryDirectory() as folder:
        program = f"{folder}/code.py"
        with open(program, "w", encoding="utf-8") as file:
            file.write(IMPORT_ALL.format(names=names))
        with PyPortal(program) as portal:
            portal.run()
            assert not portal.failed, portal.serial
            return dict(portal.engine.program.modules)
