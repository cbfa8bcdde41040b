# SPDX-License-Identifier: MIT
"""Tracebacks as the device prints them: the program's own files and lines, without source text.

An exception's class may be the program's. Only `said` calls its methods; all other functions read
attributes as the built-in classes have them.
"""

import ast
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Any

from ..compiler.syntax import SCOPE
from ..native import errors

# Where frozen files are. The board's compiler has left that out of their names.
FROZEN = ".frozen/"
# Calls shown at each end of a long traceback; the device's stack holds fewer than both together.
CALLS = 40
Name = Callable[[str], str]
Source = Callable[[str], bytes]
# A call's file, line and function.
Call = tuple[str, int, str]


def limited(calls: list[Call], limit: int | None) -> list[Call]:
    """Return the outermost calls, or for a negative limit the innermost ones, in that order."""
    if limit is None:
        return calls
    return calls[:limit] if limit >= 0 else calls[limit:][::-1]


def formatted(error: BaseException, text: str, calls: list[Call], name: Name) -> str:
    """Return the traceback of an error that says `text`; `name` gives a file's device name."""
    lines = _shorten([f'  File "{name(file).removeprefix(FROZEN)}", line {line}, in {function}' for
                       file, line, function in calls])
    if _is_a(error, SyntaxError):
        place = f'"{_place(error, "filename")}", line {_place(error, "lineno")}'
        lines.append(f"  File {place}{_scope(error)}")
    if lines:
        lines.insert(0, "Traceback (most recent call last):")
    lines.append(f"{_kind(error)}: {_text(error, text)}")
    return "\n".join([*lines, ""]).encode(errors="backslashreplace").decode()


DIRECT = "The above exception was the direct cause of the following exception:"
DURING = "During handling of the above exception, another exception occurred:"


def before(error: BaseException, source: Source) -> tuple[BaseException, str] | None:
    """Return the error that is printed before this one, and the sentence between them.

    `source` gives the text of a file of the program.
    """
    cause = _held(error, BaseException, "__cause__")
    if cause is not None:
        return cause, DIRECT
    context = _held(error, BaseException, "__context__")
    if context is None or _held(error, BaseException, "__suppress_context__"):
        return None
    return (context, DURING) if _is_chained(error, context, source) else None


def _is_chained(error: BaseException, context: BaseException, source: Source) -> bool:
    """Say whether the board knows that the error came up while another one was handled.

    CPython always does. The board does if a `raise` stands in the handler, or if the error leaves a
    `try` in it, as the one around a handler with `as` (see py/vm.c, get_active_exception).
    """
    handled, at = _held(context, BaseException, "__traceback__"), _held(
        error, BaseException, "__traceback__")
    while handled and at and at.tb_frame is not handled.tb_frame:
        at = at.tb_next
    if not handled or not at:
        return False
    try:
        tree = ast.parse(source(at.tb_frame.f_code.co_filename))
    except SyntaxError:
        return False
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


def said(error: BaseException) -> str:
    """Return the exception's text. Its `__str__` may be the program's and raise anything."""
    errors.reword(error)
    if errors.kind_of(error) is OSError and not _is_a(error, OSError):
        error = errors.os_error(OSError, *_held(error, BaseException, "args"))
    text = str(_held(error, SyntaxError, "msg") if _is_a(error, SyntaxError) else error)
    return str.__str__(text)  # a subclass of str may be the program's, too


def missing_module(error: BaseException) -> str:
    """Return the name of the module that could not be imported, else an empty text."""
    name = _held(error, ImportError, "name") if _is_a(error, ImportError) else ""
    return name if type(name) is str else ""


def notes(error: BaseException) -> list[str]:
    """Return what the compiler knows beyond the board's words for a SyntaxError."""
    is_own = type(error) not in (SyntaxError, IndentationError)
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
        if frame.f_builtins is builtins:
            code = frame.f_code
            found.append((code.co_filename, frame.f_lineno, code.co_name))
        frame = frame.f_back
    return found[::-1]


def passed(error: BaseException, builtins: Mapping[str, Any]) -> list[Call]:
    """Return the program's calls that an exception has passed."""
    found, at = [], _held(error, BaseException, "__traceback__")
    while at:
        code = at.tb_frame.f_code
        if at.tb_frame.f_builtins is builtins:
            found.append((code.co_filename, at.tb_lineno, code.co_name))
        at = at.tb_next
    return found


def _held(error: BaseException, kind: type[BaseException], name: str) -> Any:
    """Read an attribute as `kind` defines it, whatever a subclass has under that name."""
    return vars(kind)[name].__get__(error)


def _place(error: BaseException, name: str) -> str | int | None:
    """Return a SyntaxError's file or line. One that a program has made may have anything there."""
    value = _held(error, SyntaxError, name)
    return value if type(value) in (str, int) else None


def _scope(error: BaseException) -> str:
    """Return the end of a SyntaxError's line, which names the function if the compiler knew it."""
    scope = vars(BaseException)["__dict__"].__get__(error).get(SCOPE)
    return f", in {scope}" if type(scope) is str else ""


def _kind(error: BaseException) -> str:
    """Return the name of the device's class, which is one where CPython has several."""
    name = vars(type)["__name__"].__get__(errors.kind_of(error))
    return "OSError" if _is_a(error, OSError) and name not in errors.KINDS else name


def _text(error: BaseException, text: str) -> str:
    """Return the device's text for errors that CPython raises with another one."""
    return "memory allocation failed" if _is_a(error, MemoryError) and not text else text


def _shorten(calls: list[str]) -> list[str]:
    """Leave out the middle of more calls than a board has room for."""
    left_out = len(calls) - 2 * CALLS
    if left_out <= 0:
        return calls
    return [*calls[:CALLS], f"  ({left_out} more)", *calls[-CALLS:]]
