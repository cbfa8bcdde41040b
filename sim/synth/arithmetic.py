# SPDX-License-Identifier: MIT
"""A block that computes from others (source: `shared-module/synthio/Math.c`)."""

from collections.abc import Callable
from typing import Any

from ..native.arguments import of_type
from ..native.enumeration import Enumeration
from .blocks import Block, BlockInput, Tick, described, read


class MathOperation(Enumeration):
    """What a Math block does with its inputs; called with them, it makes such a block."""

    __module__ = "synthio"

    SUM: "MathOperation"
    ADD_SUB: "MathOperation"
    PRODUCT: "MathOperation"
    MUL_DIV: "MathOperation"
    SCALE_OFFSET: "MathOperation"
    OFFSET_SCALE: "MathOperation"
    LERP: "MathOperation"
    CONSTRAINED_LERP: "MathOperation"
    DIV_ADD: "MathOperation"
    ADD_DIV: "MathOperation"
    MID: "MathOperation"
    MAX: "MathOperation"
    MIN: "MathOperation"
    ABS: "MathOperation"

    def __call__(self, a: Any, b: Any = 0.0, c: Any = 1.0) -> "Math":
        return Math(self, a, b, c)


def _lerp(a: float, b: float, c: float) -> float:
    return a * (1 - c) + b * c


# A division by 0 gives 0: the core's code does not do what its documentation says.
FUNCTIONS: dict[Any, Callable[[float, float, float], float]] = {
    MathOperation.SUM: lambda a, b, c: a + b + c,
    MathOperation.ADD_SUB: lambda a, b, c: a + b - c,
    MathOperation.PRODUCT: lambda a, b, c: a * b * c,
    MathOperation.MUL_DIV: lambda a, b, c: a * b / c if c else 0.0,
    MathOperation.SCALE_OFFSET: lambda a, b, c: a * b + c,
    MathOperation.OFFSET_SCALE: lambda a, b, c: (a + b) * c,
    MathOperation.LERP: _lerp,
    MathOperation.CONSTRAINED_LERP: lambda a, b, c: _lerp(a, b, min(1.0, max(0.0, c))),
    MathOperation.DIV_ADD: lambda a, b, c: a / b + c if b else 0.0,
    MathOperation.ADD_DIV: lambda a, b, c: (a + b) / c if c else 0.0,
    MathOperation.MID: lambda a, b, c: sorted((a, b, c))[1],
    MathOperation.MAX: max,
    MathOperation.MIN: min,
    MathOperation.ABS: lambda a, b, c: abs(a),
}


class Math(Block):
    """An operation on up to three inputs."""

    a = BlockInput()
    b = BlockInput()
    c = BlockInput()

    def __init__(self, operation: MathOperation, a: Any, b: Any = 0.0, c: Any = 1.0):
        super().__init__()
        self.operation = operation
        self.a, self.b, self.c = a, b, c

    def __repr__(self) -> str:
        return described(self, ("operation", "a", "b", "c"))

    @property
    def operation(self) -> MathOperation:
        return self._operation

    @operation.setter
    def operation(self, operation: MathOperation) -> None:
        self._operation = of_type(operation, MathOperation, "operation")

    def _update(self, tick: Tick) -> float:
        inputs = [read(slot, tick) for slot in (self.a, self.b, self.c)]
        return FUNCTIONS[self._operation](*inputs)
