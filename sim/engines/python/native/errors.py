# SPDX-License-Identifier: MIT
"""Gives the program's frequent errors the board's words, and OSErrors the board's numbers.

`reword` changes the sentences of CPython's own errors. The program sees an error in its `except`,
and the user in a traceback: it is called for both. Rare errors keep CPython's words. Where the
board raises another kind of error, `caught` lets the program's `except` see that.

`OSError(11)` has the number and its description on the device. CPython sets these only if both are
given, and then makes an instance of a subclass; so the compiler turns `OSError(11)` in a program
into a call of `os_error`. Numbers and descriptions are those of a SAMD51, which has newlib's, not
Linux's.
"""

import binascii
import builtins
import dis
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
from .classes import OURS, is_built_in, is_native_module

OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow",
    "<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor", "@": "matmul",
    "<": "lt", ">": "gt", "<=": "le", ">=": "ge", "divmod()": "divmod",
}
UNARY = {"abs()": "abs", "-": "neg", "+": "pos", "~": "invert"}
Words = str | Callable[[re.Match[str]], str]


def _binary(found: re.Match[str]) -> str:
    name = OPERATORS[found[1].removesuffix(" or pow()").removesuffix("=") or "="]
    return f"unsupported types for __{name}__: '{found[2]}', '{found[3]}'"


def _compared(found: re.Match[str]) -> str:
    return f"unsupported types for __{OPERATORS[found[1]]}__: '{found[2]}', '{found[3]}'"


def _counted(found: re.Match[str]) -> str:
    """Word a wrong count of arguments; the board counts the object of a method, too."""
    itself = bool(found[1]) and found[1] not in sys.modules
    takes = int(found[3] or found[2] == "exactly one") + itself
    return f"function takes {takes} positional arguments but {int(found[4]) + itself} were given"


def _too_large(found: re.Match[str]) -> str:
    size = {"byte": 1, "char": 1, "short": 2}.get(found[1], 4)
    return f"value must fit in {size} byte(s)"


def _too_few(found: re.Match[str]) -> str:
    missing = int(found[1] or 2) - int(found[2] or 1)
    return f"function missing {missing} required positional arguments"


def _too_many(found: re.Match[str]) -> str:
    itself = found[1] not in vars(builtins)
    most, given = int(found[2]) + itself, int(found[3]) + itself
    return f"function expected at most {most} arguments, got {given}"


