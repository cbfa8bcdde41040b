# SPDX-License-Identifier: MIT
"""Gives the program's errors the board's words and numbers.

`reword` changes the sentences of CPython's own errors. The program sees an error in its `except`,
and the user in a traceback: it is called for both. Where CPython's sentence lacks what the board's
tells, it stays: how many arguments a lambda takes that was called with too few, the sequence of a
product that is none, and the types of some wrong arguments.

`OSError(11)` has the number and its description on the device. CPython sets these only if both are
given, and then makes an instance of a subclass; so the compiler turns `OSError(11)` in a program
into a call of `os_error`. Numbers and descriptions are those of a SAMD51, which has newlib's, not
Linux's.
"""

import dis
import re
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from types import FrameType, FunctionType
from typing import Any
from weakref import WeakValueDictionary

from .private import PREFIX

OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow",
    "<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor", "@": "matmul",
    "<": "lt", ">": "gt", "<=": "le", ">=": "ge", "divmod()": "divmod",
}
UNARY = {"-": "neg", "+": "pos", "~": "invert", "abs()": "abs"}
Words = str | Callable[[re.Match[str]], str]


def _binary(found: re.Match[str]) -> str:
    name = OPERATORS[found[1].removesuffix(" or pow()").removesuffix("=") or "="]
    return f"unsupported types for __{name}__: '{found[2]}', '{found[3]}'"


def _compared(found: re.Match[str]) -> str:
    return f"unsupported types for __{OPERATORS[found[1]]}__: '{found[2]}', '{found[3]}'"


def _unary(found: re.Match[str]) -> str:
    return f"unsupported type for __{UNARY[found[1]]}__: '{found[2]}'"


def _fixed(found: re.Match[str]) -> str:
    """Word the call of a built-in class that takes so many arguments and no keywords."""
    wanted = 3 if found[1] == "Bitmap" else 1
    given = wanted - int(found[2]) if found[2] else int(found[3]) - 1
    return _counts(wanted, given)


def _exactly(found: re.Match[str]) -> str:
    """Word the call of a built-in function or method; the board counts a method's object."""
    own = 1 if found[1] and found[1] not in ("_struct.", "binascii.", "math.") else 0
    return _counts(own + (found[2] == "exactly one"), own + int(found[3]))


def _counts(wanted: int, given: int) -> str:
    return f"function takes {wanted} positional arguments but {given} were given"


def _too_few(found: re.Match[str]) -> str:
    missing = int(found[1]) - int(found[2])
    return f"function missing {missing} required positional arguments"


# The least and the most arguments of built-in functions and classes that are written in Python
# here, by the names that CPython's sentences give them.
BOUNDS = {
    "Attributes.has": (2, 2), "Deque.__init__": (2, 3), "Float.__new__": (0, 1),
    "Program._input": (0, 1), "View.__new__": (1, 1), "_namedtuple": (2, 2), "getattr": (2, 3),
    "getenv": (1, 2), "warn": (1, 2), "hash": (1, 1), "isinstance": (2, 2), "issubclass": (2, 2),
    "MP3Decoder.__init__": (1, 2), "WaveFile.__init__": (1, 2), "decompress": (1, 3),
    "_b2a_base64": (1, 2), "_hexlify": (1, 2), "dump": (2, 3), "dumps": (1, 2),
    "listdir": (0, 1), "localtime": (0, 1),
    "randrange": (1, 3), "select": (3, 4), "struct_time.__new__": (1, 1),
    "iter": (1, 1), "next": (1, 1), "pow": (2, 3), "round": (1, 2), "sorted": (1, 2),
    "delete": (2, 2), "store": (3, 3), "sum": (1, 2), "uniform": (2, 2),
}
_BOUND = f"({'|'.join(map(re.escape, BOUNDS))})\\(\\)"


def _below(found: re.Match[str]) -> str:
    """Word the call of one of these with too few arguments."""
    (least, most), missing = BOUNDS[found[1]], int(found[2])
    if least == most:
        return _counts(least, least - missing)
    return f"function missing {missing} required positional arguments"


def _above(found: re.Match[str]) -> str:
    """Word the call with too many; CPython counts the object of a method."""
    (least, most), given = BOUNDS[found[1]], int(found[2]) - ("." in found[1])
    if least == most:
        return _counts(most, given)
    return f"function expected at most {most} arguments, got {given}"


