# SPDX-License-Identifier: MIT
"""The CIRCUITPY drive, a folder on the host, and the file systems that the program mounts.

`/x` and `x` name the same file. No path leads out of the folders through `..` or a link, nor
through a link to a folder, which FAT does not have; but a program that reaches for Python's own
objects can get out (see docs/simulator/testing.md). The program may only read the drive until it is
remounted, as on a board plugged into a computer.

Two classes have the interface of a mountable `FileSystem`: `Volume`, a folder, and
`sim.board.fat.FatVolume`, a FAT on blocks. A `Volume` has the size of a drive, finds names in any
case as FAT does, and raises the device's errors (source: `extmod/vfs_fat.c`). Its files end where
it is full.
"""

import errno
import hashlib
import io
import os
import posixpath
import re
import shutil
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import IO, Any, NoReturn, Protocol

from .. import schema
from .boot import RTC_START
from .failures import failure
from .fat import BLOCK, flash_shape
from .faults import Faults
from .files import FILE, FOLDER, is_mode, opened, sought
from .names import is_utf8, is_valid, parts


class FileSystem(Protocol):
    """A file system. Paths are within it, without a leading slash; "" is its root.

    Methods raise OSError with the device's numbers and words (source: `extmod/vfs_fat.c`).
    """

    label: str
    read_only: bool

    def listdir(self, path: str) -> list[str]: ...

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]: ...

    def stat(self, path: str) -> tuple[int, ...]: ...

    def statvfs(self) -> tuple[int, ...]: ...

    def is_file(self, path: str) -> bool: ...

    def has_folder(self, path: str) -> bool: ...

    def read(self, path: str) -> bytes | None: ...

    def name_of(self, file: Any) -> str | None: ...

    def mkdir(self, path: str) -> None: ...

    def remove(self, path: str) -> None: ...

    def rmdir(self, path: str) -> None: ...

    def rename(self, old: str, new: str) -> None: ...

    def utime(self, path: str, times: tuple[int, int]) -> None: ...

    def open(self, path: str, mode: str) -> Any: ...

    def require_writable(self) -> None: ...


# The longest name of a file on a computer, in bytes.
LONGEST_NAME = 255
# The bytes that a file of a folder reads ahead.
BUFFER = io.DEFAULT_BUFFER_SIZE


@contextmanager
def device_errors() -> Iterator[None]:
    """Turn the host's OSError into the device's."""
    try:
        yield
    except OSError as error:
        number = error.errno or errno.EIO
        raise failure(_ON_FAT.get(number, number)) from None


# A path through a file or a loop of links, and a name that is too long for the computer.
_ON_FAT = {errno.ENOTDIR: errno.ENOENT, errno.ELOOP: errno.ENOENT,
           errno.ENAMETOOLONG: errno.EINVAL}


