# SPDX-License-Identifier: MIT
"""The drive's mount: whether the program or the computer may write."""

from typing import Any

from sim.machine import Machine

__all__ = ["VfsFat", "disable_usb_drive", "enable_usb_drive", "erase_filesystem", "getmount",
           "mount", "remount", "umount"]

machine: Machine


class VfsFat:
    """The drive's file system."""

    label = "CIRCUITPY"

    @property
    def readonly(self) -> bool:
        return machine.drive.read_only

    def statvfs(self, path: str) -> Any:
        return machine.hardware("os").statvfs(path)


_drive = VfsFat()


def getmount(mount_path: str) -> VfsFat:
    if mount_path != "/":
        raise OSError(19, "No such device")
    return _drive


def remount(mount_path: str, readonly: bool = False, *,
            disable_concurrent_write_protection: bool = False) -> None:
    getmount(mount_path)
    machine.drive.read_only = readonly


def _in_boot_only(*_: Any, **__: Any) -> None:
    raise RuntimeError("Cannot change USB devices now")


disable_usb_drive = enable_usb_drive = _in_boot_only


def _not_simulated(*_: Any, **__: Any) -> None:
    raise NotImplementedError("only the CIRCUITPY drive is simulated")


mount = umount = erase_filesystem = _not_simulated
