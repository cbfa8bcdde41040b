# SPDX-License-Identifier: MIT
"""A drive whose game is out of memory at every place that asks for some, once each.

The game's sources are rewritten: before each expression or statement that allocates on a board,
they ask whether it is to fail. A place fails the first time it is reached, but not sooner than
APART_MS after the last failure, so that one deed after another gets further. Modules that
power-on loads have all the memory there is. A `Wanderer` reaches the places.
"""

import ast
import re
from pathlib import Path

from tests.support.play import games, reader
from tools.stage import copy_folder

APART_MS = 60
# Objects, beside classes, that a board allocates: built-in functions and methods.
FUNCTIONS = {"bytes", "bytearray", "list", "dict", "set", "tuple", "array", "memoryview", "sorted",
             "reversed", "enumerate", "zip", "map", "open", "str", "iter", "__import__"}
METHODS = {"append", "insert", "extend", "add", "format", "join", "split", "partition",
           "rpartition", "encode", "lower", "strip", "replace", "pack", "unpack", "unpack_from",
           "dumps", "localtime", "getenv"}
DISPLAYS = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp,
            ast.GeneratorExp, ast.Lambda)
MODULE = """
import supervisor
tried = bytearray({count})
since = None
def begin():
    global since
    since = supervisor.ticks_ms()
def due(place):
    global since
    if since is None or tried[place]:
        return
    now = supervisor.ticks_ms()
    if now - since & 0x1FFFFFFF >= {apart}:
        since = now
        tried[place] = 1
        print("no memory at", place)
        raise MemoryError
"""
BEGIN = "Loop(session, (title.bounds, title.touched))\n"
# Buttons in turn, from the menu on; where one is not seen the next way is gone.
WAYS = (
    "Title, Options, More, Back, Done, Resume",
    "Title, Options, Controls, Controls, Controls, Sound, Colours, More, Hold, Done, Resume",
    "Title, Options, Guessing, Done, Resume",
    "Title, Options, More, Motion, Light, Calibrate, Done, Resume",
    "Title, Learn, How to play, Next, Done, Patterns, Next, Back, Done, Back, Resume",
    "Hint",
    "Solve, Play on until",
    "Solve, the odds",
    "Share, By number, 1, Play, Back, Back",
    "Title, Daily, Play, New game",
    "Boards, More, Custom, +, Play, New game",
    "Boards, Easy, New game",
    "Boards, Hard, New game",
)
LINES = ("board", "hint", "hint", "odds", "help", "4 4", "flag 0 0", "flag 0 0", "chord 4 4",
         "nonsense", "stats", "number", "today 2026-02-03", "new expert", "deal 12380-1234567")


def make(drive: Path, folder: Path) -> list[str]:
    """Make such a drive in `folder`; return where its places are, as file:line."""
    places: list[str] = []
    copy_folder(drive, folder)
    program = folder / "minesweeper" / "start.py"
    for file in sorted(set((folder / "minesweeper").rglob("*.py")) - {program}):
        parsed = Places(file.relative_to(folder), places).visit(ast.parse(file.read_text("utf-8")))
        file.write_text(ast.unparse(ast.fix_missing_locations(parsed)), "utf-8")
    (folder / "failing.py").write_text(MODULE.format(count=len(places), apart=APART_MS))
    text = program.read_text("utf-8")
    assert BEGIN in text
    began = BEGIN + " " * 4 + "failing.begin()\n"
    program.write_text("import failing\n" + text.replace(BEGIN, began))
    return places


def failed(serial: str) -> list[int]:
    """Return the places that have failed, in order."""
    return [int(number) for number in re.findall(r"no memory at (\d+)", serial)]


