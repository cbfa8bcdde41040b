# SPDX-License-Identifier: MIT
"""tools.deploy on folders in place of drives: what is written and printed, and interruptions.

An audit hook makes the n-th change of a file on the drive fail, and every later one, as when a
cable is pulled or the process is killed.
"""

import errno
import functools
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.drives import BOOT_OUT, GAME, USERS, content, contents_of, fill
from tools import deploy as deploying
from tools import firmware, manifest
from tools.deploy import DeviceError


@pytest.fixture
def mounted(tmp_path):
    """The drive of a connected board, without a program."""
    return fill(tmp_path / "CIRCUITPY", {"boot_out.txt": BOOT_OUT})


@pytest.fixture
def deploy(mounted):
    """Deploys the game, or other files, and returns the plan that was carried out."""
    return lambda files=GAME, **options: deploying.deploy(contents_of(files), mounted, **options)


@pytest.fixture
def fail(monkeypatch):
    """Makes a function of `os` raise an error."""

    def patch(call, error):
        def raising(*_):
            raise error

        monkeypatch.setattr(os, call, raising)

    return patch


def test_an_empty_drive_gets_the_game_with_the_program_and_the_list_last(
        deploy, mounted, monkeypatch):
    names, replace = [], os.replace
    monkeypatch.setattr(os, "replace", lambda a, b: (names.append(Path(b).name), replace(a, b)))
    plan = deploy()
    assert content(mounted) == GAME | {"boot_out.txt": BOOT_OUT}
    assert (mounted / manifest.NAME).read_bytes() == contents_of(GAME)[manifest.NAME]
    assert plan.size == sum(map(len, contents_of(GAME).values()))
    assert (names[0], names[-2:]) == (manifest.NAME, ["code.py", manifest.NAME])


@pytest.mark.parametrize(("number", "sentence"), [
    (errno.ENOSPC, r"CIRCUITPY is full and .*sha256 was left as it was: delete"),
    (errno.EROFS, r"sha256: Read-only file system; see .*storage\.remount"),
    (errno.EPERM, r"sha256: Operation not permitted; see that you may write"),
    (errno.EIO, r"sha256: .*; check the cable"),
])
def test_a_drives_error_is_one_sentence_and_leaves_the_old_file(
        deploy, mounted, fail, number, sentence):
    fill(mounted, {"code.py": GAME["code.py"], "SpriteSheet.bmp": "old sheet"})
    before = content(mounted)
    fail("fsync", OSError(number, os.strerror(number)))
    with pytest.raises(DeviceError, match=sentence) as refusal:
        deploy()
    assert "\n" not in str(refusal.value) and ".part" not in str(refusal.value)
    assert content(mounted) == before


@pytest.mark.parametrize("files", [1, len(GAME) + 2])
def test_a_drive_that_vanishes_is_an_error(deploy, mounted, monkeypatch, files):
    """Its mount point becomes an empty folder, which accepts every write."""
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


@pytest.fixture
def command(mounted, monkeypatch):
    """The command, which deploys the small game."""
    monkeypatch.setattr(deploying, "stage", lambda _: [])
    monkeypatch.setattr(firmware, "files", lambda *_, **__: contents_of(GAME))
    monkeypatch.setattr(deploying, "mounted", lambda: [mounted])
    return deploying.main


def test_the_command_finds_the_drive_and_reports(command, mounted, capsys):
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


def test_a_dry_run_reports_what_would_be_done_and_writes_nothing(
        command, deploy, mounted, capsys):
    deploy({"sounds/old.wav": "old", "code.py": "old"})
    fill(mounted, USERS | {"minesweeper/old.py": ""})
    before = content(mounted)
    assert command(["--dry-run"]) == 0
    *files, total = capsys.readouterr().out.splitlines()
    assert "lib/adafruit_touchscreen.mpy: would be copied" in files
    assert "sounds/old.wav: would be removed, no longer part of the game" in files
    assert total.endswith("would be copied, 1 removed, 0 were the same already.")
    plan = deploy(dry_run=True)
    assert content(mounted) == before
    assert plan == deploy()


def test_sources_are_warned_of_before_anything_is_copied(command, fail, capsys):
    assert command(["--dry-run"]) == 0 and capsys.readouterr().err == ""
    fail("replace", KeyboardInterrupt())
    assert command(["--sources"]) == 1
    assert capsys.readouterr().err.startswith("Note: the board compiles the .py files itself, so")


def test_a_refusal_is_one_line_and_ends_with_1(command, tmp_path, capsys):
    assert command(["--drive", str(tmp_path / "nowhere")]) == 1
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)


