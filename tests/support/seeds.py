# SPDX-License-Identifier: MIT
"""Seeds of random tests: fixed, unless SEED=… in the environment gives others.

`make soak` gives a new SEED; a failure prints it.
"""

import os
from random import Random

FIRST = int(os.environ.get("SEED", "0"))
IS_NEW = "SEED" in os.environ


def some(count: int) -> range:
    """Return so many seeds."""
    return range(FIRST, FIRST + count)


def more(few: int, many: int) -> str:
    """Return `few`, or `many` in a soak, as a string like one of the environment."""
    return str(many if IS_NEW else few)


def chance(number: int) -> Random:
    """Return the random generator with this number."""
    return Random(FIRST + number)
