# SPDX-License-Identifier: MIT
"""The time of a program's work on a PyPortal, in cycles of its 120 MHz clock.

Written by `python -m tools.calibrate_cost --fit`: the least squares over the programs of
tools/calibration/fitted.toml, which the firmware named there ran on the emulated chip.
"""

# Steps of the virtual machine.
STEPS: dict[str, float] = {
    "stack": 21.75, "shared": 227.6, "global": 116.6, "store global": 240, "builtin": 401.7,
    "attribute": 98.94, "module attribute": 282.4, "store attribute": 277.7, "property": 1219,
    "integer": 75.18, "multiply": 80.35, "remainder": 128.4, "divide": 94.49, "float": 276,
    "power": 92.96, "unary": 74.89, "not": 53.03, "join": 8400, "percent": 2162,
    "percent item": 4721, "compare": 87.18, "compare floats": 255.7, "compare text": 178.5,
    "is": 57.42, "in tuple": 973.7, "in dict": 517.8, "load item": 188.7,
    "load item of bytes": 319.1, "load item of dict": 175.9, "load item of str": 3382,
    "store item": 224.1, "store item of bytes": 355.9, "store item of dict": 470.9,
    "unpack": 62.55, "unpack item": 30.72, "jump": 91.66, "counted loop": 308.4,
    "counted turn": 330.9, "iterate": 225, "turn": 178.2, "turn of dict": 351.7,
    "turn of pairs": 777.8, "turn of str": 3607, "yield": 240.1, "call": 186, "argument": 23.8,
    "keyword": 505.5, "star": 853.6, "method": 556, "method of C": 293.9, "enter": 444.7,
    "enter argument": 66, "instance": 3732, "build": 473.7, "build item": 35.44, "list": 344.8,
    "append": 263.7, "dict": 985.2, "dict item": 338, "comprehension": 2027,
    "make function": 479.2, "class": 4200, "format": 2117, "format item": 13740, "try": 86.79,
    "raise": 1500, "handle": 2455, "with": 3326, "import": 9517,
}
# Calls of built-in functions and methods, beyond what any call takes.
CALLS: dict[str, float] = {
    "abs()": 0, "bool()": 0, "chr()": 462, "divmod()": 399, "enumerate()": 1042,
    "filter()": 1050, "float()": 94.5, "getattr()": 378, "hasattr()": 525, "hex()": 8190,
    "int()": 273, "isinstance()": 63, "iter()": 210, "len()": 65.65, "map()": 1260,
    "next()": 252, "ord()": 170.8, "pow()": 315, "range()": 359.4, "reversed()": 1260,
    "round()": 189, "setattr()": 420, "super()": 819.3, "zip()": 2154, ".acos()": 420,
    ".asin()": 420, ".atan2()": 315, ".ceil()": 105, ".cos()": 105, ".exp()": 210,
    ".floor()": 105, ".log()": 189, ".pow()": 252, ".sin()": 59.46, ".sqrt()": 110.9,
    ".tan()": 210, ".choice()": 451.5, ".getrandbits()": 52.5, ".randint()": 724.3,
    ".random()": 0, ".randrange()": 168, ".uniform()": 126, ".add()": 252, ".append()": 60.39,
    ".clear()": 126, ".discard()": 210, ".encode()": 336, ".endswith()": 168, ".get()": 290.2,
    ".isalpha()": 210, ".isdigit()": 210, ".items()": 210, ".keys()": 210, ".pop()": 126,
    ".popleft()": 126, ".setdefault()": 315, ".startswith()": 168, ".values()": 210,
}
# A unit of the work of C functions and of expressions that make values: see work.py.
WORK: dict[str, float] = {
    "open": 3.6, "all": 2.1, "any": 2.1, "bytearray": 1.793, "bytes": 4.755, "dict": 2.1,
    "list": 1.335, "max": 1.766, "pow": 1, "min": 1.766, "repr": 2.1, "set": 2.1,
    "sorted": 1.788, "str": 2.764, "sum": 1.786, "tuple": 2.1, ".copy": 2.1, ".count": 2.1,
    ".crc32": 2.1, ".decode": 2.1, ".dumps": 2.1, ".extend": 2.1, ".find": 2.21,
    ".format": 2.499, ".hexlify": 2.1, ".index": 2.1, ".insert": 2.1, ".join": 1.738,
    ".loads": 2.1, ".lower": 2.1, ".pack": 2.1, ".pack_into": 2.1, ".read": 3,
    ".readinto": 2.1, ".readline": 5.6, ".remove": 2.1, ".replace": 2.1, ".reverse": 2.1,
    ".rfind": 2.1, ".rsplit": 2.1, ".sort": 2.1, ".split": 2.576, ".strip": 2.1,
    ".unhexlify": 2.1, ".unpack": 2.1, ".unpack_from": 2.1, ".update": 2.1, ".write": 2.1,
    ".upper": 2.1, "slice": 1.904, "join": 2.113, "in": 2.443, "turns": 2.1, "pairs": 1.708,
}
# Painting: see drawing.py.
DRAWING: dict[str, float] = {
    "fill": 36.79, "layer": 112, "tile": 268.9, "opaque": 43.9, "dithered": 171.2,
    "mapped": 96, "on_disk": 592, "shape": 221.8, "polygon": 191.8, "point": 40.44,
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
