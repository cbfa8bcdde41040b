# SPDX-License-Identifier: MIT
"""Names as on FAT: case is kept, and ignored when a file is looked up."""

import os
import stat


def found(folder: str, path: str) -> tuple[str, bool]:
    """The host's path of `path` within `folder`, in the case of the files that exist; and whether
    it goes straight down, by no link and no `..`.
    """
    host, is_straight = folder, True
    for name in path.split("/") if path else ():
        here = f"{host}/{name}"
        about = _about(here)
        if about is None:
            here = f"{host}/{_alike(host, name)}"
            about = _about(here)
        host = here
        is_straight = is_straight and name != ".." and not _is_link(about)
    return host, is_straight


def _about(host: str) -> os.stat_result | None:
    try:
        return os.lstat(host)
    except OSError:
        return None


def _is_link(about: os.stat_result | None) -> bool:
    """On Windows there are more kinds than one; each has a tag."""
    return about is not None and bool(
        stat.S_ISLNK(about.st_mode) or getattr(about, "st_reparse_tag", 0))


def _alike(folder: str, name: str) -> str:
    try:
        there = sorted(os.listdir(folder))
    except OSError:
        return name
    return next((other for other in there if other.lower() == name.lower()), name)
