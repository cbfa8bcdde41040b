# SPDX-License-Identifier: MIT
"""Power that fails, and a cable that is pulled, while nvm or the drive is written."""

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from sim import PyPortal
from tests.support import firmware, seeds
from tests.support.chip.bench import Booted, firmware_files

firmware.require()

# Each tenth byte of nvm and a hundred moments of a write to the drive in a soak, or with FULL=1.
IS_FULL = seeds.IS_NEW or "FULL" in os.environ
PLACES = range(5, 8192, 10 if IS_FULL else 700)
MOMENTS = range(1_000, 900_000, 9_000 if IS_FULL else 446_000)


class Saved(NamedTuple):
    """The game as a board has it, nvm with a game in it, and nvm after the next one."""

    folder: Path
    before: bytes
    after: bytes


@pytest.fixture(scope="module")
def saved(drive_with, tmp_path_factory):
    from tools import firmware as shipped

    folder = tmp_path_factory.mktemp("device") / "CIRCUITPY"
    shipped.write(shipped.files(drive_with('MINES_CONTROLS = "guide"')), folder)
    nvm = []
    for seed, cells in (1, [(200, 100)]), (2, CELLS):
        with PyPortal(folder, engine="firmware", seed=seed, nvm=nvm[-1] if nvm else None) as portal:
            play(portal, *cells)
            assert portal.nvm_writes == 1
            nvm.append(bytes(portal.nvm))
    return Saved(folder, *nvm)


CELLS = (40, 200), (120, 40)


def play(portal, *cells):
    """Begin a game and wait until it is saved."""
    portal.run(4)
    portal.tap(160, 120)
    for cell in cells:
        portal.run(1)
        portal.tap(*cell)
    portal.run(34)


def cut(nvm, place):
    return nvm[:place].ljust(len(nvm), b"\xff")


@pytest.mark.parametrize("place", PLACES)
def test_the_game_starts_after_power_has_failed_in_a_save(power_on, saved, place):
    portal = power_on(drive=saved.folder, seed=3, nvm=cut(saved.after, place))
    portal.run(4)
    assert "Traceback" not in portal.serial
    assert portal.running
    assert len(set(portal.framebuffer)) > 10


@pytest.mark.parametrize("pulled", [False, True], ids=["power", "cable"])
@pytest.mark.parametrize("moment_us", MOMENTS)
def test_the_firmware_starts_after_a_write_to_the_drive_was_cut(power_on, tmp_path, moment_us,
                                                                pulled):
    portal = power_on("print('old')\nwhile True:\n    pass\n")
    portal.run(1)
    (tmp_path / "drive" / "code.py").write_text("import more\n")
    (tmp_path / "drive" / "more.py").write_text("print('new')\n" + "#" * 20_000)
    portal.engine.save()
    portal.run(moment_us / 1e6)
    if pulled:
        portal.board.console.connected = False
        portal.run(1)
    again = Booted(firmware_files()[0], portal.engine.storage)
    assert again.wait_for(lambda: any(word in again.serial for word in (
        b"old", b"new", b"Error", b"safe mode", b"Press any key")), 8), again.serial
