# SPDX-License-Identifier: MIT
"""tools.release and tools.firmware: drives that play the game, and whole packages."""

import random
import tarfile
import zipfile

import pytest

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


@pytest.mark.parametrize("ending", ZIPS)
def test_an_unpacked_drive_plays_a_whole_game(drive, downloads, tmp_path, ending):
    with zipfile.ZipFile(the_one(downloads, ending)) as archive:
        assert archive.testzip() is None
        assert archive.getinfo("LICENSE").external_attr == 0o100644 << 16
        archive.extractall(tmp_path)
    sources = drive if ending == "-mpy.zip" else None
    with power_on(tmp_path, seed=1, sources=sources) as portal:
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
        names = {name.partition("/")[2] for name in archive.getnames()}
    sources = (ROOT / "sim").rglob("*.py")
    assert {path.relative_to(ROOT).as_posix() for path in sources} <= names


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


def test_a_syntax_error_is_reported_with_its_line(tmp_path):
    (tmp_path / "code.py").write_text("")
    (tmp_path / "minesweeper").mkdir()
    (tmp_path / "minesweeper" / "bad.py").write_text("x = 1\nx = = 2\n")
    with pytest.raises(ValueError, match=r'"minesweeper/bad\.py", line 2: SyntaxError'):
        firmware.files(tmp_path)
