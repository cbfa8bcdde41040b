# SPDX-License-Identifier: MIT
"""Tables of modules, each with an import statement of its own, and the search for a module's file.

A machine has two tables: the modules of its program, and those of Blinka's displayio, on which the
built-in displayio is based. Neither is Python's `sys.modules`, so machines never share a module. A
subclass decides where modules come from.

A `Finder` looks on the drive, then in the libraries that are frozen into the board's firmware. A
drive without a lib folder (a bare program file) borrows the libraries installed on this computer.
"""

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, Protocol

from ....board import libraries
from ....board.boards import Board
from ....board.drive import Drive
from ..native.classes import (
    ProgramsModule,
    disguised,
    native_function,
    shown_as_built_in,
)


class BuiltInModules(Protocol):
    """The modules that are built into the firmware."""

    def __call__(self, name: str) -> ModuleType:
        """Return a module with all its names, for the engine."""

    def for_program(self, name: str) -> ModuleType | None:
        """Return a module as a program imports it; None if a library stands for it."""

    def states(self) -> Iterable[Any]:
        """Return the objects in the modules' variables."""

    def start_board(self) -> None:
        """Start the display, as the firmware does before a program runs."""


@dataclass(frozen=True)
class Source:
    """A module that has been found but not run; `path` is set for a package."""

    code: CodeType
    file: str
    path: tuple[str, ...] | None = None


class Modules(dict[str, ModuleType]):
    """The program's `sys.modules`.

    It is no plain dict: how many spare places a list has that is extended by one differs between
    versions of Python, and the heap counts them.
    """


disguised(Modules, "dict")


class ModuleTable:
    """Imports modules for the code that runs with `builtins`, whose `__import__` is `import_`."""

    def __init__(self, builtins: Mapping[str, Any]):
        self.modules = Modules()
        self.builtins = dict(builtins, __import__=native_function(self.import_))

    def forget(self) -> None:
        """Drop what the modules hold, which may be much."""
        for module in self.modules.values():
            if self._holds(module):
                module.__dict__.clear()

    def _holds(self, module: object) -> bool:
        """Whether it is a module of the program, which may put anything into the table."""
        return (isinstance(module, ModuleType)  # which may have a `__getattr__`
                and module.__dict__.get("__builtins__") is self.builtins)

    def owns(self, thing: Any) -> bool:
        """Whether a function, class or module is the program's own, or a library's."""
        if isinstance(thing, FunctionType):
            return thing.__builtins__ is self.builtins  # type: ignore[attr-defined, no-any-return]
        if isinstance(thing, ModuleType):
            return self._holds(thing)
        home = getattr(thing, "__module__", None)
        if isinstance(home, ProgramsModule):  # the program may have dropped the module itself
            return True
        return isinstance(home, str) and self._holds(self.modules.get(home))

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
        module = bare_module(name, __file__=found.file, __builtins__=self.builtins)
        if found.path:
            module.__dict__["__path__"] = list(found.path)
        self.modules[name] = module
        try:
            exec(found.code, module.__dict__)
        except BaseException:
            del self.modules[name]
            raise
        if name.partition(".")[0] in libraries.BUILT_IN:
            for kind in filter(self.owns, vars(module).copy().values()):
                if isinstance(kind, type):
                    shown_as_built_in(kind)
        return module

    def _load_submodules(self, package: ModuleType, names: Sequence[str]) -> None:
        for name in names:
            full = f"{package.__name__}.{name}"
            if full in self.modules:  # it may import this name while it is still being loaded
                setattr(package, name, self.modules[full])
            if name == "*" or hasattr(package, name):
                continue
            found = self.find(full, package.__path__)
            if found:
                self._bring_in(full, found, package)


def bare_module(name: str, **names: Any) -> ModuleType:
    """Return a module that has its name and these, and no more: those that CPython adds are not on
    a board.
    """
    made = ModuleType(name)
    made.__dict__.clear()
    made.__dict__.update(__name__=name, **names)
    return made


def _absolute(name: str, globals: Mapping[str, Any], level: int) -> str:
    own = globals["__name__"]
    package = own if "__path__" in globals else own.rpartition(".")[0]
    for _ in range(level - 1):
        package = package.rpartition(".")[0]
    if not package:
        raise ImportError("can't perform relative import")
    return f"{package}.{name}" if name else package


FROZEN = ".frozen"


class Found(NamedTuple):
    """A module's source; `path` is set for a package.

    `form` is how the board has it: as "source", "compiled" or "frozen" into its firmware.
    """

    source: bytes
    file: str
    path: tuple[str, ...] | None = None
    form: str = "source"


