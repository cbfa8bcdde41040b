# SPDX-License-Identifier: MIT
"""Expressions with ulab, and what the core makes of them: `ulab_cases.txt`."""

from pathlib import Path

# What the expressions use.
PRELUDE = '''
import ulab
import ulab.scipy
import ulab.utils
from ulab import numpy as np

TYPES = [np.bool, np.uint8, np.int8, np.uint16, np.int16, np.float]


def kind(act):
    try:
        text = repr(act())
        return text[text.rfind("=") + 1 : -1]
    except Exception as error:
        return type(error).__name__


def types(act):
    return [kind(lambda: act(np.array([1, 2], dtype=a), np.array([1, 2], dtype=b)))
            for a in TYPES for b in TYPES]


def beside(act):
    return [kind(lambda: act(np.array([1], dtype=a), value)) for a in TYPES
            for value in (1, 200, -1, -200, 300, 40000, -40000, 70000, 1.5)]


def in_place(statement, left, right):
    space = {"a": np.array([7, 200], dtype=left), "b": np.array([2, 3], dtype=right)}
    exec("c = a\\n" + statement, space)
    return space["a"], space["c"]


def names(module):
    return [name for name in sorted(dir(module)) if name[0] != "_" and name != "random"]


def told(act):
    try:
        print(repr(act()).replace("\\n", " "))
    except Exception as error:
        print(type(error).__name__ + ": " + str(error))


'''


def cases():
    """[(expression, what the core prints)]"""
    text = (Path(__file__).parent / "ulab_cases.txt").read_text(encoding="utf-8")
    lines = text.partition("\n\n")[2].splitlines()
    return [(expression, result.strip())
            for expression, result in zip(lines[::2], lines[1::2], strict=True)]


def program():
    """Prints a line for each case."""
    return PRELUDE + "\n".join(f"told(lambda: {expression})" for expression, _ in cases())
