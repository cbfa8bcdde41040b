# SPDX-License-Identifier: MIT
"""Finds what CPython takes and CircuitPython rejects, lacks or silently does differently.

Reads programs as text and returns findings, each with its line and what to write instead. A rule
reports only what is evident in the text; whether a sort relies on being stable, no text shows.
language_cases.txt has a snippet for each rule. Names and methods that are
missing are those that strict mode lacks too; the other tables were taken from CircuitPython 10.2.
"""

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sim.engines.python.compiler import syntax
from sim.engines.python.strict import device

ANOTHER = "what the device has"


def missing(present, *kinds):
    """Return the public names of the kinds that are not among those present, in order."""
    return sorted({name for kind in kinds for name in dir(kind) if name[0] != "_"} - set(present))


NAMES = missing([*device.BUILTINS, "False", "None", "True"], builtins)
METHODS = missing(" ".join(device.ATTRIBUTES.values()).split(), str, int)
ARGUMENTS = {  # calls with that many positional arguments
    ("next", 2): "a for loop that is left at its first item",
    ("iter", 2): "a while loop",
}
KEYWORDS = {  # calls with that keyword; a call with a dot is a method of whatever
    ("sum", "start"): "sum(items, start)",
    ("zip", "strict"): "a comparison of the lengths before",
    ("sorted", "key"): "tuples with a last item that no two share: the sort is not stable",
    (".sort", "key"): "tuples with a last item that no two share: the sort is not stable",
}
RANDOM = ("choice", "getrandbits", "randint", "random", "randrange", "seed", "uniform")
ATTRIBUTES = {  # of modules that are there
    ("math", "gcd"): "a loop: while b: a, b = b, a % b",
    ("math", "hypot"): "math.sqrt(x * x + y * y)",
    ("math", "inf"): 'float("inf")',
    ("math", "isclose"): "abs(a - b) < tolerance",
    ("math", "log2"): "math.log(x) / math.log(2)",
    ("random", "Random"): "the one generator: random.seed()",
    ("random", "sample"): "random.randrange() until it is another",
    ("random", "shuffle"): "swaps with random.randrange()",
    ("re", "findall"): "a loop of re.search() on what is left",
    ("re", "finditer"): "a loop of re.search() on what is left",
    ("re", "fullmatch"): "re.match() of a pattern that ends in $",
    ("struct", "Struct"): "struct.pack() and struct.unpack()",
}
MODULES = {
    "abc": "a plain class",
    "contextlib": "try and finally",
    "copy": "list(old), dict(old) or bytearray(old)",
    "dataclasses": "a class with __init__",
    "enum": "ints with names",
    "functools": "a function that calls a function",
    "hashlib": "binascii.crc32()",
    "heapq": "min() of a list",
    "itertools": "loops",
    "pathlib": "text and os",
    "threading": "turns in the main loop",
    "typing": "annotations without it: they are not evaluated",
}


def read_cases():
    """Return {name: (text with findings, text without)}."""
    text = Path(__file__).with_name("language_cases.txt").read_text(encoding="utf-8")
    cases = {}
    for case in text.split("\n--- ")[1:]:
        name, _, sources = case.partition("\n")
        cases[name] = tuple(sources.split("+++\n"))
    return cases


CASES = read_cases()
REFUSED = [name for name in CASES if name.startswith("refused")]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Found = Iterator[tuple[ast.AST, str, str]]  # where, what, what to use instead
RULES = defaultdict(list)


def rule(*nodes: type):
    """Register a check for every node of these types."""

    def register(check):
        for node in nodes:
            RULES[node].append(check)
        return check

    return register


@rule(ast.AST)
def refused(node, program) -> Found:
    """Report what the device's compiler does not take, in strict mode's words."""
    yield from syntax.found(node)


@rule(*FUNCTIONS, ast.ClassDef)
def ignored_method(node, program) -> Found:
    if node.name in device.IGNORED_METHODS:
        yield node, f"{node.name} is ignored", "a method with a name of its own"


@rule(ast.Name)
def missing_name(node, program) -> Found:
    if node.id == "__slots__":
        yield node, "__slots__ is ignored", "nothing"
    if node.id in NAMES and node.id not in program.methods:
        yield node, node.id, ANOTHER


@rule(ast.Call)
def missing_form(node, program) -> Found:
    """Report a function, or any object's method, that is called in a form that is missing."""
    is_method = isinstance(node.func, ast.Attribute)
    name = f".{node.func.attr}" if is_method else _called(node)
    if is_method and name[1:] in METHODS and name[1:] not in program.methods:
        yield node, name, ANOTHER
    form = (name, len(node.args))
    if form in ARGUMENTS:
        yield node, f"{name}() with {len(node.args)} arguments", ARGUMENTS[form]
    for keyword in node.keywords:
        if (name, keyword.arg) in KEYWORDS:
            yield node, f"{name}({keyword.arg}=)", KEYWORDS[name, keyword.arg]


