# SPDX-License-Identifier: MIT
"""Staging fills a drive folder from small masters of its own and from the installed libraries."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import stage as staging
from tools.stage import StageError, stage

LIBRARY = "lib/adafruit_imageload/__init__.py"
SHIPPED = {"SpriteSheet.bmp", "sounds/win.wav", "lib/adafruit_touchscreen.py", LIBRARY}


@pytest.fixture
def masters(tmp_path: Path) -> Path:
    masters = tmp_path / "masters"
    (masters / "sounds").mkdir(parents=True)
    (masters / "SpriteSheet.bmp").write_bytes(b"sheet")
    (masters / "sounds" / "win.wav").write_bytes(b"fanfare")
    (masters / "sounds" / "lose.wav").write_bytes(b"explosion")
    return masters


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    drive = tmp_path / "CIRCUITPY"
    drive.mkdir()
    (drive / "code.py").write_text("print('mine')\n")
    return drive


def names(drive: Path) -> set[str]:
    return {path.relative_to(drive).as_posix() for path in drive.rglob("*") if path.is_file()}


def test_fills_an_empty_drive_with_sheet_sounds_and_libraries(drive, masters):
    written = stage(drive, masters)
    staged = names(drive) - {"code.py"}
    assert {path.relative_to(drive).as_posix() for path in written} == staged
    assert SHIPPED | {"lib/adafruit_imageload/bmp/indexed.py"} < staged


def test_copies_masters_and_libraries_byte_for_byte(drive, masters):
    stage(drive, masters)
    sources = staging.staged_files(masters)
    assert {name: (drive / name).read_bytes() for name in sources} == {
        name: source.read_bytes() for name, source in sources.items()
    }


def test_copies_the_sheet_of_every_tile_size(drive, masters):
    (masters / "SpriteSheet24.bmp").write_bytes(b"larger tiles")
    stage(drive, masters)
    assert (drive / "SpriteSheet.bmp").read_bytes() == b"sheet"
    assert (drive / "SpriteSheet24.bmp").read_bytes() == b"larger tiles"


def test_stages_python_files_only_into_lib(drive, masters):
    stage(drive, masters)
    assert {path.suffix for path in (drive / "lib").rglob("*") if path.is_file()} == {".py"}


def test_imports_no_library(drive, masters, monkeypatch):
    for module in staging.LIBRARIES:
        monkeypatch.delitem(sys.modules, module, raising=False)
    stage(drive, masters)
    assert not set(staging.LIBRARIES) & set(sys.modules)


def test_a_second_time_writes_nothing(drive, masters):
    stage(drive, masters)
    before = {name: (drive / name).stat().st_mtime_ns for name in names(drive)}
    assert stage(drive, masters) == []
    assert {name: (drive / name).stat().st_mtime_ns for name in names(drive)} == before


def test_writes_again_what_differs_and_only_that(drive, masters):
    stage(drive, masters)
    (drive / "sounds" / "win.wav").write_bytes(b"FANFARE")
    (drive / LIBRARY).unlink()
    assert stage(drive, masters) == [drive / "sounds" / "win.wav", drive / LIBRARY]
    assert (drive / "sounds" / "win.wav").read_bytes() == b"fanfare"


def test_removes_sounds_and_library_files_that_have_no_source_any_more(drive, masters):
    stage(drive, masters)
    (drive / "lib" / "adafruit_imageload" / "old.py").write_text("")
    (masters / "sounds" / "lose.wav").unlink()
    stage(drive, masters)
    assert not {"lib/adafruit_imageload/old.py", "sounds/lose.wav"} & names(drive)


def test_leaves_everything_else_on_the_drive_alone(drive, masters):
    (drive / "lib").mkdir()
    (drive / "lib" / "other.py").write_text("other")
    stage(drive, masters)
    assert (drive / "lib" / "other.py").read_text() == "other"
    assert (drive / "code.py").read_text() == "print('mine')\n"


def test_leaves_no_temporary_files(drive, masters):
    stage(drive, masters)
    assert not [name for name in names(drive) if Path(name).name.startswith(".")]


def test_leaves_alone_what_another_process_is_just_staging(drive, masters):
    (drive / "sounds").mkdir()
    temporary = drive / "sounds" / f".win.wav.{os.getppid()}"
    temporary.touch()
    stage(drive, masters)
    assert temporary.exists()


def test_removes_what_a_killed_staging_left_behind(drive, masters):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (drive / "sounds").mkdir()
    (drive / "sounds" / f".win.wav.{ended.pid}").touch()
    (drive / "sounds" / ".win.wav.notes").touch()
    stage(drive, masters)
    assert {name for name in names(drive) if "/." in name} == {"sounds/.win.wav.notes"}


def test_a_file_that_cannot_be_replaced_is_named_and_leaves_no_temporary_one(drive, masters):
    (drive / "SpriteSheet.bmp").mkdir()
    with pytest.raises(StageError, match=r"SpriteSheet\.bmp.*\."):
        stage(drive, masters)
    assert names(drive) == {"code.py"}


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        ("SpriteSheet.bmp", r"SpriteSheet\.bmp is missing: draw it with python -m tools.make_spr"),
        ("sounds/*.wav", "sounds holds no WAV file: make them with python -m tools.make_sounds"),
    ],
)
def test_a_missing_master_is_told_with_the_tool_that_makes_it(drive, masters, lost, sentence):
    for path in masters.glob(lost):
        path.unlink()
    with pytest.raises(StageError, match=sentence):
        stage(drive, masters)


def test_a_library_that_is_not_installed_is_told_with_the_line_that_installs_it(
    drive, masters, monkeypatch
):
    monkeypatch.setitem(staging.LIBRARIES, "adafruit_nowhere", "adafruit-circuitpython-nowhere")
    with pytest.raises(StageError, match="adafruit_nowhere is not installed") as refusal:
        stage(drive, masters)
    assert str(refusal.value).endswith("-m pip install adafruit-circuitpython-nowhere")


def test_a_folder_that_is_none_is_refused(tmp_path, masters):
    with pytest.raises(StageError, match="nowhere is not a folder"):
        stage(tmp_path / "nowhere", masters)


def test_a_device_is_refused_because_staging_removes_files(drive, masters):
    (drive / "boot_out.txt").write_text("Adafruit CircuitPython 9.2.1")
    with pytest.raises(StageError, match=r"device.*tools\.deploy"):
        stage(drive, masters)
    assert names(drive) == {"code.py", "boot_out.txt"}


def test_the_command_says_in_one_line_what_it_did(drive, masters, monkeypatch, capsys):
    monkeypatch.setattr(staging, "ROOT", masters)
    assert staging.main(["--into", str(drive)]) == 0
    assert staging.main(["--into", str(drive)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    count = len(names(drive)) - 1
    assert first == f"{drive}: {count} files staged, 0 up to date, 0 stale removed."
    assert second == f"{drive}: {count} staged files, all up to date."


def test_the_command_fails_with_one_sentence_and_no_traceback(tmp_path, capsys):
    assert staging.main(["--into", str(tmp_path / "nowhere")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
