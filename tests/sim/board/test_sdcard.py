# SPDX-License-Identifier: MIT
"""Cards in the slot, with CircuitPython's driver and with Adafruit's, which speaks SPI."""

import os

import pytest

from sim.board.fat import DIRECTORY, Entry, FatVolume, Store, format_card
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


def test_links_to_folders_are_left_out_and_never_followed_round(write_program, folder):
    """Two links to the folder itself, and two folders that link to each other."""
    for name, target in ("here", "."), ("here too", "."), ("Songs/up", ".."), ("songs2", "Songs"):
        (folder / name).symlink_to(target)
    (folder / "other").mkdir()
    (folder / "other/to songs").symlink_to("../Songs")
    (folder / "Songs/to other").symlink_to("../other")
    (folder / "Songs/two.txt").symlink_to("one.txt")
    calls = "os.listdir('/sd')", "os.listdir('/sd/Songs')", "os.listdir('/sd/other')"
    assert outcomes(write_program, CARD + MOUNTED, calls, sd=folder) == [
        "['Songs', 'gone.txt', 'helper.py', 'other']", "['one.txt', 'two.txt']", "[]"]


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_folder_that_contains_itself_is_opened_once(tmp_path, depth):
    """A damaged card: an entry in a folder names the first cluster of a folder above it."""
    store = Store(open(tmp_path / "card.img", "w+b"))  # noqa: SIM115 - closed by the system
    format_card(store, 1 << 17, 4096, "SD")
    volume = FatVolume(store, lambda: 0)
    for path in "a", "a/b", "a/b/c", "a/b/c/again":
        volume.mkdir(path)
    again = next(entry for entry in volume.entries("a/b/c"))
    again.cluster = volume.entries("/".join("ab"[:depth]))[0].cluster
    volume._folder(again.folder).update(again)
    paths = [path for path, _ in FatVolume(store, lambda: 0).tree()]
    assert paths == ["a", "a/b", "a/b/c", "a/b/c/again"]


def test_a_tree_of_many_folders_in_each_other_is_read(tmp_path):
    store = Store(open(tmp_path / "card.img", "w+b"))  # noqa: SIM115 - closed by the system
    format_card(store, 1 << 17, 512, "SD")
    volume = FatVolume(store, lambda: 0)
    path = ""
    folder = volume._folder()
    for _ in range(1500):
        chain: list[int] = []
        volume.table.extend(chain)
        made = volume._folder(chain[0])
        made.clear(chain[0])
        folder.add(Entry("d", b"", 0, attributes=DIRECTORY, cluster=chain[0]))
        folder, path = made, f"{path}/d"
    assert [len(path) for path, _ in volume.tree()] == [2 * depth + 1 for depth in range(1500)]
