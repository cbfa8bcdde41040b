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
# Where a value is evidently a bytearray.
BYTEARRAY_METHODS = missing(device.ATTRIBUTES["bytearray"].split(), bytearray)
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
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
KINDS = {ast.Dict: "dict", ast.DictComp: "dict"}


def kinds(tree: ast.Module) -> dict[ast.AST, str]:
    """Return the kind, "bytearray" or "dict", of every expression where the text shows it."""
    found = {node: kind for node in ast.walk(tree) if (kind := _kind(node))}
    outer = _assigned(_own(tree), ast.Name)
    found |= _used(_own(tree), ast.Name, outer)
    for node in ast.walk(tree):
        if isinstance(node, SCOPES):
            inner = dict.fromkeys(_bound(node)) | _assigned(_own(node), ast.Name)
            found |= _used(_own(node), ast.Name, outer | inner)
        elif isinstance(node, ast.ClassDef):
            attributes = _assigned(ast.walk(node), ast.Attribute)
            found |= _used(ast.walk(node), ast.Attribute, attributes)
    return found


def _kind(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id if node.func.id in ("bytearray", "dict") else None
    return KINDS.get(type(node))


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module or function, without those of inner functions."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, SCOPES):
            yield from _own(child)


def _bound(function: ast.AST) -> Iterator[str]:
    """Yield the names that a function binds, so that they are not its module's."""
    for node in _own(function):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _assigned(nodes: Iterator[ast.AST], sort: type) -> dict[str, str | None]:
    """Return the kind of each assigned name, None when there are several or none is evident."""
    seen = defaultdict(set)
    for node in nodes:
        for name, value in _assignments(node, sort):
            seen[name].add(_kind(value))
    return {name: found.pop() if len(found) == 1 else None for name, found in seen.items()}


def _assignments(node: ast.AST, sort: type) -> Iterator[tuple[str, ast.AST]]:
    """Yield (name, value); any other target stands for itself, which has no kind."""
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, ast.AnnAssign) and node.value:
        pairs = [(node.target, node.value)]
    elif isinstance(node, (ast.For, ast.comprehension)):
        pairs = [(target, target) for target in ast.walk(node.target)]
    else:
        pairs = [(item, item) for item in getattr(node, "elts", ())]
    for target, value in pairs:
        if isinstance(target, sort) and isinstance(target.ctx, ast.Store):
            yield _name(target), value


def _used(nodes: Iterator[ast.AST], sort: type, assigned: dict) -> dict[ast.AST, str]:
    return {
        node: assigned[_name(node)]
        for node in nodes
        if isinstance(node, sort) and assigned.get(_name(node))
    }


def _name(node: ast.AST) -> str:
    """Return a Name's name, or an Attribute's if it is one of `self`."""
    if isinstance(node, ast.Name):
        return node.id
    is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if is_own else ""


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Found = Iterator[tuple[ast.AST, str, str]]  # where, what, what to use instead
RULES = defaultdict(list)
VIEWS = ("items", "keys", "values")


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
    if node.attr in BYTEARRAY_METHODS and program.kinds.get(node.value) == "bytearray":
        yield node, f"bytearray.{node.attr}", ANOTHER


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


@rule(ast.Assign)
def slice_of_bytes(node, program) -> Found:
    for target in node.targets:
        if (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
                and program.kinds.get(target.value) == "bytearray"
                and isinstance(node.value, (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp))):
            yield node, "no bytes in a slice of a bytearray", "bytes(items)"


@rule(ast.Delete)
def deleted_byte(node, program) -> Found:
    for target in node.targets:
        if isinstance(target, ast.Subscript) and program.kinds.get(target.value) == "bytearray":
            yield node, "del in a bytearray", "one of full length"


@rule(ast.Compare)
def comparison(node, program) -> Found:
    sides = [node.left, *node.comparators]
    for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
        if isinstance(operator, (ast.In, ast.NotIn)) and program.kinds.get(right) == "bytearray":
            yield node, "in of a bytearray", "a loop, or find()"
        if isinstance(operator, (ast.Eq, ast.NotEq)) and "range" in (_called(left), _called(right)):
            yield node, "equality of ranges", "list(a) == list(b)"


@rule(ast.For, ast.ListComp)
def order_of_a_dict(node, program) -> Found:
    for part in getattr(node, "generators", [node]):
        items = part.iter
        if _called(items) in ("enumerate", "list", "tuple") and items.args:
            items = items.args[0]
        if isinstance(items, ast.Call) and getattr(items.func, "attr", "") in VIEWS:
            items = items.func.value
        if program.kinds.get(items) == "dict":
            yield node, "the order of a dict is not kept", "sorted(names) or a tuple of pairs"


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
        self.kinds = kinds(tree)
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
