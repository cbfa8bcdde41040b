# SPDX-License-Identifier: MIT
"""The core's tuples with names: a class takes longer to make than most modules, and is for all
machines.
"""

from collections import namedtuple
from functools import cache
from typing import Any


@cache
def named_tuple(name: str, fields: str) -> Any:
    return namedtuple(name, fields)  # type: ignore[misc]
