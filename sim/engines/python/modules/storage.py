# SPDX-License-Identifier: MIT
"""storage: file systems of the CIRCUITPY drive and of cards, mount points, write access."""

import errno
from collections.abc import Callable, Iterator
from typing import Any

from ....board.drive import FileSystem
from ....board.failures import failure
from ....board.fat import BLOCK, FatVolume
from ..native.arguments import of_type, text, word
from . import machine, time

__all__ = ["VfsFat", "disable_usb_drive", "enable_usb_drive", "erase_filesystem", "getmount",
           "mount", "remount", "umount", "unsafe_disable_usb_drive"]

# The operations of a block device's `ioctl`.
START, SYNC = 1, 3


class VfsFat:
    """The file system of a device of blocks; the drive's comes from `getmount("/")`.

    Blocks without a file system are refused when they are mounted, as in CircuitPython.
    """

    def __init__(self, block_device: Any):
        blocks = _Blocks(block_device)
        self._given: FileSystem | None = None
        try:
            self._given = FatVolume(blocks, time.time)
        except OSError as error:
            if error.errno != errno.ENODEV:
                raise

    @property
    def _volume(self) -> FileSystem:
        if self._given is None:
            raise failure(errno.ENODEV)
        return self._given

    @property
    def label(self) -> str:
        return self._volume.label

    @label.setter
    def label(self, label: str) -> None:
        self._volume.require_writable()
        self._volume.label = label[:11]

    @property
    def readonly(self) -> bool:
        return self._volume.read_only

    @staticmethod
    def mkfs(block_device: Any) -> None:
        raise NotImplementedError("storage.VfsFat.mkfs is not simulated: "
                                  "it would erase the folder or image that is the card")

    def open(self, path: str, mode: str) -> Any:
        return self._volume.open(_inside(path), mode)

    def ilistdir(self, path: str) -> Iterator[tuple[str, int, int, int]]:
        return self._volume.ilistdir(_inside(path))

    def mkdir(self, path: str) -> None:
        self._volume.mkdir(_inside(path))

    def rmdir(self, path: str) -> None:
        self._volume.rmdir(_inside(path))

    def stat(self, path: str) -> tuple[int, ...]:
        return self._volume.stat(_inside(path))

    def statvfs(self, path: str) -> tuple[int, ...]:
        return self._volume.statvfs()

    def mount(self, readonly: bool, mkfs: Any) -> None:
        """Called by `storage.mount`; `mkfs` is ignored, as in CircuitPython."""
        self._volume.read_only = bool(readonly)

    def umount(self) -> None:
        """Called by `storage.umount`; nothing is buffered."""


class _Blocks:
    """A program's block device, of either kind that CircuitPython knows.

    Once the power is off, nothing is written. Source: `extmod/vfs_blockdev.c`.
    """

    def __init__(self, device: Any):
        self._read = _method(device, "readblocks")
        self._write: Callable[..., Any] | None = getattr(device, "writeblocks", None)
        self._ioctl: Callable[..., Any] | None = getattr(device, "ioctl", None)
        self._sync: Callable[..., Any] | None = getattr(device, "sync", None)
        if self._ioctl is None:
            _method(device, "count")
        else:
            self._ioctl(START, 0)

    def read(self, first: int, count: int) -> bytes:
        data = bytearray(count * BLOCK)
        _succeed(self._read(first, data))
        return bytes(data)

    def write(self, first: int, data: bytes) -> None:
        if self._write is None:
            raise failure(errno.EROFS)
        if machine.board.powered:
            _succeed(self._write(first, bytearray(data)))

    def sync(self) -> None:
        if not machine.board.powered:
            return
        if self._ioctl:
            self._ioctl(SYNC, 0)
        elif self._sync:
            self._sync()


def _method(device: Any, name: str) -> Callable[..., Any]:
    if not hasattr(device, name):
        raise AttributeError(f"'{type(device).__name__}' object has no attribute '{name}'")
    method: Callable[..., Any] = getattr(device, name)
    return method


def _succeed(answer: Any) -> None:
    """Check a device's answer: FatFs takes None, True and 0, and reports any other as EIO."""
    if answer is False or (answer is not None and answer is not True and word(answer) != 0):
        raise failure(errno.EIO)


def _inside(path: Any) -> str:
    return text(path).strip("/")


def _file_system(volume: FileSystem) -> VfsFat:
    """Return the same object for the same volume."""
    if volume not in _file_systems:
        file_system = object.__new__(VfsFat)
        file_system._given = volume
        _file_systems[volume] = file_system
    return _file_systems[volume]


_file_systems: dict[FileSystem, VfsFat] = {}


def mount(filesystem: VfsFat, mount_path: str, *, readonly: bool = False) -> None:
    of_type(filesystem, VfsFat, "filesystem")
    machine.drive.mount(filesystem._volume, mount_path)
    _file_systems[filesystem._volume] = filesystem
    filesystem.mount(readonly, filesystem)


def umount(mount: str | VfsFat) -> None:
    volume = mount._volume if isinstance(mount, VfsFat) else machine.drive.mounted(mount)
    machine.drive.unmount(volume)


def getmount(mount_path: str) -> VfsFat:
    return _file_system(machine.drive.mounted(mount_path))


def remount(mount_path: str, readonly: bool = False, *,
            disable_concurrent_write_protection: bool = False) -> None:
    """Change write access; no computer uses the drive, so the program may have it."""
    machine.drive.mounted(mount_path).read_only = bool(readonly)


def disable_usb_drive() -> None:
    """Give the program write access."""
    machine.boot_file.require()
    machine.drive.main.read_only = False


def enable_usb_drive() -> None:
    machine.boot_file.require()
    machine.drive.main.read_only = True


def unsafe_disable_usb_drive() -> None:
    """Does nothing: no computer uses the simulated drive."""


def erase_filesystem(extended: bool | None = None) -> None:
    raise NotImplementedError("storage.erase_filesystem is not simulated: "
                              "it would erase the folder that is the drive")