def test_ctrl_c_ends_in_one_line(command, fail, capsys):
    fail("replace", KeyboardInterrupt())
    assert command([]) == 1
    assert capsys.readouterr().err == "Stopped: no file is half written; deploy again to finish.\n"


OLDER = {
    "code.py": "older", "lib/adafruit_touchscreen.py": "older library", "minesweeper/field.py": "1",
    "minesweeper/rules/field.py": "2", "minesweeper/old/__init__.py": "3",
    "settings.toml": "MINES = 10\n", "sounds/win.wav": "older",
}
EDITS = {
    "code.py": "my edit", "minesweeper/rules/field.py": "mine", "settings.toml": "MINES = 99\n",
}
CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir"}


class Killer:
    """Counts changes of files in `folder`, and raises from change number `last` on."""

    def __init__(self):
        self.folder, self.count, self.last = None, 0, 0

    def hook(self, event, arguments):
        if not self.folder:
            return
        changes = event in CHANGES or (event == "open" and "w" in str(arguments[1]))
        if changes and str(arguments[0]).startswith(self.folder):
            self.count += 1
            if self.count >= self.last:
                raise KeyboardInterrupt


@functools.cache
def killer():
    """Install the audit hook for the first test that needs it: it is slow and stays for good."""
    made = Killer()
    sys.addaudithook(made.hook)
    return made


def deploy_until(change, contents, drive):
    """Deploy and return the number of changes, up to the end or the interruption."""
    stopping = killer()
    stopping.folder, stopping.count, stopping.last = str(drive), 0, change
    try:
        deploying.deploy(contents, drive)
    except (KeyboardInterrupt, DeviceError):
        pass
    finally:
        stopping.folder = None
    return stopping.count


def put_older(drive):
    deploying.deploy(contents_of(OLDER), drive)
    fill(drive, USERS | EDITS)


def test_an_interruption_at_any_change_loses_no_file_of_the_user(tmp_path):
    users = set((USERS | EDITS).values())
    older = fill(tmp_path / "older", {"boot_out.txt": BOOT_OUT})
    put_older(older)
    (older / manifest.NAME).unlink()
    stop, count = 0, 0
    while count >= stop:
        stop += 1
        drive = shutil.copytree(older, tmp_path / str(stop))
        count = deploy_until(stop, contents_of(GAME), drive)
        assert set(content(drive).values()) >= users
        deploying.deploy(contents_of(GAME), drive)
        now = content(drive)
        assert set(now.values()) >= users
        assert now.items() >= {n: t for n, t in GAME.items() if n != "settings.toml"}.items()
        assert not [name for name in now if name.endswith((".part", "/field.py"))
                    and "minesweeper.bak" not in name]
    assert stop > 40


def test_repeated_interruptions_make_no_second_backup(mounted):
    put_older(mounted)
    for stop in range(1, 40):
        deploy_until(stop, contents_of(GAME), mounted)
    deploying.deploy(contents_of(GAME), mounted)
    texts = [text for text in content(mounted).values() if text in (USERS | EDITS).values()]
    assert sorted(texts) == sorted((USERS | EDITS).values())


# The game as an earlier version deployed it: uncompiled, without packages or a list.
EARLIER = {
    "code.py": "import minesweeper.field\n",
    "minesweeper/__init__.py": "",
    "minesweeper/rules.py": "a module where there is a package now",
    "minesweeper/field.py": "an old field",
}
SOURCES = {name.replace(".mpy", ".py"): text for name, text in GAME.items()}


OWN = {"notes.txt": "1", "lib/other.mpy": "2", "sounds/mine.wav": "3", "boot.py": "4",
       "minesweeper/mine.py": "5", "minesweeper/rules/scores.txt": "6"}
EDITED = {"code.py": "my edit", "minesweeper/rules/field.mpy": "mine"}


def bak(files, **others):
    return {f"{name}.bak": text for name, text in files.items()} | others


