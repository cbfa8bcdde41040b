# SPDX-License-Identifier: MIT
"""ulab by numpy: types, words and results as in the core, and where programs use it.

ulab_cases.txt has expressions, each with what the core prints.
"""

from pathlib import Path

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
