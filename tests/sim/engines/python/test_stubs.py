# SPDX-License-Identifier: MIT
"""Every simulated module offers a program exactly what circuitpython-stubs says the board has.

Compared are public names, classes, methods, and parameters with their kinds and defaults, in all
modules of the boards' lists. stub_differences.txt has the differences
that are right, in the words of `Comparison.found`.
"""

import ast
import builtins
import importlib
import inspect
import sys
from pathlib import Path

import pytest

from sim.engines.python.modules import Unsimulated
from tests.support.built_in import PARTS, STUBS, WITHOUT_STUB, load_all, names_of, parse

P = inspect.Parameter


def text(signature):
    """A signature without its types."""
    plain = [p.replace(annotation=P.empty, default=_shown(p.default))
             for p in signature.parameters.values()]
    return str(inspect.Signature(plain))


class _Source(str):
    __repr__ = str.__str__


def _shown(default):
    if default is P.empty:
        return default
    if isinstance(default, ast.AST):
        return _Source(ast.unparse(default))
    simple = isinstance(default, (bool, int, float, str, bytes, tuple, type(None)))
    return _Source(repr(default) if simple else type(default).__name__)


def signature_of(node, bound):
    """A stub function's signature; a default is source text, or a value if it is a literal."""
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    defaults = [P.empty] * (len(plain) - len(given.defaults)) + given.defaults
    found = [P(a.arg, P.POSITIONAL_ONLY if a in given.posonlyargs else P.POSITIONAL_OR_KEYWORD,
               default=default) for a, default in zip(plain, defaults, strict=True)]
    if given.vararg:
        found.append(P(given.vararg.arg, P.VAR_POSITIONAL))
    found += [P(a.arg, P.KEYWORD_ONLY, default=d or P.empty)
              for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    if given.kwarg:
        found.append(P(given.kwarg.arg, P.VAR_KEYWORD))
    return inspect.Signature(found[bound:])


class Comparison:
    """One module against its stub; `modules` are those that the program has imported, by name."""

    def __init__(self, name, file, module, modules):
        self.name = name
        self.tree = parse(file)
        self.module = module
        self.modules = modules
        self.found = []

    def run(self):
        stub = names_of(self.tree.body)
        offered = {name for name in vars(self.module) if not name.startswith("_")}
        submodules = {name.rpartition(".")[2] for name in self.modules
                      if name.startswith(self.name + ".")}
        self._compare_names(self.name, set(stub), offered - submodules)
        for name in sorted(set(stub) & offered):
            self._compare(f"{self.name}.{name}", stub[name], getattr(self.module, name))
        return self.found

    def _compare_names(self, where, wanted, offered):
        self.found += [f"{where}.{name} is missing" for name in sorted(wanted - offered)]
        self.found += [f"{where}.{name} is not on the device" for name in sorted(offered - wanted)]

    def _compare(self, where, nodes, thing):
        if type(thing) is Unsimulated:  # no more than its name is there
            return
        if isinstance(nodes[0], ast.ClassDef):
            if isinstance(thing, type):
                self._compare_class(where, nodes[0], thing)
            else:
                self.found.append(f"{where} is no class")
        elif isinstance(nodes[0], ast.FunctionDef):
            self._compare_function(where, nodes, thing, bound=0)

    def _compare_class(self, where, node, cls):
        stub = names_of(node.body)
        for base in node.bases:
            if ast.unparse(base) in vars(self.module):
                stub = {**_members_of(self.tree, ast.unparse(base)), **stub}
        # A namedtuple's fields are told by its parameters, if the stub does not list them.
        known = {name for base in cls.__mro__ for name in vars(base)
                 if base is getattr(builtins, base.__name__, None)}
        known |= set(getattr(cls, "_fields", ())) - set(stub)
        offered = {name for name in dir(cls) if not name.startswith("_")} - known
        wanted = {name for name in stub if not name.startswith("__")}
        self._compare_names(where, wanted, offered)
        for name, nodes in sorted(stub.items()):
            self._compare_member(f"{where}.{name}", cls, name, nodes)

    def _compare_member(self, where, cls, name, nodes):
        thing = inspect.getattr_static(cls, name, None)
        if name == "__init__":
            self._compare_function(where, nodes, cls, bound=1)
        elif isinstance(nodes[0], ast.FunctionDef) and not _is_property(nodes):
            if not _answers(cls, name):
                self.found += [f"{where} is missing"] * name.startswith("__")
            elif not name.startswith("__") or name == "__call__":
                static = any("staticmethod" in ast.unparse(d) for d in nodes[0].decorator_list)
                self._compare_function(where, nodes, getattr(cls, name), bound=not static,
                                       unbound=not isinstance(thing, (staticmethod, classmethod)))

    def _compare_function(self, where, nodes, thing, bound, unbound=False):
        if not callable(thing):
            self.found.append(f"{where} is no function")
            return
        try:
            own = inspect.signature(thing)
        except ValueError:
            self.found.append(f"{where} does not tell its parameters")
            return
        if unbound:
            own = own.replace(parameters=list(own.parameters.values())[1:])
        stubs = [signature_of(node, bound) for node in nodes]
        if all(p.default is P.empty for p in own.parameters.values()):
            own, *stubs = map(_by_name, (own, *stubs))
        if len(stubs) > 1:
            wrong = [s for s in stubs if not _takes(own, s)]
        else:
            wrong = [s for s in stubs if not self._same(own, s)]
        self.found += [f"{where}{text(own)}, not {text(stub)}" for stub in wrong]

    def _same(self, own, stub):
        return [(p.name, p.kind) for p in own.parameters.values()] == [
            (p.name, p.kind) for p in stub.parameters.values()] and all(
            self._same_default(mine.default, theirs.default) for mine, theirs in zip(
                own.parameters.values(), stub.parameters.values(), strict=True))

    def _same_default(self, own, stub):
        if stub is P.empty or own is P.empty:
            return stub is own
        if ast.unparse(stub) == "...":
            return True
        try:
            wanted = eval(ast.unparse(stub), {"__builtins__": {}})
        except NameError:
            named = ast.unparse(stub)
            return own == self._resolve(named) or repr(own).endswith(named)
        return own == wanted and isinstance(own, bool) == isinstance(wanted, bool)

    def _resolve(self, path):
        """Return the program's object for a dotted name in the stub."""
        first, *rest = path.split(".")
        thing = getattr(self.module, first, self.modules.get(first, getattr(builtins, first, None)))
        for name in rest:
            thing = getattr(thing, name, None)
        return thing


def _by_name(signature):
    """Stubs do not tell that a function without default values takes no keywords."""
    return signature.replace(parameters=[
        p.replace(kind=P.POSITIONAL_OR_KEYWORD) if p.kind is P.POSITIONAL_ONLY else p
        for p in signature.parameters.values()])


def _members_of(tree, name):
    return next((names_of(node.body) for node in tree.body
                 if isinstance(node, ast.ClassDef) and node.name == name), {})


def _is_property(nodes):
    return any(ast.unparse(d) == "property" for d in getattr(nodes[0], "decorator_list", ()))


def _answers(cls, name):
    """Whether a class has a method, or the one that Python falls back on."""
    instead = {"__iter__": "__getitem__", "__contains__": "__getitem__", "__bool__": "__len__"}
    return any(getattr(cls, n, None) is not None for n in (name, instead.get(name, name)))


def _takes(own, stub):
    """Whether a call in the form of one overload is understood."""
    positional = [p for p in stub.parameters.values() if p.kind is not P.KEYWORD_ONLY]
    named = [p.name for p in stub.parameters.values() if p.kind is P.KEYWORD_ONLY]
    try:
        own.bind(*positional, **dict.fromkeys(named))
    except TypeError:
        return False
    return True


DIFFERENCES = {line for line in (Path(__file__).parent / "stub_differences.txt").read_text(
    encoding="utf-8").splitlines()[1:] if line and line[0] != "#"}


def module_of(line):
    """Return alarm.pin for `alarm.pin.PinAlarm.value cannot be set`."""
    return max((name for name, _ in STUBS if line.startswith(name + ".")), key=len, default="")


@pytest.mark.parametrize(("name", "file"), STUBS, ids=[name for name, _ in STUBS])
def test_a_module_offers_what_its_stub_says(name, file):
    modules = load_all()
    assert name in modules, f"a program that imports {name} is told an ImportError"
    found = Comparison(name, file, modules[name], modules).run()
    right = {line for line in DIFFERENCES if module_of(line) == name}
    assert set(found) == right, "a difference that is right is a line in stub_differences.txt"


def test_a_module_without_stub_offers_nothing_that_cpython_has_not():
    """CircuitPython's modules of Python's own names are subsets of those, but for differences."""
    found = set()
    for name in WITHOUT_STUB:
        offered = {n for n in vars(load_all()[name]) if not n.startswith("_")}
        if name in sys.stdlib_module_names:
            offered -= set(vars(importlib.import_module(name)))
        found |= {f"{name}.{n}" for n in offered}
    assert found == {line for line in DIFFERENCES if not module_of(line)}


def test_what_the_list_of_a_board_names_in_a_module_is_there():
    places = [part.split(".", 1) for part in PARTS]
    assert [(module, name) for module, name in places
            if not hasattr(load_all()[module], name)] == []
