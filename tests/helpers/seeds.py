# SPDX-License-Identifier: MIT
"""What random tests draw from: the same in every run, but with SEED=… in the environment other
numbers for each SEED.

`make soak` gives a new SEED, and a failure tells it.
"""

import os
from random import Random

FIRST = int(os.environ.get("SEED", "0"))
IS_NEW = "SEED" in os.environ


def some(count: int) -> range:
    """So many seeds."""
    return range(FIRST, FIRST + count)


def chance(number: int) -> Random:
    """The generator with this number."""
    return Random(FIRST + number)
