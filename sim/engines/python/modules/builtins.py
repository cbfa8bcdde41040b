# SPDX-License-Identifier: MIT
"""builtins: the names that a program has without an import."""

from ..compiler.runtime import HOSTS
from . import machine

_names = {name: value for name, value in machine.program.builtins.items()
          if "." not in name and name not in ("__builtins__", *HOSTS)}
globals().update(_names)

__all__ = list(_names)
