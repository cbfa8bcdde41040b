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
SCREEN = {
    "displayio", "adafruit_imageload", "adafruit_display_text", "minesweeper", "terminalio",
    "vectorio",
}
HARDWARE = {
    "adafruit_touchscreen", "analogio", "audiocore", "audioio", "board", "digitalio",
    "microcontroller", "neopixel_write", "os", "supervisor", "sys", "time",
}
GAME_LAW = {
    "__init__": set(),
    "field": PURE,
    "neighbours": set(),
    "sight": PURE,
    "ground": PURE,
    "deduction": set(),
    "knowledge": PURE,
    "rules": PURE,
    "component": PURE,
    "states": PURE,
    "reasoning": PURE,
    "solver": PURE,
    "tally": PURE,
    "odds": PURE,
    "solutions": PURE,
    "endgame": PURE,
    "guess": PURE,
    "trial": PURE,
    "verdict": PURE,
    "noguess": PURE,
    "options": PURE | {"struct"},
    "settings": set(),
    "records": PURE | {"struct"},
    "three_bv": PURE,
    "savegame": PURE | {"struct"},
    "memory": PURE | {"binascii", "struct"},
    "ticks": set(),
    "tiles": PURE,
    "gesture": {"minesweeper"},
    "controls": PURE,
    "game": PURE,
    "presets": set(),
    "console": PURE,
    "picture": PURE,
    "glow": PURE,
    "ending": PURE,
    "advice": PURE,
    "dealer": PURE,
    "review": PURE,
    "aside": {"sys", "minesweeper"},
    "chance": set(),
    "line": PURE,
    "proof": PURE,
    "forecast": PURE,
    "theme": set(),
    "sheet": SCREEN,
    "view": SCREEN,
    "panel": SCREEN,
    "banner": SCREEN,
    "page": SCREEN,
    "title": SCREEN,
    "box": SCREEN,
    "figures": SCREEN,
    "pause": SCREEN,
    "calibrate": SCREEN,
    "device": HARDWARE,
}
# Which siblings the pure modules know; a screen or hardware module is in none of these.
SIBLINGS = {
    "field": {"neighbours"},
    "tiles": {"field"},
    "sight": {"field"},
    "ground": {"neighbours"},
    "knowledge": {"sight"},
    "rules": {"deduction", "ground"},
    "component": set(),
    "states": {"deduction"},
    "reasoning": {"component", "deduction", "rules", "states"},
    "solver": {"component", "deduction", "knowledge", "reasoning", "rules", "sight"},
    "tally": {"deduction", "states"},
    "odds": {"chance", "component", "deduction", "knowledge", "rules", "tally"},
    "solutions": {"deduction", "states"},
    "endgame": {"deduction"},
    "guess": {"chance", "component", "deduction", "endgame", "knowledge", "odds", "solutions"},
    "trial": {"field", "knowledge", "rules"},
    "noguess": {"knowledge", "trial"},
    "verdict": {"deduction", "solver"},
    "options": {"controls", "game", "presets"},
    "records": {"presets"},
    "three_bv": {"field"},
    "savegame": {"field"},
    "memory": {"aside", "controls", "options", "records", "savegame", "three_bv", "ticks"},
    "gesture": {"ticks"},
    "controls": {"field"},
    "game": {"controls", "field", "ticks"},
    "console": {"controls", "picture"},
    "picture": {"controls", "tiles"},
    "glow": {"controls", "ticks"},
    "advice": {"controls", "deduction", "field", "ground", "picture", "sight", "solver", "tiles"},
    "dealer": {"ground", "noguess"},
    "review": {"aside", "chance", "deduction", "ground", "knowledge", "sight", "tiles"},
    "line": {"console"},
    "proof": {"component", "deduction", "field", "gesture", "ground", "knowledge", "picture",
              "reasoning", "tiles", "trial"},
    "forecast": {"aside", "chance", "component", "deduction", "ground", "knowledge", "odds",
                 "sight"},
    "ending": {"controls", "gesture", "panel", "ticks"},
    "sheet": {"tiles"},
    "view": {"banner", "panel", "tiles"},
    "panel": {"box", "tiles"},
    "page": {"box", "gesture", "theme"},
    "title": {"gesture", "sheet", "theme", "tiles"},
    "pause": {"controls", "page"},
    "figures": {"box"},
    "calibrate": {"box", "ticks"},
}
# The simulator's folder has another name where it is installed, so it knows itself as `.` only.
SIM = STANDARD | {".", "greenlet", "numpy", "PIL"}
SIM_EXTRA = {
    "window": {"pygame"}, "canvas": {"pygame"}, "pytest_plugin": {"pytest"}, "__main__": {"tools"},
    "audiomp3": {"soundfile"},
}
# The drill plays on the simulator or, over a serial port, on a board; try_programs on the former.
DRILL = {"simulated_line", "serial_line", "drill", "try_programs", "benchmark_display"}
TOOLS = STANDARD | {"tools", "PIL", "minesweeper"}


def imports(file):
    """(top-level name, full dotted name) of all that a file imports; `.` tops what is relative."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            top = "." if node.level else (node.module or "").split(".")[0]
            for alias in node.names:
                yield top, f"{node.module}.{alias.name}"


def siblings(file):
    return {full.split(".")[1] for _, full in imports(file) if full.startswith("minesweeper.")}


@pytest.mark.parametrize("file", sorted(GAME.glob("*.py")), ids=lambda file: file.stem)
def test_the_games_modules_keep_to_their_side(file):
    assert file.stem in GAME_LAW, f"{file.name} has no law yet: write one"
    assert {top for top, _ in imports(file)} <= GAME_LAW[file.stem]
    assert siblings(file) <= SIBLINGS.get(file.stem, set())


def test_code_py_knows_the_game_and_no_hardware():
    code = ROOT / "CIRCUITPY" / "code.py"
    assert {top for top, _ in imports(code)} <= {"minesweeper", "random", "sys"}


@pytest.mark.parametrize("file", sorted((ROOT / "sim").rglob("*.py")), ids=lambda file: file.stem)
def test_the_simulator_knows_no_game_and_only_the_window_knows_pygame(file):
    assert {top for top, _ in imports(file)} <= SIM | SIM_EXTRA.get(file.stem, set())
    assert "minesweeper" not in file.read_text(encoding="utf-8").lower() or file.stem == "__main__"


@pytest.mark.parametrize("file", sorted((ROOT / "tools").glob("*.py")), ids=lambda file: file.stem)
def test_tools_know_the_standard_library_pillow_and_the_pure_game(file):
    allowed = TOOLS | ({"sim", "serial"} if file.stem in DRILL else set())
    assert {top for top, _ in imports(file)} <= allowed
    assert siblings(file) <= {name for name, top in GAME_LAW.items() if top <= PURE}


@pytest.mark.parametrize("file", sorted(GAME.glob("*.py")), ids=lambda file: file.stem)
def test_nothing_happens_when_a_module_of_the_game_is_imported(file):
    """Only definitions and constants: no call at the top but what makes a constant."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        assert not isinstance(node, (ast.For, ast.While, ast.If, ast.With))
        assert not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
