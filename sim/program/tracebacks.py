# SPDX-License-Identifier: MIT
"""Tracebacks as the device prints them: the program's own files and lines, without source text.

An exception's class is the program's: only `said` lets it speak, all else is read past it.
"""

from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

from . import oserror

# Half of the calls that a traceback shows; the device's stack holds fewer than these together.
CALLS = 40
Name = Callable[[str], str]


def formatted(error: BaseException, text: str, builtins: Mapping[str, Any], name: Name) -> str:
    """Code that runs with these `builtins` is the program's own; `name` has its files' names, and
    `text` is what the exception has said.
    """
    lines = ["Traceback (most recent call last):"]
    lines += _shorten([f'  File "{name(file)}", line {line}, in {function}' for
                       file, line, function in _frames(error, builtins)])
    if _is_a(error, SyntaxError):
        lines.append(f'  File "{_place(error, "filename")}", line {_place(error, "lineno")}')
    lines.append(f"{_kind(error)}: {_text(error, text)}")
    return "\n".join([*lines, ""]).encode(errors="backslashreplace").decode()


def said(error: BaseException) -> str:
    """What an exception says of itself, which may raise anything."""
    text = str(_held(error, SyntaxError, "msg") if _is_a(error, SyntaxError) else error)
    return str.__str__(text)  # the program may have made a class of strings, too


def missing_module(error: BaseException) -> str:
    """Its name where an import has failed, else nothing."""
    name = _held(error, ImportError, "name") if _is_a(error, ImportError) else ""
    return name if type(name) is str else ""


def _is_a(error: BaseException, kind: type[BaseException]) -> bool:
    """`isinstance` would ask for its `__class__` too."""
    return issubclass(type(error), kind)


def position(frame: FrameType | None, builtins: Mapping[str, Any], name: Name) -> str:
    """Where the innermost code with these `builtins` is, as `code.py line 3`."""
    while frame and frame.f_builtins is not builtins:
        frame = frame.f_back
    return f"{name(frame.f_code.co_filename)} line {frame.f_lineno}" if frame else "its start"


def _frames(error: BaseException, builtins: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    frames, at = [], _held(error, BaseException, "__traceback__")
    while at:
        code = at.tb_frame.f_code
        if at.tb_frame.f_builtins is builtins:
            frames.append((code.co_filename, at.tb_lineno, code.co_name))
        at = at.tb_next
    return frames


def _held(error: BaseException, kind: type[BaseException], name: str) -> Any:
    """An attribute as `kind` has it, whatever a class made of it calls so."""
    return vars(kind)[name].__get__(error)


def _place(error: BaseException, name: str) -> str | int | None:
    """Where a SyntaxError is; one that a program has made may have anything there."""
    value = _held(error, SyntaxError, name)
    return value if type(value) in (str, int) else None


def _kind(error: BaseException) -> str:
    """The device has one class where CPython has finer ones."""
    if _is_a(error, RecursionError):
        return "RuntimeError"
    name = vars(type)["__name__"].__get__(type(error))
    return "OSError" if _is_a(error, OSError) and name not in oserror.KINDS else name


def _text(error: BaseException, text: str) -> str:
    """In the device's words: the host's own MemoryError has none, its RecursionError has more."""
    if _is_a(error, RecursionError):
        return "maximum recursion depth exceeded"
    return "memory allocation failed" if _is_a(error, MemoryError) and not text else text


def _shorten(calls: list[str]) -> list[str]:
    """Of calls deeper than a board has room for, the outermost and the innermost."""
    left_out = len(calls) - 2 * CALLS
    if left_out <= 0:
        return calls
    return [*calls[:CALLS], f"  ({left_out} more)", *calls[-CALLS:]]
