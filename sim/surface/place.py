# SPDX-License-Identifier: MIT
"""Where a portal may write what it keeps of a run."""

import os
from pathlib import Path


def writable(path: str | os.PathLike[str]) -> Path:
    """Raises ValueError for a place where no file can be."""
    place = Path(path)
    if not place.parent.is_dir():
        raise ValueError(f"cannot write {path}: there is no folder {place.parent}")
    return place
