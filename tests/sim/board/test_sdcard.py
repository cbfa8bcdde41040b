# SPDX-License-Identifier: MIT
"""Cards in the slot, with CircuitPython's driver and with Adafruit's, which speaks SPI."""

import os

import pytest

from sim.board.fat import FatVolume, Store, format_card
from tests.support.programs.programs import outcomes, printed, run
from tests.support.tables import texts


@pytest.fixture
def folder(tmp_path_factory):
    """The folder of a card: two texts and a program."""
    folder = tmp_path_factory.mktemp("card")
    (folder / "Songs").mkdir()
    (folder / "Songs" / "one.txt").write_text("la la")
    (folder / "gone.txt").write_text("soon")
    (folder / "helper.py").write_text("print(__file__)")
    return folder


DRIVERS = {
    "sdcardio": "import sdcardio\ncard = sdcardio.SDCard(board.SPI(), board.SD_CS)",
    "sdcardio, a pin of the program's":
        "import digitalio, sdcardio\n"
        "card = sdcardio.SDCard(board.SPI(), digitalio.DigitalInOut(board.SD_CS), 12_000_000)",
    "adafruit_sdcard":
        "import adafruit_sdcard, digitalio\n"
        "card = adafruit_sdcard.SDCard(board.SPI(), digitalio.DigitalInOut(board.SD_CS))",
}
MOUNT = """
import board, os, storage
{}
vfs = storage.VfsFat(card)
storage.mount(vfs, "/sd")
"""


def files_of(folder):
    """Return {path: contents} of the files in a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


PROGRAMS = texts(__file__)
OUTPUT = PROGRAMS["listed"]
OF_A_FOLDER = "2095616 (16384, 16384, 65454)"


def is_as_written(files):
    """Say whether the files are what the program should have left."""
    log = "".join(f"line {number}\n" for number in range(100)).encode()
    return files == {"Songs/one.txt": b"la " + bytes(range(256)) * 8,
                     "deep/log of today.txt": log, "helper.py": b"print(__file__)"}


@pytest.mark.parametrize("driver", DRIVERS)
def test_every_driver_reads_and_writes_a_folder_as_a_card(write_program, folder, driver):
    """Block 0 is the record of the partitions; rows of blocks go the same way as one."""
    program = write_program(MOUNT.format(DRIVERS[driver]) + PROGRAMS["use"])
    assert printed(program, 10, sd=folder) == OUTPUT.format(OF_A_FOLDER)
    assert is_as_written(files_of(folder))


@pytest.fixture
def image(folder, tmp_path):
    """Makes a FAT image with the files of the folder; returns its path."""
    def make(count, cluster):
        with open(tmp_path / "card.img", "w+b") as file:
            file.truncate(count * 512)
            store = Store(file)
            format_card(store, count, cluster, "SD")
            volume = FatVolume(store, lambda: 0)
            volume.mkdir("Songs")
            for name in ("Songs/one.txt", "gone.txt", "helper.py"):
                with volume.open(name, "wb") as target:
                    target.write((folder / name).read_bytes())
        return tmp_path / "card.img"

    return make


@pytest.mark.parametrize(("driver", "count", "geometry"), [
    ("adafruit_sdcard", 2_097_152, "2095616 (16384, 16384, 65454)"),
    ("sdcardio", 4_194_304, "4194304 (16384, 16384, 130943)")])
def test_a_driver_reads_and_writes_an_image(write_program, image, driver, count, geometry):
    path = image(count, 16_384)
    program = write_program(MOUNT.format(DRIVERS[driver]) + PROGRAMS["use"])
    assert printed(program, 10, sd=path) == OUTPUT.format(geometry)
    with open(path, "rb") as file:
        volume = FatVolume(Store(file), lambda: 0)
        paths = [*volume.listdir(""), *(f"{folder}/{name}" for folder in ("Songs", "deep")
                                        for name in volume.listdir(folder))]
        assert is_as_written({path: volume.read(path) for path in paths if "." in path})


def test_a_locked_image_is_read_and_not_written(write_program, image, monkeypatch):
    path = image(65_536, 2_048)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    before = path.read_bytes()
    calls = "os.listdir('/sd')", "open('/sd/new.txt', 'w').write('x')"
    assert outcomes(write_program, CARD + MOUNTED, calls, sd=path) == [
        "['Songs', 'gone.txt', 'helper.py']", "OSError: [Errno 5] Input/output error"]
    assert path.read_bytes() == before


CARD = "board, os, sdcardio, storage\ncard = sdcardio.SDCard(board.SPI(), board.SD_CS)"
MOUNTED = "\nvfs = storage.VfsFat(card)\nstorage.mount(vfs, '/sd', readonly=False)"


def test_an_empty_slot_is_refused(write_program):
    assert outcomes(write_program, "board, sdcardio",
                    ["sdcardio.SDCard(board.SPI(), board.SD_CS)"], seconds=5) == [
        "OSError: no SD card"]


def test_a_reset_brings_changes_of_the_folder_and_a_power_cut_leaves_what_was_flushed(
        write_program, folder):
    """The rest and the file's size are lost, as on a board."""
    portal = run(write_program(MOUNT.format(DRIVERS["sdcardio"]) + PROGRAMS["log"]), sd=folder)
    (folder / "gone.txt").unlink()
    portal.reset()
    portal.run(1)
    portal.cut_power()
    assert portal.serial == ("['Songs', 'gone.txt', 'helper.py']\n"
                             "['Songs', 'helper.py', 'log.txt']\n")
    assert (folder / "log.txt").read_text() == "flushed "


def test_a_card_without_a_file_system_leaves_the_folder_as_it_is(write_program, folder):
    text = "import board\n" + DRIVERS["sdcardio"] + PROGRAMS["blocks"]
    before = files_of(folder)
    printed(write_program(text), 10, sd=folder)
    assert files_of(folder) == before


def test_nothing_is_written_outside_the_folder(write_program, folder, tmp_path):
    """Neither by names that lead out of it, which blocks can hold, nor by a link that is there."""
    (tmp_path / "other").mkdir()
    (folder / "out").symlink_to(tmp_path / "other")
    text = MOUNT.format(DRIVERS["sdcardio"]) + PROGRAMS["out"]
    assert printed(write_program(text), 10, sd=folder) == ""
    assert [*(tmp_path / "other").iterdir()] == []
    assert not list(folder.parent.glob("*EVIL*"))
    assert (folder / "gone.txt").exists()


def test_files_that_fat_cannot_hold_stay_beside_those_of_the_card(write_program, folder):
    for name in "what?.txt", "Songs/a:b":
        (folder / name).write_text("kept")
    (folder / "out").symlink_to("/")
    program = MOUNT.format(DRIVERS["sdcardio"]) + PROGRAMS["changed"]
    output = printed(write_program(program), sd=folder)
    assert output == "['Songs', 'gone.txt', 'helper.py']\n"
    assert sorted(path.name for path in folder.rglob("*")) == [
        "Songs", "a:b", "helper.py", "out", "what?.txt"]
