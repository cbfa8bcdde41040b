# SPDX-License-Identifier: MIT
"""The boards: their modules, frozen libraries, pins and displays.

All but the display is read from the board definitions in circuitpython-stubs (source of the
display's wiring: the boards' files in CircuitPython).
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

# Built into CircuitPython on every board, and therefore in no board's list.
ALWAYS = ("__future__", "gc", "micropython")


@dataclass(frozen=True)
class Display:
    """The size in pixels as mounted, and the MADCTL value that shows the picture upright."""

    width: int
    height: int
    madctl: int


@dataclass(frozen=True)
class Board:
    """One board; `pins` maps each name in `board` to the chip's pin, `SPEAKER` to `PA02`."""

    name: str
    title: str
    modules: frozenset[str]
    frozen: frozenset[str]
    pins: dict[str, str]
    display: Display


DISPLAYS = {
    "pyportal": Display(320, 240, 0xA8),
    "pyportal_pynt": Display(320, 240, 0xA8),
    "pyportal_titano": Display(480, 320, 0x60),
}


@cache
def find_board(name: str) -> Board:
    """Return the board of this name. Raises ValueError when it cannot be simulated."""
    if name not in DISPLAYS:
        raise ValueError(f"board {name!r} is not simulated: choose one of {', '.join(DISPLAYS)}")
    return _parse(name, definition(name))


def definition(name: str) -> str:
    """Return the text of the board's definition, a stub of the module `board`."""
    spec = find_spec("board_definitions")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    if not folders:
        raise ValueError("the board definitions are missing: pip install circuitpython-stubs")
    return Path(folders[0], name, "__init__.pyi").read_text(encoding="utf-8")


def _parse(name: str, text: str) -> Board:
    title = re.search(r"Board stub for (.+)", text)
    return Board(
        name=name,
        title=title[1] if title else name,
        modules=_names(text, "Included modules") | frozenset(ALWAYS),
        frozen=_names(text, "Frozen libraries"),
        pins=dict(re.findall(r"^(\w+): microcontroller\.Pin  # (\w+)", text, re.MULTILINE)),
        display=DISPLAYS[name],
    )


def _names(text: str, heading: str) -> frozenset[str]:
    line = re.search(rf"{heading}: (.*)", text)
    return frozenset(line[1].split(", ")) if line else frozenset()