@pytest.mark.parametrize(("deployed", "then", "backups", "renamed", "kept"), [
    pytest.param({}, {}, [], [], {}, id="an empty drive"),
    pytest.param(GAME, {}, [], [], {}, id="the same game"),
    pytest.param({}, GAME, [], [], {}, id="the same game, without a list"),
    pytest.param(GAME, OWN, [], [], OWN, id="files of the user's own"),
    pytest.param(GAME, EDITED, [*EDITED], [], bak(EDITED), id="edited files"),
    pytest.param({}, USERS, ["SpriteSheet.bmp", "code.py"], [], {
        **bak({name: USERS[name] for name in ("SpriteSheet.bmp", "code.py")}),
        **{name: text for name, text in USERS.items() if name not in GAME}}, id="another program"),
    pytest.param(GAME | {"code.py": "older", "settings.toml": "MINES = 10\n", "old.wav": "x"}, {},
                 [], [], {}, id="an older version"),
    pytest.param(SOURCES, {}, [], [], {}, id="sources"),
    pytest.param(SOURCES, {"minesweeper/rules/field.py": "my rules"}, [],
                 ["minesweeper/rules/field.py"], bak({"minesweeper/rules/field.py": "my rules"}),
                 id="an edited source"),
    pytest.param({}, {"lib/adafruit_touchscreen/__init__.py": "the user's"}, [],
                 ["lib/adafruit_touchscreen"],
                 {"lib/adafruit_touchscreen.bak/__init__.py": "the user's"},
                 id="a folder that would be imported instead"),
    pytest.param({}, EARLIER | {"minesweeper/mine.py": "a module of the user's"}, ["code.py"],
                 ["minesweeper"], {
                     **{name.replace("/", ".bak/"): text for name, text in EARLIER.items()
                        if "/" in name}, "code.py.bak": EARLIER["code.py"],
                     "minesweeper.bak/mine.py": "a module of the user's"},
                 id="a version without a list"),
])
def test_the_game_replaces_itself_and_keeps_what_is_the_users(
        deploy, mounted, deployed, then, backups, renamed, kept):
    if deployed:
        deploy(deployed)
    fill(mounted, then)
    plan = deploy()
    assert plan.backups == {name: f"{name}.bak" for name in backups}
    assert plan.renamed == {name: f"{name}.bak" for name in renamed}
    assert not plan.settings_kept
    assert content(mounted) == GAME | kept | {"boot_out.txt": BOOT_OUT}
    assert (deploy().copies, deploy(SOURCES).backups) == ({}, {})
    assert content(mounted) == SOURCES | kept | {"boot_out.txt": BOOT_OUT}


@pytest.mark.parametrize(("names", "sentence"), [
    (["code.py", "settings.toml", "lib/adafruit_touchscreen.mpy"], "{} is a folder where the game"
     " has a file: rename"),
    (["lib", "minesweeper", "sounds"], "{} is a file where the game has a folder: rename")])
def test_files_and_folders_in_each_others_place_are_refused_before_anything_is_written(
        deploy, mounted, names, sentence):
    for name in names:
        there = fill(mounted, {f"{name}/notes.txt" if "." in name else name: "x"}) / name
        before = content(mounted)
        with pytest.raises(DeviceError, match=sentence.format(name)):
            deploy()
        assert content(mounted) == before
        shutil.rmtree(there) if there.is_dir() else there.unlink()


def test_every_edit_is_kept_under_a_name_of_its_own(deploy, mounted):
    for edit in "first", "second", "third":
        deploy()
        fill(mounted, {"code.py": edit})
    deploy()
    names = ["code.py.bak", "code.py.bak2", "code.py.bak3"]
    assert [content(mounted)[name] for name in names] == ["first", "second", "third"]


def test_a_list_cannot_lead_out_of_the_drive(deploy, mounted):
    fill(mounted.parent, {"precious.txt": "mine"})
    lines = [f"{manifest.digest(b'mine')}  {name}\n" for name in
             ("../precious.txt", "lib/../../precious.txt", f"{mounted.parent}/precious.txt")]
    (mounted / manifest.NAME).write_text("".join(lines))
    assert deploy().removed == []
    assert (mounted.parent / "precious.txt").exists()


def test_too_little_space_is_refused_before_anything_is_written(deploy, mounted, monkeypatch):
    before = content(mounted)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=8191))
    with pytest.raises(DeviceError, match=r"too full: 57,344 bytes are needed and 8,191 are free"):
        deploy()
    assert content(mounted) == before


def test_leftovers_of_a_killed_deployment_are_removed(deploy, mounted):
    left = {".code.py.4711.part", ".code.py.bak.4711.part", f".{manifest.NAME}.1.part",
            "minesweeper/rules/.field.mpy.4711.part"}
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


@pytest.mark.parametrize(("text", "leftovers"), [
    (USERS["code.py"], [".code.py.bak.4711.part", "code.py.bak"]), ("the only one", [])])
def test_a_backup_that_may_share_its_clusters_is_made_anew_if_its_original_is_there(
        deploy, mounted, text, leftovers):
    fill(mounted, USERS | {".code.py.bak.4711.part": text, "code.py.bak": text})
    assert deploy().leftovers == leftovers
    assert content(mounted)["code.py.bak"] == text


def boot(version="9.2.1", board="pyportal"):
    return BOOT_OUT.replace("9.2.1", version).replace(":pyportal", f":{board}")


