# SPDX-License-Identifier: MIT
"""Names of files: the drive and a card take the same ones, those that a board's FAT takes."""

import io
import os

import pytest

from sim import PyPortal
from sim.board import names
from sim.board.drive import Volume
from sim.board.fat import FatVolume, Store, format_card
from tests.support import firmware

# A path, and the file that is made for it on a board, or the number of the error.
PATHS = {
    "2026-11-22 10:15.csv": 22, "a?b": 22, "a*b": 22, "a|b": 22, "a<b": 22, "a>b": 22, 'a"b': 22,
    "a\x7fb": 22, "...": 22, " ": 22, "dir/a:b": 22, "b" * 256: 22, "😀" * 128: 22,
    "x\\y": 2, "x//y": 2, "code.py/y": 2,
    "log.": "log", "log ": "log", "log. .": "log", "LOG": "log", " log": " log", "a\tb": "a",
    "a\nb": "a", "c" * 255: "c" * 255, "é": "é", "日本": "日本", "a+b": "a+b", "a%b": "a%b",
    "../m": "m", "..\\n": "n", "..\\..\\o": "o", "\\p": "p", "dir\\q": "dir/q", "dir//r": "dir/r",
    "dir./s": "dir/s", "dir/../t": "t", "dir\\..\\..\\u": "u", "dir/./v": "dir/v",
}
PROGRAM = """
import os
os.mkdir("dir")
for path in {paths!r}:
    try:
        open(path, "w").close()
        print("made")
    except OSError as error:
        print(error.errno)
for folder in "/", "dir":
    print(sorted(os.listdir(folder)))
"""
MADE = sorted({"log", *(name for name in PATHS.values() if isinstance(name, str))})


@pytest.fixture(params=["folder", "FAT"])
def volume(request, tmp_path):
    """A folder as a drive, and a formatted card; both have a folder and two files."""
    if request.param == "folder":
        (tmp_path / "drive").mkdir()
        made = Volume(tmp_path / "drive", "CIRCUITPY", 2000, 4096, read_only=False, whole=True)
    else:
        store = Store(io.BytesIO())
        format_card(store, 1 << 17, 4096, "SD")
        made = FatVolume(store, lambda: 0)
    made.mkdir("dir")
    for name in "code.py", "log":
        made.open(name, "w").close()
    return made


def inside(volume, folder=""):
    return {f"{folder}{name}" for name in volume.listdir(folder.rstrip("/"))}


@pytest.mark.parametrize("path", PATHS)
def test_drive_and_card_make_the_file_that_fat_makes(volume, path):
    expected = PATHS[path]
    if isinstance(expected, int):
        for use in volume.mkdir, volume.stat, lambda path: volume.open(path, "r"):
            with pytest.raises(OSError) as refusal:
                use(path)
            assert refusal.value.errno == expected
        assert not volume.is_file(path) and not volume.has_folder(path)
        assert volume.read(path) is None
    else:
        with volume.open(path, "w") as file:
            file.write("x")
        assert volume.is_file(path) and volume.read(expected) == b"x"
    made = {"dir", "code.py", "log"} | ({expected} if isinstance(expected, str) else set())
    assert inside(volume) | inside(volume, "dir/") == made


@pytest.mark.parametrize("engine", ["python", "firmware"])
def test_a_program_makes_the_files_that_a_board_makes(write_program, engine):
    if engine == "firmware":
        firmware.require()
    folder = write_program(PROGRAM.format(paths=[*PATHS]))
    (folder / "boot.py").write_text("import storage\nstorage.remount('/', False)")
    (folder / "log").touch()
    with PyPortal(folder, engine=engine) as portal:
        portal.run(30)
        *said, root, below = portal.serial.splitlines()
    assert said == ["made" if isinstance(number, str) else str(number)
                    for number in PATHS.values()]
    found = {*eval(root), *(f"dir/{name}" for name in eval(below))}
    assert found - {"code.py", "boot.py", "boot_out.txt", "sd", "dir"} == {*MADE}


@pytest.mark.parametrize("path", [
    "..\\..\\x", "\\..\\x", "dir\\..\\..\\..\\x", "..\\..\\..\\Windows\\win.ini", "../../x",
    "a/../..\\../x", "C:\\x", "C:x", "\\\\server\\share\\x", "\\\\?\\C:\\x", "//server/x",
    "..\t\\x", "nul", "con.txt", "x:stream", ". .\\x", ".. \\..\\x", "...\\x", "\0..\\x"])
def test_no_path_leads_out_of_the_drive_on_windows(path, monkeypatch):
    """The names that are joined to the folder never lead up, name another drive or a device."""
    monkeypatch.setattr(os, "name", "nt")
    try:
        found = names.parts(path)
    except OSError as error:
        assert error.errno == 22
        return
    for name in found:
        assert name not in (".", "..") and not set('\\/:"<>|?*') & set(name), found
        assert name.partition(".")[0].lower() not in ("nul", "con", "aux", "prn", "com1"), found


def test_a_file_of_the_computers_that_fat_cannot_hold_is_not_on_the_drive(write_program):
    folder = write_program("import os\nprint(os.listdir('/'))\n")
    for name in "a:b", "a.", "c ":
        (folder / name).touch()
    with PyPortal(folder) as portal:
        portal.run(1)
        assert "a:b" not in portal.serial and "'a.'" not in portal.serial
