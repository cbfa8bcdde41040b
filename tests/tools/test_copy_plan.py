# SPDX-License-Identifier: MIT
"""Whose a file on a drive is, and what deploying does about it."""

import shutil
from types import SimpleNamespace

import pytest

from game_on_drive import BOOT_OUT, GAME, USERS, content, contents_of, fill
from tools.deploying import copy_plan, manifest
from tools.deploying.copy_plan import CLUSTER
from tools.deploying.device import DeviceError

# The game as an earlier version deployed it: uncompiled, in one row, and without a list.
EARLIER = {
    "code.py": "import minesweeper.field\n",
    "minesweeper/__init__.py": "",
    "minesweeper/board.py": "a module where there is a room now",
    "minesweeper/field.py": "an old field",
}
SOURCES = {name.replace(".mpy", ".py"): text for name, text in GAME.items()}


def test_only_what_changed_is_copied(deploy):
    deploy()
    plan = deploy(GAME | {"minesweeper/board/field.mpy": "FIELD"})
    assert list(plan.copies) == ["minesweeper/board/field.mpy", manifest.NAME]


def test_a_file_that_the_user_edited_is_kept_as_bak(deploy, mounted):
    deploy()
    edited = {"code.py": "my edit", "minesweeper/board/field.mpy": "mine"}
    fill(mounted, edited)
    assert deploy().backups == {name: f"{name}.bak" for name in edited}
    kept = {f"{name}.bak": text for name, text in edited.items()}
    assert content(mounted) == GAME | kept | {"boot_out.txt": BOOT_OUT}


def test_every_edit_is_kept_under_a_name_of_its_own(deploy, mounted):
    for edit in "first", "second", "third":
        deploy()
        fill(mounted, {"code.py": edit})
    deploy()
    names = ["code.py.bak", "code.py.bak2", "code.py.bak3"]
    assert [content(mounted)[name] for name in names] == ["first", "second", "third"]


def test_files_of_the_users_own_are_untouched(deploy, mounted):
    users = {"notes.txt": "1", "lib/other.mpy": "2", "sounds/mine.wav": "3", "boot.py": "4",
             "minesweeper/mine.py": "5", "minesweeper/board/scores.txt": "6"}
    deploy()
    fill(mounted, users)
    assert deploy(GAME | {"code.py": "newer"}).backups == {}
    deploy(SOURCES)
    assert content(mounted).items() >= users.items()


def test_another_program_and_its_files_of_the_same_name_are_kept_as_bak(deploy, mounted):
    fill(mounted, USERS)
    plan = deploy()
    assert plan.backups == {"SpriteSheet.bmp": "SpriteSheet.bmp.bak", "code.py": "code.py.bak"}
    assert content(mounted).items() >= {"code.py.bak": USERS["code.py"]}.items() | GAME.items()


def test_a_backup_never_overwrites_a_backup(deploy, mounted):
    fill(mounted, USERS | {"code.py.bak": "first", "code.py.bak2": "second"})
    deploy()
    kept = ["code.py.bak", "code.py.bak2", "code.py.bak3"]
    assert [content(mounted)[name] for name in kept] == ["first", "second", USERS["code.py"]]


def test_an_older_version_is_replaced_without_a_backup(deploy, mounted):
    deploy(GAME | {"code.py": "older", "settings.toml": "MINES = 10\n", "sounds/old.wav": "x"})
    assert deploy().backups == {}
    assert content(mounted) == GAME | {"boot_out.txt": BOOT_OUT}


def test_settings_of_the_user_are_never_overwritten(deploy, mounted):
    fill(mounted, {"settings.toml": "MINES = 40\n"})
    assert deploy().settings_kept
    assert deploy(GAME | {"settings.toml": "MINES = 16\n"}).settings_kept
    assert (mounted / "settings.toml").read_text() == "MINES = 40\n"


def test_settings_as_we_ship_them_are_not_worth_a_word(deploy):
    deploy()
    assert not deploy().settings_kept


@pytest.mark.parametrize(("before", "after"), [(SOURCES, GAME), (GAME, SOURCES)])
def test_a_module_lies_there_once_compiled_or_not(deploy, mounted, before, after):
    deploy(before)
    deploy(after)
    assert content(mounted) == after | {"boot_out.txt": BOOT_OUT}


def test_a_source_that_the_user_edited_does_not_win_over_our_compiled_one(deploy, mounted):
    deploy(SOURCES)
    fill(mounted, {"minesweeper/board/field.py": "my rules"})
    assert deploy().aside == {"minesweeper/board/field.py": "minesweeper/board/field.py.bak"}
    assert content(mounted)["minesweeper/board/field.py.bak"] == "my rules"
    assert "minesweeper/board/field.py" not in content(mounted)


def test_a_folder_that_would_be_imported_instead_of_a_module_is_kept_aside(deploy, mounted):
    fill(mounted, {"lib/adafruit_touchscreen/__init__.py": "the user's"})
    deploy()
    now = content(mounted)
    assert now["lib/adafruit_touchscreen.bak/__init__.py"] == "the user's"
    assert not (mounted / "lib" / "adafruit_touchscreen").exists()


def test_a_room_that_became_a_module_leaves_no_folder_behind(deploy, mounted):
    deploy()
    flat = {name: text for name, text in GAME.items() if "/board/" not in name}
    plan = deploy(flat | {"minesweeper/board.mpy": "a module"})
    assert plan.aside == {}
    assert not (mounted / "minesweeper" / "board").exists()


