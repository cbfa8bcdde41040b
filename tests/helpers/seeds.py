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


def more(few: int, many: int) -> str:
    """How much is tried in every run, and how much in a soak, as the environment would say it."""
    return str(many if IS_NEW else few)


def chance(number: int) -> Random:
    """The generator with this number."""
    return Random(FIRST + number)