@pytest.mark.parametrize("text", [
    *map(boot, ("9.0.0", "10.0.0-beta.3", "10.2.0-12-gabcdef-dirty")),
    *(boot(board=board) for board in deploying.BOARDS)])
def test_every_pyportal_with_circuitpython_9_or_10_is_accepted(mounted, text):
    assert deploying.check(fill(mounted, {"boot_out.txt": text})) == []


@pytest.mark.parametrize(("file", "text", "warning"), [
    ("boot_out.txt", boot("11.0.0-alpha.1"), "runs CircuitPython 11.0.0-alpha.1, newer than 10"),
    ("boot_out.txt", boot(board="pygamer"), "CIRCUITPY is pygamer"),
    ("boot_out.txt", "Adafruit CircuitPython 9.2.1 on 2024-11-20", "is of unknown kind"),
    ("code.txt", "", "code.txt runs instead of code.py"),
    ("settings.toml", "MINES = 1\n", "needs the line `CIRCUITPY_PYSTACK_SIZE = 2048` in"),
])
def test_an_unusual_drive_gives_a_warning(mounted, file, text, warning):
    (found,) = deploying.check(fill(mounted, {file: text}))
    assert warning in found


NEEDS_STACK = "needs the line `CIRCUITPY_PYSTACK_SIZE = 2048` in"


@pytest.mark.parametrize(("text", "lacks"), [
    ("CIRCUITPY_PYSTACK_SIZE = 2048", False),
    ("A = 1\r\n CIRCUITPY_PYSTACK_SIZE=4096 # more\r\n[b]", False),
    ("CIRCUITPY_PYSTACK_SIZE = 0x800", False),
    ("", True),
    ("# CIRCUITPY_PYSTACK_SIZE = 2048", True),
    ("CIRCUITPY_PYSTACK_SIZE = 2047", True),
    ("CIRCUITPY_PYSTACK_SIZE = 1536\nCIRCUITPY_PYSTACK_SIZE = 2048", True),
    ("CIRCUITPY_PYSTACK_SIZE = -4096", True),
    ("CIRCUITPY_PYSTACK_SIZE = true", True),
    ('CIRCUITPY_PYSTACK_SIZE = "2048"', True),
    ("CIRCUITPY_PYSTACK_SIZE = much", True),
    ("CIRCUITPY_PYSTACK_SIZE =", True),
    ("[other]\nCIRCUITPY_PYSTACK_SIZE = 2048", True),
    ("CIRCUITPY_PYSTACK_SIZES = 2048", True),
    ('A = "CIRCUITPY_PYSTACK_SIZE = 2048"', True),
    ("\ufeffCIRCUITPY_PYSTACK_SIZE = 2048", True),
])
def test_version_9_is_told_unless_a_board_reads_a_large_enough_stack(mounted, text, lacks):
    notes = deploying.check(fill(mounted, {"boot_out.txt": boot("9.2.1"), "settings.toml": text}))
    assert [NEEDS_STACK in note for note in notes] == ([True] if lacks else [])
    fill(mounted, {"boot_out.txt": boot("10.0.0")})
    assert deploying.check(mounted) == []


@pytest.mark.parametrize(("name", "files", "sentence"), [
    ("a", {"a/boot_out.txt": boot("8.2.10")}, "runs CircuitPython 8.2.10 .* 9 or newer: install"),
    ("a", {"a/boot_out.txt": boot("4.0.0-beta.5")}, "runs CircuitPython 4.0.0-beta.5 .* 9 or new"),
    ("nowhere", {}, "nowhere does not exist: name the mounted"),
    ("file", {"file": ""}, "file is not a folder: name the mounted"),
    ("folder", {"folder/notes.txt": ""}, r"folder has no boot_out\.txt"),
])
def test_what_is_no_drive_of_a_supported_board_is_refused(tmp_path, name, files, sentence):
    fill(tmp_path, files)
    with pytest.raises(DeviceError, match=sentence):
        deploying.check(tmp_path / name)


@pytest.mark.parametrize(("drives", "sentence"), [
    ([], "No CIRCUITPY drive is mounted: plug in"),
    ([Path("a"), Path("b")], r"mounted \(a, b\): name")])
def test_no_drive_and_several_drives_are_refused(drives, sentence):
    with pytest.raises(DeviceError, match=sentence):
        deploying.the_only(drives)


def test_the_old_file_survives_a_drive_that_returns_other_bytes(mounted, monkeypatch):
    before = content(mounted)
    monkeypatch.setattr(os, "fsync", lambda number: os.pwrite(number, b"?", 0))
    with pytest.raises(OSError, match="what was read back is not what was written"):
        deploying.write_whole(mounted / "boot_out.txt", b"new")
    assert content(mounted) == before
