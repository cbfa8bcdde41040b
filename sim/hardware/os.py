# SPDX-License-Identifier: MIT
"""Files and folders of the drive, settings.toml, and random bytes from the chip."""

import errno
import tomllib
from collections import namedtuple
from pathlib import Path, PurePosixPath
from typing import Any

from sim.machine import Machine

__all__ = ["chdir", "getcwd", "getenv", "listdir", "mkdir", "remove", "rename", "rmdir", "sep",
           "stat", "statvfs", "sync", "uname", "unlink", "urandom"]

machine: Machine

sep = "/"
VERSION = "10.2.0"
# 8 MB of QSPI flash: sectors of 512 bytes in clusters of 4,096.
DRIVE_CLUSTERS, CLUSTER = 2040, 4096
uname_result = namedtuple("uname_result", "sysname nodename release version machine")


def uname() -> Any:
    title = f"{machine.board.title} with samd51j20"
    return uname_result("samd51", "samd51", VERSION, VERSION, title)


def urandom(size: int) -> bytes:
    return machine.entropy.randbytes(size)


def getenv(key: str, default: Any = None) -> Any:
    """The value in settings.toml, a str or an int; read line by line, as the device does."""
    for line in _settings().decode("utf-8").splitlines():
        try:
            value = tomllib.loads(line).get(key)
        except tomllib.TOMLDecodeError:
            continue
        if isinstance(value, (str, int)):
            return value
    return default


def _settings() -> bytes:
    """Empty for a file that is missing or cannot be read, as in the core's getenv.c."""
    try:
        return machine.drive.read("/settings.toml") or b""
    except OSError:
        return b""


def getcwd() -> str:
    return str(machine.drive.directory)


def chdir(path: str) -> None:
    if not machine.drive.resolve(path).is_dir():
        raise OSError(errno.ENOENT, "No such file/directory")
    inside = machine.drive.resolve(path).resolve().relative_to(machine.drive.root)
    machine.drive.directory = PurePosixPath("/") / inside.as_posix()


def listdir(path: str = "") -> list[str]:
    return sorted(file.name for file in _existing(path).iterdir())


def stat(path: str) -> tuple[int, ...]:
    found = _existing(path).stat()
    seconds = int(found.st_mtime)
    return (found.st_mode & 0xF000, 0, 0, 0, 0, 0, found.st_size, seconds, seconds, seconds)


def statvfs(path: str) -> tuple[int, ...]:
    used = sum(-(-file.stat().st_size // CLUSTER) for file in machine.drive.root.rglob("*")
               if file.is_file())
    free = max(0, DRIVE_CLUSTERS - used)
    return (CLUSTER, CLUSTER, DRIVE_CLUSTERS, free, free, 0, 0, 0, 0, 255)


def remove(path: str) -> None:
    _writable(path).unlink()


unlink = remove


def rename(old_path: str, new_path: str) -> None:
    _writable(old_path).rename(machine.drive.resolve(new_path))


def mkdir(path: str) -> None:
    _check_writable()
    machine.drive.resolve(path).mkdir()


def rmdir(path: str) -> None:
    _writable(path).rmdir()


def sync() -> None:
    """Nothing is held back."""


def _existing(path: str) -> Path:
    host_path = machine.drive.resolve(path)
    if not host_path.exists():
        raise OSError(errno.ENOENT, "No such file/directory")
    return host_path


def _writable(path: str) -> Path:
    _check_writable()
    return _existing(path)


def _check_writable() -> None:
    if machine.drive.read_only:
        raise OSError(errno.EROFS, "Read-only filesystem")
