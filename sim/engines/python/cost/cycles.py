# SPDX-License-Identifier: MIT
"""The time of a program's work on a PyPortal, in cycles of its 120 MHz clock.

Written by `python -m tools.calibrate_cost --fit`: the least squares over the programs of
tools/calibration/fitted.toml, which the firmware named there ran on the emulated chip.
"""

# Steps of the virtual machine.
STEPS: dict[str, float] = {
    "stack": 18.32, "shared": 235.9, "global": 107.1, "store global": 231.2, "builtin": 359.9,
    "attribute": 94.96, "module attribute": 418.8, "store attribute": 215.1, "property": 1236,
    "integer": 71.14, "multiply": 78.88, "remainder": 129.2, "divide": 89.17, "float": 295.5,
    "power": 81.78, "unary": 62.38, "not": 48.32, "join": 8400, "percent": 2140,
    "percent item": 4521, "compare": 81.96, "compare floats": 232.7, "compare text": 178.5,
    "is": 54.99, "in tuple": 1055, "in dict": 479.9, "load item": 178.3,
    "load item of bytes": 328, "load item of dict": 190.3, "load item of str": 3128,
    "store item": 209.7, "store item of bytes": 367.1, "store item of dict": 443.9,
    "unpack": 63.58, "unpack item": 31.21, "jump": 87.78, "counted loop": 291.7,
    "counted turn": 299.8, "iterate": 182.2, "turn": 162.1, "turn of dict": 327.1,
    "turn of pairs": 767.5, "turn of str": 3404, "yield": 224.6, "call": 209,
    "argument": 21.15, "keyword": 579.4, "star": 861, "method": 674.9, "method of C": 298.2,
    "enter": 365.9, "enter argument": 49.99, "instance": 3828, "build": 364,
    "build item": 34.09, "list": 502.5, "append": 355.9, "dict": 1019, "dict item": 347.2,
    "comprehension": 2044, "make function": 516.9, "class": 4200, "format": 2112,
    "format item": 13330, "try": 85.35, "raise": 1510, "handle": 2482, "with": 4218,
    "import": 8821,
}
# Calls of built-in functions and methods, beyond what any call takes.
CALLS: dict[str, float] = {
    "abs()": 0, "bool()": 0, "chr()": 462, "divmod()": 399, "enumerate()": 1111,
    "filter()": 1050, "float()": 94.5, "getattr()": 378, "hasattr()": 525, "hex()": 8190,
    "int()": 273, "isinstance()": 63, "iter()": 210, "len()": 67.88, "map()": 1260,
    "next()": 252, "ord()": 188, "pow()": 315, "range()": 359.8, "reversed()": 1260,
    "round()": 189, "setattr()": 420, "super()": 561.7, "zip()": 1943, ".acos()": 420,
    ".asin()": 420, ".atan2()": 315, ".ceil()": 105, ".cos()": 105, ".exp()": 210,
    ".floor()": 105, ".log()": 189, ".pow()": 252, ".sin()": 74.28, ".sqrt()": 277.2,
    ".tan()": 210, ".choice()": 451.5, ".getrandbits()": 52.5, ".randint()": 384.3,
    ".random()": 0, ".randrange()": 168, ".uniform()": 126, ".add()": 252, ".append()": 63,
    ".clear()": 126, ".discard()": 210, ".encode()": 336, ".endswith()": 168, ".get()": 252,
    ".isalpha()": 210, ".isdigit()": 210, ".items()": 210, ".keys()": 210, ".pop()": 126,
    ".popleft()": 126, ".setdefault()": 315, ".startswith()": 168, ".values()": 210,
}
# A unit of the work of C functions and of expressions that make values: see work.py.
WORK: dict[str, float] = {
    "open": 3.6, "all": 2.1, "any": 2.1, "bytearray": 1.813, "bytes": 3.011, "dict": 2.1,
    "list": 1.29, "max": 1.665, "pow": 1, "min": 1.665, "repr": 2.1, "set": 2.1, "sorted": 1.643,
    "str": 2.716, "sum": 1.687, "tuple": 2.1, ".copy": 2.1, ".count": 2.1, ".crc32": 2.1,
    ".decode": 2.1, ".dumps": 2.1, ".extend": 2.1, ".find": 2.127, ".format": 2.4,
    ".hexlify": 2.1, ".index": 2.1, ".insert": 2.1, ".join": 1.689, ".loads": 2.1,
    ".lower": 2.1, ".pack": 2.1, ".pack_into": 2.1, ".read": 3, ".readinto": 2.1,
    ".readline": 5.6, ".remove": 2.1, ".replace": 2.1, ".reverse": 2.1, ".rfind": 2.1,
    ".rsplit": 2.1, ".sort": 2.1, ".split": 2.442, ".strip": 2.1, ".unhexlify": 2.1,
    ".unpack": 2.1, ".unpack_from": 2.1, ".update": 2.1, ".write": 2.1, ".upper": 2.1,
    "slice": 1.941, "join": 2.067, "in": 2.36, "turns": 2.1, "pairs": 1.747,
}
# Painting: see drawing.py.
DRAWING: dict[str, float] = {
    "fill": 36.37, "layer": 112, "tile": 261.2, "opaque": 44.12, "dithered": 171.2,
    "mapped": 96, "on_disk": 592, "shape": 217.9, "polygon": 183.8, "point": 39.33,
}
# To bring in a module or a text.
LOADING: dict[str, float] = {
    "source": 111000, "compiled": 101750, "frozen": 9250, "text": 59200,
}
# To bring in a byte of its source.
LOADED: dict[str, float] = {
    "source": 2128, "compiled": 140, "frozen": 0, "text": 2405,
}
# A garbage collection, and a byte in use.
COLLECTING: dict[str, float] = {
    "base": 35000, "byte": 5,
}
# Changing a pixel of a bitmap, a byte of one that is filled or made, and one pixel by an item.
BITMAPS: dict[str, float] = {
    "blit": 132, "rotozoom": 124, "fill_region": 65, "arrayblit": 72, "alphablend": 94,
    "draw": 110, "fill": 3.6, "made": 19, "pixel": 820,
}