def test_the_game_of_a_version_without_a_list_is_kept_aside_whole(deploy, mounted):
    fill(mounted, EARLIER | {"minesweeper/mine.py": "a module of the user's"})
    plan = deploy()
    assert plan.aside == {"minesweeper": "minesweeper.bak"}
    assert plan.backups == {"code.py": "code.py.bak"}
    kept = {name.replace("/", ".bak/"): text for name, text in EARLIER.items() if "/" in name}
    kept |= {"code.py.bak": EARLIER["code.py"], "minesweeper.bak/mine.py": "a module of the user's"}
    assert content(mounted) == GAME | kept | {"boot_out.txt": BOOT_OUT}


def test_what_is_ours_byte_for_byte_needs_no_list(deploy, mounted):
    fill(mounted, GAME)
    assert (deploy().aside, deploy().backups) == ({}, {})


def test_sources_that_were_copied_by_hand_need_no_list_either(deploy, mounted):
    fill(mounted, SOURCES)
    deploy(known=manifest.of(contents_of(SOURCES)))
    assert content(mounted) == GAME | {"boot_out.txt": BOOT_OUT}


def test_what_a_damaged_list_does_not_name_is_the_users(deploy, mounted):
    deploy()
    text = (mounted / manifest.NAME).read_text()
    (mounted / manifest.NAME).write_text(text.replace("  code.py", "  c?de.py") + "\0\xff")
    assert deploy(GAME | {"code.py": "newer"}).backups == {"code.py": "code.py.bak"}


def test_a_list_cannot_lead_out_of_the_drive(deploy, mounted):
    fill(mounted.parent, {"precious.txt": "mine"})
    lines = [f"{manifest.digest(b'mine')}  {name}\n" for name in
             ("../precious.txt", "lib/../../precious.txt", f"{mounted.parent}/precious.txt")]
    (mounted / manifest.NAME).write_text("".join(lines))
    assert deploy().removed == []
    assert (mounted.parent / "precious.txt").exists()


@pytest.mark.parametrize("name", ["code.py", "settings.toml", "lib/adafruit_touchscreen.mpy"])
def test_a_folder_where_a_file_must_be_is_said_before_anything_is_written(deploy, mounted, name):
    fill(mounted, {f"{name}/notes.txt": "x"})
    before = content(mounted)
    with pytest.raises(DeviceError, match=f"{name} is a folder where the game has a file: rename"):
        deploy()
    assert content(mounted) == before


@pytest.mark.parametrize("name", ["lib", "minesweeper", "sounds"])
def test_a_file_where_a_folder_must_be_is_said_before_anything_is_written(deploy, mounted, name):
    fill(mounted, {name: "x"})
    before = content(mounted)
    with pytest.raises(DeviceError, match=f"{name} is a file where the game has a folder: rename"):
        deploy()
    assert content(mounted) == before


def test_too_little_space_is_seen_before_anything_is_written(deploy, mounted, monkeypatch):
    before = content(mounted)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=8191))
    with pytest.raises(DeviceError, match=r"too full: 57,344 bytes are needed and 8,191 are free"):
        deploy()
    assert content(mounted) == before


def test_a_replacement_needs_room_for_the_old_and_the_new_file_at_once(deploy, mounted):
    deploy()
    newer = contents_of(GAME | {"SpriteSheet.bmp": "s" * 10_000})
    plan = copy_plan.make(newer, mounted, {})
    assert copy_plan.space_needed(plan) == (1 + 3) * CLUSTER  # one for the list while under way


def test_backups_need_room_too(deploy, mounted):
    deploy()
    fill(mounted, {name: "other" for name in GAME if name != "settings.toml"})
    plan = copy_plan.make(contents_of(GAME), mounted, {})
    assert len(plan.backups) == len(GAME) - 1
    assert copy_plan.space_needed(plan) == (len(plan.backups) + 1) * CLUSTER


def test_what_a_killed_deployment_left_behind_is_removed(deploy, mounted):
    left = {".code.py.4711.part", ".code.py.bak.4711.part", f".{manifest.NAME}.1.part",
            "minesweeper/board/.field.mpy.4711.part"}
    users = {".notes.txt.4711.part": "x", "minesweeper/.own.part": "x"}
    deploy()
    fill(mounted, dict.fromkeys(left, "") | users)
    assert set(deploy().leftovers) == left
    assert content(mounted) == GAME | users | {"boot_out.txt": BOOT_OUT}


def test_a_file_that_may_share_its_clusters_with_a_leftover_is_written_anew(deploy, mounted):
    """A drive that was cut off in a renaming has the file under both names."""
    deploy()
    fill(mounted, {".code.py.4711.part": GAME["code.py"]})
    plan = deploy()
    assert plan.leftovers == [".code.py.4711.part", "code.py"]
    assert list(plan.copies) == ["code.py"]


def test_a_backup_that_may_share_its_clusters_is_made_anew_from_its_original(deploy, mounted):
    both = {".code.py.bak.4711.part": USERS["code.py"], "code.py.bak": USERS["code.py"]}
    fill(mounted, USERS | both)
    plan = deploy()
    assert plan.leftovers == [".code.py.bak.4711.part", "code.py.bak"]
    assert content(mounted)["code.py.bak"] == USERS["code.py"]


def test_a_backup_whose_original_has_changed_is_not_touched(deploy, mounted):
    both = {".code.py.bak.4711.part": "the only one", "code.py.bak": "the only one"}
    fill(mounted, USERS | both)
    assert deploy().leftovers == []
    assert content(mounted)["code.py.bak"] == "the only one"