# CPython's sentences, and the board's, by the kind of error.
SENTENCES: dict[type[BaseException], list[tuple[str, Words]]] = {
    TypeError: [
        (r"unsupported operand type\(s\) for (\S+|\*\* or pow\(\)): '(.+)' and '(.+)'", _binary),
        (r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+",
         r"unsupported types for __add__: '\1', '\2'"),
        (r"'([<>]=?)' not supported between instances of '(.+)' and '(.+)'", _compared),
        (r"'(.+)' object is not (subscriptable|callable|iterable|an iterator)",
         r"'\1' object isn't \2"),
        (r"cannot unpack non-iterable (\S+) object", r"'\1' object isn't iterable"),
        (r"iter\(\) returned non-iterator of type '(.+)'", r"'\1' object isn't an iterator"),
        (r"argument of type '(.+)' is not (?:iterable|a container or iterable)",
         r"'\1' object isn't iterable"),
        (r"'(.+)' object does not support item (assignment|deletion)",
         r"'\1' object doesn't support item \2"),
        (r"byte indices must be integers or slices, not (\w+)",
         r"bytes indices must be integers, not \1"),
        (r"(\w+) indices must be integers(?: or slices)?, not '?(\w+)'?",
         r"\1 indices must be integers, not \2"),
        (r".+\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+) (?:was|were) given",
         r"function takes \1 positional arguments but \2 were given"),
        (r".+\(\) missing (\d+) required positional arguments?: .*",
         r"function missing \1 required positional arguments"),
        (r".+\(\) got multiple values for (?:keyword )?argument '(\w+)'",
         r"function got multiple values for argument '\1'"),
        (r".+\(\) got some positional-only arguments passed as keyword arguments: .*",
         "function doesn't take keyword arguments"),
        (r"'(\w+)' object cannot be interpreted as an integer|int\(\) argument must .* not '(\w+)'"
         r"|%\w format: .* required, not (\w+)", r"can't convert \1\2\3 to int"),
        (r"float\(\) argument must .* not '(\w+)'|must be real number, not (\w+)"
         r"|type (\w+) doesn't define __round__ method", r"can't convert \1\2\3 to float"),
        (r"(?:\w+\(\) argument \d|\w+ first arg)? ?must be str.*, not (\w+)"
         r"|'in <string>' requires string as left operand, not (\w+)"
         r"|attribute name must be string, not '(\w+)'|\w+ must be None or a string, not (\w+)"
         r"|ord\(\) expected string of length 1, but (\w+) found"
         r"|unsupported format string passed to (\w+)\.__format__",
         r"can't convert '\1\2\3\4\5\6' object to str implicitly"),
        (r"(?:argument should be integer or|a) bytes-like object(?: is required)?, not 'str'"
         r"|can't concat str to byte(?:s|array)", "can't convert 'str' object to bytes implicitly"),
        (r"(?:memoryview: )?a bytes-like object is required, not '(?!str).+'"
         r"|argument must be read-write bytes-like object, not .+",
         "object with buffer protocol required"),
        (r"not enough arguments for format string", "format string needs more arguments"),
        (r"not all arguments converted during string formatting",
         "format string didn't convert all arguments"),
        (r"(?:(\w+)\.)?\w+(?:\(\) takes (exactly one|no) arguments? \("
         r"| expected (\d) arguments?, got )(\d+).*", _counted),
        (r"\w+(?: expected|\(\) takes) at least (\d+)(?: positional)? arguments?(?:, got | \()"
         r"(\d+).*|map\(\) must have .*", _too_few),
        (r"(\w+)(?: expected|\(\) takes) at most (\d+) arguments?(?:, got | \()(\d+).*",
         _too_many),
        (r"[\w.]+\(\) takes no keyword arguments", "function doesn't take keyword arguments"),
        (r"'(\w+)' object is not reversible", r"object of type '\1' has no len()"),
        (r"cannot convert '(\w+)' object to byte(?:s|array)|can't extend bytearray with (\w+)"
         r"|(?:\S+ argument|Value) after \* must be an iterable, not (\w+)",
         r"'\1\2\3' object isn't iterable"),
        (r"%c requires .*", "%c needs int or char"),
        (r"format requires a mapping", "format needs a dict"),
        (r"eval\(\) arg 1 must be .*", "object with buffer protocol required"),
        (r"isinstance\(\) arg 2 must be .*",
         "issubclass() arg 2 must be a class or a tuple of classes"),
        (r"bad operand type for (?:unary )?(.+): '(.+)'",
         lambda found: f"unsupported type for __{UNARY[found[1]]}__: '{found[2]}'"),
        (r"sequence item \d+: expected .*",
         "join expects a list of str/bytes objects consistent with self object"),
        (r".+\(\) got an unexpected keyword argument '(\w+)'.*",
         r"unexpected keyword argument '\1'"),
        (r"(?:cannot use '.+' as .+ \()?unhashable type: '(?:array\.)?(.+?)'\)?",
         r"unsupported type for __hash__: '\1'"),
        # Newer versions of Python say it otherwise.
        (r"('.+' object does not support the asynchronous context manager protocol).*", r"\1"),
    ],
    ValueError: [
        (r"invalid literal for int\(\) with base (\d+): .*",
         r"invalid syntax for integer with base \1"),
        (r"could not convert string to float: .*", "invalid syntax for number"),
        (r"not enough values to unpack \(expected .*, got (\d+)\)",
         r"need more than \1 values to unpack"),
        (r"too many values to unpack \(expected (\d+).*",
         r"too many values to unpack (expected \1)"),
        (r"(?:list|tuple)\.(?:remove|index)\(x\): x not in .*|.* is not in list",
         "object not in sequence"),
        (r"subsection not found", "substring not found"),
        (r"Unknown format code '([bcdeEfFgGnosxX%])' (.*)", r"unknown format code '\1' \2"),
        (r"Unknown format code .*", "invalid format specifier"),
        (r"Single '(.)' encountered in format string", r"unmatched '\1' in format"),
        (r"non-hexadecimal number found in fromhex.*", "non-hex digit"),
        (r"cannot convert float NaN to integer", "can't convert NaN to int"),
        (r"(I/O operation on closed file)\.", r"\1"),
        (r"\w+\(\) (?:arg is an empty sequence|iterable argument is empty)",
         "arg is an empty sequence"),
        (r"bytes must be in range\(0, 256\)", "bytes value out of range"),
        (r"dictionary update sequence element .*", "dict update sequence has wrong length"),
        (r"int\(\) base must be .*", "base must be 2-36"),
        (r"bad typecode .*", "bad typecode"),
        (r"cannot (switch from .*)", r"can't \1"),
        (r"negative count|length argument must be non-negative", ""),
        (r"range\(\) arg 3 must not be zero", "range step cannot be zero"),
        (r"expected a (?:positive|nonnegative|finite|noninteger|number)\b.*", "math domain error"),
    ],
    IndexError: [
        (r"pop from an empty deque", "empty"),
        (r"(?!string)[\w ]+ index out of range|pop from empty list|index out of bounds on .*",
         "index out of range"),
        (r"Replacement index \d+ out of range for positional args tuple",
         "tuple index out of range"),
        (r"cannot fit '\w+' into an index-sized integer",
         "overflow converting long int to machine word")],
    binascii.Error: [
        (r"Odd-length string|Non-hexadecimal digit found", "non-hex digit"),
        (r".*base64.*|Incorrect padding", "incorrect padding")],
    OverflowError: [
        (r"cannot convert float infinity to integer", "can't convert inf to int"),
        (r"(?:un)?signed (\w+)(?: integer)? is (?:less|greater) than .*"
         r"|can't convert negative (?:value|int) to unsigned.*", _too_large),
        (r"Python int too large to convert to C \w+|%c arg not in range\(.*",
         "overflow converting long int to machine word")],
    ZeroDivisionError: [(r".*", "division by zero")],
    NameError: [
        (r"name '(?:sim\.)?(.+)' is not defined.*", r"name '\1' isn't defined"),
        (r"cannot access free variable .*", "local variable referenced before assignment")],
    UnboundLocalError: [(r".*", "local variable referenced before assignment")],
    RecursionError: [(r".*", "maximum recursion depth exceeded")],
    RuntimeError: [(r"No (active exception to reraise)", r"no \1")],
    AttributeError: [
        (r"module '.+' has no attribute '(.+)'", r"'module' object has no attribute '\1'"),
        (r"property '(.+)' of '.+' object has no setter", r"can't set attribute '\1'")],
}
FORMAT_CODES = frozenset("bcdeEfFgGnoxX%")


