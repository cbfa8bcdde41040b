# SPDX-License-Identifier: MIT
"""Deploying to drives that are folders here: what is written and what is left alone."""

import errno
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import deploy as deploying
from tools import device
from tools.deploy import deploy
from tools.device import DeviceError

BOOT_OUT = """\
Adafruit CircuitPython 9.2.1 on 2024-11-20; Adafruit PyPortal with samd51j20
Board ID:pyportal
UID:0123456789ABCDEF
"""
GAME = {
    "code.py": "from minesweeper import field\n",
    "settings.toml": "MINES = 15\n",
    "SpriteSheet.bmp": "sheet",
    "sounds/win.wav": "fanfare",
    "lib/adafruit_touchscreen.py": "library",
    "minesweeper/__init__.py": "package",
    "minesweeper/field.py": "field",
}
USERS = {
    "code.py": "print('a thermometer')\n",
    "SpriteSheet.bmp": "the sheet of another game",
    "lib/adafruit_bme280.mpy": "a driver",
    "notes.txt": "do not lose me",
}


def fill(folder: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return folder


def content(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return fill(tmp_path / "source", GAME)


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return fill(tmp_path / "CIRCUITPY", {"boot_out.txt": BOOT_OUT})


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


def test_an_empty_drive_gets_the_whole_game(source, drive):
    plan = deploy(source, drive)
    assert content(drive) == GAME | {"boot_out.txt": BOOT_OUT}
    assert set(plan.copies) == set(GAME)
    assert plan.size == sum(map(len, GAME.values()))


def test_a_second_deployment_copies_nothing(source, drive, written):
    deploy(source, drive)
    written.clear()
    plan = deploy(source, drive)
    assert (plan.copies, plan.same, written) == ([], len(GAME), [])


def test_only_what_changed_is_copied(source, drive, written):
    deploy(source, drive)
    written.clear()
    (source / "minesweeper" / "field.py").write_text("FIELD")
    assert deploy(source, drive).copies == ["minesweeper/field.py"]
    assert written == ["field.py"]


def test_code_py_is_written_last(source, drive, written):
    deploy(source, drive)
    assert written[-1] == "code.py"


def test_caches_dotfiles_and_what_is_for_the_desk_stay_at_home(source, drive):
    extras = {
        "minesweeper/__pycache__/field.pyc": "",
        ".DS_Store": "",
        "minesweeper/._field.py": "",
        "requirements.txt": "adafruit_touchscreen\n",
    }
    fill(source, extras)
    deploy(source, drive)
    assert not set(extras) & set(content(drive))


def test_a_dry_run_plans_the_same_and_writes_nothing(source, drive):
    fill(drive, USERS | {"minesweeper/old.py": ""})
    before = content(drive)
    plan = deploy(source, drive, dry_run=True)
    assert content(drive) == before
    assert plan == deploy(source, drive)


def test_settings_of_the_user_are_never_overwritten(source, drive):
    fill(drive, {"settings.toml": "MINES = 40\n"})
    plan = deploy(source, drive)
    assert (drive / "settings.toml").read_text() == "MINES = 40\n"
    assert plan.settings_kept
    assert "settings.toml" not in plan.copies


def test_settings_as_we_ship_them_are_not_worth_a_word(source, drive):
    deploy(source, drive)
    assert not deploy(source, drive).settings_kept


def test_files_of_the_user_are_untouched(source, drive):
    users = {"notes.txt": "mine", "lib/other.mpy": "x", "sounds/mine.wav": "x", "boot.py": "pass"}
    fill(drive, users)
    deploy(source, drive)
    assert content(drive) == GAME | users | {"boot_out.txt": BOOT_OUT}


def test_another_program_and_its_files_of_the_same_name_are_kept_as_bak(source, drive):
    fill(drive, USERS)
    plan = deploy(source, drive)
    now = content(drive)
    assert now["code.py.bak"] == USERS["code.py"]
    assert now["SpriteSheet.bmp.bak"] == USERS["SpriteSheet.bmp"]
    assert {name: now[name] for name in GAME} == GAME
    assert plan.backups == {"SpriteSheet.bmp": "SpriteSheet.bmp.bak", "code.py": "code.py.bak"}


def test_a_backup_never_overwrites_a_backup(source, drive):
    fill(drive, USERS | {"code.py.bak": "first", "code.py.bak2": "second"})
    deploy(source, drive)
    kept = ["code.py.bak", "code.py.bak2", "code.py.bak3"]
    assert [content(drive)[name] for name in kept] == ["first", "second", USERS["code.py"]]


def test_deploying_again_after_a_pulled_cable_finishes_and_backs_up_nothing_twice(
    source, drive, monkeypatch
):
    fill(drive, USERS)
    replace = os.replace

    def unplugged_at_the_last(temporary, target):
        if target == drive / "code.py":
            raise OSError(errno.EIO, "Input/output error")
        replace(temporary, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", unplugged_at_the_last)
        with pytest.raises(DeviceError, match=r"code\.py: Input/output error; check the cable"):
            deploy(source, drive)
    assert (drive / "code.py").read_text() == USERS["code.py"]
    assert deploy(source, drive).copies == ["code.py"]
    assert content(drive)["code.py.bak"] == USERS["code.py"]
    assert "code.py.bak2" not in content(drive)


def test_another_version_of_the_game_is_replaced_without_a_backup(source, drive):
    fill(drive, {"code.py": '"""Minesweeper."""\nimport minesweeper.field\n'})
    assert deploy(source, drive).backups == {}
    assert content(drive) == GAME | {"boot_out.txt": BOOT_OUT}


def test_the_very_program_that_is_shipped_is_ours_whatever_it_imports(source, drive):
    fill(source, {"code.py": "print('plain')\n"})
    fill(drive, {"code.py": "print('plain')\n", "SpriteSheet.bmp": "an older sheet"})
    assert deploy(source, drive).backups == {}


def test_a_program_that_only_speaks_of_minesweeper_is_not_ours(source, drive):
    fill(drive, {"code.py": '"""My minesweeper."""\nimport minesweeper_of_mine\n'})
    assert deploy(source, drive).backups == {"code.py": "code.py.bak"}


def test_modules_of_an_older_version_are_removed_from_our_package_only(source, drive):
    deploy(source, drive)
    fill(drive, {"minesweeper/old.py": "", "minesweeper/scores.txt": "7", "lib/old.py": ""})
    assert deploy(source, drive).stale == ["minesweeper/old.py"]
    assert not (drive / "minesweeper" / "old.py").exists()
    assert (drive / "minesweeper" / "scores.txt").exists()
    assert (drive / "lib" / "old.py").exists()


def test_a_minesweeper_package_of_the_users_own_is_kept_as_bak(source, drive):
    fill(drive, USERS | {"minesweeper/mine.py": "my game"})
    deploy(source, drive)
    assert content(drive)["minesweeper/mine.py.bak"] == "my game"
    assert not (drive / "minesweeper" / "mine.py").exists()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, r"CIRCUITPY is full and .*SpriteSheet\.bmp was left as it was: delete"),
        (errno.EROFS, r"SpriteSheet\.bmp: Read-only file system; see .*storage\.remount"),
        (errno.EACCES, r"SpriteSheet\.bmp: Permission denied; see that you may write to"),
        (errno.EPERM, r"SpriteSheet\.bmp: Operation not permitted; see that you may write"),
        (errno.EIO, r"SpriteSheet\.bmp: .*; check the cable"),
    ],
)
def test_an_error_of_the_drive_is_one_sentence_and_leaves_the_old_file(
    source, drive, monkeypatch, number, sentence
):
    fill(drive, {"code.py": GAME["code.py"], "SpriteSheet.bmp": "old sheet"})
    before = content(drive)
    fail(monkeypatch, "fsync", OSError(number, os.strerror(number)))
    with pytest.raises(DeviceError, match=sentence) as refusal:
        deploy(source, drive)
    assert "\n" not in str(refusal.value)
    assert ".part" not in str(refusal.value)
    assert content(drive) == before


