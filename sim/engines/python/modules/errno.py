# SPDX-License-Identifier: MIT
"""errno: the numbers of the errors that the device knows by name."""

from ..native.errors import NUMBERS

errorcode = {number: name for name, number in NUMBERS.items()}
globals().update(NUMBERS)
__all__ = [*NUMBERS, "errorcode"]  # noqa: PLE0604  the names of the table
