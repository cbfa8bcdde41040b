# SPDX-License-Identifier: MIT
"""What CircuitPython has not, each with what to write instead.

Seen on a 32-bit CircuitPython 10.2, the rarer names of the same families on MicroPython 1.27.
`language_gate` looks them up; what needs more than a name to be found is a rule there.
What the compiler refuses is in sim/engines/python/compiler/syntax.py, what a strict machine has in
its device.py.
"""

NAMES = {  # built-in names
    "vars": "dir() and getattr()",
    "aiter": "async for",
    "anext": "async for",
    "ascii": "repr()",
    "breakpoint": "print()",
    "FileNotFoundError": "OSError and its errno",
    "IsADirectoryError": "OSError and its errno",
    "ModuleNotFoundError": "ImportError",
    "PermissionError": "OSError and its errno",
    "RecursionError": "RuntimeError",
}

ARGUMENTS = {  # calls with that many positional arguments
    ("next", 2): "a for loop that is left at its first item",
    ("iter", 2): "a while loop",
}

KEYWORDS = {  # calls with that keyword; a call with a dot is a method of whatever
    ("sum", "start"): "sum(items, start)",
    ("zip", "strict"): "a comparison of the lengths before",
    ("sorted", "key"): "tuples with a last item that no two share: the sort is not stable",
    (".sort", "key"): "tuples with a last item that no two share: the sort is not stable",
}

METHODS = {  # of str and int
    "bit_count": "a loop: while n: n &= n - 1",
    "capitalize": "the text written so",
    "casefold": "lower()",
    "expandtabs": "replace()",
    "format_map": "format(**names)",
    "isalnum": "isalpha() or isdigit()",
    "isascii": "ord() of each character",
    "isdecimal": "isdigit()",
    "isidentifier": "isalpha()",
    "isnumeric": "isdigit()",
    "isprintable": "ord() of each character",
    "istitle": "isupper()",
    "ljust": '"{:<9}".format(text)',
    "maketrans": "replace()",
    "removeprefix": "startswith() and a slice",
    "removesuffix": "endswith() and a slice",
    "rjust": '"{:>9}".format(text)',
    "swapcase": "upper() or lower()",
    "title": "the text written so",
    "translate": "replace()",
    "zfill": '"{:04}".format(number)',
}

BYTEARRAY_METHODS = {  # where a value is evidently a bytearray
    "clear": "a loop that writes 0",
    "copy": "bytearray(old)",
    "insert": "one of full length",
    "pop": "an index that moves",
    "remove": "one of full length",
    "reverse": "a loop that swaps",
}

RANDOM = ("choice", "getrandbits", "randint", "random", "randrange", "seed", "uniform")

ATTRIBUTES = {  # of modules that are there
    ("math", "gcd"): "a loop: while b: a, b = b, a % b",
    ("math", "hypot"): "math.sqrt(x * x + y * y)",
    ("math", "inf"): 'float("inf")',
    ("math", "isclose"): "abs(a - b) < tolerance",
    ("math", "log2"): "math.log(x) / math.log(2)",
    ("random", "Random"): "the one generator: random.seed()",
    ("random", "sample"): "random.randrange() until it is another",
    ("random", "shuffle"): "swaps with random.randrange()",
    ("re", "findall"): "a loop of re.search() on what is left",
    ("re", "finditer"): "a loop of re.search() on what is left",
    ("re", "fullmatch"): "re.match() of a pattern that ends in $",
    ("struct", "Struct"): "struct.pack() and struct.unpack()",
}

MODULES = {
    "abc": "a plain class",
    "contextlib": "try and finally",
    "copy": "list(old), dict(old) or bytearray(old)",
    "dataclasses": "a class with __init__",
    "enum": "ints with names",
    "functools": "a function that calls a function",
    "hashlib": "binascii.crc32()",
    "heapq": "min() of a list",
    "itertools": "loops",
    "pathlib": "text and os",
    "threading": "turns in the main loop",
    "typing": "annotations without it: they are not evaluated",
}
