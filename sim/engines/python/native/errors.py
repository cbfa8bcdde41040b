# SPDX-License-Identifier: MIT
"""Gives the program's frequent errors the board's words, and OSErrors the board's numbers.

`reword` changes the sentences of CPython's own errors. The program sees an error in its `except`,
and the user in a traceback: it is called for both. Rare errors keep CPython's words and class.

`OSError(11)` has the number and its description on the device. CPython sets these only if both are
given, and then makes an instance of a subclass; so the compiler turns `OSError(11)` in a program
into a call of `os_error`. Numbers and descriptions are those of a SAMD51, which has newlib's, not
Linux's.
"""

import binascii
import inspect
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from inspect import CO_COROUTINE, CO_GENERATOR, unwrap
from traceback import walk_tb
from types import FunctionType, ModuleType, TracebackType
from typing import Any

from ....board.failures import described
from .classes import is_built_in, is_native_module

OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow",
    "<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor", "@": "matmul",
    "<": "lt", ">": "gt", "<=": "le", ">=": "ge", "divmod()": "divmod",
}
Words = str | Callable[[re.Match[str]], str]


def _binary(found: re.Match[str]) -> str:
    name = OPERATORS[found[1].removesuffix(" or pow()").removesuffix("=") or "="]
    return f"unsupported types for __{name}__: '{found[2]}', '{found[3]}'"


def _compared(found: re.Match[str]) -> str:
    return f"unsupported types for __{OPERATORS[found[1]]}__: '{found[2]}', '{found[3]}'"


# CPython's sentences, and the board's, by the kind of error.
SENTENCES: dict[type[BaseException], list[tuple[str, Words]]] = {
    TypeError: [
        (r"unsupported operand type\(s\) for (\S+|\*\* or pow\(\)): '(.+)' and '(.+)'", _binary),
        (r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+",
         r"unsupported types for __add__: '\1', '\2'"),
        (r"'([<>]=?)' not supported between instances of '(.+)' and '(.+)'", _compared),
        (r"'(.+)' object is not (subscriptable|callable|iterable|an iterator)",
         r"'\1' object isn't \2"),
        (r"cannot unpack non-iterable (\S+) object"
         r"|argument of type '(.+)' is not (?:iterable|a container or iterable)",
         r"'\1\2' object isn't iterable"),
        (r"'(.+)' object does not support item (assignment|deletion)",
         r"'\1' object doesn't support item \2"),
        (r"(\w+) indices must be integers(?: or slices)?, not '?(\w+)'?",
         r"\1 indices must be integers, not \2"),
        (r".+\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+) (?:was|were) given",
         r"function takes \1 positional arguments but \2 were given"),
        (r".+\(\) missing (\d+) required positional arguments?: .*",
         r"function missing \1 required positional arguments"),
        (r".+\(\) got an unexpected keyword argument '(\w+)'.*",
         r"unexpected keyword argument '\1'"),
        (r".+\(\) (?:takes no keyword arguments|got some positional-only arguments passed .*)",
         "function doesn't take keyword arguments"),
        (r"'(\w+)' object cannot be interpreted as an integer|int\(\) argument must .* not '(\w+)'"
         r"|%\w format: .* required, not (\w+)", r"can't convert \1\2\3 to int"),
        (r"float\(\) argument must .* not '(\w+)'|must be real number, not (\w+)",
         r"can't convert \1\2 to float"),
        (r"(?:\w+\(\) argument \d|\w+ first arg)? ?must be str.*, not (\w+)"
         r"|'in <string>' requires string as left operand, not (\w+)"
         r"|unsupported format string passed to (\w+)\.__format__",
         r"can't convert '\1\2\3' object to str implicitly"),
        (r"(?:memoryview: )?a bytes-like object is required, not '.+'",
         "object with buffer protocol required"),
        (r"not enough arguments for format string", "format string needs more arguments"),
        (r"not all arguments converted during string formatting",
         "format string didn't convert all arguments"),
        (r"sequence item \d+: expected .*",
         "join expects a list of str/bytes objects consistent with self object"),
        (r"(?:cannot use '.+' as .+ \()?unhashable type: '(?:array\.)?(.+?)'\)?",
         r"unsupported type for __hash__: '\1'"),
        # Newer versions of Python say it otherwise.
        (r"('.+' object does not support the (?:asynchronous )?context manager protocol).*", r"\1"),
    ],
    ValueError: [
        (r"Unknown (format code .*)", r"unknown \1"),
        (r"invalid literal for int\(\) with base (\d+): .*",
         r"invalid syntax for integer with base \1"),
        (r"could not convert string to float: .*", "invalid syntax for number"),
        (r"not enough values to unpack \(expected .*, got (\d+)\)",
         r"need more than \1 values to unpack"),
        (r"too many values to unpack \(expected (\d+).*",
         r"too many values to unpack (expected \1)"),
        (r"(?:list|tuple)\.(?:remove|index)\(x\): x not in .*|.* is not in list",
         "object not in sequence"),
        (r"(?:max|min)\(\) (?:arg is an empty sequence|iterable argument is empty)",
         "arg is an empty sequence"),
        (r"expected a (?:positive|nonnegative|finite|noninteger|number)\b.*", "math domain error"),
    ],
    IndexError: [
        (r"(?!string)[\w ]+ index out of range|pop from empty list", "index out of range")],
    OverflowError: [
        (r"Python int too large to convert to C \w+",
         "overflow converting long int to machine word")],
    ZeroDivisionError: [
        (r".*by zero|float (?:modulo|divmod\(\))|.* negative power", "division by zero")],
    NameError: [
        (r"name '(?:sim\.)?(.+)' is not defined.*", r"name '\1' isn't defined"),
        (r"cannot access free variable .*", "local variable referenced before assignment")],
    UnboundLocalError: [(r".*", "local variable referenced before assignment")],
    RecursionError: [(r".*", "maximum recursion depth exceeded")],
    AttributeError: [
        (r"module '.+' has no attribute '(.+)'", r"'module' object has no attribute '\1'"),
        (r"property '(.+)' of '.+' object has no setter", r"can't set attribute '\1'")],
}
RULES = {kind: [(re.compile(sentence, re.DOTALL), words) for sentence, words in pairs]
         for kind, pairs in SENTENCES.items()}