def _limits(found: re.Match[str]) -> str:
    """Word a number that does not fit into an item of an array."""
    size = {"byte": 1, "char": 1, "short": 2}.get(found[1], 4)
    return f"value must fit in {size} byte(s)"


def _format_code(found: re.Match[str]) -> str:
    if found[1] in FORMAT_CODES:
        return f"unknown format code '{found[1]}' for object of type '{found[2]}'"
    return "invalid format specifier"


# The functions of built-in modules, and the methods of their classes, by their qualified names.
_known: WeakValueDictionary[str, FunctionType] = WeakValueDictionary()


def _too_many(found: re.Match[str]) -> str:
    """Word the call of a built-in function with too many arguments."""
    return _counts(int(found[2]), int(found[3]))


UNBOUND = "local variable referenced before assignment"
FORMAT_CODES = "bcdeEfFgGnosxX%"
NO_TEXT = r"can't convert '\1' object to str implicitly"
NO_KEYWORDS = "function doesn't take keyword arguments"
TO_INT, INDEX = r"can't convert \1 to int", "index out of range"
# Built-in classes by the way in which the board reads their arguments.
COUNTED = "AnalogIn|AnalogOut|Bitmap|DigitalInOut|OnDiskBitmap|VfsFat"
FIXED = rf"({COUNTED})\.__init__\(\)"
NAMED = (rf"(?:(?!{COUNTED})\w+\.__init__|"
         r"alphablend|arrayblit|blit|boundary_fill|dither|draw_circle|draw_line|draw_polygon|"
         r"fill_region|readinto|replace_color|rotozoom|pack|unpack|mount|remount|set_next_code_file|"
         r"BusDisplay\.(?:fill_row|refresh)|DigitalInOut\.switch_to_\w+|Group\.(?:pop|sort)|"
         r"PulseIn\.resume|(?:AudioOut|MixerVoice)\.play|Mixer\.play)\(\)")
