# SPDX-License-Identifier: MIT
"""The built-in modules: one file for each module that a program may import.

Every machine runs the files afresh. A file imports the machine that runs it, its siblings and
`submodule` from this package: `from . import displayio, machine, submodule`. `BuiltIns._import`,
which replaces `__import__` for the files, resolves these names. A program sees the names in a
module's `__all__`.

To add a module, add a file. Libraries in Python stand for the modules in `libraries.BUILT_IN`. The
boards' other modules are refused by NotImplementedError:

- those in `ON_FIRMWARE` when they are imported,
- those in `REASONS` when one of their classes or functions is called. They are for hardware that is
  not there, or libraries import them without need, so they have the names in their files of
  circuitpython-stubs,
- in the same way, the names in the `ON_FIRMWARE` of a module's file.
"""

import ast
import builtins
import importlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from ....board import libraries
from ..firmware import beyond
from ..machine import Machine
from ..native import private, subclasses
from ..native.classes import Enumeration, Pin, shown_as_built_in

FOLDER = Path(__file__).parent

# CPython's own are the same.
SAME_ON_THE_HOST = frozenset(
    [
        "__future__",
        "array",
        "binascii",
        "collections",
        "math",
        "struct",
    ]
)

# Values that cannot change.
FIXED = (type, FunctionType, ModuleType, str, bytes, int, float, tuple, frozenset, type(None), Pin,
         Enumeration)

# For type checkers: a built-in module that imports this gets the machine that it runs for.
machine: Machine


class BuiltIns:
    """The built-in modules of one machine; a module runs when it is first needed."""

    def __init__(self, machine: Machine):
        self._machine = machine
        self._modules: dict[str, ModuleType] = {}
        self._states: list[Any] | None = None
        self._builtins = {**vars(builtins), "__import__": self._import}

    def __call__(self, name: str) -> ModuleType:
        """Return the module with all its names."""
        if name not in self._modules:
            self._states = None
            module = self._modules[name] = ModuleType(name)
            module.__dict__.update(__package__=__name__, __builtins__=self._builtins)
            exec(_code(name), module.__dict__)
            for kind in filter(self._is_native, [*vars(module).values()]):
                subclasses.watch(kind, lambda made: not self._is_native(made))
                shown_as_built_in(kind)
        return self._modules[name]

    def _is_native(self, thing: object) -> bool:
        return isinstance(thing, type) and thing.__module__ in self._modules

    def for_program(self, name: str) -> ModuleType | None:
        """Return the module with its public names, or one that refuses use if it has no file.

        Return None if a library stands for it.
        """
        if name in libraries.BUILT_IN:
            return None
        if exists(name):
            return _public(name, self(name))
        if name in SAME_ON_THE_HOST:
            return _public(name, importlib.import_module(name))
        if name in ON_FIRMWARE:
            raise beyond(name)
        return refusing_module(name)

    def states(self) -> list[Any]:
        """Return the objects in the modules' variables: a generator of random numbers and the like.

        No module changes its variables themselves.
        """
        if self._states is None:
            self._states = [value for module in self._modules.values()
                            for name, value in vars(module).items()
                            if name[:2] != "__" and not isinstance(value, FIXED)]
        return self._states

    def start_board(self) -> None:
        """Start the display, as the firmware does before a program runs."""
        self("board")

    def _import(self, name: str, globals: Any = None, locals: Any = None, fromlist: Any = (),
                level: int = 0) -> Any:
        """Import for a built-in module: `from .x` and `from . import x` mean its machine's x."""
        if level != 1:
            return __import__(name, globals, locals, fromlist, level)
        if name:
            return self(name)
        return SimpleNamespace(**{wanted: self._sibling(wanted) for wanted in fromlist})

    def _sibling(self, name: str) -> Any:
        if name == "machine":
            return self._machine
        return submodule if name == "submodule" else self(name)


def submodule(name: str, **contents: Any) -> ModuleType:
    """Make a module that is an attribute of another one, `submodule("alarm.pin", PinAlarm=…)`."""
    module = ModuleType(name)
    module.__dict__.update(contents)
    return module


def exists(name: str) -> bool:
    return _file(name).is_file()


def _public(name: str, source: ModuleType) -> ModuleType:
    """Return a module with the names in its `__all__`, and those in `ON_FIRMWARE`, which refuse."""
    names = getattr(source, "__all__", [n for n in vars(source) if n[0] != "_"])
    found = {n: getattr(source, n) for n in names}
    if refused := getattr(source, "ON_FIRMWARE", ()):
        refusing = refusing_module(name)
        found.update({n: getattr(refusing, n) for n in refused})
    return submodule(name, **found)


