# SPDX-License-Identifier: MIT
"""Which folder is a CIRCUITPY drive, and which board and CircuitPython stand behind it."""

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


@pytest.mark.parametrize("version", ["9.0.0", "9.2.1", "10.0.0-beta.3", "10.2.0-12-gabcdef-dirty"])
def test_circuitpython_9_and_10_are_accepted(drive, version):
    boot(drive, version)
    assert device.check(drive) == []


def test_a_circuitpython_that_is_newer_than_the_game_is_warned_of(drive):
    boot(drive, "11.0.0-alpha.1")
    (warning,) = device.check(drive)
    assert f"{drive} runs CircuitPython 11.0.0-alpha.1, newer than 10" in warning


@pytest.mark.parametrize("version", ["8.2.10", "4.0.0-beta.5"])
def test_an_older_circuitpython_is_refused_by_its_number(drive, version):
    boot(drive, version)
    with pytest.raises(DeviceError, match=f"runs CircuitPython {version} .* 9 or newer: install"):
        device.check(drive)


def test_a_boot_out_without_a_version_is_refused(drive):
    (drive / "boot_out.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(DeviceError, match=r"boot_out\.txt names no CircuitPython version: press"):
        device.check(drive)


@pytest.mark.parametrize("board", device.BOARDS)
def test_every_pyportal_is_known(drive, board):
    boot(drive, board=board)
    assert device.check(drive) == []


def test_another_board_is_warned_of_by_its_name(drive):
    boot(drive, board="pygamer")
    (warning,) = device.check(drive)
    assert f"the board on {drive} is pygamer" in warning


def test_a_board_without_a_name_is_warned_of(drive):
    (drive / "boot_out.txt").write_text("Adafruit CircuitPython 9.2.1 on 2024-11-20")
    (warning,) = device.check(drive)
    assert "is of unknown kind" in warning


def test_a_code_txt_is_warned_of_because_it_runs_first(drive):
    boot(drive)
    (drive / "code.txt").touch()
    (warning,) = device.check(drive)
    assert "code.txt runs instead of code.py" in warning


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere", "nowhere does not exist: name the mounted"),
        ("file", "file is not a folder: name the mounted"),
        ("folder", r"folder has no boot_out\.txt"),
    ],
)
def test_a_path_that_is_no_drive_is_refused(tmp_path, name, sentence):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(DeviceError, match=sentence):
        device.check(tmp_path / name)


def test_only_folders_with_a_boot_out_are_found(tmp_path, drive):
    boot(drive)
    (tmp_path / "CIRCUITPY1").mkdir()
    assert device.mounted([f"{tmp_path}/CIRCUITPY*"]) == [drive.resolve()]


def test_a_drive_that_is_found_twice_counts_once(tmp_path, drive):
    boot(drive)
    assert device.mounted([f"{tmp_path}/CIRC*", f"{tmp_path}/*PY"]) == [drive.resolve()]


def test_no_drive_is_a_sentence():
    with pytest.raises(DeviceError, match="No CIRCUITPY drive is mounted: plug in"):
        device.the_only([])


def test_several_drives_are_a_question():
    with pytest.raises(DeviceError, match="choose one with --drive: a, b"):
        device.the_only([Path("a"), Path("b")])
