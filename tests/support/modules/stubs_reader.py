# SPDX-License-Identifier: MIT
"""circuitpython-stubs as an oracle: the names and signatures that a module must offer a program.

`differences` compares a module that a program has imported with its stub, and returns a line of
text for each difference, which stays the same as long as both do.
"""

import ast
import builtins
import inspect
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

P = inspect.Parameter


def text(signature):
    """A signature without its types."""
    plain = [p.replace(annotation=P.empty, default=_shown(p.default))
             for p in signature.parameters.values()]
    return str(inspect.Signature(plain))


class _Source:
    def __init__(self, source):
        self.source = source

    def __repr__(self):
        return self.source


def _shown(default):
    if default is P.empty:
        return default
    if isinstance(default, ast.AST):
        return _Source(ast.unparse(default))
    simple = isinstance(default, (bool, int, float, str, bytes, tuple, type(None)))
    return _Source(repr(default) if simple else type(default).__name__)


# In a stub's class, these words in an attribute's description say that it has no setter.
READ_ONLY = re.compile(r"read[- ]only", re.IGNORECASE)


def stub_files(module):
    """(dotted name, file) of a module's stub and of those of its submodules.

    That of `board` is the definition of the PyPortal; there is a stub of no board in particular.
    """
    if module == "board":
        (folder,) = find_spec("board_definitions").submodule_search_locations
        return [(module, Path(folder, "pyportal", "__init__.pyi"))]
    spec = find_spec(f"{module}-stubs")
    folder = Path(spec.submodule_search_locations[0]) if spec else None
    files = sorted(folder.rglob("__init__.pyi")) if folder else []
    return [(".".join((module, *file.parent.relative_to(folder).parts)), file) for file in files]


@cache
def parse(file):
    """The stub's tree; type parameters, `def f[T](`, are syntax that Python 3.11 does not have."""
    source = re.sub(r"(def \w+)\[\w+\]\(", r"\1(", file.read_text(encoding="utf-8"))
    return ast.parse(source)


def names_of(body, own_class=None):
    """Return the names that a stub's body defines: name -> list of its definitions.

    Left out: type aliases and protocols, which exist for type checkers only.
    """
    names = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            names.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.ClassDef):
            if "Protocol" not in map(ast.unparse, node.bases):
                names[node.name] = [node]
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = [node]
    return {name: found for name, found in names.items() if _is_public(name)}


def _is_public(name):
    return not name.startswith("_") or name.startswith("__")


def _description(body, node):
    """The string that follows an attribute, empty without one."""
    after = body[body.index(node) + 1 :][:1]
    text = after and isinstance(after[0], ast.Expr) and ast.literal_eval(after[0].value)
    return text if isinstance(text, str) else ""


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
                 if base.__module__ == "builtins"} | set(getattr(cls, "_fields", ())) - set(stub)
        offered = {name for name in dir(cls) if not name.startswith("_")} - known
        wanted = {name for name in stub if not name.startswith("__")}
        self._compare_names(where, wanted, offered)
        for name, nodes in sorted(stub.items()):
            self._compare_member(f"{where}.{name}", cls, name, nodes, node.body)

    def _compare_member(self, where, cls, name, nodes, body):
        thing = inspect.getattr_static(cls, name, None)
        if name == "__init__":
            self._compare_function(where, nodes, cls, bound=1)
        elif isinstance(nodes[0], ast.AnnAssign):
            if nodes[0] in body and not _is_constant(nodes[0], cls):
                self._compare_setter(where, thing, not READ_ONLY.search(
                    _description(body, nodes[0])))
        elif _is_property(nodes):
            self._compare_setter(where, thing, len(nodes) > 1)
        elif isinstance(nodes[0], ast.FunctionDef):
            if not _answers(cls, name):
                self.found += [f"{where} is missing"] * name.startswith("__")
            elif not name.startswith("__") or name == "__call__":
                static = any("staticmethod" in ast.unparse(d) for d in nodes[0].decorator_list)
                self._compare_function(where, nodes, getattr(cls, name), bound=not static,
                                       unbound=not isinstance(thing, (staticmethod, classmethod)))

    def _compare_setter(self, where, thing, settable):
        if thing is None:
            return
        fixed = isinstance(thing, property) and thing.fset is None
        if settable == fixed:
            self.found.append(f"{where} {'cannot' if fixed else 'can'} be set")

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


def _members_of(tree, name):
    return next((names_of(node.body) for node in tree.body
                 if isinstance(node, ast.ClassDef) and node.name == name), {})


def _is_constant(node, cls):
    """Whether the class has an object of its own kind by this name, as enumerations do."""
    return cls.__name__ in re.findall(r"\w+", ast.unparse(node.annotation)) and isinstance(
        inspect.getattr_static(cls, node.target.id, None), cls)


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


def differences(name, file, module, modules):
    """Each difference between the module and its stub, as a line of text."""
    return Comparison(name, file, module, modules).run()
