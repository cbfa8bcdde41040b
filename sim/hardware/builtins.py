# SPDX-License-Identifier: MIT
"""What a program can name without an import."""

from ..compiler import BEAT
from ..machine import Machine

machine: Machine

_names = {name: value for name, value in machine.program.builtins.items()
          if name not in (BEAT, "__builtins__", "__doc__", "__loader__", "__name__", "__package__",
                          "__spec__")}
globals().update(_names)

__all__ = list(_names)
