# SPDX-License-Identifier: MIT
"""tools.release and tools.firmware: drives that play the game, and whole packages."""

import random
import tarfile
import zipfile
from unittest import mock

import pytest

from sim.engines.firmware import chip
from sim.errors import UserError
from tests.support.paths import DRIVE, ROOT
from tests.support.play.player import power_on
from tools import firmware, manifest, release
from tools.stage import StageError

ZIPS = ["-py.zip", "-mpy.zip"]


@pytest.fixture(scope="module")
def downloads(tmp_path_factory):
    return release.build(tmp_path_factory.mktemp("dist"))


def the_one(downloads, ending):
    (path,) = [path for path in downloads if path.name.endswith(ending)]
    return path


def test_a_drive_without_a_program_is_refused(tmp_path):
    with pytest.raises(StageError, match=r"code\.py is missing: fetch the repository anew"):
        firmware.files(tmp_path)


def test_an_unpacked_drive_plays_a_whole_game(drive, downloads, tmp_path):
    with zipfile.ZipFile(the_one(downloads, "-mpy.zip")) as archive:
        assert archive.testzip() is None
        assert archive.read("LICENSE") == (ROOT / "LICENSE").read_bytes()
        archive.extractall(tmp_path)
    with power_on(tmp_path, seed=1, sources=drive) as portal:
        portal.run(1)
        cells = [f"{row} {column}" for row in range(15) for column in range(20)]
        for cell in random.Random(1).sample(cells, len(cells)):
            portal.type(f"open {cell}\n")
            portal.run(0.3)
            if "You have" in portal.serial:
                break
        assert "You have lost" in portal.serial
        assert not portal.failed


def test_the_source_archive_has_every_file_of_the_simulator(downloads):
    with tarfile.open(the_one(downloads, ".tar.gz")) as archive:
        packed = {entry.name.partition("/")[2]: archive.extractfile(entry).read()
                  for entry in archive if entry.isfile()}
    sources = [*(ROOT / "sim").rglob("*.py"), chip.PATH,
               ROOT / "pyproject.toml", ROOT / "README.md"]
    assert {path.relative_to(ROOT).as_posix(): path.read_bytes()
            for path in sources}.items() <= packed.items()


def test_the_wheel_has_the_chip(downloads):
    with zipfile.ZipFile(the_one(downloads, ".whl")) as archive:
        assert archive.read("pyportal_sim/engines/firmware/chip.wasm") == chip.PATH.read_bytes()


@pytest.fixture(scope="module")
def contents(drive) -> dict[str, bytes]:
    return firmware.files(drive)


def test_modules_are_compiled_once_and_other_files_copied(contents):
    """The program comes after its modules and the list last."""
    modules = {name for name in contents if name.endswith((".py", ".mpy"))}
    assert {name for name in modules if name.endswith(".py")} == {"code.py"}
    assert {"lib/adafruit_touchscreen.mpy", "minesweeper/lazy.mpy"} < modules
    others = {name for name in contents if not name.endswith(".mpy")} - {manifest.NAME}
    assert {"settings.toml", "SpriteSheet.bmp", "sounds/win.wav"} < others
    assert all(contents[name] == (DRIVE / name).read_bytes() for name in others)
    assert list(contents)[-2:] == ["code.py", manifest.NAME]


def test_only_what_the_board_needs_is_shipped_by_names_that_tracebacks_show(tmp_path):
    there = {"code.py", "lib/a/__init__.py", "lib/b.txt", "zoo/__init__.py", "lib/requirements.txt",
             "minesweeper/a.py"}
    for name in there | {".hidden", "lib/.x/y.py", "lib/__pycache__/a.pyc", "requirements.txt"}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("_ours = 3\ndef f():\n    return _ours\n")
    contents = firmware.files(tmp_path)
    assert contents.keys() == {manifest.NAME, "code.py", "lib/a/__init__.mpy", "lib/b.txt",
                               "zoo/__init__.py", "lib/requirements.txt", "minesweeper/a.mpy"}
    assert b"/lib/a/__init__.mpy" in contents["lib/a/__init__.mpy"]
    assert b"minesweeper/a.mpy" in contents["minesweeper/a.mpy"]
    assert b"_ours" in contents["lib/a/__init__.mpy"]
    assert b"_ours" not in contents["minesweeper/a.mpy"]
    assert b"/minesweeper" not in contents["minesweeper/a.mpy"]
    assert firmware.files(tmp_path, False).keys() == there | {manifest.NAME}


def test_the_command_fills_the_folder_for_a_board(drive, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(firmware, "DEVICE", tmp_path / "device")
    (tmp_path / "device" / "old").mkdir(parents=True)
    for arguments, compiled in ([], True), (["--sources"], False):
        assert firmware.main(arguments) == 0
        contents = firmware.files(DRIVE, compiled)
        assert {path.relative_to(firmware.DEVICE).as_posix(): path.read_bytes()
                for path in firmware.DEVICE.rglob("*") if path.is_file()} == contents
        assert capsys.readouterr().out == (
            f"{tmp_path}/device: {len(contents)} files, {sum(map(len, contents.values())):,} "
            "bytes, for a board's drive\n")
    assert not (tmp_path / "device" / "old").exists()
    for kind in StageError, UserError, ValueError:
        monkeypatch.setattr(firmware, "files", mock.Mock(side_effect=kind("no game")))
        monkeypatch.setattr(release, "build", mock.Mock(side_effect=kind("no game")))
        assert firmware.main([]) == release.main([]) == 1
        assert capsys.readouterr().err == "no game\n" * 2


def test_packages_have_no_time_user_or_order_in_them(downloads):
    for ending in *ZIPS, ".whl":
        with zipfile.ZipFile(the_one(downloads, ending)) as archive:
            assert {(entry.date_time, entry.create_system, entry.external_attr,
                     entry.compress_type) for entry in archive.infolist()} == {
                ((1980, 1, 1, 0, 0, 0), 3, 0o100644 << 16, zipfile.ZIP_DEFLATED)}
    packed = the_one(downloads, ".tar.gz")
    assert packed.read_bytes()[:10] == b"\x1f\x8b\x08\0\0\0\0\0\x02\xff"
    with tarfile.open(packed) as archive:
        entries = archive.getmembers()
    assert [entry.name for entry in entries] == sorted(entry.name for entry in entries)
    assert {(entry.isdir(), entry.mode, entry.mtime, entry.uid, entry.gid, entry.uname,
             entry.gname) for entry in entries} == {
        (True, 0o755, 0, 0, 0, "", ""), (False, 0o644, 0, 0, 0, "", "")}


def test_the_command_lists_the_downloads_or_tells_why_there_are_none(
        tmp_path, monkeypatch, capsys):
    file = tmp_path / "a.zip"
    file.write_bytes(bytes(1234))
    monkeypatch.setattr(release, "build", lambda folder: [file])
    assert release.main([]) == 0
    assert capsys.readouterr().out == f"{file}: 1,234 bytes\n"
    monkeypatch.setattr(release, "BUILD", "import sys; print('out'); sys.exit('err')")
    monkeypatch.setattr(release, "build", lambda folder: release.packages())
    assert release.main([]) == 1
    assert capsys.readouterr().err == "out\nerr\n\n"


def test_a_syntax_error_is_reported_with_its_line(tmp_path):
    (tmp_path / "code.py").write_text("")
    (tmp_path / "minesweeper").mkdir()
    (tmp_path / "minesweeper" / "bad.py").write_text("x = 1\nx = = 2\n")
    with pytest.raises(ValueError, match=r'"minesweeper/bad\.py", line 2: SyntaxError'):
        firmware.files(tmp_path)
