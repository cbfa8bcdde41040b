# SPDX-License-Identifier: MIT
"""Tables of modules, each with an import statement of its own.

A machine has two: the modules of its program, and those of Blinka's displayio, on which the
built-in displayio is based. Neither is Python's `sys.modules`, so machines never share a module. A
subclass decides where modules come from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any, Protocol


class BuiltInModules(Protocol):
    """The modules that are built into the firmware."""

    def __call__(self, name: str) -> ModuleType:
        """Return a module with all its names, for the engine."""

    def for_program(self, name: str) -> ModuleType:
        """Return a module as a program imports it."""

    def start_board(self) -> None:
        """Start the display, as the firmware does before a program runs."""


@dataclass(frozen=True)
class Source:
    """A module that has been found but not run; `path` is set for a package."""

    code: CodeType
    file: str
    path: tuple[str, ...] | None = None


class ModuleTable:
    """Imports modules for the code that runs with `builtins`, whose `__import__` is `import_`."""

    def __init__(self, builtins: Mapping[str, Any]):
        self.modules: dict[str, ModuleType] = {}
        self.builtins = dict(builtins, __import__=self.import_)

    def forget(self) -> None:
        """Drop what the modules hold, which may be much."""
        for module in self.modules.values():
            if module.__dict__.get("__builtins__") is self.builtins:
                module.__dict__.clear()

    def owns(self, thing: Any) -> bool:
        """Whether a function, class or module is the program's own, or a library's."""
        if isinstance(thing, FunctionType):
            return thing.__globals__.get("__builtins__") is self.builtins
        module = thing
        if not isinstance(thing, ModuleType):
            module = self.modules.get(getattr(thing, "__module__", None) or "")
        return module is not None and module.__dict__.get("__builtins__") is self.builtins

    def find(self, name: str, path: Sequence[str] | None) -> Source | ModuleType | None:
        """Find the module `name` (dotted); `path` is its package's `__path__`, None at the top."""
        raise NotImplementedError

    def import_(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """Do what Python's `__import__` does, within this table."""
        if level:
            name = _absolute(name, globals or {}, level)
        module = self.load(name)
        if not fromlist:
            return module if level else self.modules[name.partition(".")[0]]
        if hasattr(module, "__path__"):
            self._load_submodules(module, fromlist)
        return module

    def load(self, name: str) -> ModuleType:
        """Import `name` with its parents. Raises ImportError with the device's message."""
        if name in self.modules:
            return self.modules[name]
        parent_name = name.rpartition(".")[0]
        parent = self.load(parent_name) if parent_name else None
        path = getattr(parent, "__path__", ()) if parent else None
        found = self.find(name, path)
        if found is None:
            raise ImportError(f"no module named '{name}'", name=name)
        return self._bring_in(name, found, parent)

    def _bring_in(self, name: str, found: Source | ModuleType,
                  parent: ModuleType | None) -> ModuleType:
        module = self._add(name, found)
        if parent:
            setattr(parent, name.rpartition(".")[2], module)
        return module

    def _add(self, name: str, found: Source | ModuleType) -> ModuleType:
        if isinstance(found, ModuleType):
            self.modules[name] = found
            return found
        module = ModuleType(name)
        module.__dict__.update(__file__=found.file, __builtins__=self.builtins)
        module.__dict__["__package__"] = name if found.path else name.rpartition(".")[0]
        if found.path:
            module.__dict__["__path__"] = list(found.path)
        self.modules[name] = module
        try:
            exec(found.code, module.__dict__)
        except BaseException:
            del self.modules[name]
            raise
        return module

    def _load_submodules(self, package: ModuleType, names: Sequence[str]) -> None:
        for name in names:
            full = f"{package.__name__}.{name}"
            if name == "*" or hasattr(package, name) or full in self.modules:
                continue
            found = self.find(full, package.__path__)
            if found:
                self._bring_in(full, found, package)


def _absolute(name: str, globals: Mapping[str, Any], level: int) -> str:
    package = globals.get("__package__") or ""
    for _ in range(level - 1):
        package = package.rpartition(".")[0]
    if not package:
        raise ImportError("can't perform relative import")
    return f"{package}.{name}" if name else package
