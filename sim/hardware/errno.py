# SPDX-License-Identifier: MIT
"""The numbers of the errors that the device knows by name."""

from ..machine import Machine
from ..program.oserror import NUMBERS

machine: Machine

errorcode = {number: name for name, number in NUMBERS.items()}
globals().update(NUMBERS)
__all__ = [*NUMBERS, "errorcode"]  # noqa: PLE0604  the names of the table