# CPython's sentences, and the board's, by the kind of error.
SENTENCES: dict[type[Exception], list[tuple[str, Words]]] = {
    TypeError: [
        (_BOUND + r" missing (\d+) required positional arguments?: .*", _below),
        (_BOUND + r" takes .* but (\d+) (?:was|were) given", _above),
        (r"(?:range|zip|Range)\S*\(\) got an unexpected keyword argument .*", NO_KEYWORDS),
        (r".+\(\) got some positional-only arguments passed as keyword arguments: .*", NO_KEYWORDS),
        (r"(?!unpack)\w+ expected (\d) arguments, got (\d+)",
         lambda found: _counts(int(found[1]), int(found[2]))),
        (r"missing format argument|unpack expected 2 arguments, got 1",
         "function missing 1 required positional arguments"),
        (r"dict expected at most 1 argument, got (\d+)",
         lambda found: f"function expected at most 2 arguments, got {int(found[1]) + 1}"),
        (r"map\(\) must have at least two arguments\.",
         "function missing 1 required positional arguments"),
        (r"enumerate\(\) missing required argument '(\w+)'.*", r"'\1' argument required"),
        (r"Drive\.open\(\) missing 1 required .*", "'file' argument required"),
        (r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+",
         r"unsupported types for __add__: '\1', '\2'"),
        (r"unsupported operand type\(s\) for (\S+|\*\* or pow\(\)): '(.+)' and '(.+)'", _binary),
        (r"'([<>]=?)' not supported between instances of '(.+)' and '(.+)'", _compared),
        (r"bad operand type for (?:unary )?(.|abs\(\)): '(.+)'", _unary),
        (r"'(.+)' object is not (subscriptable|callable|iterable)", r"'\1' object isn't \2"),
        (r"'(.+)' object is not an iterator", r"'\1' object isn't an iterator"),
        (r"(?:exec|eval)\(\) arg 1 must be .*", "object with buffer protocol required"),
        (r"iter\(\) returned non-iterator of type '(.+)'", r"'\1' object isn't an iterator"),
        (r"cannot modify read-only memory", "'memoryview' object doesn't support item assignment"),
        (r"cannot unpack non-iterable (\S+) object", r"'\1' object isn't iterable"),
        (r"argument of type '(.+)' is not (?:a container or )?iterable",
         r"'\1' object isn't iterable"),
        (r"'(.+)' object (?:does not|doesn't) support item (assignment|deletion)",
         r"'\1' object doesn't support item \2"),
        (r"byte indices must be integers or slices, not (\w+)",
         r"bytes indices must be integers, not \1"),
        (r"(\w+) indices must be integers or slices, not (\w+)",
         r"\1 indices must be integers, not \2"),
        (r"string indices must be integers, not '(\w+)'",
         r"string indices must be integers, not \1"),
        (r"'in <string>' requires string as left operand, not (\w+)",
         NO_TEXT),
        (r"ord\(\) expected string of length 1, but (\w+) found", NO_TEXT),
        (r"(?:replace\(\) argument \d )?must be str(?: or None)?, not (\w+)", NO_TEXT),
        (r"(?:starts|ends)with first arg must be str or a tuple of str, not (\w+)", NO_TEXT),
        (r"sep must be None or a string, not (\w+)", NO_TEXT),
        (r"attribute name must be string, not '(\w+)'", NO_TEXT),
        (r"expected string or bytes-like object, got '(\w+)'", NO_TEXT),
        (r"int\(\) can't convert non-string with explicit base",
         "can't convert 'int' object to str implicitly"),
        (r"'(.+)' object is not reversible", r"object of type '\1' has no len()"),
        (r"%c requires int or char", "%c needs int or char"),
        (r"int\(\) argument must be .* not '(\w+)'", TO_INT),
        (r"'(\w+)' object cannot be interpreted as an integer", TO_INT),
        (r"%[dioxX] format: an? .* is required, not (\w+)", TO_INT),
        (r"float\(\) argument must be .* not '(\w+)'", r"can't convert \1 to float"),
        (r"must be real number, not (\w+)", r"can't convert \1 to float"),
        (r"not enough arguments for format string", "format string needs more arguments"),
        (r"not all arguments converted during string formatting",
         "format string didn't convert all arguments"),
        (r"(?:cannot use '.+' as an? .+ \()?unhashable type: '(?:array\.)?(.+)'\)?",
         r"unsupported type for __hash__: '\1'"),
        (r"sequence item \d+: expected str instance, \w+ found",
         "join expects a list of str/bytes objects consistent with self object"),
        (FIXED + r" missing (\d+) required .*", _fixed),
        (FIXED + r"() takes \d+ positional arguments? but (\d+) were given", _fixed),
        (NAMED + r" missing \d+ required [^']+'(\w+)'.*", r"'\1' argument required"),
        (NAMED + r" takes .* positional arguments? but .*", "extra positional arguments given"),
        (r"(\w+\.)?\w+\(\) takes (exactly one|no) arguments? \((\d+) given\)", _exactly),
        (r"\w+ expected at least (\d) arguments?, got (\d+)", _too_few),
        (r"(?:\w+ expected|\w+\(\) takes) at most (\d) arguments?(?:, got | \()(\d+).*",
         r"function expected at most \1 arguments, got \2"),
        (r"([^|]+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but (\d+) (?:was|were) "
         r"given", _too_many),
        (r"object\.__init__\(\) takes exactly one argument .*",
         "function takes 1 positional arguments but 2 were given"),
        (r".+\(\) got an unexpected keyword argument '(\w+)'(?:\. Did you mean .*)?",
         r"unexpected keyword argument '\1'"),
        (r".+\(\) got multiple values for argument '(\w+)'",
         r"function got multiple values for argument '\1'"),
        (r".+\(\) missing \d+ required keyword-only arguments?: .*",
         "function missing keyword-only argument"),
        (r"type (\w+) doesn't define __round__ method", r"can't convert \1 to float"),
        (r"memoryview: a bytes-like object is required, not '\w+'",
         "object with buffer protocol required"),
        (r"cannot convert '\w+' object to bytes", "object with buffer protocol required"),
        (r"cannot convert '(\w+)' object to bytearray", r"'\1' object isn't iterable"),
        (r"can't concat (\w+) to bytes", r"unsupported types for __add__: 'bytes', '\1'"),
        (r"can't concat \w+ to bytearray", "object with buffer protocol required"),
        (r"a bytes-like object is required, not 'str'", "a bytes-like object is required"),
        (r"(?:a bytes-like object is required|argument should be bytes.*), not '\w+'",
         "object with buffer protocol required"),
        (r"end must be None or a string, not (\w+)", NO_TEXT),
    ],
    ValueError: [
        (r"invalid literal for int\(\) with base (\d+): .*",
         r"invalid syntax for integer with base \1"),
        (r"could not convert string to float: .*", "invalid syntax for number"),
        (r"int\(\) base must be .*", "base must be 2-36"),
        (r"not enough values to unpack \(expected .*, got (\d+)\)",
         r"need more than \1 values to unpack"),
        (r"(too many values to unpack \(expected \d+), got \d+\)", r"\1)"),
        (r"range\(\) arg 3 must not be zero", "range step cannot be zero"),
        (r"Unknown format code '(.)' for object of type '(\w+)'", _format_code),
        (r"Unknown conversion specifier .*", "bad conversion specifier"),
        (r"Single '(.)' encountered in format string", r"unmatched '\1' in format"),
        (r"invalid mode: .*", "Invalid mode"),
        (r"memoryview assignment: .*", "lhs and rhs should be compatible"),
        (r"cannot convert float NaN to integer", "can't convert NaN to int"),
        (r"negative count|maxlen must be non-negative", ""),
        (r"cannot switch from (.*)", r"can't switch from \1"),
        (r"\w+\.(?:remove|index)\(x\): x not in \w+|.* is not in (?:list|deque)",
         "object not in sequence"),
        (r"(?:max|min)\(\) (?:arg|iterable argument) is (?:an empty sequence|empty)",
         "arg is an empty sequence"),
        (r"bytes must be in range\(0, 256\)", "bytes value out of range"),
        (r"dictionary update sequence element #\d+ has length .*",
         "dict update sequence has wrong length"),
        (r"bad typecode \(must be .*", "bad typecode"),
        (r"expected a (?:positive|nonnegative|finite|noninteger|number)\b.*", "math domain error"),
    ],
    IndexError: [
        (r"(?!string )[\w ]+ index out of range|pop from empty list", INDEX),
        (r"index out of bounds on dimension 1", INDEX),
        (r"Replacement index \d+ out of range for positional args tuple",
         "tuple index out of range"),
        (r"pop from an empty deque", "empty"),
    ],
    OverflowError: [
        (r"(?:un)?signed (\w+)(?: integer)? is (?:less|greater) than (?:min|max)imum", _limits),
        (r"cannot convert float infinity to integer", "can't convert inf to int"),
    ],
    RuntimeError: [(r"No active exception to reraise", "no active exception to reraise")],
    ZeroDivisionError: [
        (r"(?:integer |float )?(?:division|modulo|divmod).*|0\.0 cannot .*|"
         r"zero to a negative power",
         "division by zero")],
    NameError: [(r"name '(.+)' is not defined", r"name '\1' isn't defined"),
                (r"cannot access free variable .*", UNBOUND)],
    AttributeError: [
        (r"module '.+' has no attribute '(.+)'", r"'module' object has no attribute '\1'"),
        (r"property '(.+)' of '.+' object has no (?:setter|deleter)", r"can't set attribute '\1'"),
        (r"property '.+' of '.+' object has no getter", "unreadable attribute"),
    ],
    KeyError: [(r"pop from an empty set", "pop from empty set"),
               (r"(?:popitem\(\): )?dictionary is empty", "pop from empty dict")],
}
RULES = {kind: [(re.compile(sentence, re.DOTALL), words) for sentence, words in pairs]
         for kind, pairs in SENTENCES.items()}


