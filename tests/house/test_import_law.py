# SPDX-License-Identifier: MIT
"""The import law: who may import what. Read from the source, so a wrong import fails here first."""

import ast
import functools
import sys
from graphlib import TopologicalSorter

import arrows
from paths import ROOT
from simrooms import EXTRA as SIM_EXTRA
from simrooms import ROOMS as SIM_ROOMS

GAME = ROOT / "CIRCUITPY" / "minesweeper"
STANDARD = sys.stdlib_module_names

# `const`, which is the language's.
LANGUAGE = {"micropython"}
SCREEN = {"bitmaptools", "displayio", "adafruit_imageload", "terminalio", "vectorio"}
# What of CircuitPython each room of the game needs, and which rooms it knows.
ROOMS = {
    "board": ({"array", "random"}, set()),  # rules know nothing but themselves; dice
    "solver": ({"array"}, {"board"}),  # reads a field's cells and their neighbours
    # A cell's byte becomes a tile; the order in which cells are shown.
    "screen": (SCREEN | {"array"}, {"board"}),
    # Drawn with the game's tiles and colours; the options are in its memory.
    "pages": (SCREEN | {"gc"}, {"board", "screen", "memory"}),
    "memory": ({"array", "binascii", "struct"}, {"board"}),  # packs games and names presets
    "advice": (set(), {"board", "solver", "screen"}),  # what the solver says, shown as tiles
    "console": (set(), {"board", "screen"}),  # a character for each tile
    "sharing": (set(), {"board", "memory"}),  # a board's number holds its preset's
    # Packs games as others read them, and writes to nvm when the memory may.
    "network": ({"array", "binascii", "json", "struct"}, {"board", "memory", "sharing"}),
}
# Modules that belong to no room. Any room may import these.
LEAVES = {
    "gesture": set(),  # readings and times are arguments
    "lazy": {"gc", "sys"},  # unloads modules
    "ticks": set(),  # arithmetic
}
# These are on top of all rooms.
TOP = {
    "device": {  # all that names hardware is here
        "adafruit_touchscreen", "analogio", "audiocore", "audioio", "board", "digitalio", "gc",
        "microcontroller", "neopixel_write", "os", "supervisor", "sys", "time",
    },
    "radio": {"board", "digitalio", "rtc", "time"},  # the same, where there is Wi-Fi
    "ending": set(),  # acts on a table that it is given
    "lights": set(),  # writes to a device that it is given
    "shake": {"random"},  # of one pixel or two
    "deals": {"gc"},  # collects before what stays
    "table": set(),  # joins the parts
    "touch": set(),  # acts on a table that it is given
}
# Who loads modules of which rooms by name, through `lazy` or the table.
LAZY = {
    # The title; what may not fit into memory later; the network, where there is one.
    "code": {"pages", "advice", "network"},
    # The title and the pause sheet; what they ask for; the picture of a board that is too large.
    "table": {"pages", "advice", "screen"},
    "deals": {"advice"},  # boards without guesses
    "ending": {"advice"},  # the verdict on a loss
    # The sheet's other pages; hint, odds, proof and luck; statistics; a board's number.
    "pages": {"pages", "advice", "memory", "sharing"},
    # The same, from a typed line; numbers and replays; lines for what is typed.
    "console": {"advice", "console", "memory", "sharing"},
    "memory": {"memory"},  # settings, read once
    # What a session needs: settings, a link, and the words of a replay and a board's number.
    "network": {"board", "network", "sharing"},
    # The reasons of a hint; the overlay of odds; the odds of a guess.
    "advice": {"advice", "screen", "solver"},
}
# The simulator's folder has another name where it is installed, so it knows itself as `.` only.
SIM = STANDARD | {".", "greenlet", "numpy", "PIL"}
# The drill plays on the simulator or, over a serial port, on a board; others on the former. What
# its model of time takes is held against a core.
DRILL = {"simulated_line", "serial_line", "drill", "try_programs", "benchmark_display", "replay",
         "rawvf", "measured"}
# What lies on a board is compiled by what the simulator checks it with.
COMPILING = {"firmware", "deploy", "release"}
# The page has the simulator's core and its tables of the board.
PAGE = {"site", "boardfacts"}
PROVING = {"provable": {"pysat"}}  # where solutions are too many to count
# The scoreboard is a web application.
SERVING = {"server": {"starlette"}, "__main__": {"uvicorn"}}
TOOLS = STANDARD | {"tools", "PIL", "minesweeper"}
# What tools/instructions.py puts on a drive beside the game runs on the core.
COUNTED = {"board", "counter", "game", "scripts"}
# Tools that play or stage on the desk know the game, and never what is drawn.
TOOL_ROOMS = {"board", "solver", "memory", "console"}


