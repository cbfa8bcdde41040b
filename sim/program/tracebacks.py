# SPDX-License-Identifier: MIT
"""Tracebacks as the device prints them: the program's own files and lines, without source text."""

from collections.abc import Callable, Mapping
from types import FrameType, TracebackType
from typing import Any

from greenlet import GreenletExit

from . import oserror

# Half of the calls that a traceback shows; the device's stack holds fewer than these together.
CALLS = 40
Name = Callable[[str], str]


def formatted(error: BaseException, builtins: Mapping[str, Any], name: Name) -> str:
    """Code that runs with these `builtins` is the program's own; `name` has its files' names."""
    lines = ["Traceback (most recent call last):"]
    lines += _shorten([f'  File "{name(file)}", line {line}, in {function}' for
                       file, line, function in _frames(error.__traceback__, builtins)])
    if isinstance(error, SyntaxError):
        lines.append(f'  File "{error.filename}", line {error.lineno}')
    lines.append(f"{_kind(error)}: {_text(error)}")
    return "\n".join(lines) + "\n"


def position(frame: FrameType | None, builtins: Mapping[str, Any], name: Name) -> str:
    """Where the innermost code with these `builtins` is, as `code.py line 3`."""
    while frame and frame.f_builtins is not builtins:
        frame = frame.f_back
    return f"{name(frame.f_code.co_filename)} line {frame.f_lineno}" if frame else "its start"


def _frames(at: TracebackType | None, builtins: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    frames = []
    while at:
        code = at.tb_frame.f_code
        if at.tb_frame.f_builtins is builtins:
            frames.append((code.co_filename, at.tb_lineno, code.co_name))
        at = at.tb_next
    return frames


def _kind(error: BaseException) -> str:
    """The device has one class where CPython has finer ones."""
    if isinstance(error, RecursionError):
        return "RuntimeError"
    name = type(error).__name__
    return "OSError" if isinstance(error, OSError) and name not in oserror.KINDS else name


def _text(error: BaseException) -> str:
    """In the device's words: the host's own MemoryError has none, its RecursionError has more.

    A program's exception may itself raise when its text is asked for.
    """
    if isinstance(error, SyntaxError):
        return str(error.msg)
    if isinstance(error, RecursionError):
        return "maximum recursion depth exceeded"
    try:
        text = str(error)
    except GreenletExit:
        raise  # the power was cut
    except BaseException:
        text = ""
    return "memory allocation failed" if isinstance(error, MemoryError) and not text else text


def _shorten(calls: list[str]) -> list[str]:
    """Of calls deeper than a board has room for, the outermost and the innermost."""
    left_out = len(calls) - 2 * CALLS
    if left_out <= 0:
        return calls
    return [*calls[:CALLS], f"  ({left_out} more)", *calls[-CALLS:]]
