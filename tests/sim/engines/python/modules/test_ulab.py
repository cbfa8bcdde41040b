# SPDX-License-Identifier: MIT
"""ulab by numpy: types, words and results as in the core, and where programs use it.

ulab_cases.txt has expressions, each with what the core prints.
"""

from pathlib import Path

import numpy

from tests.support.tables import pairs, texts

# Imports and functions that the expressions use.
PROGRAMS = texts(__file__)


def cases():
    """[(expression, what the core prints)]"""
    text = (Path(__file__).parent / "ulab_cases.txt").read_text(encoding="utf-8")
    return pairs(text.partition("\n\n")[2])


CASES = cases()


def test_expressions_give_what_the_core_gives(printed):
    calls = "\n".join(f"told(lambda: {expression})" for expression, _ in CASES)
    program = PROGRAMS["prelude"] + calls
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
