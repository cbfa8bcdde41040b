# SPDX-License-Identifier: MIT
"""Strict mode: the device's limits where CPython is wider.

`sim.program.compiler` refuses and rewrites a program by `syntax`, `transform` and `code`, so that
what the device lacks is missing and what it does not guarantee varies; `Sandbox` is what the
rewritten program runs with. docs/strict.md shows what is narrowed and what is not.
"""

from .sandbox import Sandbox

__all__ = ["Sandbox"]
