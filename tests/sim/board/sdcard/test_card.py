# SPDX-License-Identifier: MIT
"""Cards in the slot: folders and images, with CircuitPython's driver and with Adafruit's."""

import os

import pytest
from PIL import Image

from sim.__main__ import main
from sim.board.fat.structure import Store, format_card
from sim.board.fat.volume import FatVolume
from tests.support.programs.programs import PyPortal, outcomes, printed, run


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
    """Return {path: contents} of a folder, b"" for a folder in it."""
    return {path.relative_to(folder).as_posix(): b"" if path.is_dir() else path.read_bytes()
            for path in folder.rglob("*")}


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
OUTPUT = ("['Songs', 'gone.txt', 'helper.py'] 5 SD\nline 0\n2051\n"
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


def is_as_written(files):
    """Say whether the files are what the program should have left."""
    return sorted(files) == ["Songs", "Songs/one.txt", "deep", "deep/log of today.txt",
                             "helper.py"] and (
        files["Songs/one.txt"] == b"la " + bytes(range(256)) * 8
        and files["deep/log of today.txt"].endswith(b"line 99\n"))


@pytest.mark.parametrize("driver", DRIVERS)
def test_every_driver_reads_and_writes_a_folder_as_a_card(write_program, folder, driver):
    assert printed(write_program(program(driver)), 10, sd=folder) == OUTPUT
    assert is_as_written(files_of(folder))


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(("count", "cluster"), [(2_097_152, 16_384), (4_194_304, 16_384)])
def test_every_driver_reads_and_writes_an_image(
        write_program, folder, tmp_path, driver, count, cluster):
    image = image_of(folder, tmp_path / "card.img", count, cluster)
    output = printed(write_program(program(driver)), 10, sd=image).splitlines()
    assert (output[0], output[-1]) == (OUTPUT.splitlines()[0], OUTPUT.splitlines()[-1])
    with open(image, "rb") as file:
        volume = FatVolume(Store(file), lambda: 0)
        assert is_as_written({path: volume.read(path) or b"" for path in paths(volume)})


def paths(volume, inside=""):
    for name in volume.listdir(inside.rstrip("/")):
        yield f"{inside}{name}"
        if volume.has_folder(f"{inside}{name}"):
            yield from paths(volume, f"{inside}{name}/")


@pytest.mark.parametrize("driver", DRIVERS)
def test_raw_blocks_can_be_read_and_written(write_program, folder, driver):
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
    output = "bytearray(b'U\\xaa') 2095616\nTrue\nTrue\n"
    assert printed(write_program(text), 10, sd=folder) == output


def test_errors_of_the_driver(write_program, folder):
    calls = ["card.readblocks(0, bytearray(100))", "card.readblocks(1 << 22, bytearray(512))",
             "card.readblocks(0, bytes(512))", "spi.try_lock()",
             "card.readblocks(0, bytearray(512))", "spi.unlock()", "card.sync()", "card.deinit()",
             "card.count()", "sdcardio.SDCard(spi, board.SD_CS).count()"]
    modules = "board, sdcardio\nspi = board.SPI()\ncard = sdcardio.SDCard(spi, board.SD_CS)"
    lines = outcomes(write_program, modules, calls, sd=folder, seconds=10)
    assert lines[0] == "ValueError: Buffer must be a multiple of 512 bytes"
    assert lines[1] == "OSError: [Errno 5] Input/output error"
    assert lines[2].startswith("TypeError: ")
    assert lines[3:8] == ["True", "OSError: [Errno 116] ETIMEDOUT", "None", "None", "None"]
    assert lines[8].startswith("ValueError: Object has been deinitialized")
    assert lines[9] == "2095616"


def test_a_programs_own_block_device_can_be_mounted(write_program):
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
    output = printed(write_program(MOUNT.format(DRIVERS["sdcardio"]) + """
print(os.listdir("/sd"))
try:
    with open("/sd/new.txt", "w") as file:
        file.write("x")
except OSError as error:
    print(error)
"""), 10, sd=image)
    assert output == "['Songs', 'gone.txt', 'helper.py']\n[Errno 5] Input/output error\n"
    assert image.read_bytes() == before


def test_the_command_line_takes_a_card(write_program, folder, capsys):
    program = str(write_program(MOUNT.format(DRIVERS["sdcardio"]) + 'print(os.listdir("/sd"))'))
    assert main([program, "--headless", "--sd", str(folder)]) == 0
    assert main([program, "--headless", "--sd", str(folder / "none")]) == 2
    out, errors = capsys.readouterr()
    assert "['Songs', 'gone.txt', 'helper.py']" in out
    assert errors.endswith("is neither a folder nor an image: name one to be the SD card\n")


def test_a_card_can_be_mounted_read_only_and_unmounted(write_program, folder):
    results = {
        "vfs.readonly": "True",
        "os.mkdir('/sd/x')": "OSError: [Errno 30] Read-only filesystem",
        "storage.getmount('/sd') is vfs": "True",
        "storage.mount(vfs, '/sd')": "OSError: [Errno 1] Operation not permitted",
        "storage.umount('/sd')": "None",
        "storage.getmount('/sd')": "OSError: [Errno 19] No such device",
        "storage.umount(vfs)": "OSError: [Errno 22] Invalid argument",
        "os.listdir('/sd')": "OSError: [Errno 2] No such file/directory",
        "storage.mount(vfs, '/nowhere')": "RuntimeError: Mount point directory missing",
        "storage.mount(vfs, '/')": "OSError: [Errno 1] Operation not permitted",
    }
    modules = (MOUNT.format(DRIVERS["sdcardio"]).replace("import ", "", 1).strip()
               + "\nstorage.umount('/sd')\nstorage.mount(vfs, '/sd', readonly=True)")
    assert outcomes(write_program, modules, results, sd=folder) == [*results.values()]


def test_an_empty_slot_and_what_is_no_card_are_refused(write_program, tmp_path):
    results = {
        "sdcardio.SDCard(board.SPI(), board.SD_CS)": "OSError: no SD card",
        "sdcardio.SDCard(board.SPI(), board.D3)": "OSError: no SD card",
        "sdcardio.SDCard(5, board.SD_CS)": "TypeError: bus must be of type SPI, not int",
        "storage.VfsFat(5)": "AttributeError: 'int' object has no attribute 'readblocks'",
    }
    assert outcomes(write_program, "board, sdcardio, storage", results, seconds=5) == [
        *results.values()]
    (tmp_path / "odd.img").write_bytes(bytes(700))
    for name, sentence in (("none", "is neither a folder nor an image: name one"),
                           ("odd.img", "is not an image of an SD card: its size is not")):
        with pytest.raises(ValueError, match=sentence):
            PyPortal(tmp_path, sd=tmp_path / name)


def test_formatting_is_refused_with_a_sentence(write_program, folder):
    modules = "board, sdcardio, storage\ncard = sdcardio.SDCard(board.SPI(), board.SD_CS)"
    calls = ["storage.VfsFat.mkfs(card)", "storage.erase_filesystem()"]
    for line in outcomes(write_program, modules, calls, sd=folder):
        assert line.startswith("NotImplementedError") and " is not simulated: " in line
    assert (folder / "gone.txt").exists()


def test_a_folder_removed_on_the_card_keeps_files_that_the_card_never_had(write_program, folder):
    (folder / "Songs" / "a:b").write_text("mine")
    run(write_program(MOUNT.format(DRIVERS["sdcardio"])
                      + "os.remove('/sd/Songs/one.txt')\nos.rmdir('/sd/Songs')"), sd=folder)
    assert files_of(folder).keys() == {"Songs", "Songs/a:b", "gone.txt", "helper.py"}


def test_a_reset_brings_changes_of_the_folder_to_the_card(write_program, folder):
    portal = run(write_program(MOUNT.format(DRIVERS["sdcardio"]) + """
print(os.listdir("/sd"))
open("/sd/mark.txt", "w").close()
"""), sd=folder)
    (folder / "gone.txt").unlink()
    portal.reset()
    portal.run(1)
    assert portal.serial == ("['Songs', 'gone.txt', 'helper.py']\n"
                             "['Songs', 'helper.py', 'mark.txt']\n")


def test_a_power_cut_leaves_what_was_flushed(write_program, folder):
    """The rest and the file's size are lost, as on a board."""
    portal = run(write_program(MOUNT.format(DRIVERS["sdcardio"]) + """
log = open("/sd/log.txt", "w")
log.write("flushed ")
log.flush()
log.write("lost")
print("ready")
while True:
    pass
"""), sd=folder)
    portal.cut_power()
    assert portal.serial == "ready\n"
    assert (folder / "log.txt").read_text() == "flushed "


def test_a_card_without_a_file_system_leaves_the_folder_as_it_is(write_program, folder):
    text = "import board\n" + DRIVERS["sdcardio"] + """
for block in range(0, 4096, 64):
    card.writeblocks(block, bytes(512 * 64))
card.sync()
"""
    before = files_of(folder)
    printed(write_program(text), 10, sd=folder)
    assert files_of(folder) == before


def test_nothing_is_written_outside_the_folder(write_program, folder, tmp_path):
    """Neither by names that lead out of it, which blocks can hold, nor by a link that is there."""
    (tmp_path / "other").mkdir()
    (folder / "out").symlink_to(tmp_path / "other")
    text = MOUNT.format(DRIVERS["sdcardio"]) + """
os.mkdir("/sd/out")
open("/sd/out/x.txt", "w").close()
open("/sd/AAAAAAA1.TXT", "w").close()
root = 2561
block = bytearray(512)
card.readblocks(root, block)
at = block.find(b"AAAAAAA1")
block[at : at + 8] = b"../EVIL "
card.writeblocks(root, block)
card.sync()
"""
    assert printed(write_program(text), 10, sd=folder) == ""
    assert [*(tmp_path / "other").iterdir()] == []
    assert not list(folder.parent.glob("*EVIL*"))
    assert (folder / "gone.txt").exists()


def test_names_that_fat_cannot_hold_are_left_out_of_the_card(write_program, folder):
    (folder / "what?.txt").write_text("kept")
    (folder / "out").symlink_to("/")
    output = printed(write_program(MOUNT.format(DRIVERS["sdcardio"]) + """
print(os.listdir("/sd"))
os.remove("/sd/gone.txt")
"""), sd=folder)
    assert output == "['Songs', 'gone.txt', 'helper.py']\n"
    assert {path.name for path in folder.iterdir()} == {"Songs", "helper.py", "what?.txt", "out"}


SHOW = """
import displayio
file = open("/sd/picture.bmp", "rb")
picture = displayio.OnDiskBitmap(file)
group = displayio.Group()
group.append(displayio.TileGrid(picture, pixel_shader=picture.pixel_shader))
"""
# The bus is also the Wi-Fi's.
LOCKED = SHOW + """
spi = board.SPI()
spi.try_lock()
board.DISPLAY.root_group = group
"""
CORNER, END = (0, 0), (319, 239)
RED, BLUE, BLACK = (255, 0, 0), (0, 0, 255), (0, 0, 0)


@pytest.fixture
def show(write_program, folder):
    """Run a program whose card has a picture, red with a blue lower half; return the portal."""
    picture = Image.new("RGB", (320, 240), RED)
    picture.paste(BLUE, (0, 120, 320, 240))
    picture.save(folder / "picture.bmp")
    portals = []

    def run(program, driver="sdcardio"):
        text = MOUNT.format(DRIVERS[driver]) + program
        portals.append(PyPortal(write_program(text), sd=folder))
        portals[0].run(4)
        return portals[0]

    yield run
    portals[0].close()


def seen(portal):
    picture = portal.screenshot()
    return picture.getpixel(CORNER), picture.getpixel(END)


@pytest.mark.parametrize("driver", ["sdcardio", "adafruit_sdcard"])
@pytest.mark.parametrize("refresh", ["time.sleep(1)", "board.DISPLAY.refresh()"])
def test_a_picture_is_shown_while_the_program_goes_on_reading(show, driver, refresh):
    portal = show(SHOW + f"""
import time
board.DISPLAY.root_group = group
{refresh}
for _ in range(3):
    file.seek(0)
    print(len(file.read(20_000)))
""", driver)
    assert portal.serial == "20000\n" * 3
    assert seen(portal) == (RED, BLUE)


def test_an_unreadable_picture_is_black_until_it_is_redrawn(show):
    portal = show(LOCKED + """
import time
time.sleep(6)
spi.unlock()
group.x = 1
board.DISPLAY.refresh()
group.x = 0
time.sleep(6)
""")
    assert seen(portal) == (BLACK, BLACK)
    portal.run(6)
    assert seen(portal) == (RED, BLUE)


def test_a_driver_that_waits_for_the_bus_forever_does_not_stop_the_run(show):
    portal = show(LOCKED + "import time; time.sleep(1); print('never')", "adafruit_sdcard")
    assert portal.running and portal.serial == ""