# Kinds that a board does not have, and what its errors are instead.
KINDS_OF_BOARD: dict[type[BaseException], type[BaseException]] = {
    UnboundLocalError: NameError, RecursionError: RuntimeError,
    UnicodeDecodeError: UnicodeError, UnicodeEncodeError: UnicodeError, binascii.Error: ValueError}


def kind_of(error: BaseException) -> type[BaseException]:
    """Return the class that the error has on the board."""
    kind = KINDS_OF_BOARD.get(type(error), type(error))
    is_hosts = issubclass(kind, OSError) and is_built_in(kind)
    return OSError if is_hosts and kind not in OS_ERRORS else kind


def reworded() -> None:
    """Reword the error that is being handled."""
    reword(sys.exc_info()[1])


# The most errors in a chain. CPython goes along the whole chain for each new error, so a program
# could make each error take longer than the one before.
LONGEST_CHAIN = 100
# A program's class may have its own.
CONTEXT: Any = vars(BaseException)["__context__"]
TRACEBACK: Any = vars(BaseException)["__traceback__"]


def cut_chain() -> None:
    """Cut the chain of contexts of the error that is being handled after LONGEST_CHAIN errors.

    The frames of the errors that are cut off lose their variables, which may hold older errors.
    """
    error, kept = sys.exc_info()[1], 0
    while error is not None:
        older: BaseException | None = CONTEXT.__get__(error)
        kept += 1
        if kept >= LONGEST_CHAIN:
            CONTEXT.__set__(error, None)
        if kept > LONGEST_CHAIN:
            _forget_variables(TRACEBACK.__get__(error))
        error = older


def _forget_variables(traceback: TracebackType | None) -> None:
    """Empty the functions of a traceback, but generators and coroutines, which may go on."""
    while traceback:
        if not traceback.tb_frame.f_code.co_flags & (CO_GENERATOR | CO_COROUTINE):
            with suppress(RuntimeError):  # it still runs
                traceback.tb_frame.clear()
        traceback = traceback.tb_next


MISCOUNTED = re.compile(
    r"([\w.<>]+)\(\) (?:missing (\d+) required (?:positional|keyword-only) arguments?: '(\w+)'"
    r"|takes (?:from \d+ to )?\d+ positional arguments? but (\d+)).*")


def _function(name: str, error: BaseException) -> FunctionType | None:
    """Return the function of this name that a frame of the traceback, or its modules, have."""
    seen: dict[str, Any] = {}
    for frame, _ in walk_tb(error.__traceback__):
        seen |= frame.f_globals | frame.f_locals
    first, *rest = name.split(".")
    modules = [vars(each) for each in seen.values() if isinstance(each, ModuleType)]
    found = next((names[first] for names in [seen, *modules] if first in names), None)
    for part in rest:
        found = inspect.getattr_static(found, part, None)
    for each in seen.values():
        method = inspect.getattr_static(type(each), rest[-1], None) if rest else each
        for own in each, method:
            if isinstance(own, FunctionType) and own.__qualname__ == name:
                found = own
    found = unwrap(getattr(found, "__func__", found)) if callable(found) else None
    return found if isinstance(found, FunctionType) else None


