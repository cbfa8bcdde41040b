# SPDX-License-Identifier: MIT
"""The part of MicroPython's own module that CircuitPython keeps."""

__all__ = ["const"]


def const(expr: object) -> object:
    return expr