class Finder:
    """Finds the modules of programs on a board's drive."""

    def __init__(self, drive: Drive, board: Board, remark: Callable[[str], None]):
        self._drive = drive
        self._remarked: set[str] = set()
        self._tell = remark
        self._board = board
        self._own_form = "compiled" if drive.is_to_be_compiled else "source"

    def find(self, folder: str, name: str) -> Found | None:
        """Look in a folder of `sys.path` or of a package; return None if the module is not there.

        Raises ImportError for an .mpy file that does not match its source, OSError for a file that
        cannot be read.
        """
        base = f"{folder}/{name}" if folder not in ("", "/") else name
        if folder.startswith(FROZEN):
            return self._frozen(base)
        return self._on_drive(base) or self._borrowed(base)

    def host(self, file: str) -> Path | None:
        """Return the computer's file for a file that was found; None if it is on an SD card."""
        volume, inside = self._drive.place(file)
        if volume is self._drive.main and volume.is_file(inside):
            return self._drive.main.host(inside)
        return libraries.place(file.removeprefix(FROZEN + "/").removeprefix("/lib/"))

    def _on_drive(self, base: str) -> Found | None:
        """Look on the drive. Most look-ups find nothing, as a list of the folder's names shows."""
        folder, name = posixpath.split(base.lower())
        names = self._drive.names(folder)
        found = None
        if name in names:
            found = self._text(f"{base}/__init__.py", (base,))
        if not found and {f"{name}.py", f"{name}.mpy"} & names:
            found = self._text(f"{base}.py")
        if not found and name in names and self._drive.has_folder(base):
            return Found(b"", base, (base,))
        return found

    def _text(self, file: str, path: tuple[str, ...] | None = None) -> Found | None:
        source, form = self._drive.read(file), self._own_form
        if source is None:
            source, form = self._compiled_from(file), "compiled"
        return None if source is None else Found(source, file, path, form)

    def _compiled_from(self, file: str) -> bytes | None:
        """Return the source of a module that the drive holds as .mpy only."""
        module = self._drive.read(f"{file.removesuffix('.py')}.mpy")
        if module is None:
            return None
        if self._drive.sources is None and (source := self._installed_source(file)):
            return source
        from . import mpy

        return mpy.source_of(module, file, self._drive.sources)

    def _installed_source(self, file: str) -> bytes | None:
        """Return the source of a compiled library that pip has installed in the same version."""
        inside = file.removeprefix("/lib/")
        top = inside.partition("/")[0].removesuffix(".py")
        version = libraries.version(top)
        if inside == file or version is None or version.encode() not in self._compiled_files(top):
            return None
        source = libraries.read(inside)
        if source is not None:
            self._remark(f"{top} is compiled: the source of {version} that pip has installed runs")
        return source

    def _compiled_files(self, top: str) -> bytes:
        """Return the bytes of a library's .mpy files, which have its version among their texts."""
        folder = f"/lib/{top}"
        names = ([f"{folder}/{name}" for name in self._drive.listdir(folder)]
                 if self._drive.has_folder(folder) else [f"{folder}.mpy"])
        return b"".join(self._drive.read(name) or b"" for name in names if name.endswith(".mpy"))

    def _remark(self, sentence: str) -> None:
        if sentence not in self._remarked:
            self._remarked.add(sentence)
            self._tell(sentence)

    def _frozen(self, base: str) -> Found | None:
        inside = base.removeprefix(FROZEN + "/")
        top = inside.partition("/")[0]
        is_there = top in self._board.frozen or top in self._board.modules
        return _installed(base, inside, "frozen") if is_there else None

    def _borrowed(self, base: str) -> Found | None:
        if not base.startswith("/lib/") or self._drive.has_folder("/lib"):
            return None
        return _installed(base, base.removeprefix("/lib/"), "compiled")


def _installed(base: str, inside: str, form: str) -> Found | None:
    """Find a module of an installed library; `inside` is its path in the installation.

    The program knows it as `base`. On a board it would come from Adafruit's compiled bundle.
    """
    for end, path in ("/__init__.py", (base,)), (".py", None):
        if (source := libraries.read(inside + end)) is not None:
            return Found(source, base + end, path, form)
    return None


class HostFiles:
    """Names a program's code after this computer's files, for a debugger, once `wanted` is set."""

    def __init__(self, finder: Finder):
        self._finder = finder
        self._on_device: dict[str, str] = {}
        self.wanted = False

    def named(self, code: CodeType, file: str) -> CodeType:
        """Return the code of `file`, renamed if it is wanted and this computer has the file."""
        host = self._finder.host(file) if self.wanted else None
        if host is None:
            return code
        self._on_device[str(host)] = file
        return _renamed(code, host)

    def on_device(self, name: str) -> str:
        """Return the device's name of a file that is named in code."""
        return self._on_device.get(name, name)


def _renamed(code: CodeType, host: Path) -> CodeType:
    constants = tuple(_renamed(value, host) if isinstance(value, CodeType) else value
                      for value in code.co_consts)
    return code.replace(co_filename=str(host), co_consts=constants)
