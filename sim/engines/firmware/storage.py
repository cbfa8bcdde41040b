# SPDX-License-Identifier: MIT
"""The drive in the board's flash: a FAT volume with the files of the user's folder, and the way
back into the folder for what the board writes.

They are kept equal as by a computer that the board is plugged into: `written` are the blocks that
the board has changed, `news` returns those that the computer has to write. While some of these are
not in the flash yet, nothing is copied back, since the drive is a mixture of old and new. A file
that the user has changed since the board last had it is never replaced.
"""

import errno
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from ...board import libraries
from ...board.drive import (
    CARD_FOLDER,
    PROGRAM_NAMES,
    SIZE_KB,
    Drive,
    is_kept,
    remove_from_host,
    replace_on_host,
)
from ...board.fat import BLOCK, ROOT_ENTRIES, Entry, FatVolume, format_flash
from ...board.libraries import imported_names
from ...board.names import folded, is_valid

COUNT = SIZE_KB * 1024 // BLOCK
# More than the boot sector, the table and the root folder have: these are zero at first.
TABLES = 128
LABEL, PROGRAM = "CIRCUITPY", "code.py"
BOOT_OUTPUT = "boot_out.txt"
# Written by boot.py and by what else runs before the program.
BOOT_FILES = ("boot.py", "boot.txt", "safemode.py", "safemode.txt")
# All files have this date, so that the same drive gives the same flash: 2000-01-01.
DATE = 946_684_800
# Limits for the files beside a program, since its folder may be any folder.
MOST_FILES, MOST_BYTES, MOST_IN_ALL = 1_000, 1 << 20, 6 << 20

# So few entries fit even at the drive's top. An entry holds NAME_PART letters of a long name.
FEW, NAME_PART = 400, 13

Files = dict[str, bytes | None]


