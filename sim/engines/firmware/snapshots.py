# SPDX-License-Identifier: MIT
"""Keeps the chip's memory after boot in the user's cache, so that power-on takes milliseconds.

A snapshot holds the pages of memory that have changed since before power-on, and the calls without
a result that the chip has made since. Its name is a digest of all that the boot depends on. A file
begins with a digest of the rest; a damaged one is ignored. Without a cache every power-on boots.
"""

import hashlib
import marshal
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .chip import cache_folder, keep_newest, replace_file

PAGE = 4096
KEPT = 48
FORM = 2
DIGEST = 32

# Calls of the chip: the name and the arguments.
Log = list[tuple[Any, ...]]


class Snapshot(NamedTuple):
    """`log` are the chip's calls so far, `chances` how many random numbers it has asked for."""

    numbers: NDArray[np.int32]
    pages: NDArray[np.uint8]
    log: Log
    chances: int

    def restore(self, memory: NDArray[np.uint8]) -> None:
        memory.reshape(-1, PAGE)[self.numbers] = self.pages


def key(*parts: object) -> str:
    """Return the name for what a boot depends on: bytes and what can be printed."""
    total = hashlib.sha256(f"{FORM} {sys.hexversion}".encode())
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        total.update(len(data).to_bytes(8) + data)
    return total.hexdigest()[:32]


def take(memory: NDArray[np.uint8], before: NDArray[np.uint8], without: Iterable[range],
         log: Log, chances: int) -> Snapshot:
    """Return a snapshot of `memory`, but for the pages that lie within the ranges `without`."""
    differs = (memory.reshape(-1, PAGE) != before.reshape(-1, PAGE)).any(axis=1)
    for part in without:
        differs[-(-part.start // PAGE):part.stop // PAGE] = False
    numbers = np.flatnonzero(differs).astype(np.int32)
    return Snapshot(numbers, memory.reshape(-1, PAGE)[numbers], list(log), chances)


def load(name: str) -> Snapshot | None:
    """Return the snapshot of this name; None if it is not in the cache."""
    kept = load_values(name)
    if kept is None:
        return None
    numbers, pages, log, chances = kept
    return Snapshot(np.frombuffer(numbers, np.int32),
                    np.frombuffer(pages, np.uint8).reshape(-1, PAGE), log, chances)


def save(name: str, snapshot: Snapshot) -> None:
    save_values(name, (snapshot.numbers.tobytes(), snapshot.pages.tobytes(), snapshot.log,
                       snapshot.chances))


def load_values(name: str) -> tuple[Any, ...] | None:
    """Return what `save_values` has kept under this name; None if it is not whole in the cache."""
    path = _path(name)
    with suppress(OSError):
        data = path.read_bytes() if path.is_file() else b""
        if data[:DIGEST] == _digest(data[DIGEST:]):
            os.utime(path)
            values: tuple[Any, ...] = marshal.loads(data[DIGEST:])
            return values
    return None


def save_values(name: str, values: tuple[Any, ...]) -> None:
    path, data = _path(name), marshal.dumps(values)
    replace_file(path, _digest(data) + data)
    keep_newest(path.parent, "*.snapshot", KEPT)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=DIGEST).digest()


def _path(name: str) -> Path:
    return cache_folder() / "snapshots" / f"{name}.snapshot"
