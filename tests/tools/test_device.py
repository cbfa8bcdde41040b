# SPDX-License-Identifier: MIT
"""Boards' drives: found, checked for board and version, and written without losing files."""

import errno
import os
from pathlib import Path

import pytest

from tools.deploying import device
from tools.deploying.device import DeviceError

BOOT_OUT = """\
Adafruit CircuitPython {version} on 2024-11-20; Adafruit PyPortal with samd51j20
Board ID:{board}
UID:0123456789ABCDEF
"""


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    drive = tmp_path / "CIRCUITPY"
    drive.mkdir()
    return drive


def boot(drive: Path, version: str = "9.2.1", board: str = "pyportal") -> None:
    (drive / "boot_out.txt").write_text(BOOT_OUT.format(version=version, board=board))


@pytest.mark.parametrize(("version", "board"), [
    *[(version, "pyportal") for version in ("9.0.0", "10.0.0-beta.3", "10.2.0-12-gabcdef-dirty")],
    *[("9.2.1", board) for board in device.BOARDS]])
def test_every_pyportal_with_circuitpython_9_or_10_is_accepted(drive, version, board):
    boot(drive, version, board)
    assert device.check(drive) == []


@pytest.mark.parametrize(("file", "text", "warning"), [
    ("boot_out.txt", BOOT_OUT.format(version="11.0.0-alpha.1", board="pyportal"),
     "runs CircuitPython 11.0.0-alpha.1, newer than 10"),
    ("boot_out.txt", BOOT_OUT.format(version="9.2.1", board="pygamer"), "CIRCUITPY is pygamer"),
    ("boot_out.txt", "Adafruit CircuitPython 9.2.1 on 2024-11-20", "is of unknown kind"),
    ("code.txt", "", "code.txt runs instead of code.py"),
])
def test_an_unusual_drive_gives_a_warning(drive, file, text, warning):
    boot(drive)
    (drive / file).write_text(text)
    (found,) = device.check(drive)
    assert warning in found


@pytest.mark.parametrize("version", ["8.2.10", "4.0.0-beta.5"])
def test_an_older_circuitpython_is_refused(drive, version):
    boot(drive, version)
    with pytest.raises(DeviceError, match=f"runs CircuitPython {version} .* 9 or newer: install"):
        device.check(drive)


def test_a_boot_out_without_a_version_is_refused(drive):
    (drive / "boot_out.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(DeviceError, match=r"boot_out\.txt names no CircuitPython version: press"):
        device.check(drive)


@pytest.mark.parametrize(("name", "sentence"), [
    ("nowhere", "nowhere does not exist: name the mounted"),
    ("file", "file is not a folder: name the mounted"),
    ("folder", r"folder has no boot_out\.txt"),
])
def test_a_path_that_is_not_a_drive_is_refused(tmp_path, name, sentence):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(DeviceError, match=sentence):
        device.check(tmp_path / name)


def test_folders_with_a_boot_out_are_found_once(tmp_path, drive):
    boot(drive)
    (tmp_path / "CIRCUITPY1").mkdir()
    assert device.mounted([f"{tmp_path}/CIRC*", f"{tmp_path}/*PY*"]) == [drive.resolve()]


@pytest.mark.parametrize(("drives", "sentence"), [
    ([], "No CIRCUITPY drive is mounted: plug in"),
    ([Path("a"), Path("b")], "choose one with --drive: a, b")])
def test_no_drive_and_several_drives_are_refused(drives, sentence):
    with pytest.raises(DeviceError, match=sentence):
        device.the_only(drives)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "code.py"
    file.write_bytes(b"old")
    return file


def only(file: Path) -> bytes:
    """Return a file's content; it must be alone in its folder, with no temporary file."""
    assert list(file.parent.iterdir()) == [file]
    return file.read_bytes()


def test_files_are_written_and_replaced(file):
    file.unlink()
    for data in b"new", b"newer":
        device.write_whole(file, data)
        assert only(file) == data


@pytest.mark.parametrize("call", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_the_old_file_survives_an_interruption(file, monkeypatch, call, error):
    def interrupted(*_):
        raise error

    monkeypatch.setattr(os, call, interrupted)
    with pytest.raises(type(error)):
        device.write_whole(file, b"new")
    assert only(file) == b"old"


def test_an_error_names_the_file_and_not_the_temporary_one(file, monkeypatch):
    def refuse(source, target):
        raise OSError(errno.EROFS, "read-only", source, None, target)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="read-only") as refusal:
        device.write_whole(file, b"new")
    assert refusal.value.filename == str(file)
    assert ".part" not in str(refusal.value)


def test_the_old_file_survives_a_drive_that_returns_other_bytes(file, monkeypatch):
    def corrupt(number):
        os.pwrite(number, b"?", 0)

    monkeypatch.setattr(os, "fsync", corrupt)
    with pytest.raises(OSError, match="what was read back is not what was written"):
        device.write_whole(file, b"new")
    assert only(file) == b"old"