def unformattable(code: str, value: Any) -> ValueError:
    return ValueError(f"unknown format code '{code}' for object of type '{type(value).__name__}'")


# Sentences whose errors are of another kind on the board.
OTHER_KINDS: list[tuple[type[BaseException], str, type[BaseException], str]] = [
    (ValueError, r"byte must be in range.*|memoryview: invalid value for format 'B'",
     OverflowError, "value must fit in 1 byte(s)"),
    (TypeError, r"can't send non-None value to a just-started generator", RuntimeError, ""),
    (TypeError, r"'(.+)' object does not support the context manager protocol.*",
     AttributeError, r"'\1' object has no attribute '__exit__'"),
    (TypeError, r"\S+ argument after \*\* must be a mapping, not (.+)",
     AttributeError, r"'\1' object has no attribute 'keys'"),
    (RuntimeError, r"super\(\): no arguments",
     TypeError, "function takes 2 positional arguments but 0 were given"),
]
RULES: dict[type[BaseException], list[tuple[re.Pattern[str], Words, type[BaseException] | None]]]
RULES = {kind: [(re.compile(sentence, re.DOTALL), words, None) for sentence, words in pairs]
         for kind, pairs in SENTENCES.items()}
for _kind, _sentence, _other, _words in OTHER_KINDS:
    RULES.setdefault(_kind, []).append((re.compile(_sentence), _words, _other))
