# SPDX-License-Identifier: MIT
"""The time of each step of MicroPython's virtual machine, in instructions of a PyPortal's chip.

Counted in CircuitPython on a Cortex-M4; those of steps are the least squares over the
programs of tools/calibration/fitted.toml. docs/reference/calibration.md shows how near they come.
"""

from collections import Counter

# Cycles an instruction on a 120 MHz SAMD51 with its 4 KB cache, by published timings of such
# boards, ± 25 %: 2.1 for Python, 1.85 for compiling, 1.6 for drawing.
CLOCK_HZ = 120_000_000
PYTHON_NS = 2.1e9 / CLOCK_HZ
COMPILING_NS = 1.85e9 / CLOCK_HZ
DRAWING_NS = 1.6e9 / CLOCK_HZ

STEPS: dict[str, float] = {
    # Values and names.
    "stack": 14, "shared": 66, "global": 56, "store global": 122, "builtin": 201,
    "attribute": 57, "module attribute": 124, "store attribute": 120, "property": 333,
    # Operations.
    "integer": 45, "multiply": 44, "remainder": 78, "divide": 50, "float": 159, "power": 60,
    "unary": 41, "not": 27, "join": 4000, "percent": 1015, "percent item": 2118,
    "compare": 47, "compare floats": 143, "compare text": 85, "is": 30, "in tuple": 535,
    "in dict": 262,
    # Items.
    "load item": 92, "load item of bytes": 140, "load item of dict": 112, "load item of str": 977,
    "store item": 110, "store item of bytes": 155, "store item of dict": 205, "unpack": 39,
    "unpack item": 19,
    # Jumps and loops.
    "jump": 47, "counted loop": 147, "counted turn": 188, "iterate": 114, "turn": 99,
    "turn of dict": 177, "turn of pairs": 457, "turn of str": 1729, "yield": 114,
    # Calls.
    "call": 68, "argument": 9, "keyword": 190, "star": 205, "method": 187, "method of C": 246,
    "enter": 255, "enter argument": 23, "instance": 1100,
    # Making values.
    "build": 170, "build item": 16, "list": 216, "append": 146, "dict": 519, "dict item": 174,
    "comprehension": 923, "make function": 265, "class": 2000, "format": 1010,
    "format item": 6719,
    # Errors, and the rest.
    "try": 54, "raise": 661, "handle": 1038, "with": 1937, "import": 3994,
}

# To bring in a module or a text, in instructions of compiling, and for each byte of its source.
# Counted with 30 modules of 200 to 10,000 bytes, with comments (900 to 1,250 a byte, compiled 80 to
# 190) and without (1,450); what is frozen into the firmware runs where it lies.
LOADING: dict[str, float] = {
    "source": 60_000, "compiled": 55_000, "frozen": 5_000, "text": 32_000}
LOADED: dict[str, float] = {"source": 1_150, "compiled": 130, "frozen": 0, "text": 1_300}
# A collection, for each byte in use (1 to 147 KB were tried), and how many a byte of source
# becomes.
COLLECTION, COLLECTED, KEPT = 25_000, 13.5, 0.6

# Calls of built-in functions and methods, beyond what any call takes.
CALLS: dict[str, float] = {
    "abs()": 0, "bool()": 0, "chr()": 220, "divmod()": 190, "enumerate()": 600, "filter()": 500,
    "float()": 45, "getattr()": 180, "hasattr()": 250, "hex()": 3900, "int()": 130,
    "isinstance()": 30, "iter()": 100, "len()": 30, "map()": 600, "next()": 120, "ord()": 75,
    "pow()": 150, "range()": 170, "reversed()": 600, "round()": 90, "setattr()": 200,
    "super()": 450, "zip()": 800,
    ".acos()": 200, ".asin()": 200, ".atan2()": 150, ".ceil()": 50, ".cos()": 50, ".exp()": 100,
    ".floor()": 50, ".log()": 90, ".pow()": 120, ".sin()": 50, ".sqrt()": 330, ".tan()": 100,
    ".choice()": 215, ".getrandbits()": 25, ".randint()": 100, ".random()": 0, ".randrange()": 80,
    ".uniform()": 60,
    ".add()": 120, ".append()": 75, ".clear()": 60, ".discard()": 100, ".encode()": 160,
    ".endswith()": 80, ".get()": 60, ".isalpha()": 100, ".isdigit()": 100, ".items()": 100,
    ".keys()": 100, ".pop()": 60, ".popleft()": 60, ".setdefault()": 150, ".startswith()": 80,
    ".values()": 100,
}


_FIGURES = STEPS | CALLS


def instructions(steps: Counter[str]) -> float:
    """Add up the instructions of steps; a function without a figure takes what any call takes."""
    return sum(_FIGURES.get(kind, 0) * times for kind, times in steps.items())


def nanoseconds(steps: Counter[str]) -> int:
    return round(instructions(steps) * PYTHON_NS)
