# SPDX-License-Identifier: MIT
"""Saving a file of the drive restarts the program, as the board does. Real time is a number."""

import os
from types import SimpleNamespace

import pytest

from instantly import PyPortal
from sim.frontends.player import Player
from sim.frontends.reloader import Reloader

STOPPED = "\nCode stopped by auto-reload. Reloading soon.\n"
SAYS = "print({!r})\nwhile True: pass\n"


@pytest.fixture
def desk(write_program, tmp_path):
    """Powers a board on whose drive is looked at: `wait` lets real and virtual time pass."""
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
                               said=lambda: portal.serial)

    yield power_on
    for portal in opened:
        portal.close()


def save(path, text):
    """At another moment than before, however coarse the host's clock is."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    save.moment += 1
    os.utime(path, (save.moment, save.moment))


save.moment = 1_000_000_000


def test_saving_the_program_stops_it_at_once_and_starts_the_new_one(desk):
    board = desk(SAYS.format("old"))
    save(board.folder / "code.py", SAYS.format("new"))
    board.wait(0.3)
    assert board.said() == "old\n" + STOPPED
    board.wait(1)
    assert board.said() == "old\n" + STOPPED + "soft reboot\nnew\n"


def test_a_module_in_a_folder_a_new_file_and_one_that_is_gone_count_too(desk):
    board = desk(SAYS.format("run"))
    helper = board.folder / "lib/helper.py"
    for change in lambda: save(helper, "x = 1"), lambda: save(helper, "x = 2"), helper.unlink:
        before = board.said().count("run")
        change()
        board.wait(2)
        assert board.said().count("run") == before + 1


def test_a_program_that_is_being_saved_is_not_run_half(desk):
    board = desk(SAYS.format("old"))
    for lines in range(5):
        save(board.folder / "code.py", "print('a')\n" * lines + "print('ha")
        board.wait(0.4)
    save(board.folder / "code.py", SAYS.format("whole"))
    board.wait(1)
    assert board.said() == "old\n" + STOPPED + "soft reboot\nwhole\n"


def test_a_mistake_is_shown_and_the_next_save_awaited(desk):
    board = desk(SAYS.format("old"))
    save(board.folder / "code.py", "print('new'\n")
    board.wait(2)
    assert board.said().endswith('  File "code.py", line 1\nSyntaxError: \'(\' was never closed\n')
    assert board.portal.failed
    save(board.folder / "code.py", SAYS.format("mended"))
    board.wait(2)
    assert board.said().endswith("soft reboot\nmended\n")


def test_nvm_survives_and_the_reason_is_told(desk):
    board = desk("import microcontroller as m, supervisor\nm.nvm[0] = (m.nvm[0] + 1) % 256\n"
                 "print(m.nvm[0], supervisor.runtime.run_reason)\nwhile True: pass\n")
    for _ in range(2):
        save(board.folder / "notes.txt", "saved")
        board.wait(2)
    assert [line for line in board.said().splitlines() if "RunReason" in line] == [
        "0 supervisor.RunReason.STARTUP", "1 supervisor.RunReason.AUTO_RELOAD",
        "2 supervisor.RunReason.AUTO_RELOAD"]


def test_a_program_may_forbid_it(desk):
    board = desk("import supervisor\nsupervisor.runtime.autoreload = False\n" + SAYS.format("old"))
    save(board.folder / "code.py", SAYS.format("new"))
    board.wait(2)
    assert board.said() == "old\n"
    board.player.do("reset")
    board.wait(2)
    assert board.said() == "old\nnew\n"


def test_what_the_program_writes_itself_does_not_restart_it(desk):
    board = desk("""
import os, storage, time
storage.remount("/", readonly=False)
print("start")
with open("/log.txt", "w") as log:
    for line in range(20):
        log.write("x" * 100)
        log.flush()
        time.sleep(0.1)
os.rename("/log.txt", "/old.txt")
os.mkdir("/folder")
time.sleep(1)
os.remove("/old.txt")
while True: pass
""")
    board.wait(5)
    assert board.said() == "start\n"
    save(board.folder / "code.py", SAYS.format("new"))
    board.wait(2)
    assert board.said().endswith("new\n")


def test_a_program_that_writes_and_resets_is_not_taken_for_a_hand(desk):
    board = desk("""
import microcontroller, storage, time
storage.remount("/", readonly=False)
with open("/starts.txt", "a") as file:
    file.write("x")
time.sleep(1)
microcontroller.reset()
""")
    board.wait(6)
    assert STOPPED not in board.said()


@pytest.mark.parametrize("name", [".hidden", "code.py~", "__pycache__/x.pyc", "own.nvm"])
def test_what_editors_and_the_simulator_keep_there_is_no_file_of_the_drive(desk, tmp_path, name):
    board = desk(SAYS.format("old"), own=[tmp_path / "own.nvm"])
    save(board.folder / name, "x")
    board.wait(2)
    assert board.said() == "old\n"


def test_whoever_is_in_the_repl_is_left_alone(desk):
    board = desk("print('old')")
    board.portal.machine.console.attended = True
    board.player.do("reset")
    board.player.do("keys", " ")
    board.wait(1)
    save(board.folder / "code.py", "print('new')")
    board.wait(2)
    assert board.said().endswith(">>> ")
    board.player.do("keys", "\x04")
    board.wait(4)
    assert board.said().count("new\n") == 1


def test_a_drive_without_a_program_waits_for_one(desk):
    board = desk(SAYS.format("old"))
    (board.folder / "code.py").unlink()
    board.wait(2)
    assert not board.portal.running
    save(board.folder / "code.py", SAYS.format("new"))
    board.wait(2)
    assert board.said().endswith("new\n")


def test_beside_a_program_file_only_programs_count(desk):
    board = desk(SAYS.format("old"), whole=False)
    save(board.folder / "letter.doc", "Dear")
    save(board.folder / "elsewhere/code.py", "x")
    board.wait(2)
    assert board.said() == "old\n"
    save(board.folder / "helper.py", "x")
    board.wait(2)
    assert board.said().endswith("soft reboot\nold\n")


def test_a_drive_of_very_many_files_is_looked_at_less_often(desk):
    from sim.frontends.watcher import Watcher

    real, looks = SimpleNamespace(now=0.0), []

    def files():
        looks.append(real.now)
        real.now += 0.2
        return []

    watcher = Watcher(files, clock=lambda: real.now)
    for _ in range(600):
        real.now += 1 / 60
        watcher.poll()
    assert 2 <= len(looks) <= 5
