# SPDX-License-Identifier: MIT
"""tools.stage: a drive folder completed from small masters and the installed libraries."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import manifest
from tools import stage as staging
from tools.stage import StageError, stage

LIBRARY = "lib/adafruit_miniqr.py"


@pytest.fixture
def masters(tmp_path):
    masters = tmp_path / "masters"
    (masters / "sounds").mkdir(parents=True)
    for name in "SpriteSheet.bmp", "sounds/win.wav", "sounds/lose.wav":
        (masters / name).write_text(name)
    return masters


@pytest.fixture
def drive(tmp_path):
    drive = tmp_path / "CIRCUITPY"
    drive.mkdir()
    (drive / "code.py").write_text("print('mine')\n")
    return drive


def names(drive: Path) -> set[str]:
    return {path.relative_to(drive).as_posix() for path in drive.rglob("*") if path.is_file()}


def test_only_files_that_differ_are_written_again(drive, masters):
    stage(drive, masters)
    before = {name: (drive / name).stat().st_mtime_ns for name in names(drive)}
    assert stage(drive, masters) == []
    assert {name: (drive / name).stat().st_mtime_ns for name in names(drive)} == before
    (drive / "sounds" / "win.wav").write_bytes(b"FANFARE")
    (drive / LIBRARY).unlink()
    assert stage(drive, masters) == [drive / "sounds" / "win.wav", drive / LIBRARY]
    assert (drive / "sounds" / "win.wav").read_text() == "sounds/win.wav"


def test_staged_files_without_a_source_are_removed_and_others_stay(drive, masters):
    (masters / "sounds" / "old.wav").write_text("old")
    stage(drive, masters)
    mine = "lib/adafruit_mine.py", "lib/other.py", "sounds/mine.wav", "sounds/lose.wav"
    for name in mine:
        (drive / name).write_text("mine")
    for name in "lose.wav", "old.wav":
        (masters / "sounds" / name).unlink()
    stage(drive, masters)
    assert "sounds/old.wav" not in names(drive)
    assert {(drive / name).read_text() for name in (*mine, "code.py")} == {
        "mine", "print('mine')\n"}


def test_a_file_of_the_users_under_a_staged_name_is_kept_under_another(drive, masters, capsys):
    (drive / "sounds").mkdir()
    for text in "first", "second":
        (drive / "sounds/win.wav").write_text(text)
        stage(drive, masters)
    win = drive / "sounds/win.wav"
    assert capsys.readouterr().err.splitlines() == [
        f"{win} was not as staging wrote it: your file is now {win}{end}."
        for end in (".mine", "1.mine")]
    assert [(drive / f"sounds/win.wav{end}").read_text() for end in ("", ".mine", "1.mine")] == [
        "sounds/win.wav", "first", "second"]


def test_a_file_whose_source_was_changed_is_replaced(drive, masters):
    stage(drive, masters)
    (masters / "sounds/win.wav").write_text("better")
    stage(drive, masters)
    assert (drive / "sounds/win.wav").read_text() == "better"
    assert not [name for name in names(drive) if name.endswith(".mine")]


def test_what_was_staged_is_removed_alone(drive, masters, capsys):
    (drive / "lib").mkdir()
    (drive / "lib/mine.py").write_text("mine")
    stage(drive, masters)
    (drive / "SpriteSheet.bmp").write_text("mine")
    assert staging.main(["--into", str(drive), "--remove"]) == 0
    assert names(drive) == {"code.py", "lib/mine.py", "SpriteSheet.bmp"}
    assert not (drive / "sounds").exists()
    assert {path.name for path in drive.parent.iterdir()} == {"CIRCUITPY", "masters"}


def test_a_file_that_was_there_and_equal_is_not_removed(drive, masters):
    (drive / "SpriteSheet.bmp").write_text("SpriteSheet.bmp")
    for _ in range(2):
        stage(drive, masters)
    staging.remove_staged(drive)
    assert names(drive) == {"code.py", "SpriteSheet.bmp"}


def test_what_was_staged_before_a_failure_is_removed(drive, masters):
    (drive / "sounds").touch()
    with pytest.raises(StageError, match=r"sounds: .*; staging needs to write into"):
        stage(drive, masters)
    (drive / "sounds").unlink()
    stage(drive, masters)
    staging.remove_staged(drive)
    assert names(drive) == {"code.py"}


@pytest.mark.parametrize("folder", [".", "..", "sounds", "link"])
@pytest.mark.parametrize("options", [[], ["--remove"]])
def test_the_folder_of_the_masters_is_refused(masters, folder, options, monkeypatch, capsys):
    monkeypatch.setattr(staging, "ROOT", masters)
    if folder == "link":
        (masters / folder).symlink_to(masters, target_is_directory=True)
    drive, before = masters / folder, names(masters.parent)
    of_all = manifest.of({name: path.read_bytes() for name, path in
                          staging.staged_files(masters).items()})
    listed = staging.list_of(drive)
    listed.write_bytes(manifest.text(of_all))
    assert staging.main(["--into", str(drive), *options]) == 1
    listed.unlink()
    assert names(masters.parent) == before
    assert capsys.readouterr().err == (
        f"{drive} has the masters themselves, SpriteSheet.bmp or sounds/: name another folder.\n")


@pytest.mark.parametrize("options", [[], ["--remove"]])
def test_an_empty_name_of_a_folder_is_refused(drive, masters, options, monkeypatch, capsys):
    monkeypatch.setattr(staging, "ROOT", masters)
    monkeypatch.chdir(drive)
    with pytest.raises(SystemExit) as ended:
        staging.main(["--into", "", *options])
    assert ended.value.code == 2 and "--into: invalid path value: ''" in capsys.readouterr().err
    assert names(drive) == {"code.py"}


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_clean_leaves_the_users_files_on_the_drive(drive, masters):
    stage(drive, masters)
    (drive / "lib/mine.py").write_text("mine")
    for name in "Makefile", "tools/__init__.py", "tools/manifest.py", "tools/stage.py":
        (drive.parent / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(staging.ROOT / name, drive.parent / name)
    python = drive.parent / "my python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    subprocess.run(["make", "clean", f"PYTHON={python}"], cwd=drive.parent, check=True)
    assert names(drive) == {"code.py", "lib/mine.py"}


@pytest.mark.skipif(os.name == "nt", reason="Windows does not tell which processes run")
def test_what_a_staging_that_was_killed_left_is_removed(drive, masters):
    stage(drive, masters)
    sounds, ended = drive / "sounds", subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (sounds / "win.wav").unlink()
    for end in ended.pid, 10**30, os.getppid(), "x":
        (sounds / f".win.wav.{end}").touch()
    stage(drive, masters)
    assert {path.name for path in sounds.glob(".win*")} == {
        ".win.wav.x", f".win.wav.{os.getppid()}"}


@pytest.mark.parametrize(("lost", "sentence"), [
    ("SpriteSheet.bmp", r"SpriteSheet\.bmp is missing: draw it with python -m tools.make_sprites"),
    ("sounds/*.wav", "sounds holds no WAV file: make them with python -m tools.make_sounds"),
])
def test_a_missing_master_is_named_with_its_tool(drive, masters, lost, sentence):
    for path in masters.glob(lost):
        path.unlink()
    with pytest.raises(StageError, match=sentence):
        stage(drive, masters)


def test_a_boards_drive_is_refused(drive, masters):
    (drive / "boot_out.txt").write_text("Adafruit CircuitPython 9.2.1")
    with pytest.raises(StageError, match=r"device.*tools\.deploy"):
        stage(drive, masters)
    assert names(drive) == {"code.py", "boot_out.txt"}


@pytest.mark.parametrize("name", ["SpriteSheet.bmp", "../.CIRCUITPY.staged"])
def test_a_folder_in_the_place_of_a_file_is_named(drive, masters, name):
    folder = (drive / name).resolve()
    folder.mkdir()
    with pytest.raises(StageError) as refused:
        stage(drive, masters)
    assert str(refused.value) == f"{folder} is a folder where staging needs a file: remove it."


def test_a_folder_in_the_place_of_the_list_is_named_by_remove(drive, capsys):
    staging.list_of(drive).mkdir()
    assert staging.main(["--into", str(drive), "--remove"]) == 1
    assert capsys.readouterr().err == (
        f"{staging.list_of(drive)} is a folder where staging needs a file: remove it.\n")


def test_the_command_reports_in_one_line(drive, masters, monkeypatch, capsys):
    monkeypatch.setattr(staging, "ROOT", masters)
    count = len(staging.staged_files(masters))
    staging.main(["--into", str(drive)])
    staging.main(["--into", str(drive)])
    (drive / "lib/adafruit_miniqr.py").unlink()
    (masters / "sounds/lose.wav").unlink()
    assert staging.main(["--into", str(drive)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{drive}: {count} files staged, 0 up to date, 0 stale removed.",
        f"{drive}: {count} staged files, all up to date.",
        f"{drive}: 1 files staged, {count - 2} up to date, 1 stale removed."]
