# SPDX-License-Identifier: MIT
"""Which machine runs a program: one with Python, or one with the core, loaded when it is wanted."""

from collections.abc import Callable

from ..machine import Machine
from .heap import Heap

ENGINES = ("python", "core")


def machine_of(engine: str, ram: int | None) -> Callable[..., Machine]:
    """Raises ValueError for an engine that there is not, or whose core is not built."""
    if engine not in ENGINES:
        raise ValueError(f"there is no engine {engine!r}: choose {' or '.join(ENGINES)}")
    if engine == "python":
        return Machine
    from . import wasm
    from .link import CoreError
    from .machine import CoreMachine

    try:
        wasm.find()
    except CoreError as error:
        raise ValueError(str(error)) from None
    return lambda *arguments: CoreMachine(*arguments, ram=ram)


def runs_python(machine: Machine) -> bool:
    return not hasattr(type(machine), "heap")


def heap_of(machine: Machine) -> Heap:
    """Raises RuntimeError where it is not known."""
    if runs_python(machine):
        raise RuntimeError("Python's heap is not the board's: give PyPortal engine='core'")
    heap: Heap = machine.heap  # type: ignore[attr-defined]
    return heap