class Places(ast.NodeTransformer):
    """Adds to each place a question by its number in `places`."""

    def __init__(self, file: Path, places: list[str]):
        self._file = file
        self._places = places

    def _question(self, node: ast.AST) -> ast.Call:
        self._places.append(f"{self._file}:{node.lineno}")  # type: ignore[attr-defined]
        return ast.Call(ast.Name("_due", ast.Load()), [ast.Constant(len(self._places) - 1)], [])

    def visit_Module(self, node: ast.Module) -> ast.Module:
        self.generic_visit(node)
        start = 1 if ast.get_docstring(node) is not None else 0
        node.body.insert(start, ast.parse("from failing import due as _due").body[0])
        return node

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
        return [ast.Expr(self._question(node)), node]

    visit_ImportFrom = visit_Import

    def visit_FunctionDef(self, node: ast.FunctionDef) -> list[ast.stmt]:
        asked = self._question(node)
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        node.body = [each for part in node.body for each in _listed(self.visit(part))]
        return [ast.Expr(asked), node]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.value = self.visit(node.value) if node.value else None
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Two or three values that change places take no memory."""
        if isinstance(node.value, ast.Tuple) and isinstance(node.targets[0], ast.Tuple):
            node.value.elts = [self.visit(each) for each in node.value.elts]
            return node
        node.value = self.visit(node.value)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        node.iter = self.visit(node.iter)
        node.body = [each for part in node.body for each in _listed(self.visit(part))]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(
            node.func, "id", "")
        allocates = name[:1].isupper() or name in (
            METHODS if isinstance(node.func, ast.Attribute) else FUNCTIONS)
        self.generic_visit(node)
        return self._asked(node) if allocates else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        is_slice = isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load)
        return self._asked(node) if is_slice else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        return self._asked(node) if node.attr == "touch_point" else node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, DISPLAYS) and not _is_constant(node):
            return self._asked(node)
        return node

    def _asked(self, node: ast.AST) -> ast.AST:
        asked = self._question(node)
        return ast.copy_location(ast.BoolOp(ast.Or(), [asked, node]), node)  # type: ignore[list-item]


def _listed(thing: ast.AST | list[ast.AST]) -> list[ast.AST]:
    return thing if isinstance(thing, list) else [thing]


def _is_constant(node: ast.AST) -> bool:
    """Tell whether a tuple is made by the compiler, or is no value at all."""
    if not isinstance(node, ast.List | ast.Tuple):
        return False
    return not isinstance(node.ctx, ast.Load) or (isinstance(node, ast.Tuple) and all(
        isinstance(each, ast.Constant) for each in node.elts))


class Wanderer:
    """Opens every page, plays, wins and loses on a portal that is on, whatever is refused."""

    def __init__(self, portal):
        self.portal = portal

    def wander(self, preset):
        """Do everything once on this board."""
        self.say("new " + preset)
        for x, y, seconds in (100, 130, 0.12), (200, 130, 0.12), (60, 200, 0.7):
            self.touch(x, y, seconds)
        for line in LINES * 3:  # each time a line may fail at another place
            self.say(line, 0.5)
        self.drag()
        for way in WAYS:
            self.go(way.split(", "))
        for wins in (True, False):
            self.end(wins)

    def touch(self, x, y, seconds=0.12, rest=0.5):
        self.portal.hold(x, y, seconds)
        self.portal.run(rest)

    def say(self, line, seconds=0.3):
        before = len(self.portal.serial)
        self.portal.type(line + "\n")
        self.portal.run(seconds)
        return self.portal.serial[before:]

    def drag(self):
        self.portal.press(200, 130)
        for x in range(200, 60, -20):
            self.portal.move(x, 130)
            self.portal.run(0.06)
        self.portal.release()
        self.portal.run(0.5)

    def tap_on(self, words):
        """Return whether the words were seen."""
        for heading in (False, True):
            for left, top, right, bottom in reader.find(self.portal, words, heading):
                self.touch((left + right) // 2, (top + bottom) // 2)
                return True
        return False

    def go(self, way):
        for x, y, seconds in (160, 8, 0.12), (270, 130, 0.12), (130, 130, 1.8):
            if not reader.sees(self.portal, "Menu"):
                self.touch(x, y, seconds)
        for words in way:
            if not self.tap_on(words):
                break
        self.say("")

    def end(self, wins):
        """Win or lose a game, look at its result, and go on."""
        self.say("7 7")
        number = re.search(r"Board ([\d-]+): [\w ]+, (\d+) columns, (\d+) rows", self.say("number"))
        if number:
            mines, columns, rows = games.mines(number[1]), int(number[2]), int(number[3])
            cells = [cell for cell in range(columns * rows) if (cell in mines) != wins]
            for cell in cells if wins else cells[:1]:
                self.say("{} {}".format(*divmod(cell, columns)), 0.02)
            self.portal.run(3)
        for line in "steps", "replay", "stats":
            self.say(line)
        self.touch(160, 8, rest=1.5)
        for words in "Share", "Back", "by step", "What was":
            self.tap_on(words)
        for _ in range(8):
            self.touch(100, 100)
        self.portal.run(8)
        self.say("new")
