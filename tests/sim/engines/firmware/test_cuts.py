# SPDX-License-Identifier: MIT
"""Power that fails, and a cable that is pulled, while nvm or the drive is written."""

import pytest

from sim import PyPortal
from sim.engines.firmware.surroundings import NVM
from tests.support import firmware, seeds
from tests.support.chip.bench import Booted, firmware_files

firmware.require()

# In a soak each tenth byte of nvm, and a hundred moments of a write to the drive.
PLACES = range(5, int(seeds.more(300, 8192)), int(seeds.more(73, 10)))
MOMENTS = range(1_000, 900_000, int(seeds.more(223_000, 9_000)))


@pytest.fixture(scope="module")
def saved(drive_with, tmp_path_factory):
    """The game as a board has it, and nvm with a game in it."""
    from tools import firmware as shipped

    folder = tmp_path_factory.mktemp("device") / "CIRCUITPY"
    shipped.write(shipped.files(drive_with('MINES_CONTROLS = "guide"')), folder)
    with PyPortal(folder, engine="firmware", seed=1) as portal:
        play(portal, (200, 100))
        assert portal.nvm_writes
        return folder, bytes(portal.nvm)


def play(portal, *cells):
    """Begin a game and wait until it is saved."""
    portal.run(4)
    portal.tap(160, 120)
    for cell in cells:
        portal.run(1)
        portal.tap(*cell)
    portal.run(34)


def fail_at(portal, place):
    """Let the power fail when the pages up to this byte of nvm are programmed."""
    around = portal.engine._around
    program = around._nvm

    def cut(at, count, erased):
        if erased or not at <= place < at + count:
            return program(at, count, erased)
        around._chip.flash[NVM + place:NVM + at + count] = 0xFF
        around._look_at_nvm()
        around._cut()

    around._nvm = cut


@pytest.mark.parametrize("place", PLACES)
def test_the_game_starts_after_power_has_failed_in_a_save(power_on, saved, place):
    folder, before = saved
    portal = power_on(drive=folder, seed=2, nvm=before)
    fail_at(portal, place)
    play(portal, (40, 200), (120, 40))
    assert not portal.board.powered, "the game has not saved"
    cut = bytes(portal.nvm)
    assert cut[place:place // 512 * 512 + 512].strip(b"\xff") == b""
    portal = power_on(drive=folder, seed=3, nvm=cut)
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
    storage = portal.engine._chip.storage.tobytes()
    again = Booted(firmware_files()[0], storage)
    assert again.wait_for(lambda: any(word in again.serial for word in (
        b"old", b"new", b"Error", b"safe mode", b"Press any key")), 8), again.serial
