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
