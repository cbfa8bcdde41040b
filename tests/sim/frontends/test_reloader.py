# SPDX-License-Identifier: MIT
"""Saving a file of the drive restarts the program, as the board does. Real time is simulated."""

import os
from types import SimpleNamespace

import pytest

from sim.frontends.player import Player
from sim.frontends.session import Reloader
from tests.support.programs.programs import PyPortal

STOPPED = "\nCode stopped by auto-reload. Reloading soon.\n"
SAYS = "print({!r})\nwhile True: pass\n"


@pytest.fixture
def watched(write_program, tmp_path):
    """Powers on a board whose drive is watched; `wait` lets real and virtual time pass."""
    opened = []

    def power_on(program, whole=True, own=()):
        folder = write_program(program)
        portal = PyPortal(folder if whole else folder / "code.py")
        opened.append(portal)
        player, real = Player(portal), SimpleNamespace(now=0.0)
        reloader = Reloader(portal, player, set(own), whole, lambda: real.now)

        def wait(seconds):
            for _ in range(round(seconds * 60)):
                real.now += 1 / 60
                reloader.turn()
                player.run_until(player.now + 1_000_000_000 // 60)

        wait(0.1)
        return SimpleNamespace(portal=portal, player=player, wait=wait, folder=folder,
                               serial=lambda: portal.serial)

    yield power_on
    for portal in opened:
        portal.close()


def save(path, text):
    """Write a file with a new time of writing, however coarse the file system's times are."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    save.moment += 1
    os.utime(path, (save.moment, save.moment))


save.moment = 1_000_000_000


def test_a_saved_program_starts_anew_with_its_nvm_once_the_save_is_complete(watched):
    counts = "import microcontroller as m, supervisor\nm.nvm[0] = (m.nvm[0] + 1) % 256\n" \
             "print(m.nvm[0], supervisor.runtime.run_reason)\nwhile True: pass\n"
    board = watched(counts)
    for lines in range(5):
        save(board.folder / "code.py", "print('a')\n" * lines + "print('ha")
        board.wait(0.4)
    save(board.folder / "code.py", counts)
    board.wait(0.3)
    first = "0 supervisor.RunReason.STARTUP\n" + STOPPED
    assert board.serial() == first
    board.wait(1)
    assert board.serial() == first + "soft reboot\n1 supervisor.RunReason.AUTO_RELOAD\n"


def test_new_changed_and_removed_files_in_folders_restart_it(watched):
    board = watched(SAYS.format("run"))
    helper = board.folder / "lib/helper.py"
    for change in lambda: save(helper, "x = 1"), lambda: save(helper, "x = 2"), helper.unlink:
        before = board.serial().count("run")
        change()
        board.wait(2)
        assert board.serial().count("run") == before + 1


def test_a_syntax_error_is_shown_until_the_next_save_and_a_drive_waits_for_a_program(watched):
    board = watched(SAYS.format("old"))
    save(board.folder / "code.py", "x = 1\nprint 'new'\n")
    board.wait(2)
    assert board.serial().endswith(
        '  File "code.py", line 2\nSyntaxError: invalid syntax\n')
    assert board.portal.failed
    (board.folder / "code.py").unlink()
    board.wait(2)
    assert not board.portal.running
    save(board.folder / "code.py", SAYS.format("mended"))
    board.wait(2)
    assert board.serial().endswith("soft reboot\nmended\n")


WRITER = """
import microcontroller, os, storage, time
storage.remount("/", readonly=False)
print("start")
with open("/log.txt", "w") as log:
    for line in range(20):
        log.write("x" * 100)
        log.flush()
        time.sleep(0.1)
os.rename("/log.txt", "/old.txt")
os.mkdir(f"/folder {microcontroller.nvm[0]}")
time.sleep(1)
os.remove("/old.txt")
if microcontroller.nvm[0] != 0:
    microcontroller.nvm[0] = 0
    microcontroller.reset()
while True: pass
"""


def test_files_that_the_program_writes_do_not_restart_it(watched):
    """Neither while it runs nor before it resets itself."""
    board = watched(WRITER)
    board.wait(10)
    assert board.serial() == "start\n" * 2
    save(board.folder / "code.py", SAYS.format("new"))
    board.wait(2)
    assert board.serial().endswith("new\n")


def test_hidden_backup_and_own_files_do_not_restart_it(watched, tmp_path):
    board = watched(SAYS.format("old"), own=[tmp_path / "own.nvm"])
    for name in ".hidden", "code.py~", "__pycache__/x.pyc", "own.nvm":
        save(board.folder / name, "x")
        board.wait(2)
        assert board.serial() == "old\n"


def test_saved_parts_are_plugged_in_and_keep_what_was_set_unless_the_file_changes_it(
        watched, tmp_path):
    board = watched(SAYS.format("run"))
    said, file = [], board.folder / "parts.toml"
    board.portal.board.console.adviser = said.append
    for text, expected in [
            ("[bme280]\n[sht4x]\nhumidity = 40\n", (23, 40)),
            ("[sht4x]\nhumidity = 50\n[pir]\n", (-9, 50)), ("[sht4x]\nhumidity = 500", (-9, 50))]:
        save(file, text)
        board.wait(2)
        part = board.portal.parts["sht4x"]
        assert (part.temperature, part.humidity) == expected
        part.temperature = -9
    assert set(board.portal.board.i2c.devices) == {0x44, 0x48}
    assert said == [f"{file}, line 2, sht4x, humidity: 500 is not a number from 0 to 100"]
    assert board.serial().count("run") == 4