@rule(ast.Attribute)
def missing_method(node, program) -> Found:
    if node.attr in METHODS and getattr(node.value, "id", "") in ("str", "bytes", "int"):
        yield node, f".{node.attr}", ANOTHER
    if node.attr.startswith("__") and not node.attr.endswith("__"):
        yield node, f"{node.attr} is not mangled", "one underscore"


@rule(ast.Attribute)
def missing_attribute(node, program) -> Found:
    if isinstance(node.value, ast.Name) and node.value.id in program.modules:
        yield from _missing_in(node, program.modules[node.value.id], node.attr)


@rule(ast.Import, ast.ImportFrom)
def missing_import(node, program) -> Found:
    for module in imported(node):
        if module.split(".")[0] in MODULES:
            yield node, f"module {module}", MODULES[module.split(".")[0]]
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield from _missing_in(node, module, alias.name)


def _missing_in(node, module, name) -> Found:
    if (module, name) in ATTRIBUTES:
        yield node, f"{module}.{name}", ATTRIBUTES[module, name]
    elif module == "random" and name not in RANDOM:
        yield node, f"random.{name}", f"one of {', '.join(RANDOM)}"


@rule(ast.Subscript)
def stepped_slice(node, program) -> Found:
    step = getattr(node.slice, "step", None)
    if step and not (isinstance(step, ast.Constant) and step.value in (None, 1)):
        writes = not isinstance(node.ctx, ast.Load)
        yield node, f"{'writing ' if writes else ''}a slice with a step", "a loop over range()"


@rule(ast.Compare)
def comparison(node, program) -> Found:
    sides = [node.left, *node.comparators]
    for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
        if isinstance(operator, (ast.Eq, ast.NotEq)) and "range" in (_called(left), _called(right)):
            yield node, "equality of ranges", "list(a) == list(b)"


def _called(node: ast.AST) -> str | None:
    """The name that is called, None if the node is no call of a plain name."""
    return getattr(node.func, "id", None) if isinstance(node, ast.Call) else None


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    is_from = isinstance(node, ast.ImportFrom) and node.module and not node.level
    return [node.module] if is_from else []


class Finding(NamedTuple):
    file: str
    line: int
    what: str
    use: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what} — use {self.use} instead"


class Program:
    """A file's tree, and what the rules ask about it."""

    def __init__(self, source: str):
        tree = ast.parse(source)
        self.nodes = list(ast.walk(tree))
        self.methods = {node.name for node in self.nodes if isinstance(node, FUNCTIONS)}
        self.modules = {alias.asname or alias.name: alias.name
                        for node in self.nodes if isinstance(node, ast.Import)
                        for alias in node.names}


def check_source(source: str, file: str = "program") -> list[Finding]:
    """All findings of a file by line."""
    program = Program(source)
    found = {
        Finding(file, where.lineno, what, use)
        for node in program.nodes
        for check in RULES[type(node)] + RULES[ast.AST]
        for where, what, use in check(node, program)
    }
    found.update(Finding(file, *finding) for finding in syntax.found_in_text(source))
    return sorted(found)


def check_drive(drive: Path, known: set[str], built_in: set[str]) -> list[Finding]:
    """All findings of our files on a drive; `known` are the modules that it need not hold."""
    files = [path.relative_to(drive) for path in sorted(drive.rglob("*.py"))]
    ours = [file for file in files if file.parts[0] != "lib"]
    known = known | {Path(file.parts[0]).stem for file in ours}
    found = misnamed(ours, built_in)
    for file in ours:
        source = (drive / file).read_text(encoding="utf-8")
        found += check_source(source, str(file)) + check_imports(source, str(file), known)
    return found


def misnamed(files: list[Path], built_in: set[str]) -> list[Finding]:
    what = "file named like the built-in module {}, which is found first"
    return [
        Finding(str(file), 1, what.format(file.stem), "another name")
        for file in files
        if file.stem in built_in
    ]


def check_imports(source: str, file: str, known: set[str]) -> list[Finding]:
    """Imports of modules that are neither in the table nor among the known ones."""
    named = known | MODULES.keys()
    return [
        Finding(file, node.lineno, f"module {module}, which the board has not", "one that it has")
        for node in ast.walk(ast.parse(source))
        for module in imported(node)
        if module.split(".")[0] not in named
    ]
