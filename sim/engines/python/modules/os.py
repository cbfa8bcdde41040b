# SPDX-License-Identifier: MIT
"""os: files and folders of the drive, settings.toml, and random bytes."""

import errno
from pathlib import PurePosixPath
from typing import Any

from ....board.failures import failure
from ..firmware import BUILT, CHIP, VERSION, machine_name
from ..heap import LARGEST, allocate
from ..native.arguments import text, word
from ..native.classes import named_tuple
from . import machine

__all__ = ["chdir", "getcwd", "getenv", "listdir", "mkdir", "remove", "rename", "rmdir", "sep",
           "stat", "statvfs", "sync", "uname", "unlink", "urandom", "utime"]

sep = "/"
uname_result = named_tuple("tuple", "sysname nodename release version machine")


def uname() -> Any:
    return uname_result(CHIP, CHIP, VERSION, f"{VERSION} on {BUILT}",
                        machine_name(machine.board.model))


def _place(path: str) -> tuple[Any, str]:
    """Return the volume that a path is on, and the path in it."""
    machine.spin.act()
    return machine.drive.place(path)


def urandom(size: int) -> bytes:
    machine.spin.act()
    return machine.entropy.randbytes(allocate((word(size) & LARGEST) + 1) - 1)


def getenv(key: str, default: Any = None) -> Any:
    """Return the text after the key in settings.toml, else `default`.

    Until CircuitPython 10.1 a number came back as an int: `int(os.getenv(key))` suits both.
    """
    value = machine.settings.raw(text(key))
    return default if value is None else value


def getcwd() -> str:
    return str(machine.drive.directory)


def chdir(path: str) -> None:
    if not machine.drive.has_folder(path):
        raise failure(errno.ENOENT)
    machine.spin.act()
    machine.drive.directory = PurePosixPath(machine.drive.absolute(path))


def listdir(dir: str = "") -> list[str]:
    machine.spin.act()
    return machine.drive.listdir(dir)


def stat(path: str) -> tuple[int, ...]:
    volume, inside = _place(path)
    return volume.stat(inside)


def statvfs(path: str) -> tuple[int, ...]:
    return _place(path)[0].statvfs()


def utime(path: str, times: tuple[int, int]) -> None:
    volume, inside = _place(path)
    accessed, modified = times
    volume.utime(inside, (accessed, modified))


def remove(path: str) -> None:
    volume, inside = _place(path)
    volume.remove(inside)


unlink = remove


def rename(old_path: str, new_path: str) -> None:
    old_volume, old = _place(old_path)
    new_volume, new = _place(new_path)
    if old_volume is not new_volume:
        raise failure(errno.EPERM)
    old_volume.rename(old, new)


def mkdir(path: str) -> None:
    volume, inside = _place(path)
    volume.mkdir(inside)


def rmdir(path: str) -> None:
    volume, inside = _place(path)
    volume.rmdir(inside)


def sync() -> None:
    """Does nothing: nothing is buffered."""
