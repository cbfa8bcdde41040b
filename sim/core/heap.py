# SPDX-License-Identifier: MIT
"""What is known of the memory of a program on the core."""

from typing import NamedTuple


class Heap(NamedTuple):
    """In bytes; `largest` is the largest block that can be had, and the `least` ones are the least
    of both after any collection so far.
    """

    used: int
    free: int
    largest: int
    least_free: int
    least_largest: int