@functools.cache
def imports(file):
    """(top-level name, full dotted name) of all that a file imports; `.` tops what is relative."""
    return tuple(_imports(file))


def _imports(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            top = "." if node.level else (node.module or "").split(".")[0]
            for alias in node.names:
                yield top, f"{node.module}.{alias.name}"


def rooms(file):
    """The game's rooms, and modules of none, that a file imports from."""
    return {full.split(".")[1] for _, full in imports(file) if full.startswith("minesweeper.")}


def room_of(file):
    """The room that a file of the game lies in, its own name if in none."""
    inner = file.relative_to(GAME).parts
    return inner[0] if len(inner) > 1 else file.stem


def asked_for(file):
    """The names of modules that a file has loaded when they are wanted."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            room, _, name = node.value.partition(".")
            if room in ROOMS and name.isidentifier():
                yield room, GAME / room / f"{name}.py"


GAMES = sorted(GAME.rglob("*.py"))


def strays(files, foreign):
    """What `foreign` finds in each of these files that does not belong there."""
    found = {str(file.relative_to(ROOT)): foreign(file) for file in files}
    assert found
    return {name: names for name, names in found.items() if names}


def tops(file):
    return {top for top, _ in imports(file)}


def test_the_games_modules_keep_to_their_room():
    def foreign(file):
        outside = tops(file) - {"minesweeper"} - LANGUAGE
        if (room := room_of(file)) not in ROOMS:
            return outside - (LEAVES | TOP | {"__init__": set()})[file.stem]
        libraries, known = ROOMS[room]
        return (outside - libraries) | (rooms(file) - known - {room} - LEAVES.keys())

    assert not strays(GAMES, foreign)


def test_what_any_room_may_import_imports_no_room():
    for leaf in LEAVES:
        assert rooms(GAME / f"{leaf}.py") <= LEAVES.keys()


def test_what_is_loaded_when_it_is_wanted_is_there():
    def foreign(file):
        room = "code" if file.stem == "code" else room_of(file)
        return {module.stem for other, module in asked_for(file)
                if not module.is_file() or other not in LAZY[room]}

    assert not strays([GAME.parent / "code.py", *GAMES], foreign)


def test_each_room_says_its_purpose_in_a_sentence():
    folders = {folder.name for folder in GAME.iterdir() if (folder / "__init__.py").is_file()}
    assert folders == ROOMS.keys()
    for folder in folders:
        tree = ast.parse((GAME / folder / "__init__.py").read_text(encoding="utf-8"))
        assert ast.get_docstring(tree).endswith(".") and len(tree.body) == 1


def test_code_py_knows_the_game_and_no_hardware():
    code = ROOT / "CIRCUITPY" / "code.py"
    assert tops(code) <= {"gc", "minesweeper", "random", "sys"}


def test_the_simulator_knows_no_game_and_only_the_window_knows_pygame():
    def foreign(file):
        told = "minesweeper" in file.read_text(encoding="utf-8").lower()
        game = {"the game"} if told and file.stem != "__main__" else set()
        return (tops(file) - SIM - SIM_EXTRA.get(file.stem, set())) | game

    assert not strays((ROOT / "sim").rglob("*.py"), foreign)


def sim_room(module):
    """`board` of `board.pins`; the window is a room within the frontends'."""
    window = module.startswith("frontends.window.")
    return "frontends.window" if window else module.partition(".")[0]


def test_no_module_of_the_simulator_imports_itself_in_a_circle():
    TopologicalSorter(arrows.graph(ROOT / "sim")).prepare()


def test_the_simulators_rooms_know_each_other_in_one_direction():
    assert arrows.between(arrows.graph(ROOT / "sim"), sim_room) == SIM_ROOMS
    TopologicalSorter(SIM_ROOMS).prepare()


def test_tools_know_the_standard_library_pillow_and_the_pure_game():
    def foreign(file):
        allowed = TOOLS | ({"sim", "serial"} if file.stem in DRILL | COMPILING | PAGE else set())
        allowed |= SERVING.get(file.stem, set()) if file.parent.name == "scoreboard" else set()
        allowed |= COUNTED if file.parent.name == "counted" else set()
        allowed |= PROVING.get(file.stem, set())
        return (tops(file) - allowed) | (rooms(file) - TOOL_ROOMS)

    assert not strays((ROOT / "tools").rglob("*.py"), foreign)


def test_nothing_happens_when_a_module_of_the_game_is_imported():
    """Only definitions and constants: no call at the top but what makes a constant."""
    def happens(node):
        return (isinstance(node, (ast.For, ast.While, ast.If, ast.With))
                or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)))

    def foreign(file):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        return {node.lineno for node in body if happens(node)}

    assert not strays(GAMES, foreign)
