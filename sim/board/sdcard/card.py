# SPDX-License-Identifier: MIT
"""The card in the slot: an image file, or an image made of a folder.

An image file is read and written in place. A folder is copied to an image when the board first
reads a block; `settle` then brings what was written to the card back into the folder.
"""

import os
from pathlib import Path

from ..fat.structure import BLOCK, Store
from ..parts.part import Part, Text

# Up to this size a card's addresses count bytes (SDSC); those of larger cards count blocks.
STANDARD = (1 << 30) // BLOCK
# The units in which the two kinds state their size, in blocks.
UNIT_STANDARD, UNIT_HIGH = 512, 1_024


def insert(path: str | os.PathLike[str]) -> "Card":
    """Return the card made of a folder or an image. Raises ValueError for anything else."""
    place = Path(path)
    if place.is_dir():
        return FolderCard(place)
    if not place.is_file():
        raise ValueError(f"{place} is neither a folder nor an image: name one to be the SD card")
    if not place.stat().st_size or place.stat().st_size % BLOCK:
        raise ValueError(f"{place} is not an image of an SD card: "
                         f"its size is not a multiple of {BLOCK}")
    return ImageCard(place)


class SDCard(Part):
    """The card as a part of parts.toml, which names its folder or image."""

    card = Text("sd")

    def plug(self, board: object) -> None:
        """Do nothing: the slot asks the board's environment for the card."""


class Card:
    """A card of `count` blocks; one that is `read_only` has its lock switch shut."""

    count: int
    read_only = False
    _store: Store | None = None

    @property
    def store(self) -> Store:
        if self._store is None:
            self._store = self._open()
        return self._store

    def settle(self) -> None:
        """Bring what was written to the user's file or folder."""

    def close(self) -> None:
        """Release the file; reading the next block opens it again."""
        self.settle()
        if self._store:
            self._store.close()
            self._store = None

    def _open(self) -> Store:
        raise NotImplementedError


def is_high_capacity(count: int) -> bool:
    return count > STANDARD


def whole_blocks(count: int) -> int:
    """Round up to a size that a card can state."""
    unit = UNIT_HIGH if is_high_capacity(count) else UNIT_STANDARD
    return -(-count // unit) * unit


class ImageCard(Card):
    def __init__(self, path: Path):
        self._path = path
        self.count = whole_blocks(path.stat().st_size // BLOCK)
        self.read_only = not os.access(path, os.W_OK)

    def _open(self) -> Store:
        return Store(open(self._path, "rb" if self.read_only else "r+b", buffering=0))

    def settle(self) -> None:
        if self._store:
            self._store.sync()


class FolderCard(Card):
    def __init__(self, folder: Path):
        from .mirror import Mirror  # without a folder, the simulator starts sooner without it

        self._mirror = Mirror(folder)
        self.count = self._mirror.count

    def _open(self) -> Store:
        return self._mirror.copy()

    def settle(self) -> None:
        if self._store and self._store.written:
            self._mirror.bring_back(self._store)