def _miscounted(function: FunctionType, said: str, missing: str | None, first: str, given: str
                ) -> str:
    """Return what a board says of a call with too few or too many arguments.

    A function of the firmware has names if it has default values, and does not count its object.
    The program's own count the variables of enclosing functions, and `super()`'s, as well.
    """
    code, is_native = function.__code__, is_native_module(function.__module__)
    if is_native and (function.__defaults__ or code.co_kwonlyargcount):
        return f"'{first}' argument required" if missing else "extra positional arguments given"
    if "keyword-only" in said:
        return said
    hidden = -(function.__name__ in ("__init__", "__new__")) if is_native else len(code.co_freevars)
    takes = code.co_argcount - (len(function.__defaults__ or ()) if missing else 0)
    passed = takes - int(missing) if missing else int(given)
    return f"function takes {takes + hidden} positional arguments but {passed + hidden} were given"


class Key(str):
    """A key that a KeyError shows without the marks of a text."""

    __slots__ = ()
    __repr__ = str.__str__


def unmarked(value: Any) -> Any:
    """Return the text of a `Key`, and anything else as it is."""
    return str(value) if type(value) is Key else value


# The `__repr__` of an exception that has none of its own.
PLAIN = BaseException.__repr__, OSError.__repr__


def representation(error: BaseException) -> str:
    """Show an exception as its class and a tuple, and a text in it without the marks of a key."""
    if type(error).__repr__ not in PLAIN:
        return repr(error)
    return f"{kind_of(error).__name__}{tuple(map(unmarked, error.args))!r}"


def reword(error: BaseException | None) -> None:
    """Give an error the board's words, if it has one of these sentences of CPython's."""
    if type(error) is KeyError and len(error.args) == 1 and type(error.args[0]) is str:
        error.args = (Key(error.args[0]),)
    if type(error) is RuntimeError and error.args == ("generator raised StopIteration",):
        error.__cause__ = error.__context__ = None
    if isinstance(error, (UnicodeDecodeError, UnicodeEncodeError)) and error.args:
        error.args = ()
        del error.object  # without it, it has no text
    if error is None or len(error.args) != 1 or type(error.args[0]) is not str:
        return
    if (words := _reworded(error, error.args[0])) is not None:
        error.args = (words,)


def _reworded(error: BaseException, said: str) -> str | None:
    """Return the board's words for what CPython says, if they are known."""
    call = MISCOUNTED.fullmatch(said) if type(error) is TypeError else None
    if call and (function := _function(call[1], error)):
        return _miscounted(function, said, *call.groups()[1:])
    for sentence, words in RULES.get(type(error), ()):
        if match := sentence.fullmatch(said):
            return match.expand(words) if isinstance(words, str) else words(match)
    return None


# Source: `py/moderrno.c`, `py/mperrno.h` and newlib's `sys/errno.h`.
NUMBERS = {
    "EPERM": 1, "ENOENT": 2, "EIO": 5, "EBADF": 9, "EAGAIN": 11, "ENOMEM": 12, "EACCES": 13,
    "EEXIST": 17, "ENODEV": 19, "EISDIR": 21, "EINVAL": 22, "ENOSPC": 28, "EROFS": 30,
    "EOPNOTSUPP": 95, "ECONNRESET": 104, "ENOBUFS": 105, "ECONNREFUSED": 111, "EADDRINUSE": 112,
    "ECONNABORTED": 113, "ETIMEDOUT": 116, "EHOSTUNREACH": 118, "EINPROGRESS": 119,
    "EALREADY": 120, "ENOTCONN": 128,
}
WORDS = {number: name for name, number in NUMBERS.items()} | {
    1: "Operation not permitted", 2: "No such file/directory", 5: "Input/output error",
    13: "Permission denied", 17: "File exists", 19: "No such device", 22: "Invalid argument",
    28: "No space left on device", 30: "Read-only filesystem",
}
OS_ERRORS = OSError, ConnectionError, BrokenPipeError, TimeoutError
KINDS = frozenset(kind.__name__ for kind in OS_ERRORS)


def os_error(kind: Any, *given: Any) -> Any:
    """Return `kind(*given)` with its first argument as `errno`, whatever that is."""
    if (kind is OSError and 1 <= len(given) <= 2 and isinstance(given[0], int)
            and given[0] in WORDS):
        return described(WORDS[given[0]], *given)
    error = kind()
    error.args = given
    error.errno = given[0] if given else None
    return error
