# SPDX-License-Identifier: MIT
"""What CPython takes and CircuitPython rejects, lacks or silently does differently.

Reads programs as text and returns findings, each with its line and what to write instead;
tests/minesweeper/firmware/test_language.py applies it to the drive. A rule only tells what is
evident in the
text: which sort relies on being stable, or which str a slice is of, no text says.
"""

import ast
from pathlib import Path
from typing import NamedTuple

from sim.engines.python.compiler import syntax
from tests.support.language import evident
from tests.support.language import language_tables as tables
from tests.support.language.language_rules import FUNCTIONS, RULES, imported


class Finding(NamedTuple):
    file: str
    line: int
    what: str
    use: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what} — use {self.use} instead"


class Program:
    """A file's tree, and what the rules ask about it."""

    def __init__(self, source: str):
        tree = ast.parse(source)
        self.nodes = list(ast.walk(tree))
        self.kinds = evident.kinds(tree)
        self.methods = {node.name for node in self.nodes if isinstance(node, FUNCTIONS)}
        self.modules = {alias.asname or alias.name: alias.name
                        for node in self.nodes if isinstance(node, ast.Import)
                        for alias in node.names}


def check_source(source: str, file: str = "program") -> list[Finding]:
    """All findings of a file by line."""
    program = Program(source)
    found = {
        Finding(file, where.lineno, what, use)
        for node in program.nodes
        for check in RULES[type(node)] + RULES[ast.AST]
        for where, what, use in check(node, program)
    }
    found.update(Finding(file, *finding) for finding in syntax.found_in_text(source))
    return sorted(found)


def check_drive(drive: Path, known: set[str], built_in: set[str]) -> list[Finding]:
    """All findings of our files on a drive; `known` are the modules that it need not hold."""
    files = [path.relative_to(drive) for path in sorted(drive.rglob("*.py"))]
    ours = [file for file in files if file.parts[0] != "lib"]
    known = known | {Path(file.parts[0]).stem for file in ours}
    found = misnamed(ours, built_in)
    for file in ours:
        source = (drive / file).read_text(encoding="utf-8")
        found += check_source(source, str(file)) + check_imports(source, str(file), known)
    return found


def misnamed(files: list[Path], built_in: set[str]) -> list[Finding]:
    what = "file named like the built-in module {}, which is found first"
    return [
        Finding(str(file), 1, what.format(file.stem), "another name")
        for file in files
        if file.stem in built_in
    ]


def check_imports(source: str, file: str, known: set[str]) -> list[Finding]:
    """Imports of modules that are neither in the table nor among the known ones."""
    named = known | tables.MODULES.keys()
    return [
        Finding(file, node.lineno, f"module {module}, which the board has not", "one that it has")
        for node in ast.walk(ast.parse(source))
        for module in imported(node)
        if module.split(".")[0] not in named
    ]
