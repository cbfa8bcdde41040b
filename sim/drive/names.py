# SPDX-License-Identifier: MIT
"""Names as on FAT: case is kept, and ignored when a file is looked up."""

import os


def found(folder: str, path: str) -> str:
    """The host's path of `path` within `folder`, in the case of the files that exist."""
    host = folder
    for name in path.split("/"):
        host = os.path.join(host, name if _is_there(host, name) else _alike(host, name))
    return host


def _is_there(folder: str, name: str) -> bool:
    return os.path.lexists(os.path.join(folder, name))


def _alike(folder: str, name: str) -> str:
    try:
        there = sorted(os.listdir(folder))
    except OSError:
        return name
    return next((other for other in there if other.lower() == name.lower()), name)
