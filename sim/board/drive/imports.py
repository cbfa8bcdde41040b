# SPDX-License-Identifier: MIT
"""The names of the modules that a program's text imports."""

import re

_FIRST = re.compile(r"(?:^|,)\s*(\w+)")
_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+(.+))", re.MULTILINE)


def imported_names(text: str) -> set[str]:
    """Return the top-level names; what looks like an import within a text does no harm."""
    names: set[str] = set()
    for origin, several in _IMPORT.findall(text):
        names |= {origin} if origin else set(_FIRST.findall(several))
    return names
