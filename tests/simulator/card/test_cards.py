# SPDX-License-Identifier: MIT
"""Cards in the slot: folders and images, by the core's driver and by Adafruit's library."""

import os

import pytest

from cards import DRIVERS, MOUNT, files_of
from programs import outcomes, printed
from sim import PyPortal
from sim.fat.format import START, format_card
from sim.fat.volume import FatVolume
from sim.sdcard.store import Store

USE = """
print(os.listdir("/sd"), os.stat("/sd/Songs/one.txt")[6], vfs.label)
with open("/sd/log.txt", "a") as log:
    for number in range(100):
        log.write("line %d\\n" % number)
print(open("/sd/LOG.TXT").readline(), end="")
os.mkdir("/sd/deep")
os.rename("/sd/log.txt", "/sd/deep/log of today.txt")
with open("/sd/Songs/one.txt", "r+b") as song:
    song.seek(3)
    song.write(bytes(range(256)) * 8)
    song.flush()
    print(song.tell())
os.remove("/sd/gone.txt")
os.chdir("/sd/deep")
print(os.listdir(), len(open("log of today.txt").read()), os.statvfs("/sd")[:3])
import helper
"""
SAID = ("['Songs', 'gone.txt', 'helper.py'] 5 SD\nline 0\n2051\n"
        "['log of today.txt'] 790 (16384, 16384, 65454)\n/sd/helper.py\n")


def image_of(folder, path, count, cluster):
    """A FAT image with the files of a folder; returns its path."""
    with open(path, "w+b") as file:
        file.truncate(count * 512)
        store = Store(file)
        format_card(store, count, cluster, "SD")
        volume = FatVolume(store, lambda: 0)
        volume.mkdir("Songs")
        for name in ("Songs/one.txt", "gone.txt", "helper.py"):
            with volume.open(name, "wb") as target:
                target.write((folder / name).read_bytes())
    return path


def program(driver):
    return "import sys\nsys.path.append('/sd')\n" + MOUNT.format(DRIVERS[driver]) + USE


def used(files):
    """Whether the program has left there what it should."""
    return sorted(files) == ["Songs", "Songs/one.txt", "deep", "deep/log of today.txt",
                             "helper.py"] and (
        files["Songs/one.txt"] == b"la " + bytes(range(256)) * 8
        and files["deep/log of today.txt"].endswith(b"line 99\n"))


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_folder_is_a_card_of_blocks_for_every_driver(write_program, folder, driver):
    assert printed(write_program(program(driver)), 10, sd=folder) == SAID
    assert used(files_of(folder))


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(("count", "cluster"), [(2_097_152, 16_384), (4_194_304, 16_384)])
def test_an_image_is_a_card_too(write_program, folder, tmp_path, driver, count, cluster):
    image = image_of(folder, tmp_path / "card.img", count, cluster)
    said = printed(write_program(program(driver)), 10, sd=image).splitlines()
    assert (said[0], said[-1]) == (SAID.splitlines()[0], SAID.splitlines()[-1])
    with open(image, "rb") as file:
        volume = FatVolume(Store(file), lambda: 0)
        assert used({path: volume.read(path) or b"" for path in paths(volume)})


def paths(volume, inside=""):
    for name in volume.listdir(inside.rstrip("/")):
        yield f"{inside}{name}"
        if volume.has_folder(f"{inside}{name}"):
            yield from paths(volume, f"{inside}{name}/")


def test_fatfs_reads_the_image_that_the_program_wrote(write_program, folder, tmp_path):
    fat_reader = pytest.importorskip("fat_reader", reason="skipped: no fatfs-ng")
    image = image_of(folder, tmp_path / "card.img", 65_536, 2_048)
    printed(write_program(program("sdcardio")), 10, sd=image)
    assert used(fat_reader.files(image, START))


@pytest.mark.parametrize("driver", DRIVERS)
def test_blocks_can_be_read_and_written_raw(write_program, folder, driver):
    """The record of the partitions is block 0; rows of blocks go the same way as one."""
    text = "import board\n" + DRIVERS[driver] + """
sector, pair = bytearray(512), bytearray(1024)
card.readblocks(0, sector)
print(sector[510:], card.count())
for count in 1, 3:
    row = bytes(range(256)) * 2 * count
    card.writeblocks(1000, row)
    found = bytearray(len(row))
    card.readblocks(1000, found)
    print(found == row)
"""
    said = "bytearray(b'U\\xaa') 2095616\nTrue\nTrue\n"
    assert printed(write_program(text), 10, sd=folder) == said


def test_errors_of_the_driver_are_the_cores(write_program, folder):
    calls = ["card.readblocks(0, bytearray(100))", "card.readblocks(1 << 22, bytearray(512))",
             "card.readblocks(0, bytes(512))", "spi.try_lock()",
             "card.readblocks(0, bytearray(512))", "spi.unlock()", "card.sync()", "card.deinit()",
             "card.count()", "sdcardio.SDCard(spi, board.SD_CS).count()"]
    modules = "board, sdcardio\nspi = board.SPI()\ncard = sdcardio.SDCard(spi, board.SD_CS)"
    told = outcomes(write_program, modules, calls, sd=folder, seconds=10)
    assert told[0] == "ValueError: Buffer must be a multiple of 512 bytes"
    assert told[1] == "OSError: [Errno 5] Input/output error"
    assert told[2].startswith("TypeError: ")
    assert told[3:8] == ["True", "OSError: [Errno 116] ETIMEDOUT", "None", "None", "None"]
    assert told[8].startswith("ValueError: Object has been deinitialized")
    assert told[9] == "2095616"


def test_a_device_of_the_programs_own_can_be_mounted(write_program):
    """Blocks in memory, with the older and the newer way to ask for their number."""
    assert printed(write_program("""
import storage, os
class Memory:
    def readblocks(self, start, buf):
        buf[:] = bytes(len(buf))
    def writeblocks(self, start, buf):
        pass
    def count(self):
        return 100
class Newer(Memory):
    def ioctl(self, request, argument):
        return 100
for kind in Memory, Newer:
    vfs = storage.VfsFat(kind())
    try:
        storage.mount(vfs, "/sd")
    except OSError as error:
        print(error)
""")) == "[Errno 19] No such device\n" * 2


def test_a_locked_image_is_read_and_not_written(write_program, folder, tmp_path, monkeypatch):
    image = image_of(folder, tmp_path / "card.img", 65_536, 2_048)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    before = image.read_bytes()
    said = printed(write_program(MOUNT.format(DRIVERS["sdcardio"]) + """
print(os.listdir("/sd"))
try:
    with open("/sd/new.txt", "w") as file:
        file.write("x")
except OSError as error:
    print(error)
"""), 10, sd=image)
    assert said == "['Songs', 'gone.txt', 'helper.py']\n[Errno 5] Input/output error\n"
    assert image.read_bytes() == before


def test_what_is_no_card_is_refused(write_program, tmp_path):
    (tmp_path / "odd.img").write_bytes(bytes(700))
    with pytest.raises(ValueError, match="is no image of an SD card: its size is no multiple"):
        PyPortal(write_program(""), sd=tmp_path / "odd.img")
