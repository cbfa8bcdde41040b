# SPDX-License-Identifier: MIT
"""Built-in names, methods, attributes and modules' contents of a board with a full build.

Sources: the locals and globals tables in CircuitPython's py/ and shared-bindings/, as its
py/circuitpy_mpconfig.h selects them. Names that are not listed are missing on the device.

Compiled code calls `Attributes.load` for the names that some built-in type has on the host and
lacks on the device (`SUSPECTS`). All other names are loaded directly, at no cost.
"""

import io
import re
import sys
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from types import (
    BuiltinMethodType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
    NoneType,
)
from typing import Any
from weakref import WeakKeyDictionary, finalize

from ..native.classes import (
    SHOWN,
    Function,
    ProgramsModule,
    disguised,
    is_built_in,
    is_native_module,
)
from ..native.errors import unmarked
from ..native.private import is_hidden

_BUILTINS = """
    abs all any bin bool bytearray bytes callable chr classmethod compile complex delattr dict dir
    divmod enumerate eval exec filter float frozenset getattr globals hasattr hash help hex id
    input int isinstance issubclass iter len list locals map max memoryview min next object oct
    open ord pow print property range repr reversed round set setattr slice sorted staticmethod str
    sum super
    tuple type zip Ellipsis NotImplemented
    ArithmeticError AssertionError AttributeError BaseException BrokenPipeError ConnectionError
    EOFError Exception FutureWarning GeneratorExit ImportError IndentationError IndexError KeyError
    KeyboardInterrupt LookupError MemoryError NameError NotImplementedError OSError OverflowError
    RuntimeError StopAsyncIteration StopIteration SyntaxError SystemExit TimeoutError TypeError
    UnicodeError ValueError Warning ZeroDivisionError
    __build_class__ __import__ __name__ __debug__
"""
BUILTINS = frozenset(_BUILTINS.split())

_TEXT = """
    center count endswith find index isalpha isdigit islower isspace isupper join lower lstrip
    partition replace rfind rindex rpartition rsplit rstrip split splitlines startswith strip upper
"""
_DICT = """
    __delitem__ __getitem__ __setitem__ clear copy fromkeys get items keys pop popitem setdefault
    update values
"""
_SET = """
    __contains__ copy difference intersection isdisjoint issubset issuperset symmetric_difference
    union
"""
_FILE = """
    __enter__ __exit__ __iter__ __next__ close flush read readinto readline seek tell write
"""

# The attributes that a value of a built-in type has, besides `__class__`.
ATTRIBUTES = {
    "str": _TEXT + "encode format",
    "bytes": _TEXT + "decode format fromhex hex",
    "bytearray": _TEXT + "append decode extend format fromhex hex",
    "memoryview": "cast hex itemsize",
    "list": "append clear copy count extend index insert pop remove reverse sort",
    "tuple": "count index",
    "dict": _DICT,
    "set": _SET + "add clear difference_update discard intersection_update pop remove "
           "symmetric_difference_update update",
    "frozenset": _SET,
    "int": "bit_length from_bytes to_bytes",
    "float": "",
    "bool": "",
    "NoneType": "",
    "range": "start step stop",
    "slice": "indices start step stop",
    "array": "append extend",
    "deque": "append appendleft extend pop popleft",
    "OrderedDict": _DICT + "move_to_end",
    "BaseException": "__cause__ __context__ __traceback__ args value",
    "OSError": "__cause__ __context__ __traceback__ args errno filename filename2 strerror value",
    "generator": "__next__ close pend_throw send throw",
    "function": "__name__ __globals__ __code__",
    "method": "__name__",
    "bound_method": "",
    "StringIO": _FILE + "getvalue",
    "BytesIO": _FILE + "getvalue",
    "FileIO": _FILE + "readlines",
    "TextIOWrapper": _FILE + "readlines",
}

# Every class has these; the rest of what CPython's classes have is missing.
CLASS_ATTRIBUTES = frozenset(["__bases__", "__class__", "__dict__", "__init__", "__module__",
                              "__name__", "__new__", "__qualname__"])

MODULES = {name: frozenset(names.split()) for name, names in {
    "array": "array",
    "binascii": "a2b_base64 b2a_base64 crc32 hexlify unhexlify",
    "collections": "OrderedDict deque namedtuple",
    "errno": "EACCES EADDRINUSE EAGAIN EALREADY EBADF ECONNABORTED ECONNREFUSED ECONNRESET EEXIST "
             "EHOSTUNREACH EINPROGRESS EINVAL EIO EISDIR ENOBUFS ENODEV ENOENT ENOMEM ENOSPC "
             "ENOTCONN EOPNOTSUPP EPERM EROFS ETIMEDOUT errorcode",
    "json": "dump dumps load loads",
    "math": "acos asin atan atan2 ceil copysign cos degrees e exp fabs floor fmod frexp isfinite "
            "isinf isnan ldexp log modf pi pow radians sin sqrt tan trunc",
    "struct": "calcsize pack pack_into unpack unpack_from",
    "__future__": "annotations",
}.items()}

