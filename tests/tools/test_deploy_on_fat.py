# SPDX-License-Identifier: MIT
"""tools.deploy on a FAT drive that is pulled during writes, is full, or has names in other cases.

Skipped where FUSE cannot mount one.
"""

import random
import shutil

import pytest

from tests.support import seeds
from tests.support.deploying import BOOT_OUT, GAME, USERS, content, contents_of, fill
from tools import deploy as deploying
from tools.deploying import copy_plan, manifest
from tools.deploying.device import DeviceError

fat_drive = pytest.importorskip("tests.support.files.fat_drive")
OTHER_CASES = {"CODE.PY": "mine", "LIB/Adafruit_Touchscreen.PY": "my library", "Notes.txt": "1",
               "MineSweeper/Mein langer Modulname.py": "my module"}


@pytest.fixture
def image(tmp_path):
    path = tmp_path / "flash.img"
    path.write_bytes(fat_drive.empty())
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The bytes of a drive with an older game, as sources, in which the user has edited files."""
    folder = tmp_path_factory.mktemp("played")
    sources = {name.replace(".mpy", ".py"): text for name, text in GAME.items()}
    (folder / "flash.img").write_bytes(fat_drive.empty())
    with fat_drive.mounted(folder / "flash.img", folder / "drive") as drive:
        fill(drive, {"boot_out.txt": BOOT_OUT})
        deploying.deploy(contents_of(sources | {"code.py": "older"}), drive)
        fill(drive, USERS | {"minesweeper/board/field.py": "my rules"})
    return (folder / "flash.img").read_bytes()


USERS_TEXTS = {*USERS.values(), "my rules"}


@pytest.mark.parametrize("seed", range(int(seeds.more(3, 8))))
def test_a_drive_pulled_at_any_sector_loses_no_file_of_the_user(
    played, image, tmp_path, seed
):
    image.write_bytes(played)
    sectors = random.Random(seed).randrange(1, 250)
    with (
        fat_drive.mounted(image, tmp_path / "pulled", sectors) as drive,
        pytest.raises((DeviceError, OSError)),
    ):
        deploying.deploy(contents_of(GAME), drive)
        (drive / "after.bin").write_bytes(bytes(200_000))  # pulled out now, if not before
    with fat_drive.mounted(image, tmp_path / "again") as drive:
        assert set(content(drive).values()) >= USERS_TEXTS
        deploying.deploy(contents_of(GAME), drive)
        assert deploying.deploy(contents_of(GAME), drive).copies == {}
        assert set(content(drive).values()) >= USERS_TEXTS


def test_a_deployment_fits_into_the_space_that_it_requires(image, tmp_path):
    with fat_drive.mounted(image, tmp_path / "full") as drive:
        fill(drive, {"boot_out.txt": BOOT_OUT, **USERS})
        needed = copy_plan.space_needed(copy_plan.make(contents_of(GAME), drive, {}))
        free = shutil.disk_usage(drive).free
        (drive / "filler.bin").write_bytes(bytes(free - needed + 1))
        with pytest.raises(DeviceError, match="too full"):
            deploying.deploy(contents_of(GAME), drive)
        (drive / "filler.bin").write_bytes(bytes(free - needed))
        deploying.deploy(contents_of(GAME), drive)


def test_names_in_other_cases_are_the_same_files(image, tmp_path):
    with fat_drive.mounted(image, tmp_path / "cases") as drive:
        fill(drive, {"boot_out.txt": BOOT_OUT, **OTHER_CASES})
        plan = deploying.deploy(contents_of(GAME), drive)
        assert plan.backups == {"code.py": "code.py.bak"}
        assert plan.renamed == {"minesweeper": "minesweeper.bak",
                              "lib/adafruit_touchscreen.py": "lib/adafruit_touchscreen.py.bak"}
        assert set(content(drive).values()) >= {*OTHER_CASES.values(), *GAME.values()}
        assert manifest.parse((drive / manifest.NAME).read_bytes()).keys() == GAME.keys()
