# SPDX-License-Identifier: MIT
"""`for x in range(...)`, which the device compiles to a counting loop that also takes floats.

Source: `compile_for_stmt` in py/compile.c. The target must be a plain name, and a step a constant
integer.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any

# Iterating over a range of up to SHORT items takes no time. Longer ones, and iterators without an
# end, call the clock once every AT_A_TIME items.
SHORT, AT_A_TIME = 256, 16


def is_counted(loop: ast.AST) -> bool:
    """Whether the device compiles a loop over a call of `range` to a counting loop."""
    if not (isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)
            and isinstance(loop.iter, ast.Call)):
        return False
    bounds, words = loop.iter.args, loop.iter.keywords
    if words or any(isinstance(bound, ast.Starred) for bound in bounds):
        return False
    return 1 <= len(bounds) <= 2 or (len(bounds) == 3 and _is_whole(bounds[2]))


def _is_whole(step: ast.expr) -> bool:
    if isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub):
        step = step.operand
    return isinstance(step, ast.Constant) and type(step.value) is int and step.value != 0


def in_time(source: Iterable[Any], beat: Callable[[], None]) -> Iterator[Any]:
    """Yield the items of an iterable, calling `beat` often enough for time to pass."""
    for count, item in enumerate(source):
        if count % AT_A_TIME == 0:
            beat()
        yield item


def counting(*bounds: Any) -> Iterable[Any]:
    """Return the iterable for a counting loop: the host's range, if the bounds allow it."""
    try:
        return range(*bounds)
    except TypeError:
        if not any(isinstance(bound, float) for bound in bounds):
            raise
    return _counted(*bounds) if len(bounds) > 1 else _counted(0, *bounds)


def _counted(number: Any, end: Any, step: int = 1) -> Iterator[Any]:
    while number < end if step > 0 else number > end:
        yield number
        number += step
