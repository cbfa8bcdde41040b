# SPDX-License-Identifier: MIT
"""CircuitPython libraries that pip has installed on this computer, and advice on missing ones.

They serve as the libraries that a board has frozen into its firmware, and as those of a program
that has no drive of its own; `imported_names` tells which of them a program's text needs.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution

# Built-in modules for which Adafruit has a form in Python: a library, and a part of asyncio.
BUILT_IN = frozenset(["adafruit_bus_device", "_asyncio"])
# The distributions of modules with another name, without `PREFIX`.
DISTRIBUTIONS = {
    "adafruit_bluefruit_connect": "bluefruitconnect",
    "adafruit_bus_device": "busdevice",
    "adafruit_button": "display-button",
    "adafruit_character_lcd": "charlcd",
    "adafruit_connection_manager": "connectionmanager",
    "adafruit_io": "adafruitio",
    "adafruit_sdcard": "sd",
    "asyncio": "asyncio",
    "circuitpython_typing": "typing",
    "neopixel": "neopixel",
    "neopixel_spi": "neopixel-spi",
    "simpleio": "simpleio",
}
PREFIX = "adafruit-circuitpython-"
# Adafruit's and the community's libraries; the stubs are typing only.
_LIBRARY = re.compile(r"(adafruit-)?circuitpython-(?!stubs$)")
_FIRST = re.compile(r"(?:^|,)\s*(\w+)")
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+(.+))", re.MULTILINE)


def imported_names(text: str) -> set[str]:
    """Return the top-level names; what looks like an import within a text does no harm."""
    names: set[str] = set()
    for origin, several in _IMPORT.findall(text):
        names |= {origin} if origin else set(_FIRST.findall(several))
    return names


def read(file: str) -> bytes | None:
    """Return an installed library's .py file by its path under `lib`; None if there is none."""
    path = place(file)
    return path.read_bytes() if path else None


def place(file: str) -> Path | None:
    """Return where an installed library's .py file is on this computer, by its path under `lib`."""
    top, _, rest = file.partition("/")
    home = find(top.removesuffix(".py"))
    if home is None or home.is_dir() != bool(rest):
        return None
    path = home / rest if rest else home
    return path if path.is_file() and path.suffix == ".py" else None


def find(name: str) -> Path | None:
    """Return the folder or file of the installed top-level module `name`."""
    if name in _installed():
        return _installed()[name][0]
    spec = find_spec(name) if name.startswith("adafruit_") else None
    if spec is None or spec.origin is None:
        return None
    origin = Path(spec.origin)
    return origin.parent if origin.name == "__init__.py" else origin


def distribution(name: str) -> str | None:
    """Return pip's name of the library with the top-level module `name`; None for no library.

    An installed library tells its name. For another one the name follows from the module's, and
    may not exist.
    """
    if name in _installed():
        return _installed()[name][1]
    if name in DISTRIBUTIONS:
        return PREFIX + DISTRIBUTIONS[name]
    if name.startswith("adafruit_"):
        return PREFIX + name.removeprefix("adafruit_").replace("_", "-")
    return None


def version(name: str) -> str | None:
    """Return the version of the installed library with this module; None if there is none."""
    from importlib.metadata import version

    return version(_installed()[name][1]) if name in _installed() else None


def advice(name: str, board: str, lib: Path | None) -> str:
    """Say how to make `name` importable; `lib` is the drive's folder, None if it has none."""
    top = name.partition(".")[0]
    pip = distribution(top)
    home = find(top)
    if pip is None:
        return f"{top} {_nature(top, board)}"
    if home is None:
        place = f" --no-deps --target {lib}" if lib else ""
        return f"the library {top} is missing: pip install{place} {pip}"
    if lib is None or (lib / home.name).exists():
        return f"the library {top} has no {name} in this version: pip install --upgrade {pip}"
    return f"the library {top} is not on the drive: copy {home} to {lib}"


def _nature(name: str, board: str) -> str:
    if name == "secrets":
        return "is a file of yours that the program wants on the drive, secrets.py"
    if name == "requests":
        return "is a library for computers: import adafruit_requests, which boards have"
    if name == "numpy":
        return "is a library for computers: import numpy from ulab, as boards have it"
    if find_spec(f"{name}-stubs"):
        return f"is a module of CircuitPython that the {board} does not have"
    if name in sys.stdlib_module_names:
        return "is a module of Python on computers, which CircuitPython does not have"
    return f"is not on the drive: copy {name}.py or the folder {name} there, or into its folder lib"


def forget() -> None:
    """Forget what is installed, after pip has run."""
    _installed.cache_clear()


@cache
def _installed() -> dict[str, tuple[Path, str]]:
    """Return the place and the distribution of each top-level module of the installed libraries."""
    from importlib.metadata import distributions

    return {
        name: (place, title)
        for library in distributions()
        if _LIBRARY.match(title := re.sub(r"[-_.]+", "-", library.name).lower())
        for name, place in _modules(library)
    }


def _modules(library: "Distribution") -> Iterator[tuple[str, Path]]:
    for file in library.files or ():
        if file.suffix != ".py" or len(file.parts) > 2 or file.parts[0] == "..":
            continue
        if len(file.parts) == 1:
            yield file.stem, Path(str(library.locate_file(file)))
        elif file.name == "__init__.py":
            yield file.parts[0], Path(str(library.locate_file(file))).parent
