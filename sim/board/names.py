# SPDX-License-Identifier: MIT
"""The names of files as FatFs reads them, on the drive and on a card (source: `create_name` and
`follow_path` in ff.c).

A path ends at its first control character. Slashes and backslashes separate names, several as one.
Dots and blanks at the end of a name do not count, and `..` never leads above the root.
"""

import errno
import os
import re
from functools import lru_cache

from .failures import failure

FORBIDDEN = frozenset('"*:<>?|\x7f')
# The most units of UTF-16 in a name.
LONGEST = 255
_CONTROL = re.compile(r"[\0-\x1f]")
# Half a character, as Python reads a byte of a name that is not UTF-8.
_HALF = re.compile(r"[\ud800-\udfff]")
_SEPARATORS = re.compile(r"[/\\]+")
# Windows opens a device under these names, with any ending and in any folder.
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9¹²³]) *(\..*)?", re.I)


def parts(path: str) -> list[str]:
    """Return the names that lead to a path from the root. Raises OSError EINVAL for a wrong one."""
    whole = _CONTROL.split(path, maxsplit=1)[0].lstrip("/\\")
    names: list[str] = []
    for name in _SEPARATORS.split(whole) if whole else ():
        if name == "..":
            names = names[:-1]
        elif name != ".":
            names.append(_name(name))
    return names


def _name(name: str) -> str:
    kept = name.rstrip(". ")
    if not is_valid(kept) or (os.name == "nt" and _DEVICE.fullmatch(kept)):
        raise failure(errno.EINVAL)
    return kept


@lru_cache
def is_valid(name: str) -> bool:
    """Say whether FatFs could have written this name; a folder or a damaged card may hold others.
    """
    units = len(name.encode("utf-16-le", "surrogatepass")) // 2
    return (0 < units <= LONGEST and name[-1] not in ". " and not FORBIDDEN.intersection(name)
            and not _CONTROL.search(name) and not _SEPARATORS.search(name) and is_utf8(name))


def folded(name: str) -> str:
    """Return the letters by which FatFs compares names: each in its one capital, so ß stays."""
    capitals = name.upper()
    if len(capitals) == len(name):
        return capitals
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in name)


def is_utf8(name: str) -> bool:
    return not _HALF.search(name)