# Methods that a class may define and the device never calls.
IGNORED_METHODS = frozenset(["__delattr__", "__format__", "__getattribute__",
                             "__iand__", "__ifloordiv__", "__ilshift__", "__imatmul__", "__imod__",
                             "__imul__", "__init_subclass__", "__ior__", "__ipow__", "__irshift__",
                             "__itruediv__", "__ixor__", "__setattr__", "__slots__"])
# Methods of text and bytes that take keywords in CPython only.
WITHOUT_KEYWORDS = frozenset(["decode", "encode", "hex", "replace", "rsplit", "split"])
# Methods of text that know the letters of ASCII only.
ASCII_ONLY = frozenset(["isalpha", "isdigit", "islower", "isspace", "isupper", "lower", "upper"])
# Types whose calls take no keywords.
POSITIONAL_TYPES = frozenset(["bool", "bytearray", "bytes", "float", "frozenset", "int", "list",
                              "set", "str", "tuple"])


KINDS: dict[type, str] = {
    **{kind: str(kind.__name__) for kind in (
        str, bytes, bytearray, memoryview, list, tuple, dict, set, frozenset, int, float, bool,
        NoneType, slice, range, array, deque, GeneratorType, FunctionType, MethodType)},
    BuiltinMethodType: "bound_method",
    BaseException: "BaseException",
    OSError: "OSError",
    OrderedDict: "OrderedDict",
    io.StringIO: "StringIO",
    io.BytesIO: "BytesIO",
    io.TextIOWrapper: "TextIOWrapper",
    io.BufferedReader: "FileIO",
    io.BufferedWriter: "FileIO",
    io.BufferedRandom: "FileIO",
}
# Attributes of every class on the host; the device has few of these.
# Names that the host adds to the classes of a program, the last two from Python 3.13 on.
ADDED = frozenset(["__annotations__", "__firstlineno__", "__static_attributes__"])
OF_CLASSES = (frozenset(dir(type)) | {"__module__", "__annotations__", "__qualname__"}
              ) - CLASS_ATTRIBUTES
# Loaded so often from other objects that a check would cost too much.
UNSUSPECTED = frozenset(["format"])


def _lost(kind: type) -> frozenset[str]:
    """Return the attributes that the host's built-in type has and the device's lacks."""
    has = {"__class__", *ATTRIBUTES[KINDS[kind]].split()}
    return frozenset(dir(kind)) - has


LOST = {kind: _lost(kind) for kind in KINDS}
LOST[Function] = frozenset([*dir(Function), "__wrapped__"]) - {"__class__"}
LOST[object] = frozenset(dir(object)) - CLASS_ATTRIBUTES
LOST[type] = frozenset()
SUSPECTS = frozenset.union(*LOST.values(), OF_CLASSES, ["args"]) - UNSUSPECTED - {"__class__"}



# Operators and the like are no attributes of the firmware's objects, but for these.
SPECIAL = re.compile("__.*__")
OF_NATIVES = frozenset(["__class__", "__enter__", "__exit__", "__init__"])


class _LostOfKinds:
    """Looks up which attributes the values of a type lack.

    The values of a program's class lack what its bases lack. A class that the program drops, say
    with its module, is dropped here too.
    """

    def __init__(self) -> None:
        self.known = {id(kind): lost for kind, lost in LOST.items()}

    def __getitem__(self, kind: type) -> frozenset[str]:
        lost = self.known.get(id(kind))
        return self._look(kind) if lost is None else lost

    def _look(self, kind: type) -> frozenset[str]:
        lost = self.known[id(kind)] = _lost_among(kind.__mro__)
        finalize(kind, self.known.pop, id(kind)).atexit = False
        return lost


def _lost_among(classes: Iterable[type]) -> frozenset[str]:
    """Return the attributes that a value lacks if its class inherits these, nearest first."""
    own: set[str] = set()
    for base in classes:
        if base in LOST:
            return LOST[base] - own
        if base in SHOWN:
            return frozenset(filter(SPECIAL.fullmatch, dir(base))) - own - OF_NATIVES
        if not is_built_in(base):
            own.update(vars(base))
    return frozenset()


class Parents:
    """The board's `super()`, which looks only in the bases of the class that calls it.

    CPython's also looks in siblings, which a subclass with several bases adds.
    """

    def __init__(self, *given: Any):
        if not given:
            frame = sys._getframe(1)
            names, code = frame.f_locals, frame.f_code
            if not code.co_argcount or "__class__" not in names:
                raise RuntimeError("super(): no arguments")
            given = names["__class__"], names[code.co_varnames[0]]
        object.__setattr__(self, "of", given)

    def __getattribute__(self, name: str) -> Any:
        kind, thing = object.__getattribute__(self, "of")
        parents = kind.__mro__[1:]
        if name not in _lost_among(parents) - CLASS_ATTRIBUTES:
            for parent in parents:
                if name in vars(parent):
                    found = vars(parent)[name]
                    if isinstance(found, property) and not is_native(parent):
                        return found.__get__(self)  # which knows no variables of the object
                    return _bound(found, thing) if hasattr(found, "__get__") else found
        raise AttributeError(f"'super' object has no attribute '{name}'")


