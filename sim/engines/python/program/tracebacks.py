# SPDX-License-Identifier: MIT
"""Tracebacks as the device prints them: the program's own files and lines, without source text.

An exception's class may be the program's. Only `said` calls its methods; all other functions read
attributes as the built-in classes have them.
"""

import ast
from collections.abc import Callable, Mapping
from pathlib import PurePath
from types import CodeType, FrameType
from typing import Any

from ....board.libraries import BUILT_IN
from ..compiler.parser import parse
from ..heap import FULL
from ..native import errors
from ..native.classes import is_built_in

# Where frozen files are. The board's compiler has left that out of their names.
FROZEN = ".frozen/"
# The file whose function refuses a call for which the stack has no room.
METER = "pystack.py"
# Calls shown at each end of a long traceback; the device's stack holds fewer than both together.
CALLS = 45
Name = Callable[[str], str]
Source = Callable[[str], bytes]
# A call's file, line and function.
Call = tuple[str, int, str]


def limited(calls: list[Call], limit: int | None) -> list[Call]:
    """Return the outermost calls, or for a negative limit the innermost ones, in that order."""
    if not limit:
        return calls
    return calls[:limit] if limit > 0 else calls[limit:][::-1]


def formatted(error: BaseException, text: str, calls: list[Call], name: Name) -> str:
    """Return the traceback of an error that says `text`; `name` gives a file's device name."""
    lines = _shorten([f'  File "{name(file).removeprefix(FROZEN)}", line {line}, in {function}' for
                       file, line, function in calls])
    if _is_a(error, SyntaxError):
        file, line = _place(error)
        if file is not None:
            lines.append(f'  File "{file}", line {line}')
    if FULL in notes(error):
        lines = []
    if lines:
        lines.insert(0, "Traceback (most recent call last):")
    lines.append(f"{_kind(error)}: {text}")
    return "\n".join([*lines, ""]).encode(errors="backslashreplace").decode()


DIRECT = "The above exception was the direct cause of the following exception:"
DURING = "During handling of the above exception, another exception occurred:"


def before(error: BaseException, source: Source) -> tuple[BaseException, str] | None:
    """Return the error that is printed before this one, and the sentence between them.

    `source` gives the text of a file of the program.
    """
    cause = _held(error, BaseException, "__cause__")
    context = _held(error, BaseException, "__context__")
    # The board finds a cause, or that there is none, only in an error of its own classes.
    is_own = not is_built_in(type(error))
    is_shown = is_own or not _held(error, BaseException, "__suppress_context__")
    if context is not None and is_shown and _is_chained(error, context, source):
        return context, DURING
    return None if cause is None else (cause, DIRECT)


def _built_in(error: BaseException) -> Any:
    return next(kind for kind in type(error).__mro__ if is_built_in(kind))


def _is_chained(error: BaseException, context: BaseException, source: Source) -> bool:
    """Say whether the board knows that the error came up while another one was handled.

    CPython always does. The board does if a `raise` stands in the handler, or if the error leaves a
    `try` in it, as the one around a handler with `as` (see py/vm.c, get_active_exception).
    """
    handled, at = _held(context, BaseException, "__traceback__"), _held(
        error, BaseException, "__traceback__")
    while handled and at and at.tb_frame is not handled.tb_frame:
        at = at.tb_next
    if not handled or not at or _is_builtin_library(at.tb_frame.f_code):
        return False
    tree = _tree(source(at.tb_frame.f_code.co_filename))
    around = [node for node in ast.walk(tree) if _has(node, at.tb_lineno)]
    handlers = [node for node in around if isinstance(node, ast.ExceptHandler)]
    if not handlers:
        return any(isinstance(node, ast.Raise) for node in around)
    handler = max(handlers, key=lambda node: node.lineno)
    inside = [node for node in ast.walk(handler) if _has(node, at.tb_lineno)]
    return bool(handler.name) or any(isinstance(node, (ast.Raise, ast.Try)) for node in inside)