def test_too_little_space_is_seen_before_anything_is_written(source, drive, monkeypatch):
    before = content(drive)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=8191))
    with pytest.raises(DeviceError, match=r"too full: 28,672 bytes are needed and 8,191 are free"):
        deploy(source, drive)
    assert content(drive) == before


def test_a_replacement_needs_room_for_the_old_and_the_new_file_at_once(source, drive, monkeypatch):
    deploy(source, drive)
    (source / "SpriteSheet.bmp").write_bytes(bytes(10_000))
    assert deploying.space_needed(deploying.make_plan(source, drive)) == 3 * deploying.CLUSTER


def test_backups_need_room_too(source, drive):
    fill(drive, {name: "other" for name in GAME if name != "settings.toml"})
    plan = deploying.make_plan(source, drive)
    clusters = len(plan.backups) + 2  # settings.toml, and one temporary file beside its predecessor
    assert deploying.space_needed(plan) == clusters * deploying.CLUSTER


def test_an_old_circuitpython_gets_nothing(source, drive):
    fill(drive, {"boot_out.txt": BOOT_OUT.replace("9.2.1", "8.2.10")})
    with pytest.raises(DeviceError, match=r"CircuitPython 8\.2\.10"):
        deploy(source, drive)
    assert set(content(drive)) == {"boot_out.txt"}