class Plain(str):
    """A key that `str` of a KeyError shows without quotes, as the board does."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def reworded() -> None:
    """Reword the error that is being handled."""
    reword(sys.exc_info()[1])


# Types that have one name on a board.
ONE_NAME = {"iterator": re.compile(r"\b_?(?:[a-z]+_)+iterator\b"),
            "function": re.compile(r"\bbuiltin_function_or_method\b")}


def remember(contents: dict[str, Any]) -> None:
    """Remember the functions of a built-in module; errors of calls are worded by what they take."""
    classes = [vars(kind) for each in contents.values()
               for kind in (each if isinstance(each, type) else type(each)).__mro__]
    for each in chain(contents.values(), *(found.values() for found in classes)):
        if isinstance(each, FunctionType):
            _known[each.__qualname__] = each


MISSING = re.compile(r"(.+)\(\) missing (\d+) required positional arguments?: .*")


def _too_few_for_known(text: str) -> str:
    """Word the call of a built-in module's function with too few arguments."""
    found = MISSING.fullmatch(text)
    function = _known.get(found[1]) if found else None
    if found is None or function is None:
        return text
    wanted = function.__code__.co_argcount - len(function.__defaults__ or ())
    return _counts(wanted, wanted - int(found[2]))


# Follows a function's qualified name in a strict program: the variables that the board's function
# takes as arguments because they belong to functions around it, and the names of its parameters.
COUNTED = "|"
CALLED = re.compile(rf".*?\{COUNTED}(-?\d+) (.*)\(\) (missing \d+ required positional .*"
                    r"|takes .* positional arguments? .*)", re.DOTALL)