# Kinds that a board does not have, and what its errors are instead.
KINDS_OF_BOARD: dict[type[BaseException], type[BaseException]] = {
    UnboundLocalError: NameError, RecursionError: RuntimeError,
    UnicodeDecodeError: UnicodeError, UnicodeEncodeError: UnicodeError, binascii.Error: ValueError}


# Where an error that was reworded keeps its class on the board.
KIND = "sim.kind"
MARKS: Any = vars(BaseException)["__dict__"]


def _marks(error: BaseException) -> dict[str, Any]:
    marks: dict[str, Any] = MARKS.__get__(error)
    return marks


def kind_of(error: BaseException) -> type[BaseException]:
    """Return the class that the error has on the board."""
    marked = _marks(error).get(KIND, type(error))
    kind = KINDS_OF_BOARD.get(marked, marked)
    is_hosts = issubclass(kind, OSError) and is_built_in(kind)
    return OSError if is_hosts and kind not in OS_ERRORS else kind


def reworded() -> None:
    """Reword the error that is being handled."""
    reword(sys.exc_info()[1])


def caught(kinds: Any) -> Any:
    """Return `kinds`, or what catches or lets pass the error that is looked at as on the board."""
    error = sys.exc_info()[1]
    reword(error)
    if error is None or (kind := _marks(error).get(KIND, type(error))) is type(error):
        return kinds
    return type(error) if issubclass(kind, kinds) else ()


# So many errors are kept of those that came up while others were handled. Each error goes along all
# of them, so that a program could make each take longer than the one before.
LONGEST_CHAIN = 100
# A program's class may have its own.
CONTEXT: Any = vars(BaseException)["__context__"]
TRACEBACK: Any = vars(BaseException)["__traceback__"]