def _has(node: ast.AST, line: int) -> bool:
    first = getattr(node, "lineno", line + 1)
    return bool(first <= line <= (getattr(node, "end_lineno", None) or first))


def _tree(text: bytes) -> ast.Module:
    """Return the tree of a file, which may have changed since and be no program any more."""
    try:
        return parse(text.decode(errors="replace").lstrip("\ufeff"))  # type: ignore[return-value]
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def said(error: BaseException) -> str:
    """Return the exception's text as the built-in class has it: a board calls no `__str__` of a
    program's class. Those of what is in it may raise anything.
    """
    errors.reword(error)
    if _is_a(error, SyntaxError):
        text = str(_held(error, SyntaxError, "msg"))
    else:
        text = _built_in(error).__str__(error)
    return str.__str__(text)  # a subclass of str may be the program's, too


def missing_module(error: BaseException) -> str:
    """Return the name of the module that could not be imported, else an empty text."""
    name = _held(error, ImportError, "name") if _is_a(error, ImportError) else ""
    return name if type(name) is str else ""


def notes(error: BaseException) -> list[str]:
    """Return what is known beyond the board's words for an error."""
    is_own = type(error) not in (SyntaxError, IndentationError, RuntimeError, MemoryError)
    return [] if is_own else [note for note in getattr(error, "__notes__", [])
                              if type(note) is str]


def _is_a(error: BaseException, kind: type[BaseException]) -> bool:
    """Do as `isinstance`, which would also read `__class__`."""
    return issubclass(type(error), kind)


def position(frame: FrameType | None, builtins: Mapping[str, Any], name: Name) -> str:
    """Return where the innermost code with these `builtins` is, as `code.py line 3`."""
    found = calls(frame, builtins)
    return f"{name(found[-1][0])} line {found[-1][1]}" if found else "its start"


def calls(frame: FrameType | None, builtins: Mapping[str, Any]) -> list[Call]:
    """Return the program's calls that led to the frame, outermost first.

    The program's code is that which runs with these `builtins`.
    """
    found = []
    while frame:
        if _is_listed(frame, builtins):
            code = frame.f_code
            found.append((code.co_filename, frame.f_lineno, code.co_name))
        frame = frame.f_back
    return found[::-1]


def passed(error: BaseException, builtins: Mapping[str, Any]) -> list[Call]:
    """Return the program's calls that an exception has passed."""
    found, at = [], _held(error, BaseException, "__traceback__")
    while at:
        code = at.tb_frame.f_code
        if _is_listed(at.tb_frame, builtins):
            found.append((code.co_filename, at.tb_lineno, code.co_name))
        elif PurePath(code.co_filename).name == METER and found:
            found.pop()  # the board refuses the call before it begins
        at = at.tb_next
    return found


def _is_listed(frame: FrameType, builtins: Mapping[str, Any]) -> bool:
    """Tell the program's Python from ours, and from a library that is not Python on the board."""
    return frame.f_builtins is builtins and not _is_builtin_library(frame.f_code)


def _is_builtin_library(code: CodeType) -> bool:
    return PurePath(code.co_filename).parent.name in BUILT_IN


def _held(error: BaseException, kind: type[BaseException], name: str) -> Any:
    """Read an attribute as `kind` defines it, whatever a subclass has under that name."""
    return vars(kind)[name].__get__(error)


def _place(error: BaseException) -> Any:
    """Return a SyntaxError's file and line, None without one. One that a program has made may have
    anything there.
    """
    found = [_held(error, SyntaxError, name) for name in ("filename", "lineno")]
    return [value if type(value) in (str, int) else None for value in found]


def _kind(error: BaseException) -> str:
    """Return the name of the device's class, which is one where CPython has several."""
    return str(vars(type)["__name__"].__get__(errors.kind_of(error)))


def _shorten(calls: list[str]) -> list[str]:
    """Leave out the middle of more calls than a board has room for."""
    left_out = len(calls) - 2 * CALLS
    if left_out <= 0:
        return calls
    return [*calls[:CALLS], f"  ({left_out} more)", *calls[-CALLS:]]
