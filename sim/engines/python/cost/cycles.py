# SPDX-License-Identifier: MIT
"""The time of a program's work on a PyPortal, in cycles of its 120 MHz clock.

Written by `python -m tools.calibrate_cost --fit`: the least squares over the programs of
tools/calibration/fitted.toml, which the firmware named there ran on the emulated chip.
"""

# Steps of the virtual machine.
STEPS: dict[str, float] = {
    "stack": 29.4, "shared": 138.6, "global": 117.6, "store global": 256.2, "builtin": 422.1,
    "attribute": 119.7, "module attribute": 260.4, "store attribute": 252, "property": 699.3,
    "integer": 94.5, "multiply": 92.4, "remainder": 163.8, "divide": 105, "float": 333.9,
    "power": 126, "unary": 86.1, "not": 56.7, "join": 8400, "percent": 2132, "percent item": 4448,
    "compare": 98.7, "compare floats": 300.3, "compare text": 178.5, "is": 63, "in tuple": 1124,
    "in dict": 550.2, "load item": 193.2, "load item of bytes": 294, "load item of dict": 235.2,
    "load item of str": 2052, "store item": 231, "store item of bytes": 325.5,
    "store item of dict": 430.5, "unpack": 81.9, "unpack item": 39.9, "jump": 98.7,
    "counted loop": 308.7, "counted turn": 394.8, "iterate": 239.4, "turn": 207.9,
    "turn of dict": 371.7, "turn of pairs": 959.7, "turn of str": 3631, "yield": 239.4,
    "call": 142.8, "argument": 18.9, "keyword": 399, "star": 430.5, "method": 392.7,
    "method of C": 516.6, "enter": 535.5, "enter argument": 48.3, "instance": 2310, "build": 357,
    "build item": 33.6, "list": 453.6, "append": 306.6, "dict": 1090, "dict item": 365.4,
    "comprehension": 1938, "make function": 556.5, "class": 4200, "format": 2121,
    "format item": 14110, "try": 113.4, "raise": 1388, "handle": 2180, "with": 4068, "import": 8387,
}
# Calls of built-in functions and methods, beyond what any call takes.
CALLS: dict[str, float] = {
    "abs()": 0, "bool()": 0, "chr()": 462, "divmod()": 399, "enumerate()": 1260, "filter()": 1050,
    "float()": 94.5, "getattr()": 378, "hasattr()": 525, "hex()": 8190, "int()": 273,
    "isinstance()": 63, "iter()": 210, "len()": 63, "map()": 1260, "next()": 252, "ord()": 157.5,
    "pow()": 315, "range()": 357, "reversed()": 1260, "round()": 189, "setattr()": 420,
    "super()": 945, "zip()": 1680, ".acos()": 420, ".asin()": 420, ".atan2()": 315, ".ceil()": 105,
    ".cos()": 105, ".exp()": 210, ".floor()": 105, ".log()": 189, ".pow()": 252, ".sin()": 105,
    ".sqrt()": 693, ".tan()": 210, ".choice()": 451.5, ".getrandbits()": 52.5, ".randint()": 210,
    ".random()": 0, ".randrange()": 168, ".uniform()": 126, ".add()": 252, ".append()": 157.5,
    ".clear()": 126, ".discard()": 210, ".encode()": 336, ".endswith()": 168, ".get()": 126,
    ".isalpha()": 210, ".isdigit()": 210, ".items()": 210, ".keys()": 210, ".pop()": 126,
    ".popleft()": 126, ".setdefault()": 315, ".startswith()": 168, ".values()": 210,
}
# A unit of the work of C functions and of expressions that make values: see work.py.
WORK: dict[str, float] = {
    "open": 2.1, "all": 2.1, "any": 2.1, "bytearray": 2.1, "bytes": 2.1, "dict": 2.1, "list": 2.1,
    "max": 2.1, "min": 2.1, "repr": 2.1, "set": 2.1, "sorted": 2.1, "str": 2.1, "sum": 2.1,
    "tuple": 2.1, ".copy": 2.1, ".count": 2.1, ".crc32": 2.1, ".decode": 2.1, ".dumps": 2.1,
    ".extend": 2.1, ".find": 2.1, ".format": 2.1, ".hexlify": 2.1, ".index": 2.1, ".insert": 2.1,
    ".join": 2.1, ".loads": 2.1, ".lower": 2.1, ".pack": 2.1, ".pack_into": 2.1, ".read": 2.1,
    ".readinto": 2.1, ".readline": 2.1, ".remove": 2.1, ".replace": 2.1, ".reverse": 2.1,
    ".rfind": 2.1, ".rsplit": 2.1, ".sort": 2.1, ".split": 2.1, ".strip": 2.1, ".unhexlify": 2.1,
    ".unpack": 2.1, ".unpack_from": 2.1, ".update": 2.1, ".write": 2.1, ".upper": 2.1, "slice": 2.1,
    "join": 2.1, "in": 2.1, "turns": 2.1, "pairs": 2.1,
}
# Painting: see drawing.py.
DRAWING: dict[str, float] = {
    "fill": 32, "layer": 112, "tile": 283.2, "opaque": 49.6, "dithered": 171.2,
    "mapped": 96, "on_disk": 592, "shape": 228.8, "polygon": 188.8, "point": 40,
}
# To bring in a module or a text.
LOADING: dict[str, float] = {
    "source": 111000, "compiled": 101750, "frozen": 9250, "text": 59200,
}
# To bring in a byte of its source.
LOADED: dict[str, float] = {
    "source": 2128, "compiled": 240.5, "frozen": 0, "text": 2405,
}
# A garbage collection, and a byte in use.
COLLECTING: dict[str, float] = {
    "base": 52500, "byte": 28.35,
}