disguised(Parents, "super")


def _made(*given: Any, **named: Any) -> None:
    """Do as `object.__init__`, which takes no arguments, with the board's words."""
    if named:
        raise TypeError("function doesn't take keyword arguments")
    if given:
        raise TypeError(f"function takes 1 positional arguments but {len(given) + 1} were given")


def _bound(found: Any, thing: Any) -> Any:
    """Return an attribute of a class as its object has it, or in a class method the class."""
    if found is object.__init__:
        return _made
    if isinstance(thing, type):
        return found.__get__(None, thing)
    return found.__get__(thing, type(thing))


class Attributes:
    """Attribute access for one machine's program, whose classes it remembers."""

    def __init__(self) -> None:
        self._lost_of = _LostOfKinds()

    def load(self, value: Any, name: str) -> Any:
        """Load `value.name`. Raises AttributeError with the device's message."""
        lost = self._lost_of.known.get(id(type(value)))
        if type(value) is Parents:
            return getattr(value, name)
        if name in (self._lost_of[type(value)] if lost is None else lost):
            kind = KINDS.get(type(value), type(value).__name__)
            raise AttributeError(f"'{kind}' object has no attribute '{name}'")
        if isinstance(value, type):
            self._check_class(value, name)
        found = getattr(value, name)
        if name == "args" and isinstance(value, KeyError):
            return tuple(map(unmarked, found))
        return found.written if type(found) is ProgramsModule else found

    def _check_class(self, kind: type, name: str) -> None:
        of_values = self._lost_of[kind] if is_built_in(kind) else frozenset()
        if name in of_values | OF_CLASSES and name not in CLASS_ATTRIBUTES:
            raise AttributeError(f"type object '{kind.__name__}' has no attribute '{name}'")

    def load_or(self, value: Any, name: str, /, *default: Any) -> Any:
        """The program's `getattr`."""
        try:
            return self.load(value, name)
        except AttributeError:
            if not default:
                raise
            return default[0]

    def has(self, value: Any, name: str, /) -> bool:
        """The program's `hasattr`."""
        try:
            self.load(value, name)
        except AttributeError:
            return False
        return True

    def names(self, *value: Any) -> list[str]:
        """The program's `dir`."""
        kind = KINDS.get(type(value[0]), type(value[0]).__name__)
        if kind in ATTRIBUTES:
            return sorted(["__class__", *ATTRIBUTES[kind].split()])
        lost = self._lost_of[type(value[0])]
        of_modules = ["__name__", "__dict__"] if isinstance(value[0], ModuleType) else []
        return ["__class__", *of_modules, *(
            name for name in dir(value[0])
            if name not in lost and not is_hidden(name) and not name.startswith("__"))]

    def method(self, value: Any, name: str) -> Any:
        """Load a method that is called with keywords, which only CPython's takes."""
        bound = self.load(value, name)
        return positional(bound) if type(value) in KINDS else bound


def positional(function: Any) -> Callable[..., Any]:
    """Return a stand-in for a built-in function that is called with keywords: it refuses them."""
    def call(*_: Any, **__: Any) -> Any:
        raise TypeError("function doesn't take keyword arguments")

    return call


def settable(value: Any, name: str) -> Any:
    """Return `value`, an attribute of which is set or deleted.

    Raises AttributeError for a native object, unless it has an attribute that can be set.
    """
    if _is_native(value) and not _is_writable(value, name):
        raise AttributeError(f"can't set attribute '{name}'")
    return value


def store(value: Any, name: str, content: Any, /) -> None:
    """The program's `setattr`."""
    setattr(settable(value, name), name, content)


def delete(value: Any, name: str, /) -> None:
    """The program's `delattr`."""
    delattr(settable(value, name), name)


def _is_native(value: Any) -> bool:
    """Say whether the firmware made the value: an object, class or module, or a function."""
    if isinstance(value, ModuleType):
        return not hasattr(value, "__file__") and value.__name__ != "__main__"
    return is_native(value if isinstance(value, type) else type(value))


# The classes that were looked at. A machine's own hold the machine, so they must stay free to go.
_native_classes: WeakKeyDictionary[type, bool] = WeakKeyDictionary()


def is_native(kind: type) -> bool:
    if kind not in _native_classes:
        _native_classes[kind] = is_native_module(kind.__module__)
    return _native_classes[kind]


def _is_writable(value: Any, name: str) -> bool:
    if isinstance(value, (type, ModuleType)):
        return False
    for kind in type(value).__mro__:
        if name in vars(kind):
            field = vars(kind)[name]
            return field.fset is not None if isinstance(field, property) else (
                hasattr(field, "__set__"))
    return name in getattr(value, "__dict__", ())
