# SPDX-License-Identifier: MIT
"""ulab 6.12: arrays of numbers, by numpy, with the types and the names that the board has."""

from ...machine import Machine

__all__ = ["numpy", "scipy", "user", "utils"]

machine: Machine

numpy = machine.hardware.for_program("ulab.numpy")
scipy = machine.hardware.for_program("ulab.scipy")
user = machine.hardware.for_program("ulab.user")
utils = machine.hardware.for_program("ulab.utils")