class Flash:
    """Blocks in the memory of the chip's flash, an array of bytes.

    `sent` holds the blocks that the computer writes, until the flash has them.
    """

    def __init__(self, memory: Any):
        self.memory = memory
        self.written: set[int] = set()
        self.sent: dict[int, bytes] = {}

    def has_all(self) -> bool:
        """Forget the blocks that have arrived; whether these were all."""
        for block, data in list(self.sent.items()):
            if self.read(block, 1) == data:
                del self.sent[block]
                self.written.discard(block)
        return not self.sent

    def expected(self) -> "Flash":
        """Return a copy, as the flash will be when everything sent has arrived."""
        scratch = Flash(self.memory.copy())
        for block, data in self.sent.items():
            scratch.write(block, data)
        scratch.written.clear()
        return scratch

    def read(self, first: int, count: int) -> bytes:
        found: bytes = self.memory[first * BLOCK:(first + count) * BLOCK].tobytes()
        return found.ljust(count * BLOCK, b"\xff")

    def write(self, first: int, data: bytes) -> None:
        self.memory[first * BLOCK:first * BLOCK + len(data)] = bytearray(data)
        self.written.update(range(first, first + len(data) // BLOCK))

    def sync(self) -> None:
        """Do nothing: nothing is buffered."""


class Storage:
    """The drive's content for a board whose firmware states `identity` in boot_out.txt.

    `remark` takes a sentence about a file that is left out. Raises ValueError for files that do
    not fit.
    """

    def __init__(self, drive: Drive, frozen: frozenset[str], built_in: frozenset[str],
                 identity: str, remark: Callable[[str], None]):
        self._drive = drive
        self._frozen = frozen
        self._built_in = built_in
        self._identity = identity
        self._remark = remark
        self.is_whole = drive.main.whole
        self._boot_sector = b""
        # The files of the folder as they were last read or written, by their path there.
        self._left: dict[Path, bytes | None] = {}
        self._warned: set[Path] = set()
        self._before: tuple[Files, dict[Path, bytes | None]] = {}, {}
        self.read()
        if not self._surely_fits():
            self.fill(np.empty(self._count * BLOCK, np.uint8))

    def _surely_fits(self) -> bool:
        entries = sum(map(_names, self.files))
        size = sum(map(_size, self.files.values())) + entries * BLOCK
        return entries <= FEW and size <= self._count * BLOCK // 2

    def read(self) -> None:
        """Take the files that are in the folder now."""
        self.files = self._read()

    def _read(self) -> Files:
        """Return what the drive is to hold: the content by path, None for a folder."""
        files = dict(self._own())
        root = self._drive.root
        self._left = {root / path: content for path, content in files.items()}
        if not self.is_whole:
            files.pop(PROGRAM, None)
            with suppress(OSError):
                host = root / self._drive.program
                files[PROGRAM] = self._left[host] = host.read_bytes()
        if "lib" not in files:
            files |= self._borrowed(files)
        for path in list(files):
            for parent in list(PurePosixPath(path).parents)[:-1]:
                files.setdefault(str(parent), None)
        files.setdefault(CARD_FOLDER, None)
        files.setdefault(BOOT_OUTPUT, self._identity.encode())
        return dict(sorted(files.items()))

    def _own(self) -> Iterator[tuple[str, bytes | None]]:
        root, taken = self._drive.root, dict[str, str]()
        for host in _tree(root) if self.is_whole else self._beside(root):
            path = host.relative_to(root).as_posix()
            if not all(map(is_valid, path.split("/"))):
                self._remark(f"{host} is not on the board's drive: FAT has no such names")
            elif rival := _rival(path, taken):
                self._remark(f"{host} is not on the board's drive: FAT takes its name for that of "
                             f"{root / rival}, so rename one of them")
            elif host.is_dir():
                yield path, None
            else:
                with suppress(FileNotFoundError):  # it has just been removed
                    yield path, host.read_bytes()

    def _beside(self, root: Path) -> Iterator[Path]:
        """Yield what lies in the folder of a program, as far as it could be a drive's."""
        total, names = 0, _names("boot_out.txt") * 4  # with code.py, lib and sd
        for host in islice(_walk(root), MOST_FILES):
            size = host.stat().st_size if host.is_file() else 0
            if host.parent == root:
                names += _names(host.name)
            if names > ROOT_ENTRIES:
                self._remark(f"{host} and what follows it are not on the board's drive, whose top "
                             f"takes {ROOT_ENTRIES} names: put the program into its own folder")
                return
            if size <= MOST_BYTES and total + size <= MOST_IN_ALL:
                total += size
                yield host
            else:
                self._remark(f"{host} is not on the board's drive: it is too large to lie beside a "
                             "program")

    def _borrowed(self, files: Files) -> Files:
        """Return the installed libraries that a drive without a lib folder imports.

        The firmware has a frozen library, but not all that it imports: its source tells.
        """
        found: Files = {}
        own = {PurePosixPath(path).stem for path in files if "/" not in path}
        seen = set(self._built_in) | own
        wanted = _imports(files)
        while wanted := wanted - seen:
            name = wanted.pop()
            seen.add(name)
            home = libraries.find(name)
            library = dict(_library(home)) if home else {}
            wanted |= _imports(library)
            if name not in self._frozen:
                found |= library
        return found

    def fill(self, memory: Any) -> None:
        """Format the flash and write the files. Raises ValueError if they do not fit."""
        try:
            fill(memory, self.files, self._count)
        except OSError:
            size = sum(map(_size, self.files.values())) // 1024
            raise ValueError(f"{self._drive.root} has {size:,} KB: the board's drive takes "
                             f"{self._count // 2:,} KB, with {ROOT_ENTRIES} names at its top, so "
                             "remove some files") from None
        self.adopt(Flash(memory))

    def adopt(self, flash: Flash) -> None:
        """Take note of the format of a drive that has these files."""
        self._boot_sector = flash.read(0, 1)

    @property
    def _count(self) -> int:
        return min(COUNT, self._drive.blocks)

    def bring_back(self, flash: Flash) -> None:
        """Copy what the board has written into the folder.

        A drive whose FAT cannot be read now leaves the folder as it is, and so does one that the
        board has formatted.
        """
        if self._is_formatted(flash):
            return
        written = flash.written
        try:
            volume = FatVolume(flash, lambda: DATE)
            entries = dict(volume.tree())
            changed = {path: None if entry.is_folder else volume.read(path)
                       for path, entry in entries.items()
                       if self._differs(path, entry, volume, written)}
        except (OSError, ValueError):
            return
        flash.written = set()
        gone = sorted(self.files.keys() - entries.keys(), reverse=True)
        for path in gone:
            del self.files[path]
            self._remove(path)
        for path, content in changed.items():
            if self.files.get(path, b"") != content or path not in self.files:
                self.files[path] = content
                self._keep(path, content)

    def _is_formatted(self, flash: Flash) -> bool:
        if flash.read(0, 1) == self._boot_sector:
            return False
        if flash.written:
            flash.written = set()
            self._remark(f"the board has formatted its drive: {self._drive.root} is left as it is")
        return True

    def _differs(self, path: str, entry: Entry, volume: FatVolume, written: set[int]) -> bool:
        if path not in self.files:
            return True
        known = self.files[path]
        if known is None or entry.is_folder:
            return (known is None) != entry.is_folder
        return entry.size != len(known) or volume.has_block_of(entry, written)

    def _place(self, path: str) -> Path | None:
        """Return the host's file for one of the board's; None for one that is only the board's."""
        if path == BOOT_OUTPUT and not any(name in self.files for name in BOOT_FILES):
            return None
        if path == CARD_FOLDER or path.startswith("."):
            return None
        if path == PROGRAM and not self.is_whole:
            path = self._drive.program
        try:
            return self._drive.main.host(path)
        except OSError:
            return None

    def _has_changed(self, host: Path) -> bool:
        """Whether the user has changed, made or removed this file since it was last looked at."""
        if not os.path.lexists(host):
            return host in self._left
        if host not in self._left or host.is_dir():
            return host not in self._left or self._left[host] is not None
        with suppress(OSError):
            return host.read_bytes() != self._left[host]
        return True

    def _keep(self, path: str, content: bytes | None) -> None:
        host = self._place(path)
        if host is None or self._has_changed(host):
            return
        self._drive.main.written.add(host)
        try:
            if content is None:
                host.mkdir(parents=True, exist_ok=True)
            else:
                host.parent.mkdir(parents=True, exist_ok=True)
                replace_on_host(host, content)
            self._left[host] = content
            self._drive.main.unsaved.discard(host)
        except OSError as error:
            self._drive.main.unsaved.add(host)
            self._warn(host, f"cannot write {host}, which the board has written: {error.strerror}")

    def _remove(self, path: str) -> None:
        host = self._place(path)
        if host is None or host == self._drive.root or self._has_changed(host):
            return
        self._drive.main.written.add(host)
        self._left.pop(host, None)
        try:
            remove_from_host(host)
            self._drive.main.unsaved.discard(host)
        except OSError as error:
            self._drive.main.unsaved.add(host)
            self._warn(host, f"cannot remove {host}, as the board has: {error.strerror}")

    def _warn(self, host: Path, sentence: str) -> None:
        """Say what is wrong with a file, once."""
        if host not in self._warned:
            self._warned.add(host)
            self._remark(sentence)

    def news(self, flash: Flash) -> list[tuple[int, bytes]]:
        """Return the blocks that a computer writes for the files saved since, and those of former
        saves that are not in the flash yet: data before tables.

        Without a change it is the program, which was saved again.
        """
        self._before = self.files, self._left
        files = self._read()
        scratch = flash.expected()
        try:
            self._change(FatVolume(scratch, lambda: DATE), files)
        except OSError:
            self.files, self._left = self._before
            self._remark("the saved files are not on the board: they do not fit its drive")
        else:
            self.files = {**files, BOOT_OUTPUT: self.files.get(BOOT_OUTPUT)}
            flash.sent |= {block: scratch.read(block, 1) for block in scratch.written}
        data = FatVolume(flash, lambda: DATE).layout.data
        return sorted(flash.sent.items(), key=lambda item: (item[0] < data, item[0]))

    def _change(self, volume: FatVolume, files: Files) -> None:
        """Make a drive that has `self.files` one that has these files."""
        gone = sorted((path for path, content in self.files.items() if path != BOOT_OUTPUT and (
            path not in files or (content is None) != (files[path] is None))), reverse=True)
        for path in gone:
            with suppress(OSError):  # a folder in which the board has made a file stays
                (volume.rmdir if self.files[path] is None else volume.remove)(path)
        changed = [path for path in files if path != BOOT_OUTPUT and (
            path not in self.files or self.files[path] != files[path])]
        if not changed and not gone:
            changed = [name for name in PROGRAM_NAMES if name in files][:1]
        for path in changed:
            _put(volume, path, files[path])

    def take_back(self, flash: Flash) -> None:
        """Note that the board has taken nothing of the news."""
        flash.sent.clear()
        self.files, self._left = self._before


def _size(content: bytes | None) -> int:
    return len(content or b"")


def fill(memory: Any, files: Files, count: int = COUNT) -> None:
    """Format flash memory as a drive of `count` blocks with these files. Raises OSError if they do
    not fit.
    """
    memory[:] = 0xFF
    memory[:TABLES * BLOCK] = 0
    flash = Flash(memory)
    format_flash(flash, count, LABEL)
    volume = FatVolume(flash, lambda: DATE)
    for path, content in files.items():
        _put(volume, path, content)


def _put(volume: FatVolume, path: str, content: bytes | None) -> None:
    if content is None:
        if not volume.has_folder(path):
            volume.mkdir(path)
        return
    with volume.open(path, "wb") as file:
        if file.write(content) < len(content):
            raise OSError(errno.ENOSPC, "the drive is full")


def _rival(path: str, taken: dict[str, str]) -> str | None:
    """Take the names of a path, or return the one that FAT takes for one of them."""
    for each in (path, *map(str, PurePosixPath(path).parents[:-1])):
        if (first := taken.setdefault(folded(each), each)) != each:
            return first
    return None


def _tree(root: Path) -> Iterator[Path]:
    """Yield files and folders that are a drive's, folders before what they hold."""
    return iter(sorted(_walk(root)))


def _walk(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder, level by level, without hidden files and Python's own."""
    folders, root = deque([folder]), os.path.realpath(folder)
    while folders:
        try:
            found = sorted(os.scandir(folders.popleft()), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in found:
            if entry.name[0] == "." or entry.name == "__pycache__" or not is_kept(entry, root):
                continue
            if entry.is_dir():
                folders.append(Path(entry.path))
            yield Path(entry.path)


def _names(path: str) -> int:
    """Return how many entries of a folder a file's name takes at most."""
    return 2 + len(path) // NAME_PART


def _imports(files: Mapping[str, bytes | None]) -> set[str]:
    sources = (content for path, content in files.items()
               if content is not None and path.endswith(".py"))
    return imported_names(b"\n".join(sources).decode("utf-8", "replace"))


def _library(home: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(home.rglob("*.py")) if home.is_dir() else [home]:
        yield f"lib/{file.relative_to(home.parent).as_posix()}", file.read_bytes()
