# SPDX-License-Identifier: MIT
"""Nothing of the user's is cut, reverted or lost while a computer writes it to the board."""

import ast
import binascii
import errno
import os
import shutil

import pytest

from sim.__main__ import main
from sim.engines.firmware import storage
from tests.support import firmware, seeds

firmware.require()

MOMENTS = 100 if os.environ.get("FULL") else 6
RUNNING = "import time\nwhile True:\n    time.sleep(0.05)\n"
BOOT = "import storage\nstorage.remount('/', readonly=False)\n"
LOGS = """
import time
number = 0
while True:
    with open("/log.txt", "w") as file:
        file.write(f"turn {number} " * 400)
    number += 1
    time.sleep(1)
"""


def contents(folder):
    """The user's files and folders, with what they hold."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
            for path in folder.rglob("*") if path.name != "boot_out.txt"}


def change(folder, chance):
    """Do what a user does: save, lengthen, shorten, remove or rename files and whole folders."""
    target = folder / chance.choice(["code.py", "a.txt", "b.txt", "pack/one.py", "pack/two.py"])
    act = chance.choice(["save", "save", "remove", "rename", "folder", "no folder"])
    if act == "folder":
        for number in range(3):
            (folder / f"new{number}").mkdir(exist_ok=True)
            (folder / f"new{number}" / "x.py").write_bytes(b"#" * chance.randrange(9_000))
    elif act == "no folder":
        shutil.rmtree(folder / "pack", ignore_errors=True)
    elif act == "save" or not target.exists() or target.name == "code.py":
        target.parent.mkdir(exist_ok=True)
        target.write_text(RUNNING + "# pad\n" * chance.choice([0, 3, 400, 2_000]))
    elif act == "remove":
        target.unlink()
    else:
        target.rename(target.with_name(f"other{chance.randrange(9)}.py"))


@pytest.mark.parametrize("source", [RUNNING, "print('short')\n"])
def test_a_saved_drive_stays_as_it_was_saved(power_on, tmp_path, source):
    """At each moment, also if the power is cut then: saves come in the middle of other saves."""
    drive, chance = tmp_path / "drive", seeds.chance(1)
    files = {"a.txt": "a" * 3_000, "pack/one.py": "one = 1\n", "code.py": source}
    portal = power_on(source, files)
    portal.board.console.attended = True
    portal.run(1)
    for moment in range(MOMENTS):
        change(drive, chance)
        saved = contents(drive)
        portal.engine.save()
        for _ in range(chance.randrange(1, 60)):
            portal.run(0.03)
            assert contents(drive) == saved, moment
        if moment % 10 == 9:
            portal.reset()
            portal.run(chance.random())
            assert contents(drive) == saved, moment
    portal.run(8)
    assert contents(drive) == saved
    assert on_board(portal, list(saved)) == [
        content and binascii.crc32(content) for content in saved.values()]


LOOK = ("import os, binascii as b; "
        "[None if os.stat(p)[0] < 1 << 15 else b.crc32(open(p, 'rb').read()) for p in {}]\r")


def on_board(portal, paths):
    """Ask the board's REPL for the checksum of each file, None for a folder."""
    for keys in "\x03", "\r", LOOK.format(paths):
        portal.type(keys)
        portal.run(3)
    *_, answer, _ = portal.serial.splitlines()
    return ast.literal_eval(answer)


def test_a_file_that_the_user_saves_is_not_replaced_by_the_boards(power_on, tmp_path):
    """The program writes a file all the time; the user saves another, which the board refuses."""
    drive = tmp_path / "drive"
    portal = power_on(LOGS, {"boot.py": BOOT})
    portal.run(2)
    assert (drive / "log.txt").read_text().startswith("turn ")
    (drive / "code.py").write_text("print('new')\n" + "# longer\n" * 200)
    saved = (drive / "code.py").read_bytes()
    portal.engine.save()
    before = (drive / "log.txt").read_text()
    portal.run(4)
    assert (drive / "code.py").read_bytes() == saved
    (drive / "log.txt").write_text("the user's")
    portal.run(2)
    assert (drive / "log.txt").read_text() == "the user's"
    assert before != "the user's"


def test_the_boards_file_keeps_its_mode_and_its_link(power_on, tmp_path):
    drive = tmp_path / "drive"
    drive.mkdir()
    elsewhere = drive / "elsewhere.txt"
    elsewhere.write_text("old")
    elsewhere.chmod(0o640)
    (drive / "log.txt").symlink_to(elsewhere)
    portal = power_on("with open('/log.txt', 'w') as file:\n    file.write('new')\n",
                      {"boot.py": BOOT})
    portal.run(5)
    assert elsewhere.read_text() == "new" and elsewhere.stat().st_mode & 0o777 == 0o640
    assert (drive / "log.txt").is_symlink()


@pytest.mark.parametrize("is_full", [False, True])
def test_the_commands_status_tells_that_the_computer_could_not_write_a_file(
        tmp_path, monkeypatch, capfd, is_full):
    def refuse(host, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "boot.py").write_text(BOOT)
    (tmp_path / "code.py").write_text('with open("/log.txt", "w") as file:\n    file.write("x")\n')
    if is_full:
        monkeypatch.setattr(storage, "replace_on_host", refuse)
    command = [str(tmp_path), "--headless", "--engine", "firmware", "--seconds", "8"]
    assert main(command) == (2 if is_full else 0)
    assert (f"cannot write {tmp_path / 'log.txt'}" in capfd.readouterr().err) == is_full
