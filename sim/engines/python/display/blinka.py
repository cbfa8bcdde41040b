# SPDX-License-Identifier: MIT
"""Blinka's displayio, loaded afresh for each machine.

Its modules run in a module table of their own on the machine's clock and pins. So a display waits
in virtual time, two machines have a display each, Blinka's refresh thread never starts, and names
that are replaced in its modules (`HOSTS`, `Blinka.replace`) change nothing outside the machine.
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

from ....clock import Clock
from ..native import private
from ..program.imports import ModuleTable, Source

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
# Its dataclasses take longer to create than all the rest, so the classes are created once.
STRUCTS = "displayio._structs"
# Names that serve only as annotations.
TYPES = "circuitpython_typing"


class NoThread:
    """Replaces Blinka's refresh thread: the machine's clock refreshes the display."""

    def __init__(self, **_: Any):
        pass

    def start(self) -> None:
        pass

    def is_alive(self) -> bool:
        return False


class _Forgetful:
    """Replaces `typing.Union`, which would keep the classes it is given, and so their machine."""

    def __class_getitem__(cls, kinds: Any) -> Any:
        return kinds


# The names in the host's modules that Blinka gets replaced.
HOSTS: dict[str, dict[str, Any]] = {
    "threading": {"Thread": NoThread},
    "typing": {"Union": _Forgetful, "Optional": _Forgetful},
}


class Blinka(ModuleTable):
    """A machine's copies of Blinka's modules: `load("displayio")` returns one."""

    def __init__(self, built_ins: Callable[[str], ModuleType], clock: Clock):
        super().__init__(vars(builtins))
        self._built_ins = built_ins
        self._clock = clock
        self._own = {"pwmio": self._pwmio, "time": self._time, TYPES: _types}

    def replace(self, name: str, **contents: Any) -> None:
        """Replace names in a module before other modules import them from it."""
        vars(self.load(name)).update(contents)

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
        """Load a built-in module when it is used: most imports serve annotations only."""
        return _namespace(name, __getattr__=lambda part: getattr(self._built_ins(name), part))

    def _pwmio(self) -> ModuleType:
        return _namespace("pwmio", PWMOut=self._built_ins("pwmio").Backlight)

    def _time(self) -> ModuleType:
        clock = self._clock
        return _namespace("time", monotonic=lambda: clock.seconds,
                          sleep=lambda seconds: clock.advance(round(seconds * 1e9)))


@cache
def _structs(folder: str) -> dict[str, Any]:
    """Return the classes, and the objects of them that each machine copies."""
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
