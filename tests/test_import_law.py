# SPDX-License-Identifier: MIT
"""The import law: who may import what. Read from the source, so a wrong import fails here first."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAME = ROOT / "CIRCUITPY" / "minesweeper"
STANDARD = sys.stdlib_module_names

PURE = {"array", "random", "minesweeper"}
SCREEN = {"displayio", "adafruit_imageload", "adafruit_display_text", "terminalio", "minesweeper"}
HARDWARE = {
    "adafruit_touchscreen", "analogio", "audiocore", "audioio", "board", "digitalio",
    "microcontroller", "neopixel_write", "os", "supervisor", "time",
}
GAME_LAW = {
    "__init__": set(),
    "field": PURE,
    "guide": PURE,
    "neighbours": set(),
    "ticks": set(),
    "tiles": PURE,
    "gesture": {"minesweeper"},
    "sheet": SCREEN,
    "view": SCREEN,
    "device": HARDWARE,
}
# Which siblings the pure modules know; a screen or hardware module is in none of these.
SIBLINGS = {
    "field": {"neighbours"},
    "guide": {"field"},
    "tiles": {"field"},
    "gesture": {"ticks"},
    "sheet": {"tiles"},
    "view": {"tiles"},
}
SIM = STANDARD | {"sim", "greenlet", "numpy", "PIL", "adafruit_pixelbuf"}
TOOLS = STANDARD | {"tools", "PIL", "minesweeper"}


def imports(file):
    """(top-level name, full dotted name) of everything that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file} imports relatively"
            for alias in node.names:
                yield node.module.split(".")[0], f"{node.module}.{alias.name}"


def siblings(file):
    return {full.split(".")[1] for top, full in imports(file) if top == "minesweeper"}


@pytest.mark.parametrize("file", sorted(GAME.glob("*.py")), ids=lambda file: file.stem)
def test_the_games_modules_keep_to_their_side(file):
    assert file.stem in GAME_LAW, f"{file.name} has no law yet: write one"
    assert {top for top, _ in imports(file)} <= GAME_LAW[file.stem]
    assert siblings(file) <= SIBLINGS.get(file.stem, set())


def test_code_py_knows_the_game_and_no_hardware():
    code = ROOT / "CIRCUITPY" / "code.py"
    assert {top for top, _ in imports(code)} <= {"minesweeper", "random"}


@pytest.mark.parametrize("file", sorted((ROOT / "sim").rglob("*.py")), ids=lambda file: file.stem)
def test_the_simulator_knows_no_game_and_only_the_window_knows_pygame(file):
    allowed = SIM | ({"pygame"} if file.stem == "window" else set())
    allowed |= {"tools"} if file.stem == "__main__" else set()
    assert {top for top, _ in imports(file)} <= allowed
    assert "minesweeper" not in file.read_text(encoding="utf-8").lower() or file.stem == "__main__"


@pytest.mark.parametrize("file", sorted((ROOT / "tools").glob("*.py")), ids=lambda file: file.stem)
def test_tools_know_the_standard_library_pillow_and_the_pure_game(file):
    assert {top for top, _ in imports(file)} <= TOOLS
    assert siblings(file) <= {"field", "guide", "neighbours", "tiles"}


@pytest.mark.parametrize("file", sorted(GAME.glob("*.py")), ids=lambda file: file.stem)
def test_nothing_happens_when_a_module_of_the_game_is_imported(file):
    """Only definitions and constants: no call at the top but what makes a constant."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        assert not isinstance(node, (ast.For, ast.While, ast.If, ast.With))
        assert not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
