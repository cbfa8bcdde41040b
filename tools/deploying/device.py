# SPDX-License-Identifier: MIT
"""Finds and checks the CIRCUITPY drive of a connected board, and writes files to it safely.

CircuitPython writes boot_out.txt when it starts; the file distinguishes its drive from any other
folder and names the board and the version. `tools.deploy` checks it before it writes anything.
"""

import contextlib
import errno
import glob
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

OLDEST, NEWEST = 9, 10  # CircuitPython's major versions that the game was tried with
BOARDS = ("pyportal", "pyportal_pynt", "pyportal_titano")
MOUNTS = (  # two boards at once are mounted as CIRCUITPY and CIRCUITPY1
    "/media/CIRCUITPY*",
    "/media/*/CIRCUITPY*",
    "/run/media/*/CIRCUITPY*",
    "/mnt",
    "/mnt/CIRCUITPY*",
    "/Volumes/CIRCUITPY*",
)


class DeviceError(Exception):
    """The message tells the user which drive is wrong, why, and what to do."""


def the_only(drives: list[Path]) -> Path:
    if not drives:
        raise DeviceError(
            "No CIRCUITPY drive is mounted: plug in the PyPortal with a USB cable that carries "
            "data, or name the folder with --drive PATH"
        )
    if len(drives) > 1:
        names = ", ".join(str(drive) for drive in drives)
        raise DeviceError(f"Several CIRCUITPY drives are mounted: choose one with --drive: {names}")
    return drives[0]


def mounted(patterns: Iterable[str] | None = None) -> list[Path]:
    found = [path for pattern in patterns or mount_points() for path in glob.glob(pattern)]
    drives = [Path(path) for path in found if os.path.isfile(boot_out(Path(path)))]
    return sorted({drive.resolve() for drive in drives})


def mount_points() -> Iterable[str]:
    if os.name == "nt":
        return [f"{letter}:/" for letter in ascii_uppercase]
    return MOUNTS


def boot_out(drive: Path) -> Path:
    return drive / "boot_out.txt"


@dataclass(frozen=True)
class Identity:
    """Identifies a mounted drive among others and the folder it is mounted on."""

    device: int
    boot_out: bytes


def identity(drive: Path) -> Identity | None:
    """Return the identity of the drive, or None if it is not a board's."""
    try:
        return Identity(drive.stat().st_dev, boot_out(drive).read_bytes())
    except OSError:
        return None


def require_same(drive: Path, expected: Identity | None) -> None:
    if expected is None or identity(drive) != expected:
        raise DeviceError(
            f"{drive} is gone, or another drive is in its place: plug the board in and deploy "
            "again, which finishes what was begun"
        )


def check(drive: Path) -> list[str]:
    """Return warnings about a drive. Raises DeviceError if the game cannot run on it."""
    require_drive(drive)
    text = boot_out(drive).read_text(encoding="utf-8", errors="replace")
    require_version(drive, text)
    return warnings(drive, text)


def require_drive(drive: Path) -> None:
    if not drive.exists():
        raise DeviceError(f"{drive} does not exist: name the mounted CIRCUITPY drive with --drive")
    if not drive.is_dir():
        raise DeviceError(
            f"{drive} is not a folder: name the mounted CIRCUITPY drive with --drive"
        )
    if not boot_out(drive).is_file():
        raise DeviceError(
            f"{drive} has no boot_out.txt, so no board with CircuitPython is behind it: "
            "name the mounted CIRCUITPY drive with --drive"
        )


def version(drive: Path, text: str) -> tuple[str, int]:
    """Return the version of CircuitPython, and its major number."""
    found = re.search(r"CircuitPython ((\d+)\.\S+)", text)
    if not found:
        raise DeviceError(
            f"{boot_out(drive)} names no CircuitPython version: press the board's Reset button, "
            "which writes it anew, and deploy again"
        )
    return found[1], int(found[2])


def require_version(drive: Path, text: str) -> None:
    number, major = version(drive, text)
    if major < OLDEST:
        raise DeviceError(
            f"{drive} runs CircuitPython {number} and the game needs {OLDEST} or newer: "
            "install it from https://circuitpython.org/board/pyportal and deploy again"
        )


def warnings(drive: Path, text: str) -> list[str]:
    found = re.search(r"Board ID:\s*(\S+)", text)
    board = found[1] if found else "of unknown kind"
    number, major = version(drive, text)
    notes = {
        f"Note: the board on {drive} is {board}; the game is made for {', '.join(BOARDS)}.":
            board not in BOARDS,
        f"Note: {drive} runs CircuitPython {number}, newer than {NEWEST}, the newest that the game "
        "is made for: it may not start.": major > NEWEST,
        f"Note: {drive / 'code.txt'} runs instead of code.py until you rename or delete it.":
            (drive / "code.txt").exists(),
    }
    return [note for note, applies in notes.items() if applies]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole, or leave the old one if the drive is full or the cable is pulled.

    The bytes go to a temporary name in the same folder, are pushed to the medium and read back, and
    then the file is renamed. Raises OSError with `path` as its filename; EIO if the drive returns
    other bytes.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        push(temporary, data)
        require_content(temporary, data)
        os.replace(temporary, path)
        push_name(path)
        require_content(path, data)
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # not the temporary name
        raise
    finally:
        discard(temporary)


def push(path: Path, data: bytes) -> None:
    """Write to the medium and drop the system's cached copy, so that reading asks the medium."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def push_name(path: Path) -> None:
    """Write the new name, too, to the medium, on systems that can."""
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def require_content(path: Path, data: bytes) -> None:
    if path.read_bytes() != data:
        raise OSError(errno.EIO, "what was read back is not what was written")


def discard(path: Path) -> None:
    with contextlib.suppress(OSError):  # an earlier error reports a drive that is gone
        path.unlink(missing_ok=True)
