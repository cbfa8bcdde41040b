# SPDX-License-Identifier: MIT
"""The rooms of the house: none is crowded, no module is long, and each says what it is for."""

import ast
import os
from pathlib import Path

from paths import ROOT

# Rooms with more than twenty files, and why.
LARGE_ROOMS = {
    "sim/hardware": "a file for each built-in module",
    "core/port": "CircuitPython's build asks a port for most of these names",
    "tests/golden": "a picture of each screen",
}
# Of ours, in this repository: all but what is staged, installed or built.
HOUSES = "CIRCUITPY/minesweeper", "core", "docs", "sim", "tests", "tools", "web"
NOT_OURS = {"__pycache__", "node_modules"}


def rooms():
    """Each folder of ours, and the files that lie in it."""
    for house in HOUSES:
        for folder, folders, files in os.walk(ROOT / house):
            folders[:] = set(folders) - NOT_OURS
            yield Path(folder), files


def test_a_room_can_be_taken_in_at_a_glance():
    large = {room.relative_to(ROOT).as_posix() for room, files in rooms() if len(files) > 20}
    assert not large - LARGE_ROOMS.keys()


def test_a_module_has_250_lines_at_most():
    modules = [room / file for room, files in rooms() for file in files if file.endswith(".py")]
    long = {str(module) for module in modules
            if len(module.read_text(encoding="utf-8").splitlines()) > 250}
    assert modules and not long


def test_the_simulators_root_is_small_and_its_rooms_state_their_purpose():
    folders = {file.parent for file in (ROOT / "sim").rglob("*.py")} - {ROOT / "sim"}
    assert len([*(ROOT / "sim").glob("*.py")]) <= 10
    for folder in folders:
        docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))
        assert docstring.endswith(".")
