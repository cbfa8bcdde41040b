# SPDX-License-Identifier: MIT
"""Blinka's displayio, loaded afresh for one machine.

Its modules run in a module table of their own on the machine's clock and pins, so that a display
waits in virtual time, two machines have a display each, and Blinka's refresh thread never starts.
"""

import builtins
import importlib
from collections.abc import Callable, Sequence
from copy import copy
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from ..clock import Clock
from ..native import private
from ..program.modules import ModuleTable, Source

PACKAGES = (
    "bitmaptools",
    "busdisplay",
    "displayio",
    "fourwire",
    "i2cdisplaybus",
    "paralleldisplaybus",
    "vectorio",
)
FROM_THE_MACHINE = ("busio", "digitalio", "microcontroller")
# Dataclasses, which take longer to make than all the rest: the classes are made once.
STRUCTS = "displayio._structs"
# Names for annotations only, which nobody looks into.
TYPES = "circuitpython_typing"


class NoThread:
    """In place of Blinka's refresh thread: the machine's clock refreshes the display."""

    def __init__(self, **_: Any):
        pass

    def start(self) -> None:
        pass

    def is_alive(self) -> bool:
        return False


class _Forgetful:
    """Python's own keeps the classes it is given, and with them their machine."""

    def __class_getitem__(cls, kinds: Any) -> Any:
        return kinds


# The host's modules, and what Blinka gets in their place of what is in them.
HOSTS: dict[str, dict[str, Any]] = {
    "threading": {"Thread": NoThread},
    "typing": {"Union": _Forgetful, "Optional": _Forgetful},
}


class Blinka(ModuleTable):
    """`load("displayio")` gives this machine's own copy of Blinka's module."""

    def __init__(self, hardware: Callable[[str], ModuleType], clock: Clock):
        super().__init__(vars(builtins))
        self._hardware = hardware
        self._clock = clock
        self._own = {"pwmio": self._pwmio, "time": self._time, TYPES: _types}

    def find(self, name: str, path: Sequence[str] | None) -> Source | ModuleType | None:
        top = name.partition(".")[0]
        if top in PACKAGES:
            return _package(name) if path is None else _submodule(name, path)
        if name in self._own:
            return self._own[name]()
        if top in FROM_THE_MACHINE:
            return self._when_used(name)
        if name in HOSTS:
            return _namespace(name, **vars(importlib.import_module(name)) | HOSTS[name])
        return importlib.import_module(name)

    def _when_used(self, name: str) -> ModuleType:
        """Most of these are for annotations, and a display on another bus."""
        return _namespace(name, __getattr__=lambda part: getattr(self._hardware(name), part))

    def _pwmio(self) -> ModuleType:
        return _namespace("pwmio", PWMOut=self._hardware("pwmio").Backlight)

    def _time(self) -> ModuleType:
        clock = self._clock
        return _namespace("time", monotonic=lambda: clock.seconds,
                          sleep=lambda seconds: clock.advance(round(seconds * 1e9)))


@cache
def _structs(folder: str) -> dict[str, Any]:
    """The classes, and objects of them that each machine needs a copy of."""
    source = _submodule_file(STRUCTS, folder)
    assert source is not None, f"Blinka's displayio has no {STRUCTS}"
    names: dict[str, Any] = {"__name__": __name__}
    exec(source.code, names)
    return {key: value for key, value in names.items() if not key.startswith("__")}


def _types() -> ModuleType:
    return _namespace(TYPES, ReadableBuffer=Any, WriteableBuffer=Any)


def _namespace(name: str, **names: Any) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(vars(SimpleNamespace(**names)))
    return module


@cache
def _package(name: str) -> Source | None:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ImportError(f"{name} is missing: pip install adafruit-blinka-displayio")
    file = Path(spec.origin)
    path = (str(file.parent),) if file.name == "__init__.py" else None
    return Source(private.code(name, file), str(file), path)


@cache
def _submodule_file(name: str, folder: str) -> Source | None:
    file = Path(folder, name.rpartition(".")[2] + ".py")
    return Source(private.code(name, file), str(file)) if file.exists() else None


def _submodule(name: str, path: Sequence[str]) -> Source | ModuleType | None:
    if not path:
        return None
    if name == STRUCTS:
        return _namespace(name, **{key: copy(value) for key, value in _structs(path[0]).items()})
    return _submodule_file(name, path[0])