def counted(name: str, hidden: int, parameters: Sequence[str]) -> str:
    """Return a qualified name from which the board's words for a wrong call can be made."""
    return f"{name}{COUNTED}{hidden} {' '.join(parameters)}"


def _called_wrongly(error: BaseException, text: str) -> str:
    """Word the call of a program's own function with too few or too many arguments."""
    found = CALLED.fullmatch(text)
    if found is None:
        return text
    hidden, names, told = int(found[1]), found[2].split(), found[3]
    if told.startswith("takes"):
        wanted, given = re.findall(r"(\d+) positional|but (\d+)", told)[:2]
        return _counts(hidden + int(wanted[0]), hidden + int(given[1]))
    missing = [names.index(name) for name in re.findall(r"'(\w+)'", told.partition(":")[2])]
    first, last = missing[0], missing[-1]
    if missing != list(range(first, last + 1)) or _keywords(error) & set(names):
        return f"function missing required positional argument #{hidden + last}"
    return _counts(hidden + last + 1, hidden + first)


COMPREHENSIONS = frozenset(["<listcomp>", "<setcomp>", "<dictcomp>"])
# CPython's sentences that lack an index's type, and the type of what it is an index of.
INDEXED = {"array indices must be integers": "array",
           "memoryview: invalid slice key": "memoryview"}


def _of_index(error: BaseException, text: str) -> str:
    """Add the type of a wrong index, if the index is a constant or a variable that is left.

    From Python 3.12 on, a comprehension's are not.
    """
    frame, steps = _failed(error)
    if (frame is None or frame.f_code.co_name in COMPREHENSIONS
            or not steps[-2].opname.startswith("LOAD_")):
        return text
    value = steps[-2].argval
    if steps[-2].opname != "LOAD_CONST":
        name = value[-1] if isinstance(value, tuple) else value
        value = {**frame.f_globals, **frame.f_locals}.get(name, 0)
    return f"{INDEXED[text]} indices must be integers, not {type(value).__name__}"


def _keywords(error: BaseException) -> set[str]:
    """Return the keywords in the call that raised an error."""
    frame, steps = _failed(error)
    names = [frame.f_code.co_consts[step.arg or 0] for step in steps[-4:]
             if frame and step.opname in ("KW_NAMES", "LOAD_CONST")]
    return {name for each in names if isinstance(each, tuple) for name in each}


def _failed(error: BaseException) -> tuple[FrameType | None, list[dis.Instruction]]:
    """Return the frame that raised an error, and its instructions up to there."""
    traces = []
    trace = error.__traceback__
    while trace:
        traces.append(trace)
        trace = trace.tb_next
    for trace in reversed(traces):
        if trace.tb_frame.f_code.co_filename != __file__:
            break
    else:
        return None, []
    return trace.tb_frame, [step for step in dis.get_instructions(trace.tb_frame.f_code)
                            if step.offset <= trace.tb_lasti]