def cut_chain() -> None:
    """Let the error that is being handled, if any, forget what came up long before it.

    The functions that the forgotten ones have ended lose their variables, which may hold still
    older ones.
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
    r"([\w.<>]+)\(\) (?:missing (\d+) required (positional|keyword-only) arguments?: '(\w+)'"
    r"(?:.* '(\w+)')?|takes (?:from \d+ to )?\d+ positional arguments? but (\d+)).*")
# Instructions of a call with names, up to Python 3.12 and later.
NAMED_CALLS = frozenset(["KW_NAMES", "CALL_KW"])

# So many bytes before a call Python 3.11 says that it has names.
REACH = 6


def _function(name: str, error: BaseException) -> FunctionType | None:
    """Return the function that a line of the traceback sees by this name, also in a module."""
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


def _miscounted(function: FunctionType, error: BaseException, missing: str | None, kind: str,
                first: str, last: str | None, given: str) -> str:
    """Return what a board says of a call with too few or too many arguments."""
    if is_native_module(function.__module__):
        return _natively_miscounted(function, missing, first, given)
    if kind == "keyword-only":
        return "function missing keyword-only argument"
    code, takes = function.__code__, function.__code__.co_argcount
    # The board counts the variables of enclosing functions, and `super()`'s, as well.
    hidden = len(code.co_freevars)
    if missing and (function.__kwdefaults__ or _names_arguments(error)):
        place = code.co_varnames.index(last or first) + hidden
        return f"function missing required positional argument #{place}"
    if missing:
        takes -= len(function.__defaults__ or ())
    passed = takes - int(missing) if missing else int(given)
    return f"function takes {takes + hidden} positional arguments but {passed + hidden} were given"


def _names_arguments(error: BaseException) -> bool:
    """Say whether the call at which the traceback ends names some of its arguments."""
    at = last = error.__traceback__
    while at:
        if not is_native_module(at.tb_frame.f_globals.get("__name__", "")):
            last = at
        at = at.tb_next
    assert last
    steps = {step.opname for step in dis.get_instructions(last.tb_frame.f_code)
             if last.tb_lasti - REACH <= step.offset <= last.tb_lasti}
    if "CALL_FUNCTION_EX" not in steps:
        return bool(steps & NAMED_CALLS)
    own = inspect.getargvalues(last.tb_frame)  # whose names it passes on
    return bool(own.keywords and own.locals.get(own.keywords))


def _natively_miscounted(function: FunctionType, missing: str | None, first: str, given: str
                         ) -> str:
    """Return what the firmware's own function says, which has names if it has default values."""
    code = function.__code__
    is_named = function.__defaults__ or code.co_kwonlyargcount
    if is_named:
        return f"'{first}' argument required" if missing else "extra positional arguments given"
    itself = function.__name__ in ("__init__", "__new__")
    takes = code.co_argcount - itself
    passed = takes - int(missing) if missing else int(given) - itself
    return f"function takes {takes} positional arguments but {passed} were given"


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
    if KIND not in _marks(error) and (found := _reworded(error, error.args[0])):
        kind, words = found
        error.args = (words,)
        setattr(error, KIND, kind)


def _reworded(error: BaseException, said: str) -> tuple[type[BaseException], str] | None:
    """Return the kind and the words that the board has for what CPython says, if it is known."""
    kind = type(error)
    call = MISCOUNTED.fullmatch(said)
    if call and (function := _function(call[1], error)):
        return kind, _miscounted(function, error, *call.groups()[1:])
    if kind is TypeError and (called := _called(error)):
        if said.startswith("unsupported format string") and (words := _unformatted(*called)):
            return ValueError, words
        if said == "can only join an iterable":
            return kind, f"'{type(called[1][0]).__name__}' object isn't iterable"
    for sentence, rule, other in RULES.get(kind, ()):
        if match := sentence.fullmatch(said):
            return other or kind, match.expand(rule) if isinstance(rule, str) else rule(match)
    return None


def _called(error: BaseException) -> tuple[Any, tuple[Any, ...], dict[str, Any]] | None:
    """Return the built-in function that failed, and its arguments, where the compiler lets a
    function of the engine call it: `making` or the meter's `call`.
    """
    at = error.__traceback__
    while at and at.tb_next:
        at = at.tb_next
    if at is None or not at.tb_frame.f_globals["__name__"].startswith(OURS):
        return None
    seen = at.tb_frame.f_locals
    if "arguments" not in seen or "named" not in seen:
        return None
    return seen.get("called", seen.get("function")), seen["arguments"], seen["named"]


class _Field:
    """An argument of `str.format`, which only tells that it cannot be shown."""

    def __init__(self, value: Any):
        self._value = value

    def __format__(self, codes: str) -> str:
        if codes[-1:] in FORMAT_CODES and type(self._value).__format__ is object.__format__:
            raise unformattable(codes[-1], self._value)
        return ""


def _unformatted(function: Any, given: tuple[Any, ...], named: dict[str, Any]) -> str:
    """Return what a board says where `str.format` got a value that its codes cannot show."""
    try:
        function(*map(_Field, given), **{name: _Field(value) for name, value in named.items()})
    except ValueError as error:
        return str(error)
    return ""


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