@cache
def _file(name: str) -> Path:
    return FOLDER / f"{name.partition('.')[0]}.py"


@cache
def _code(name: str) -> CodeType:
    return private.code(f"{__name__}.{name}", _file(name))


# The boards' modules that this engine does not imitate, because no known PyPortal program has them.
ON_FIRMWARE = frozenset([
    "_pixelmap", "aesio", "audiomixer", "bitbangio", "codeop", "countio", "getpass", "jpegio",
    "locale", "msgpack", "pulseio", "rotaryio", "synthio", "tilepalettemapper", "touchio",
    "usb_hid", "watchdog"])
ELSEWHERE = "run the program with --engine firmware"
# The reason for each module. Every module in a board's list has one, is in `ON_FIRMWARE` or in
# `libraries.BUILT_IN`, or has a file in `sim/engines/python/modules`.
REASONS = {
    "_bleio": "there is no Bluetooth",
    "alarm": ELSEWHERE,
    "audiobusio": "no I2S amplifier and no microphone is connected",
    "epaperdisplay": "no e-paper display is connected",
    "floppyio": "no floppy drive is connected",
    "fourwire": "the board's own display is the only one",
    "framebufferio": "the board's own display is the only one",
    "frequencyio": "nothing swings at the pins",
    "i2cdisplaybus": "the board's own display is the only one",
    "i2ctarget": "no other controller is on the bus",
    "max3421e": "no USB host chip is connected",
    "onewireio": "nothing is connected to a 1-Wire bus",
    "ps2io": "no PS/2 keyboard is connected",
    "rgbmatrix": "no LED matrix is connected",
    "samd": "the chip's clocks do not run",
    "sharpdisplay": "the board's own display is the only one",
    "spitarget": "no other controller is on the bus",
    "usb": "no USB device is connected to the board",
    "usb_midi": "no MIDI program listens on the computer's side",
}
class Unsimulated(type):
    """A name that is not simulated: a class, whose every use raises NotImplementedError."""

    _name: str

    def _refuse(cls, *_: Any, **__: Any) -> Any:
        raise refuse(cls._name)

    __call__ = __iter__ = __len__ = __getitem__ = __int__ = __index__ = __add__ = _refuse

    def __getattr__(cls, attribute: str) -> Any:
        if attribute.startswith("_"):
            raise AttributeError(attribute)
        return unsimulated(f"{cls._name}.{attribute}")


def unsimulated(name: str) -> Unsimulated:
    """Return what stands for a dotted name."""
    module, _, own = name.rpartition(".")
    return Unsimulated(own, (), {"_name": name, "__module__": module})


def refuse(name: str) -> NotImplementedError:
    """Return the error for a name such as `usb.core`, with its module's reason."""
    reason = REASONS.get(name.partition(".")[0], ELSEWHERE)
    return NotImplementedError(f"{name} is not simulated: {reason}")


def refusing_module(name: str) -> ModuleType:
    """Make the module `name`, with its submodules as attributes. Its exceptions can be caught."""
    made = ModuleType(name)
    folder = stub_folder(name)
    for own, bases in _stub_names(folder):
        known = [getattr(made, base, getattr(builtins, base, None)) for base in bases]
        errors = tuple(kind for kind in known
                       if isinstance(kind, type) and issubclass(kind, BaseException))
        kind = type(own, errors, {"__module__": name}) if errors else unsimulated(f"{name}.{own}")
        setattr(made, own, kind)
    for child in sorted(folder.glob("*/__init__.pyi")):
        setattr(made, child.parent.name, refusing_module(f"{name}.{child.parent.name}"))
    return made


def stub_folder(name: str) -> Path:
    """Return the folder of the module's `__init__.pyi` in circuitpython-stubs."""
    top, *rest = name.split(".")
    spec = find_spec(f"{top}-stubs")
    assert spec is not None and spec.submodule_search_locations, f"no stub of {top}"
    return Path(spec.submodule_search_locations[0], *rest)


@cache
def _stub_names(folder: Path) -> list[tuple[str, list[str]]]:
    """Return the names in a stub, each with its bases, without types for type checkers."""
    tree = ast.parse((folder / "__init__.pyi").read_text(encoding="utf-8"))
    found: list[tuple[str, list[str]]] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            found += [(node.name, bases)] * ("Protocol" not in bases)
        elif isinstance(node, ast.FunctionDef):
            found.append((node.name, []))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.append((node.target.id, []))
    return found
