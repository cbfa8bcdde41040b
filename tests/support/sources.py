# SPDX-License-Identifier: MIT
"""The repository's source files, and their trees."""

import ast
import sys
from functools import cache

from tests.support.paths import DRIVE, ROOT

GAME_FOLDER = DRIVE / "minesweeper"
GAME_FILES = [DRIVE / "code.py", *sorted(GAME_FOLDER.rglob("*.py"))]
SIM, TOOLS = ROOT / "sim", ROOT / "tools"
STANDARD = frozenset(sys.stdlib_module_names)


@cache
def tree(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def refused(files, forbidden):
    """Return, by file, the names that `forbidden` finds in it."""
    found = {file.relative_to(ROOT).as_posix(): forbidden(file) for file in files}
    assert found
    return {name: names for name, names in found.items() if names}
