# SPDX-License-Identifier: MIT
"""The names that a program has without an import."""

from ..machine import Machine
from ..program.bounds import HOSTS

machine: Machine

_names = {name: value for name, value in machine.program.builtins.items()
          if "." not in name and name not in ("__builtins__", *HOSTS)}
globals().update(_names)

__all__ = list(_names)
