# SPDX-License-Identifier: MIT
"""Strict mode at run time: the device's types, built-in names and modules where CPython is wider.

`sim.engines.python.compiler` refuses and rewrites a program's code; `StrictMode` holds what the
rewritten code runs with. Features that the device lacks are missing, and
results that it does not guarantee vary. docs/reference/strict-mode.md says what is narrowed and
what is not.
"""

from .mode import StrictMode

__all__ = ["StrictMode"]
