# SPDX-License-Identifier: MIT
"""micropython: `const`, the part that CircuitPython keeps."""

__all__ = ["const"]


def const(expr: object) -> object:
    return expr
