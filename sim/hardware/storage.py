# SPDX-License-Identifier: MIT
"""File systems: the CIRCUITPY drive's and a card's, their mount points, and who may write."""

from collections.abc import Iterator
from typing import Any

from ..drive.volume import Volume
from ..machine import Machine

__all__ = ["VfsFat", "disable_usb_drive", "enable_usb_drive", "erase_filesystem", "getmount",
           "mount", "remount", "umount", "unsafe_disable_usb_drive"]

machine: Machine


class VfsFat:
    """The file system of a card; the drive's comes from `getmount("/")`."""

    def __init__(self, block_device: Any):
        volume = getattr(block_device, "_volume", None)
        if not isinstance(volume, Volume):
            raise NotImplementedError("storage.VfsFat is simulated on an sdcardio.SDCard only, "
                                      f"not on {type(block_device).__name__}")
        self._volume = volume

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
                                  "it would erase the folder that is the card")

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
        """Called by `storage.mount`; `mkfs` is ignored, as in the core."""
        self._volume.read_only = bool(readonly)

    def umount(self) -> None:
        """Called by `storage.umount`; nothing is buffered."""


def _inside(path: Any) -> str:
    if not isinstance(path, str):
        raise TypeError(f"can't convert '{type(path).__name__}' object to str implicitly")
    return path.strip("/")


def _file_system(volume: Volume) -> VfsFat:
    """The same object for the same volume."""
    if volume not in _file_systems:
        file_system = object.__new__(VfsFat)
        file_system._volume = volume
        _file_systems[volume] = file_system
    return _file_systems[volume]


_file_systems: dict[Volume, VfsFat] = {}


def mount(filesystem: VfsFat, mount_path: str, *, readonly: bool = False) -> None:
    if not isinstance(filesystem, VfsFat):
        raise TypeError("filesystem must be of type VfsFat")
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
    """The simulated board is not a computer's drive, so its program may take the right to write."""
    machine.drive.mounted(mount_path).read_only = bool(readonly)


def disable_usb_drive() -> None:
    """Then the program may write."""
    machine.boot_file.require()
    machine.drive.main.read_only = False


def enable_usb_drive() -> None:
    machine.boot_file.require()
    machine.drive.main.read_only = True


def unsafe_disable_usb_drive() -> None:
    """The simulated board is not a computer's drive."""


def erase_filesystem(extended: bool | None = None) -> None:
    raise NotImplementedError("storage.erase_filesystem is not simulated: "
                              "it would erase the folder that is the drive")
