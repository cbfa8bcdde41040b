# SPDX-License-Identifier: MIT
"""Parts that can be plugged into a board, a class each, and the bases for a part of your own."""

from .part import ByteRegisters, Choice, I2CPart, Part, PinPart, Setting, Switch, WordRegisters

__all__ = ["ByteRegisters", "Choice", "I2CPart", "Part", "PinPart", "Setting", "Switch",
           "WordRegisters"]
