# SPDX-License-Identifier: MIT
"""Strict mode at run time: the device's types, built-in names and modules where CPython is wider.

`sim.engines.python.compiler` refuses and rewrites a program's code; `StrictMode` holds what the
rewritten code runs with. What the board lacks raises an error; what it does not guarantee, the
order of dicts and of equal items that are sorted, is scrambled. docs/reference/strict-mode.md lists
both.
"""

from .mode import StrictMode

__all__ = ["StrictMode"]