def test_another_board_gets_the_game_and_a_warning(source, drive):
    fill(drive, {"boot_out.txt": BOOT_OUT.replace(":pyportal", ":pygamer")})
    assert len(deploy(source, drive).warnings) == 1
    assert (drive / "code.py").exists()


def test_an_incomplete_checkout_is_refused(source, drive):
    (source / "code.py").unlink()
    with pytest.raises(DeviceError, match=r"code\.py is missing"):
        deploy(source, drive)


@pytest.fixture
def command(source, monkeypatch):
    monkeypatch.setattr(deploying, "DRIVE", source)
    monkeypatch.setattr(deploying, "stage", lambda _: [])
    return deploying.main


def test_the_command_finds_the_drive_and_says_what_it_did(
    command, source, drive, monkeypatch, capsys
):
    fill(drive, USERS | {"settings.toml": "MINES = 40\n", "minesweeper/old.py": "my game"})
    monkeypatch.setattr(device, "mounted", lambda: [drive])
    assert command([]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "SpriteSheet.bmp: yours, kept as SpriteSheet.bmp.bak",
        "code.py: yours, kept as code.py.bak",
        "minesweeper/old.py: yours, kept as minesweeper/old.py.bak",
        "minesweeper/old.py: removed, no longer part of the game",
        f"settings.toml: yours, left as it is; see {source / 'settings.toml'} for options",
        f"{drive}: 6 files (61 bytes) copied, 0 were the same already.",
    ]


def test_a_dry_run_says_what_would_be_done(command, drive, capsys):
    assert command(["--drive", str(drive), "--dry-run"]) == 0
    *files, total = capsys.readouterr().out.splitlines()
    assert files[-1] == "code.py: would be copied"
    assert set(files) == {f"{name}: would be copied" for name in GAME}
    assert total == f"{drive}: 7 files (72 bytes) would be copied, 0 were the same already."


def test_warnings_go_to_stderr(command, drive, capsys):
    fill(drive, {"code.txt": ""})
    assert command(["--drive", str(drive)]) == 0
    assert capsys.readouterr().err.startswith("Note: ")


def test_a_refusal_is_one_line_on_stderr_and_exit_code_1(command, tmp_path, capsys):
    assert command(["--drive", str(tmp_path / "nowhere")]) == 1
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)


def test_ctrl_c_is_answered_in_one_line(command, drive, monkeypatch, capsys):
    fail(monkeypatch, "replace", KeyboardInterrupt())
    assert command(["--drive", str(drive)]) == 1
    assert capsys.readouterr().err == "Stopped: no file is half written; deploy again to finish.\n"