# Errors that are of another kind on the board: CPython's kind and sentence, the board's and words.
OTHER_KINDS: list[tuple[type[Exception], re.Pattern[str], type[Exception], str]] = [
    (host, re.compile(sentence, re.DOTALL), own, words) for host, sentence, own, words in (
        (UnboundLocalError, r".*", NameError, UNBOUND),
        (AttributeError, rf"'.+' object has no attribute '{re.escape(PREFIX)}.+'",
         NotImplementedError, "Call super().__init__() before accessing native object."),
        (RecursionError, r".*", RuntimeError, "maximum recursion depth exceeded"),
        (ValueError, r"byte must be in range\(0, 256\)", OverflowError,
         "value must fit in 1 byte(s)"),
        (ValueError, r"memoryview: invalid value for format '[bB]'", OverflowError,
         "value must fit in 1 byte(s)"),
        (ValueError, r"memoryview: invalid value for format '[hH]'", OverflowError,
         "value must fit in 2 byte(s)"),
        (TypeError, r"'(\w+)' object does not support the context manager protocol.*",
         AttributeError, r"'\1' object has no attribute '__exit__'"),
        (TypeError, r"'(\w+)' object does not support the asynchronous context manager protocol.*",
         AttributeError, r"'\1' object has no attribute '__aexit__'"),
        (TypeError, r"'async for' requires an object with __aiter__ method, got (\w+)",
         AttributeError, r"'\1' object has no attribute '__aiter__'"),
        (ValueError, r"(?:I/O operation on|read of|write to) closed file\.?", OSError, ""),
        (TypeError, r"(?:object (\w+) can't be used in 'await' expression"
                    r"|'(\w+)' object can't be awaited)",
         AttributeError, r"'\1\2' object has no attribute '__await__'"),
    )]
for _kinds in OTHER_KINDS:
    RULES.setdefault(_kinds[0], [])
# Where an error keeps its kind on the board. No program can write the name, because of the dot.
KIND = "sim.kind"


def kind_of(error: BaseException) -> type[BaseException]:
    """Return the class that the error has on the board, once it has been reworded."""
    kept: dict[str, Any] = vars(BaseException)["__dict__"].__get__(error)
    return kept.get(KIND, type(error))  # type: ignore[no-any-return]


def caught(kinds: Any) -> Any:
    """Return what an `except` of these kinds catches here of the error that is being handled."""
    error = sys.exc_info()[1]
    assert error is not None
    reword(error)
    own = kind_of(error)
    if own is type(error):
        return kinds
    flat = kinds if isinstance(kinds, tuple) else (kinds,)
    return type(error) if any(isinstance(each, type) and issubclass(own, each)
                              for each in flat) else ()


def reword(error: BaseException | None) -> None:
    """Give an error of a built-in kind the board's words, if it has one of CPython's sentences, and
    the board's kind. An error is reworded once.
    """
    rules = RULES.get(type(error))  # type: ignore[arg-type]
    if error is None or (rules is None and not isinstance(error, UnicodeError)):
        return
    kept: dict[str, Any] = vars(BaseException)["__dict__"].__get__(error)
    if rules is None:
        kept[KIND], error.args = UnicodeError, ()
        return
    if KIND in kept or len(error.args) != 1 or type(error.args[0]) is not str:
        return
    text = error.args[0]
    kept[KIND], other = _changed(type(error), text)
    text = _in_own_words(error, text, rules) if other is None else other
    if kept[KIND] is OSError and type(error) is not OSError:
        error.args = (NUMBERS["EINVAL"],)
    else:
        error.args = (Plain(text),) if type(error) is KeyError else (text,) * bool(text)


def _changed(kind: type[BaseException], text: str) -> tuple[type[BaseException], str | None]:
    """Return the kind that an error has on the board, and its words if that is another one."""
    for host, sentence, own, words in OTHER_KINDS:
        if kind is host and (found := sentence.fullmatch(text)):
            return own, found.expand(words)
    return kind, None


def _in_own_words(error: BaseException, text: str,
                  rules: list[tuple[re.Pattern[str], Words]]) -> str:
    for sentence, words in rules:
        if found := sentence.fullmatch(text):
            text = found.expand(words) if isinstance(words, str) else words(found)
            break
    else:
        text = _called_wrongly(error, _too_few_for_known(text))
        text = _of_index(error, text) if text in INDEXED else text
    for name, names in ONE_NAME.items():
        text = names.sub(name, text)
    return text


def arguments(error: BaseException) -> tuple[object, ...]:
    """Return an error's arguments, with a plain key as ordinary text."""
    return tuple(str(each) if type(each) is Plain else each for each in error.args)


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
KINDS = frozenset(["OSError", "ConnectionError", "BrokenPipeError", "TimeoutError"])


def os_error(kind: Any, *given: Any) -> Any:
    """Return `kind(*given)` with its first argument as `errno`, whatever that is."""
    error = kind()
    error.args = given
    error.errno = given[0] if given else None
    if (kind is OSError and 1 <= len(given) <= 2 and isinstance(given[0], int)
            and given[0] in WORDS):
        error.strerror = ": ".join([WORDS[given[0]], *map(str, given[1:])])
    return error
