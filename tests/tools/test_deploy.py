# SPDX-License-Identifier: MIT
"""Deploying to drives that are folders here: what is written, what is said, what can go wrong."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from game_on_drive import BOOT_OUT, GAME, USERS, content, contents_of, fill
from tools import deploy as deploying
from tools import firmware
from tools.deploying import device, manifest
from tools.deploying.device import DeviceError


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The final names of all files that are written, in order."""
    names, replace = [], os.replace
    monkeypatch.setattr(os, "replace", lambda a, b: (names.append(Path(b).name), replace(a, b)))
    return names


def fail(monkeypatch: pytest.MonkeyPatch, call: str, error: BaseException) -> None:
    """Let `os.<call>` raise."""

    def raising(*_):
        raise error

    monkeypatch.setattr(os, call, raising)


def test_an_empty_drive_gets_the_whole_game_and_its_list(deploy, mounted):
    plan = deploy()
    assert content(mounted) == GAME | {"boot_out.txt": BOOT_OUT}
    assert (mounted / manifest.NAME).read_bytes() == contents_of(GAME)[manifest.NAME]
    assert plan.size == sum(map(len, contents_of(GAME).values()))


def test_a_second_deployment_writes_nothing(deploy, written):
    deploy()
    written.clear()
    plan = deploy()
    assert (plan.copies, plan.same, written) == ({}, len(GAME) + 1, [])


def test_the_program_is_written_when_all_else_is_there_and_the_final_list_after_it(deploy, written):
    deploy()
    assert written[0] == manifest.NAME
    assert written[-2:] == ["code.py", manifest.NAME]


def test_a_dry_run_plans_the_same_and_writes_nothing(deploy, mounted):
    fill(mounted, USERS | {"minesweeper/old.py": ""})
    before = content(mounted)
    plan = deploy(dry_run=True)
    assert content(mounted) == before
    assert plan == deploy()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, r"CIRCUITPY is full and .*sha256 was left as it was: delete"),
        (errno.EROFS, r"sha256: Read-only file system; see .*storage\.remount"),
        (errno.EACCES, r"sha256: Permission denied; see that you may write to"),
        (errno.EPERM, r"sha256: Operation not permitted; see that you may write"),
        (errno.EIO, r"sha256: .*; check the cable"),
    ],
)
def test_an_error_of_the_drive_is_one_sentence_and_leaves_the_old_file(
    deploy, mounted, monkeypatch, number, sentence
):
    fill(mounted, {"code.py": GAME["code.py"], "SpriteSheet.bmp": "old sheet"})
    before = content(mounted)
    fail(monkeypatch, "fsync", OSError(number, os.strerror(number)))
    with pytest.raises(DeviceError, match=sentence) as refusal:
        deploy()
    assert "\n" not in str(refusal.value)
    assert ".part" not in str(refusal.value)
    assert content(mounted) == before


@pytest.mark.parametrize("files", [1, 4, len(GAME) + 2])
def test_a_drive_that_vanishes_on_the_way_is_an_error(deploy, mounted, monkeypatch, files):
    """Its mount point is an empty folder then, which takes every write."""
    replace, count = os.replace, 0

    def vanishing(temporary, target):
        nonlocal count
        replace(temporary, target)
        count += 1
        if count == files:
            shutil.rmtree(mounted)
            (mounted / Path(target).relative_to(mounted).parent).mkdir(parents=True)
            shutil.copy(__file__, target)

    monkeypatch.setattr(os, "replace", vanishing)
    with pytest.raises(DeviceError, match="CIRCUITPY is gone, or another drive is in its place"):
        deploy()
    assert count == files


def test_another_drive_in_its_place_is_an_error(deploy, mounted, monkeypatch):
    replace = os.replace

    def exchanging(temporary, target):
        replace(temporary, target)
        fill(mounted, {"boot_out.txt": BOOT_OUT.replace("0123", "4567")})

    monkeypatch.setattr(os, "replace", exchanging)
    with pytest.raises(DeviceError, match="another drive is in its place"):
        deploy()


@pytest.fixture
def command(mounted, monkeypatch):
    """The command, deploying the small game."""
    monkeypatch.setattr(deploying, "stage", lambda _: [])
    monkeypatch.setattr(firmware, "files", lambda *_, **__: contents_of(GAME))
    monkeypatch.setattr(device, "mounted", lambda: [mounted])
    return deploying.main


def test_the_command_finds_the_drive_and_says_what_it_did(command, mounted, capsys):
    fill(mounted, USERS | {"settings.toml": "MINES = 40\n", "minesweeper/old.py": "my game"})
    assert command([]) == 0
    *lines, total = capsys.readouterr().out.splitlines()
    assert lines == [
        "minesweeper: yours, kept as minesweeper.bak",
        "SpriteSheet.bmp: yours, kept as SpriteSheet.bmp.bak",
        "code.py: yours, kept as code.py.bak",
        f"settings.toml: yours, left as it is; see {deploying.DRIVE / 'settings.toml'} for options",
    ]
    assert total.startswith(f"{mounted}: 8 files (")
    assert total.endswith(" bytes) copied, 0 removed, 0 were the same already.")


def test_a_dry_run_says_what_would_be_done(command, deploy, mounted, capsys):
    deploy({"sounds/old.wav": "old", "code.py": "old"})
    assert command(["--dry-run"]) == 0
    *files, total = capsys.readouterr().out.splitlines()
    assert "code.py: would be copied" in files
    assert "sounds/old.wav: would be removed, no longer part of the game" in files
    assert total.endswith("would be copied, 1 removed, 0 were the same already.")
    assert content(mounted)["code.py"] == "old"


def test_progress_is_shown_on_a_terminal_in_one_line(deploy, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    deploy()
    shown = capsys.readouterr().err
    assert f"\r[{len(GAME) + 1}/{len(GAME) + 2}] code.py\033[K" in shown
    assert shown.endswith("\r\033[K")
    assert "\n" not in shown


def test_nothing_of_the_progress_goes_into_a_pipe(deploy, capsys):
    deploy()
    assert capsys.readouterr().err == ""


def test_warnings_go_to_stderr_and_the_game_to_the_drive(command, mounted, capsys):
    fill(mounted, {"boot_out.txt": BOOT_OUT.replace(":pyportal", ":pygamer")})
    assert command([]) == 0
    assert capsys.readouterr().err.startswith("Note: ")
    assert (mounted / "code.py").exists()


def test_an_old_circuitpython_gets_nothing(command, mounted, capsys):
    fill(mounted, {"boot_out.txt": BOOT_OUT.replace("9.2.1", "8.2.10")})
    assert command([]) == 1
    assert "CircuitPython 8.2.10" in capsys.readouterr().err
    assert set(content(mounted)) == {"boot_out.txt"}


def test_a_refusal_is_one_line_on_stderr_and_exit_code_1(command, tmp_path, capsys):
    assert command(["--drive", str(tmp_path / "nowhere")]) == 1
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)


def test_ctrl_c_is_answered_in_one_line(command, monkeypatch, capsys):
    fail(monkeypatch, "replace", KeyboardInterrupt())
    assert command([]) == 1
    assert capsys.readouterr().err == "Stopped: no file is half written; deploy again to finish.\n"
