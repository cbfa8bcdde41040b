# SPDX-License-Identifier: MIT
"""Loads the class of a user's own part, and turns its exceptions into sentences.

The methods of a guarded class, and the functions that its `plug` connects to the board, never
raise: the board gets an answer as without the part, the user a sentence with file and line.
"""

import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from ...clock import Clock
from ..pins import Line
from .part import I2CPart, Part, PinPart, Sockets, WordRegisters

# An I2C bus reads this where nothing answers.
IDLE = b"\xff"
Call = Callable[..., Any]


class WrongAnswer(TypeError):
    """A method of the user's has returned what a board cannot take."""


def load(folder: Path, name: str, title: str) -> type[Part] | None:
    """Return the class from a module in the folder, else from one that Python finds; None if it has
    no such class, or one that is no part. Raises what the module raises.
    """
    found = getattr(_module(folder, name), title, None)
    return found if isinstance(found, type) and issubclass(found, Part) else None


def _module(folder: Path, name: str) -> ModuleType:
    file = Path(os.path.realpath(folder / f"{name}.py"))
    spec = importlib.util.spec_from_file_location(f"parts.toml:{file}", file)
    if not file.is_file() or spec is None:
        return importlib.import_module(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    # Not its cached bytecode, which may be of an older file.
    exec(compile(file.read_bytes(), file, "exec"), vars(module))
    return module


def file_of(kind: type) -> str:
    """Return the file that a class was loaded from."""
    return getattr(sys.modules.get(kind.__module__), "__file__", None) or ""


def place(error: BaseException, file: str) -> str:
    """Return `FILE, line N` for the last line of the file that the error came through, or ""."""
    line, trace = 0, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{file}, line {line}" if line else ""


def said(error: BaseException) -> str:
    """Return the last line of a traceback."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def guarded(kind: type[Part], name: str, tell: Callable[[str], None]) -> type[Part]:
    """Return a class like `kind` for the part `name`; `tell` takes each sentence once."""
    guard = _Guard(kind, name, tell)
    found = {title: inspect.getattr_static(kind, title) for title in dir(kind)}
    methods: dict[str, Any] = {
        title: guard.method(method) for title, method in found.items()
        if isinstance(method, FunctionType) and not title.startswith("__")}
    methods["plug"] = guard.plug()
    if isinstance(found["lamps"], property) and found["lamps"].fget:
        methods["lamps"] = property(guard.method(found["lamps"].fget))
    return type(kind.__name__, (kind,), methods | {"__module__": kind.__module__})


class _Guard:
    """Catches exceptions that leave the outermost call to a part, since methods call each other."""

    def __init__(self, kind: type[Part], name: str, tell: Callable[[str], None]):
        self._kind, self._name, self._tell = kind, name, tell
        self._file = file_of(kind)
        self._reported: set[str] = set()
        self._depth = 0

    def method(self, method: Call) -> Call:
        base, answer, instead = _ANSWERS.get(method.__name__, (Part, None, None))
        is_ours = issubclass(self._kind, base)
        return self.call(method, answer if is_ours else None, instead if is_ours else None)

    def plug(self) -> Callable[[Part, Sockets], None]:
        """Return a `plug` that also guards what the class's own connects to pins and clock."""
        plug = self.method(self._kind.plug)

        def guarded_plug(part: Part, board: Sockets) -> None:
            before = {line: line.ends for line in board.pins}
            plug(part, SimpleNamespace(pins=board.pins, i2c=board.i2c,
                                       clock=_Clock(board.clock, self.call)))
            for line, ends in before.items():
                self._guard_ends(line, ends)

        return guarded_plug

    def _guard_ends(self, line: Line, before: tuple[Call, ...]) -> None:
        answers = _voltage, None, None
        line.ends = tuple(end if end == old else self.call(end, answer)
                          for end, old, answer in zip(line.ends, before, answers, strict=True))

    def call(self, call: Call, answer: Call | None = None, instead: Call | None = None) -> Call:
        """Return a guarded `call`. `answer` checks what it returns; `instead` makes an answer."""
        @wraps(call)
        def guarded_call(*given: Any, **named: Any) -> Any:
            self._depth += 1
            try:
                found = call(*given, **named)
                return answer(call, found, *given) if answer else found
            except (Exception, SystemExit) as error:
                if self._depth > 1:
                    raise
                self._report(error, call)
                return instead(*given) if instead else None
            finally:
                self._depth -= 1

        return guarded_call

    def _report(self, error: BaseException, call: Call) -> None:
        where = place(error, self._file) or self._line_of(call)
        why = str(error) if isinstance(error, WrongAnswer) else said(error)
        sentence = f"the part {self._name} has failed in {where}: {why}"
        if sentence not in self._reported:
            self._reported.add(sentence)
            self._tell(sentence)

    def _line_of(self, call: Call) -> str:
        """Return where the user's file has this call, or else the first method of the class."""
        calls = [call, *vars(self._kind).values()]
        codes = [code for code in (getattr(each, "__code__", None) for each in calls)
                 if code and code.co_filename == self._file]
        return f"{self._file}, line {codes[0].co_firstlineno if codes else 1}"


class _Clock:
    """A board's clock whose events are guarded."""

    def __init__(self, clock: Clock, guard: Callable[[Call], Call]):
        self._clock, self._guard = clock, guard

    def at(self, when: int, event: Callable[[], None]) -> None:
        self._clock.at(when, self._guard(event))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._clock, name)


def _voltage(call: Call, found: Any, *_: Any) -> float | None:
    if found is not None and not (isinstance(found, (int, float)) and 0 <= found <= 1):
        raise _wrong(call, found, "a number from 0 to 1 or None")
    return found


def _data(call: Call, found: Any, part: Part, length: int) -> bytes:
    """Return as many bytes as a bus has asked for."""
    if not isinstance(found, (bytes, bytearray)):
        raise _wrong(call, found, "bytes")
    return bytes(found[:length]).ljust(length, IDLE)


def _word(call: Call, found: Any, *_: Any) -> int:
    if not (isinstance(found, int) and 0 <= found <= 0xFFFF):
        raise _wrong(call, found, "a whole number from 0 to 65535")
    return found


def _lamps(call: Call, found: Any, *_: Any) -> Any:
    if not all(isinstance(lamp, tuple) and len(lamp) == 3 for lamp in found):
        raise _wrong(call, found, "a list of (red, green, blue)")
    return found


def _wrong(call: Call, found: Any, wanted: str) -> WrongAnswer:
    return WrongAnswer(f"{getattr(call, '__name__', 'a function')} has returned {found!r}, "
                       f"not {wanted}")


# By a method's name: the class that the board calls it for, the check of its answer, and the answer
# when it has failed.
_ANSWERS: dict[str, tuple[type[Part], Call | None, Call | None]] = {
    "voltage": (PinPart, _voltage, None),
    "read": (I2CPart, _data, lambda part, length: IDLE * length),
    "word": (WordRegisters, _word, None),
    "lamps": (Part, _lamps, lambda part: []),
}
