# SPDX-License-Identifier: MIT
"""ulab by numpy: types, words and results as in the core, and where programs use it.

ulab_cases.txt has expressions, each with what the core prints.
"""

from pathlib import Path

import numpy

from tests.support.tables import pairs

# Imports and functions that the expressions use.
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
    return pairs(text.partition("\n\n")[2])


CASES = cases()


def test_expressions_give_what_the_core_gives(printed):
    program = PRELUDE + "\n".join(f"told(lambda: {expression})" for expression, _ in CASES)
    told = printed(program, 10, strict=False).splitlines()
    assert [(expression, result) for (expression, wanted), result in zip(CASES, told, strict=True)
            if result != wanted] == []


def test_functions_of_elements_are_numpys(printed):
    """To the last bit but one of a float."""
    names = ["sin", "cos", "tan", "exp", "log", "log2", "log10", "sqrt", "atan", "sinh", "tanh"]
    program = "from ulab import numpy as np\nx = np.linspace(0.1, 3, num=20)\n" + "\n".join(
        f"print(np.{name}(x).tolist())" for name in names)
    x = numpy.linspace(0.1, 3, 20).astype(numpy.float32)
    told = printed(program, strict=False).splitlines()
    for name, line in zip(names, told, strict=True):
        own = getattr(numpy, {"atan": "arctan"}.get(name, name))(x)
        numpy.testing.assert_array_max_ulp(numpy.float32(eval(line)), own, 2)
