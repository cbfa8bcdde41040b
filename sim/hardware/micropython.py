# SPDX-License-Identifier: MIT
"""What is left of MicroPython's own module on CircuitPython."""

__all__ = ["const"]


def const(expr: object) -> object:
    return expr
