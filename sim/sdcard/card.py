# SPDX-License-Identifier: MIT
"""The card in the slot: an image file, or a folder of which an image is made.

An image is read and written where it is. A folder is copied when the board first asks for a block;
`settle` then brings what was written to the card back into it.
"""

import os
from pathlib import Path

from ..fat.blocks import BLOCK
from .registers import whole_blocks
from .store import Store


class Card:
    """`count` is its size in blocks; a card that is `read_only` has its lock switch shut."""

    count: int
    read_only = False
    _store: Store | None = None

    @property
    def store(self) -> Store:
        if self._store is None:
            self._store = self._open()
        return self._store

    def settle(self) -> None:
        """What was written is where the user looks for it."""

    def close(self) -> None:
        """The file is the user's again; the next block that is asked for opens it anew."""
        self.settle()
        if self._store:
            self._store.close()
            self._store = None

    def _open(self) -> Store:
        raise NotImplementedError


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
        from .folder import Mirror  # a machine without a card starts sooner without it

        self._mirror = Mirror(folder)
        self.count = self._mirror.count

    def _open(self) -> Store:
        return self._mirror.copy()

    def settle(self) -> None:
        if self._store and self._store.written:
            self._mirror.bring_back(self._store)


def insert(path: str | os.PathLike[str]) -> Card:
    """Raises ValueError for what is neither a folder nor an image."""
    place = Path(path)
    if place.is_dir():
        return FolderCard(place)
    if not place.is_file():
        raise ValueError(f"{place} is neither a folder nor an image: name one to be the SD card")
    if not place.stat().st_size or place.stat().st_size % BLOCK:
        raise ValueError(f"{place} is no image of an SD card: its size is no multiple of {BLOCK}")
    return ImageCard(place)
