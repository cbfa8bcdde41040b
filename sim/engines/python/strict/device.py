# SPDX-License-Identifier: MIT
"""Built-in names, methods and module contents of a CircuitPython board with a full build.

Sources: the locals and globals tables in CircuitPython's py/ and shared-bindings/, as its
py/circuitpy_mpconfig.h selects them. Names that are not listed are missing on the device.
"""

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
    "OrderedDict": _DICT,
    "BaseException": "__cause__ __context__ __traceback__ args value",
    "OSError": "__cause__ __context__ __traceback__ args errno strerror value",
    "generator": "__next__ close pend_throw send throw",
    "function": "__name__ __globals__ __code__",
    "method": "__name__",
    "bound_method": "",
    "StringIO": _FILE + "getvalue",
    "BytesIO": _FILE + "getvalue",
    "FileIO": _FILE + "readlines",
    "TextIOWrapper": _FILE + "readlines",
    "re": "match search split sub",
    "match": "end group groups span start",
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
    "re": "compile match search sub",
    "struct": "calcsize pack pack_into unpack unpack_from",
    "__future__": "annotations",
}.items()}

# Methods that a class may define and the device never calls.
IGNORED_METHODS = frozenset(["__delattr__", "__format__", "__getattribute__",
                             "__init_subclass__", "__setattr__", "__slots__"])
# Methods of text and bytes that take keywords, or this many arguments, in CPython only.
WITHOUT_KEYWORDS = frozenset(["decode", "encode", "hex", "rsplit", "split"])
MOST_ARGUMENTS = {"center": 1}
# Types whose calls take no keywords.
POSITIONAL_TYPES = frozenset(["bool", "bytearray", "bytes", "float", "frozenset", "int", "list",
                              "set", "str", "tuple"])
