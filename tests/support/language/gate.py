# SPDX-License-Identifier: MIT
"""Finds what CPython takes and CircuitPython rejects, lacks or silently does differently.

It reads programs as text, so that it also sees lines that no test runs; whether a sort relies on
being stable, no text shows. language_cases.txt has a snippet for each rule. Names and methods that
are missing are those that strict mode lacks too; the other tables were taken from CircuitPython
10.2.
"""

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

from sim.engines.python.compiler import syntax
from sim.engines.python.strict import device


def missing(present, *kinds):
    """Return the public names of the kinds that are not among those present."""
    return {name for kind in kinds for name in dir(kind) if name[0] != "_"} - set(present)


NAMES = missing([*device.BUILTINS, "False", "None", "True"], builtins) | {"__slots__"}
METHODS = missing(" ".join(device.ATTRIBUTES.values()).split(), str, int)
ARGUMENTS = {("next", 2), ("iter", 2)}  # calls with that many positional arguments
# Calls with that keyword; a call with a dot is a method of whatever. Sorts are not stable.
KEYWORDS = {("sum", "start"), ("zip", "strict"), ("sorted", "key"), (".sort", "key")}
RANDOM = {"choice", "getrandbits", "randint", "random", "randrange", "seed", "uniform"}
ATTRIBUTES = {"math": {"gcd", "hypot", "inf", "isclose", "log2"},
              "re": {"findall", "finditer", "fullmatch"}, "struct": {"Struct"}}
MODULES = {"abc", "contextlib", "copy", "dataclasses", "enum", "functools", "hashlib", "heapq",
           "itertools", "pathlib", "threading", "typing"}
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def read_cases():
    """Return {name: (text with findings, text without)}."""
    text = Path(__file__).with_name("language_cases.txt").read_text(encoding="utf-8")
    parts = (case.partition("\n") for case in text.split("\n--- ")[1:])
    return {name: tuple(sources.split("+++\n")) for name, _, sources in parts}


CASES = read_cases()
REFUSED = [name for name in CASES if name.startswith("refused")]


def check_source(source: str) -> list[tuple[int, str]]:
    """Return (line, what) of all findings in a program."""
    nodes = list(ast.walk(ast.parse(source)))
    own = {node.name for node in nodes if isinstance(node, FUNCTIONS)}
    modules = {alias.asname or alias.name: alias.name for node in nodes
               if isinstance(node, ast.Import) for alias in node.names}
    found = {(refusal.line, refusal.what) for refusal in syntax.found_in_text(source)}
    for node in nodes:
        found |= {(where.lineno, what) for where, what, _ in syntax.found(node)}
        found |= {(node.lineno, what) for what in _lacking(node, own, modules)}
    return sorted(found)


def _lacking(node: ast.AST, own: set[str], modules: dict[str, str]) -> Iterator[str]:
    """Yield what the device lacks of a node, in a program that defines functions of its own."""
    match node:
        case ast.Name(id=name) if name in NAMES - own:
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if name in device.IGNORED_METHODS:
            yield f"{name} is ignored"
        case ast.Call():
            yield from _forms(node, own)
        case ast.Attribute(value=ast.Name(id=of), attr=name) if (
                (of in modules and _is_missing(modules[of], name))
                or (of in ("str", "bytes", "int") and name in METHODS)):
            yield f"{of}.{name}"
        case ast.Attribute(attr=name) if name.startswith("__") and not name.endswith("__"):
            yield f"{name} is not mangled"
        case ast.Import() | ast.ImportFrom():
            yield from (module for module in imported(node) if module.split(".")[0] in MODULES)
            yield from (alias.name for alias in node.names if isinstance(node, ast.ImportFrom)
                        and _is_missing(node.module, alias.name))
        case ast.Slice(step=step) if step and getattr(step, "value", 0) not in (None, 1):
            yield "a slice with a step"
        case ast.Compare(ops=[ast.Eq() | ast.NotEq()], left=left, comparators=[right]) if (
                "range" in (_called(left), _called(right))):
            yield "equality of ranges"


def _forms(node: ast.Call, own: set[str]) -> Iterator[str]:
    """Yield a function, or any object's method, that is called in a form that is missing."""
    is_method = isinstance(node.func, ast.Attribute)
    name = f".{node.func.attr}" if is_method else _called(node)
    if is_method and name[1:] in METHODS - own:
        yield name
    if (name, len(node.args)) in ARGUMENTS:
        yield f"{name}() with {len(node.args)} arguments"
    yield from (f"{name}({keyword.arg}=)" for keyword in node.keywords
                if (name, keyword.arg) in KEYWORDS)


def _is_missing(module: str | None, name: str) -> bool:
    return name in ATTRIBUTES.get(module, ()) or (module == "random" and name not in RANDOM)


def _called(node: ast.AST) -> str | None:
    """The name that is called, None if the node is no call of a plain name."""
    return getattr(node.func, "id", None) if isinstance(node, ast.Call) else None


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    is_from = isinstance(node, ast.ImportFrom) and node.module and not node.level
    return [node.module] if is_from else []


def check_drive(drive: Path, known: set[str], built_in: set[str]) -> list[str]:
    """Return all findings of our files on a drive.

    `known` are the modules that it need not hold, and `built_in` those that its files would hide.
    """
    files = [path for path in sorted(drive.rglob("*.py")) if drive / "lib" not in path.parents]
    known = known | {path.relative_to(drive).parts[0].removesuffix(".py") for path in files}
    found = []
    for path in files:
        source = path.read_text(encoding="utf-8")
        wrong = check_source(source) + [
            (node.lineno, f"module {module}, which the board has not")
            for node in ast.walk(ast.parse(source)) for module in imported(node)
            if module.split(".")[0] not in known | MODULES]
        if path.stem in built_in:
            wrong.insert(0, (1, f"file named like the built-in module {path.stem}"))
        found += [f"{path.relative_to(drive)}:{line}: {what}" for line, what in wrong]
    return found
