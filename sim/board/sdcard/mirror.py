# SPDX-License-Identifier: MIT
"""A card made of a folder on the host, and the way back into the folder.

Left out of the card is what FAT cannot hold: links that lead out of the folder, pipes, names with a
colon and the like, and a second name that differs only in case.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from ..drive.volume import remove_from_host
from ..fat.folder import Entry
from ..fat.structure import BLOCK, Store, format_card
from ..fat.volume import FatVolume

# A card of 1 GB has FAT16 with clusters of 16 KB; larger ones have FAT32.
SMALL, CLUSTER_16 = 1 << 30, 16_384
CLUSTER_32 = 32_768
LABEL = "SD"
# The files of a folder fill at most this part of its card.
FILLED = 0.9


class Mirror:
    """Copies a folder to a card and back; `count` is the size in blocks of a card that fits it."""

    def __init__(self, folder: Path):
        self._root = folder.resolve()
        size = SMALL
        while size * FILLED < self._bytes():
            size *= 2
        self._cluster = CLUSTER_16 if size == SMALL else CLUSTER_32
        self.count = size // BLOCK
        self._known: dict[str, Entry] = {}

    def copy(self) -> Store:
        """Return a formatted card with what is in the folder now."""
        store = Store(cast(BinaryIO, tempfile.TemporaryFile(buffering=0)))  # noqa: SIM115 - a store's
        format_card(store, self.count, self._cluster, LABEL)
        now = 0
        volume = FatVolume(store, lambda: now)
        for path, host in self._files(self._root, ""):
            now = int(host.stat().st_mtime)
            _copy(host, volume, path)
        self._known = dict(volume.tree())
        store.written.clear()
        return store

    def bring_back(self, store: Store) -> None:
        """Copy what was written to the card into the folder.

        A card without a readable FAT leaves the folder as it is.
        """
        written, store.written = store.written, set()
        try:
            volume = FatVolume(store, lambda: 0)
            found = dict(volume.tree())
            changed = {path: None if entry.is_folder else volume.read(path)
                       for path, entry in found.items()
                       if self._known.get(path) != entry or volume.has_block_of(entry, written)}
        except OSError:
            return
        self._remove(sorted(self._known.keys() - found.keys(), reverse=True))
        for path, data in changed.items():
            self._put(path, found[path], data)
        self._known = found

    def _bytes(self) -> int:
        return sum(host.stat().st_size + CLUSTER_32 for _, host in self._files(self._root, ""))

    def _files(self, folder: Path, inside: str) -> Iterator[tuple[str, Path]]:
        """Yield (path on the card, path on the host), a folder before its files."""
        for host in sorted(folder.iterdir()):
            if not self._owns(host):
                continue
            if host.is_dir():
                yield f"{inside}{host.name}", host
                yield from self._files(host, f"{inside}{host.name}/")
            elif host.is_file():
                yield f"{inside}{host.name}", host

    def _owns(self, host: Path) -> bool:
        """Say whether a path is in the folder, so that no link leads out."""
        return host.resolve().is_relative_to(self._root)

    def _remove(self, paths: list[str]) -> None:
        for host in filter(self._owns, map(self._root.joinpath, paths)):
            remove_from_host(host)

    def _put(self, path: str, entry: Entry, data: bytes | None) -> None:
        host = self._root / path
        if not self._owns(host):
            return
        if data is None:
            host.mkdir(exist_ok=True)
        else:
            host.write_bytes(data)
            os.utime(host, (entry.modified, entry.modified))


def _copy(host: Path, volume: FatVolume, path: str) -> None:
    try:
        if host.is_dir():
            volume.mkdir(path)
        else:
            with open(host, "rb") as source, volume.open(path, "xb") as target:
                shutil.copyfileobj(source, target, CLUSTER_32)
    except OSError:
        return