class Volume:
    """The folder `root` as a volume of `clusters` of `cluster` bytes each.

    `label` is its name on a computer. If the folder is not `whole` a drive, only what the program
    has written uses space. `written` holds the files that the program has written, `unsaved` those
    that the computer could not write for it.
    """

    def __init__(self, root: Path, label: str, clusters: int, cluster: int,
                 read_only: bool, whole: bool):
        self._root = os.path.realpath(root)
        self.root = Path(self._root)
        self.label = label
        self.clusters = clusters
        self.cluster = cluster
        self.read_only = read_only
        self.whole = whole
        self._free = 0
        self.written: set[Path] = set()
        self.unsaved: set[Path] = set()
        # Entries of the top folder that only the board has: a file's content, or None for a folder.
        self.given: dict[str, bytes | None] = {}
        # The names that the program has made, in the order of a folder of FAT.
        self._made: dict[str, None] = {}

    def take_over(self, old: "Volume", starts_up: bool) -> None:
        """Keep the record of what was written, and `read_only` unless boot.py will run."""
        self.written, self.unsaved, self._made = old.written, old.unsaved, old._made
        self.read_only = self.read_only if starts_up else old.read_only

    def host(self, path: str) -> Path:
        """Return the host's path, in the case of the file that exists.

        Raises OSError ENOENT for a path through a link to a folder or out of this one.
        """
        return Path(self._host(path))

    def _host(self, path: str) -> str:
        host, link = _find(self._root, parts(path))
        if link and (link != host or not leads_within(link, self._root)):
            raise failure(errno.ENOENT)
        return host

    def existing(self, path: str) -> Path:
        host = self.host(path)
        if not (host.is_file() or host.is_dir()):
            raise failure(errno.ENOENT)
        return host

    def _given(self, path: str) -> list[bytes | None]:
        """Return what only the board has at this path, in a list that is empty without it."""
        name = "/".join(parts(path)).lower()
        is_there = name in self.given and not os.path.exists(self._host(path))
        return [self.given[name]] if is_there else []

    def listdir(self, path: str) -> list[str]:
        """Return the names of a folder; what FAT cannot hold is not on the board's drive."""
        if self._given(path) == [None]:
            return []
        folder = self._host(path)
        with device_errors(), os.scandir(folder) as entries:
            names = {entry.name for entry in entries if self._is_copied(entry)}
        if not parts(path):
            names |= set(filter(self._given, self.given))
        place, start = {name: at for at, name in enumerate(self._made, 1)}, os.path.join(folder, "")
        return sorted(names, key=lambda name: (place.get(start + name, 0), name))

    def _is_copied(self, entry: os.DirEntry[str]) -> bool:
        """Say whether a board has this, too: hidden files are the computer's."""
        name = entry.name
        is_own = not (name[0] == "." or name == "__pycache__") or entry.path in self._made
        return is_own and is_valid(name) and is_kept(entry, self._root)

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]:
        """Yield (name, type, 0, size) of each entry."""
        for name in self.listdir(path):
            kind, *_, size, _, _, _ = self.stat(f"{path}/{name}" if path else name)
            yield name, kind, 0, size

    def stat(self, path: str) -> tuple[int, ...]:
        """Return what the board tells; a file that it did not write is of its first day."""
        if given := self._given(path):
            return _stat(FOLDER if given == [None] else FILE, len(given[0] or b""), RTC_START)
        host = self.existing(path)
        found = host.stat()
        date = int(found.st_mtime) if host in self.written else RTC_START
        if host.is_dir():
            return _stat(FOLDER, 0, date if parts(path) else 0)
        return _stat(FILE, found.st_size, date)

    def statvfs(self) -> tuple[int, ...]:
        self._measure()
        free = self._free
        return (self.cluster, self.cluster, self.clusters, free, free, 0, 0, 0, 0, 255)

    def _measure(self) -> None:
        files = self.root.rglob("*") if self.whole else [*self.written]
        used = sum(1 if file.is_dir() else self._clusters(file.stat().st_size)
                   for file in files if file.exists())
        used += len(list(filter(self._given, self.given)))
        self._free = max(0, self.clusters - used)

    def _clusters(self, size: int) -> int:
        return -(-size // self.cluster)

    def _grant(self, size: int, wanted: int) -> int:
        """Return how long a file of `size` bytes may become, and take the space for it."""
        held = self._clusters(size)
        granted = max(held, min(self._clusters(wanted), held + self._free))
        self._free -= granted - held
        return min(wanted, granted * self.cluster)

    def is_file(self, path: str) -> bool:
        with suppress(OSError):
            return os.path.isfile(self._host(path))
        return False

    def has_folder(self, path: str) -> bool:
        with suppress(OSError):
            return os.path.isdir(self._host(path)) or self._given(path) == [None]
        return False

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, None if there is no such file."""
        if not self.is_file(path):
            return None
        with open(self._host(path), "rb") as file:
            return file.read()

    def name_of(self, file: Any) -> str | None:
        """Return the path of an open file, None for a file of another volume."""
        host = Path(os.path.realpath(str(getattr(file, "name", ""))))
        return host.relative_to(self.root).as_posix() if host.is_relative_to(self.root) else None

    def mkdir(self, path: str) -> None:
        self.require_writable()
        self._measure()
        if not self._free:
            raise failure(errno.EACCES)
        if self._given(path):
            raise failure(errno.EEXIST)
        with device_errors():
            self._write(self.host(path)).mkdir()

    def remove(self, path: str) -> None:
        host = self._writable(path)
        if host.is_dir():
            raise failure(errno.EISDIR)
        with device_errors():
            host.unlink()
        self._made.pop(str(host), None)

    def rmdir(self, path: str) -> None:
        """Remove a folder; raises OSError EACCES if it is not empty."""
        host = self._writable(path)
        if not host.is_dir():
            raise failure(errno.ENOTDIR)
        if any(host.iterdir()):
            raise failure(errno.EACCES)
        with device_errors():
            host.rmdir()

    def rename(self, old: str, new: str) -> None:
        """Rename a file or folder; a file at the new path is replaced, a folder is not."""
        host, target = self._writable(old), self.host(new)
        if target == host:  # the same name in another case
            target = host.with_name(parts(new)[-1])
        if target.is_dir():
            raise failure(errno.EISDIR)
        with device_errors():
            if host.is_dir() and target.exists():
                self._write(target).unlink()
            host.replace(self._write(target))

    def utime(self, path: str, times: tuple[int, int]) -> None:
        """Set the date to the first of the times, the only one that FAT keeps."""
        with device_errors():
            os.utime(self._writable(path), (times[0], times[0]))

    def open(self, path: str, mode: str) -> Any:
        if set(mode) & set("wax+"):
            self.require_writable()
        if not path:
            raise failure(errno.EPERM)
        host = self.host(path)
        with device_errors():
            if host.is_dir() or self._given(path) == [None]:
                raise failure(errno.ENOENT, path)
            if host.exists() and not host.is_file():
                raise failure(errno.EIO)  # a pipe on the host would never answer
            if not set(mode) & set("wax+"):
                given = self._given(path)
                raw = _GivenFile(given[0] or b"") if given else _HostFile(host, mode, self._grant)
                return opened(raw, mode, BUFFER)
            raw = _HostFile(self._write(host), mode, self._grant)
            self._measure()
            return opened(raw, mode, BUFFER)

    def require_writable(self) -> None:
        if self.read_only:
            raise failure(errno.EROFS)

    def _writable(self, path: str) -> Path:
        self.require_writable()
        return self._write(self.existing(path))

    def _write(self, host: Path) -> Path:
        self.written.add(host)
        if not host.exists():
            self._made[str(host)] = None
        return host


def _stat(kind: int, size: int, date: int) -> tuple[int, ...]:
    return kind, 0, 0, 0, 0, 0, size, date, date, date


def remove_from_host(host: Path) -> None:
    """Remove a file, or a folder unless it still holds files that no volume had."""
    if host.is_dir() and not host.is_symlink():
        with suppress(OSError):
            host.rmdir()
    else:
        host.unlink(missing_ok=True)


def replace_on_host(host: Path, data: bytes) -> None:
    """Write a file whole or not at all; a link stays one. Raises OSError naming the file."""
    target = Path(os.path.realpath(host))
    temporary = beside(target, f"{os.getpid()}.{threading.get_ident()}.part")
    remove_leftovers(target)
    try:
        temporary.write_bytes(data)
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(host)) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def beside(file: Path, ending: str) -> Path:
    """Return the hidden name for what belongs to a file; that of a long name has a digest of it."""
    name = f".{file.name}.{ending}"
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f".{hashlib.sha256(os.fsencode(file.name)).hexdigest()}.{ending}"
    return file.with_name(name)


def remove_leftovers(file: Path) -> None:
    """Remove what processes that were killed while they wrote a file have left beside it."""
    part = re.compile(re.escape(beside(file, "").name) + r"(\d+)\.\d+\.part")
    with suppress(OSError):
        for name in os.listdir(file.parent):
            found = part.fullmatch(name)
            if found and not _works(int(found[1])):
                with suppress(OSError):
                    os.remove(file.with_name(name))


def _works(process: int) -> bool:
    """Say whether a process may still write; on Windows nobody can remove a file that is open."""
    if os.name != "posix":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # it is another user's
        return True
    return True


class _HostFile(io.FileIO):
    """A file of the computer on a volume. `grant(size, wanted)` returns how long one of that size
    may become.
    """

    def __init__(self, host: Path, mode: str, grant: Callable[[int, int], int]):
        super().__init__(str(host), mode.replace("b", "").replace("t", ""))
        self._grant = grant
        self._reserved = self.size

    @property
    def size(self) -> int:
        return os.fstat(self.fileno()).st_size

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        return super().seek(sought(self, self.tell(), offset, whence))

    def reserve(self, wanted: int) -> int:
        granted = self._grant(self._reserved, wanted)
        self._reserved = max(self._reserved, granted)
        return granted

    def sync(self) -> None:
        """Does nothing: the computer keeps the size."""


class _GivenFile(io.BytesIO):
    """A file that the board has and the computer does not. It is only read."""

    def writable(self) -> bool:
        return False


def is_kept(entry: os.DirEntry[str], root: str) -> bool:
    """Say whether a volume of the folder `root`, a path without links, has this entry: a file, a
    folder, or a link to a file of the volume, but no pipe and no other link.
    """
    if entry.is_symlink():
        return os.path.isfile(entry.path) and leads_within(entry.path, root)
    return entry.is_file() or entry.is_dir()


def leads_within(link: str, root: str) -> bool:
    """Say whether a link leads to a file, or a name for one, in the folder `root`."""
    target = os.path.realpath(link)
    return target.startswith(os.path.join(root, "")) and not os.path.isdir(target)


def _find(folder: str, names: list[str]) -> tuple[str, str]:
    """Return the host's path of these names within `folder`, in the case of the files that exist,
    and the first link on the way, "" for none.
    """
    host, link = folder, ""
    for name in names:
        here = os.path.join(host, name)
        about = _about(here)
        if about is None:
            here = os.path.join(host, _matching(host, name))
            about = _about(here)
        host = here
        link = link or (here if _is_link(about) else "")
    return host, link


def _about(host: str) -> os.stat_result | None:
    try:
        return os.lstat(host)
    except OSError:
        return None


def _is_link(about: os.stat_result | None) -> bool:
    """Say whether a path is a link; on Windows every kind of link has a reparse tag."""
    return about is not None and bool(
        stat.S_ISLNK(about.st_mode) or getattr(about, "st_reparse_tag", 0))


def _matching(folder: str, name: str) -> str:
    try:
        there = sorted(os.listdir(folder))
    except OSError:
        return name
    return next((other for other in there if other.lower() == name.lower()), name)


PROGRAM_NAMES = ("code.txt", "code.py", "main.py", "main.txt")
# The QSPI flash has 8,192 KB; the firmware keeps 4 KB of them from the drive.
SIZE_KB = 8188
SMALLEST_KB = 64
# CircuitPython creates this folder for a card when it formats the drive.
CARD_FOLDER = "sd"


def program_at(root: str | os.PathLike[str]) -> Path:
    """Return a drive folder, or a program file; for a link to one, the file itself, as Python does.

    Raises ValueError for what can be no path.
    """
    path = schema.path(root)
    return Path(os.path.realpath(path)) if path.is_symlink() and path.is_file() else path


class Drive:
    """The drive. `root` is a drive folder, or a program file in the folder that is the drive.

    `sources` is a folder like it with the .py files that the drive's .mpy files were compiled from;
    if it is the drive itself, its .py files stand for .mpy files. Raises ValueError for a `root`
    that cannot be a drive.
    """

    def __init__(self, root: str | os.PathLike[str], faults: Faults | None = None,
                 sources: str | os.PathLike[str] | None = None, size_kb: int = SIZE_KB):
        path = schema.path(root)
        self._faults = faults or Faults()
        self.sources = None if sources is None else schema.path(sources)
        if not path.exists():
            raise ValueError(f"{path} does not exist: name a CIRCUITPY folder or a .py file")
        if path.is_file() and not is_valid(path.name):
            why = "is none that a board's drive takes" if is_utf8(path.name) else "is not UTF-8"
            raise ValueError(f"the name of {path} {why}: rename the program")
        if not SMALLEST_KB <= size_kb <= SIZE_KB:
            raise ValueError(f"a drive of {size_kb} KB is not the board's: {SMALLEST_KB} to "
                             f"{SIZE_KB}")
        if self.sources and not self.sources.is_dir():
            raise ValueError(f"{self.sources} is not a folder: name the one with the .py files "
                             "from which the drive's .mpy files were compiled")
        self.size_kb = size_kb
        folder = path if path.is_dir() else path.parent
        shape = flash_shape(self.blocks)
        self.main = Volume(folder, "CIRCUITPY", shape.clusters, shape.cluster_blocks * BLOCK,
                           read_only=True, whole=path.is_dir())
        self.main.given[CARD_FOLDER] = None
        self.program = path.name if path.is_file() else self._find_program(path)
        self.directory = PurePosixPath("/")
        self._mounted: dict[str, FileSystem] = {}

    @property
    def root(self) -> Path:
        return self.main.root

    @property
    def blocks(self) -> int:
        """The size of the drive in blocks."""
        return self.size_kb * 1024 // BLOCK

    @property
    def is_to_be_compiled(self) -> bool:
        """Whether a board would get the modules as .mpy files."""
        return self.sources is not None and os.path.realpath(self.sources) == str(self.root)

    def _find_program(self, folder: Path) -> str:
        for name in PROGRAM_NAMES:
            found = folder / name
            if not found.exists():
                found = folder / _matching(str(folder), name)
            if found.is_file():
                self._require_within(found)
                return found.name
        raise ValueError(f"{folder} holds no code.py: name a CIRCUITPY folder or a .py file")

    def _require_within(self, program: Path) -> None:
        """Raises ValueError for a link out of the drive, which no board has."""
        if program.is_symlink() and not leads_within(str(program), str(self.root)):
            raise ValueError(f"{program} is a link that leads out of the drive: put the program "
                             "itself there")

    def prefer(self, program: str, directory: str | None) -> None:
        """Start another file, if it exists, in this working directory."""
        if self.is_file(program):
            self.program = program.lstrip("/")
        if directory is not None and self.has_folder(directory):
            self.directory = PurePosixPath(self.absolute(directory))

    def absolute(self, path: str | os.PathLike[str]) -> str:
        """Return the full path on the device, `/lib/x.py`. Raises TypeError unless it is text."""
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"can't convert '{type(path).__name__}' object to str implicitly")
        full = posixpath.join(str(self.directory), os.fspath(path))
        return "/" + posixpath.normpath(full).lstrip("/")

    def place(self, path: str | os.PathLike[str]) -> tuple[FileSystem, str]:
        """Return the volume that holds a path, and the path in it."""
        full = self.absolute(path)
        for point, volume in self._mounted.items():
            if full == point or full.startswith(point + "/"):
                return volume, full[len(point) + 1 :]
        return self.main, full[1:]

    def mount(self, volume: FileSystem, point: str) -> None:
        """Mount a volume. Raises RuntimeError without a folder, OSError EPERM if one is mounted."""
        full = self.absolute(point)
        if full in self._mounted or full == "/":
            raise failure(errno.EPERM)
        if point.endswith("/") or not self.has_folder(full):
            raise RuntimeError("Mount point directory missing")
        self._mounted[full] = volume

    def unmount(self, volume: FileSystem) -> None:
        """Unmount a volume. Raises OSError EINVAL if it is not mounted."""
        if volume not in self._mounted.values():
            raise failure(errno.EINVAL)
        self._mounted = {at: v for at, v in self._mounted.items() if v is not volume}

    def mounted(self, point: str) -> FileSystem:
        """Return the volume that is mounted there. Raises OSError EINVAL without one."""
        full = self.absolute(point)
        if full == "/":
            return self.main
        if full not in self._mounted:
            raise failure(errno.EINVAL)
        return self._mounted[full]

    def listdir(self, path: str) -> list[str]:
        volume, inside = self.place(path)
        names = volume.listdir(inside)
        is_root = volume is self.main and not inside
        mounted = {at[1:] for at in self._mounted if at.count("/") == 1} - {*names}
        return [*names, *sorted(mounted)] if is_root else names

    def names(self, folder: str) -> set[str]:
        """Return the names in a folder in lower case; none if it does not exist."""
        try:
            return {name.lower() for name in self.listdir(folder)}
        except OSError:
            return set()

    def open(self, path: str | os.PathLike[str], mode: str = "r", buffering: int = -1,
             encoding: str | None = None) -> IO[Any]:
        """Open a file like the device's `open`; EROFS for writing while the drive is read-only."""
        if not is_mode(mode):
            raise ValueError("Invalid mode")
        volume, inside = self.place(path)
        fault = self._fault_of(volume, inside)
        try:
            if not fault:
                opened: IO[Any] = volume.open(inside, mode)
                return opened
            return _open_spoiled(self.main, inside, fault, mode)
        except OSError as error:
            is_mounted = volume is not self.main and str(path).startswith("/")
            name = f"/{inside}" if is_mounted else path
            named = () if error.errno in (errno.EPERM, errno.EROFS, errno.EIO) else (name,)
            raise failure(error.errno or errno.EIO, *named) from None

    def name_of(self, file: Any) -> str:
        """Return the device path of an open file, "" for a file that is not on the drive."""
        for point, volume in {**self._mounted, "": self.main}.items():
            name = volume.name_of(file)
            if name is not None:
                return f"{point}/{name}".lstrip("/")
        return ""

    def read(self, path: str) -> bytes | None:
        """Return the file's bytes, None if there is no such file."""
        volume, inside = self.place(path)
        if self._fault_of(volume, inside):
            raise failure(errno.EIO)
        return volume.read(inside)

    def is_file(self, path: str) -> bool:
        volume, inside = self.place(path)
        return volume.is_file(inside)

    def has_folder(self, path: str) -> bool:
        volume, inside = self.place(path)
        return volume.has_folder(inside)

    def _fault_of(self, volume: FileSystem, inside: str) -> str:
        """Return "open" or "read" for an existing file of the drive that a test has spoiled."""
        if not self._faults.unreadable or volume is not self.main:
            return ""
        spoiled = {self.main.host(name.lstrip("/")): at
                   for name, at in self._faults.unreadable.items()}
        host = self.main.host(inside)
        return spoiled.get(host, "") if host.is_file() else ""


def _open_spoiled(volume: Volume, inside: str, fault: str, mode: str) -> IO[Any]:
    if set(mode) & set("wax+"):
        volume.require_writable()
        fault = "open"
    if fault == "open":
        raise failure(errno.EIO)
    return io.BufferedReader(_BadSectors(volume.host(inside)))


class _BadSectors(io.FileIO):
    """A file whose sectors cannot be read; every read through a buffer ends up here."""

    def readinto(self, buffer: Any, /) -> NoReturn:
        raise failure(errno.EIO)

    def readall(self) -> NoReturn:
        raise failure(errno.EIO)
