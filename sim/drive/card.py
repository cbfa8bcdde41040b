# SPDX-License-Identifier: MIT
"""The SD card in the slot: a folder on the host."""

import os
from pathlib import Path

from .volume import Volume

# 1 GB in clusters of 16 KB, as a small card is formatted.
CLUSTERS, CLUSTER = 65_536, 16_384
BLOCK = 512


def insert(folder: str | os.PathLike[str]) -> Volume:
    """Raises ValueError for what is no folder."""
    path = Path(folder)
    if not path.is_dir():
        raise ValueError(f"{path} is no folder: name one to be the SD card")
    return Volume(path, "SD", CLUSTERS, CLUSTER)
