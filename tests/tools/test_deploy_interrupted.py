# SPDX-License-Identifier: MIT
"""A deployment that is stopped anywhere loses nothing of the user's, and the next one finishes it.

The host's own calls are stopped: an audit hook lets the n-th change of a file on the drive fail,
and every one after it, as when a cable is pulled or the process is killed. CUTS=200 in the
environment tries so many random rows of moments instead of a few; a number gives the same ones.
"""

import functools
import os
import random
import sys

import pytest

from game_on_drive import BOOT_OUT, GAME, USERS, content, contents_of, fill
from tools import deploy as deploying
from tools.deploying import manifest
from tools.deploying.device import DeviceError

OLDER = {
    "code.py": "older", "lib/adafruit_touchscreen.py": "older library", "minesweeper/field.py": "1",
    "minesweeper/board/field.py": "2", "minesweeper/old/__init__.py": "3",
    "settings.toml": "MINES = 10\n", "sounds/win.wav": "older",
}
EDITS = {
    "code.py": "my edit", "minesweeper/board/field.py": "mine", "settings.toml": "MINES = 99\n",
}
CUTS = int(os.environ.get("CUTS", "5"))
CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir"}


class Killer:
    """Counts what changes files below `folder`, and raises from change number `last` on."""

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
def killer() -> Killer:
    """Its hook cannot be taken away again, and is asked at all that Python does: not before the
    first test that wants it.
    """
    made = Killer()
    sys.addaudithook(made.hook)
    return made


def deploy_until(change: int, contents: dict[str, bytes], drive) -> int:
    """Returns how many changes there were before the end, or before it was stopped."""
    stopping = killer()
    stopping.folder, stopping.count, stopping.last = str(drive), 0, change
    try:
        deploying.deploy(contents, drive)
    except (KeyboardInterrupt, DeviceError):
        pass
    finally:
        stopping.folder = None
    return stopping.count


def kept(drive) -> set[str]:
    return set(content(drive).values())


def put_older(drive) -> None:
    deploying.deploy(contents_of(OLDER), drive)
    fill(drive, USERS | EDITS)


def put_without_list(drive) -> None:
    put_older(drive)
    (drive / manifest.NAME).unlink()


@pytest.mark.parametrize("prepare", [put_older, put_without_list])
def test_at_each_change_nothing_of_the_users_is_lost_and_the_next_finishes(tmp_path, prepare):
    users = set((USERS | EDITS).values())
    stop, count = 0, 0
    while count >= stop:
        stop += 1
        drive = fill(tmp_path / str(stop), {"boot_out.txt": BOOT_OUT})
        prepare(drive)
        count = deploy_until(stop, contents_of(GAME), drive)
        assert kept(drive) >= users
        deploying.deploy(contents_of(GAME), drive)
        now = content(drive)
        assert set(now.values()) >= users
        assert now.items() >= {n: t for n, t in GAME.items() if n != "settings.toml"}.items()
        assert not [name for name in now if name.endswith((".part", "/field.py"))
                    and "minesweeper.bak" not in name]
    assert stop > 40


def test_stopped_again_and_again_it_makes_no_second_copy_of_the_users_files(mounted):
    put_older(mounted)
    for stop in range(1, 40):
        deploy_until(stop, contents_of(GAME), mounted)
    deploying.deploy(contents_of(GAME), mounted)
    texts = [text for text in content(mounted).values() if text in (USERS | EDITS).values()]
    assert sorted(texts) == sorted((USERS | EDITS).values())


@pytest.mark.parametrize("seed", range(CUTS))
def test_stopped_at_random_moments_it_keeps_all_and_the_next_finishes(mounted, seed):
    chance = random.Random(seed)
    chance.choice([put_older, put_without_list])(mounted)
    users = set((USERS | EDITS).values())
    for _ in range(chance.randrange(1, 5)):
        deploy_until(chance.randrange(1, 60), contents_of(GAME), mounted)
        assert kept(mounted) >= users
    deploying.deploy(contents_of(GAME), mounted)
    assert kept(mounted) >= users
    games = {name: text for name, text in GAME.items() if name != "settings.toml"}
    assert content(mounted).items() >= games.items()
