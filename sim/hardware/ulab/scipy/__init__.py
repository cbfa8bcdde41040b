# SPDX-License-Identifier: MIT
"""What ulab has of scipy: filters and special functions; what it also has is refused."""

from ....machine import Machine

__all__ = ["integrate", "linalg", "optimize", "signal", "special"]

machine: Machine

integrate = machine.hardware.for_program("ulab.scipy.integrate")
linalg = machine.hardware.for_program("ulab.scipy.linalg")
optimize = machine.hardware.for_program("ulab.scipy.optimize")
signal = machine.hardware.for_program("ulab.scipy.signal")
special = machine.hardware.for_program("ulab.scipy.special")
