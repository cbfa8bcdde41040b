# SPDX-License-Identifier: MIT
"""Cards in the slot: their SPI mode, CircuitPython's driver and Adafruit's, folders and images.

Source of the SPI mode: SD Physical Layer Simplified Specification 6.00, chapter 7.
"""

import binascii
import os
import shutil

import pytest

from sim import PyPortal
from sim.board import sdcard
from sim.board.fat import FatVolume, Store, format_card
from sim.board.sdcard import CardSlot, insert, size_of
from tests.support.programs.programs import outcomes, printed, run


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
    "sdcardio, faster":
        "import sdcardio\ncard = sdcardio.SDCard(board.SPI(), board.SD_CS, 12_000_000)",
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
print(os.listdir(), len(open("log of today.txt").read()))
import sys
sys.path.append("/sd")
import helper
sector = bytearray(512)
card.readblocks(0, sector)
print(sector[510:], card.count(), os.statvfs("/sd")[:3])
last = card.count() - 3
for count in 1, 3:
    row, found = bytes(range(256)) * 2 * count, bytearray(512 * count)
    card.writeblocks(last, row)
    card.readblocks(last, found)
    print(found == row)
"""
LOG = """
print(os.listdir("/sd"))
log = open("/sd/log.txt", "w")
log.write("flushed ")
log.flush()
log.write("lost")
while True:
    pass
"""
OUT = """
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
OUTPUT = """\
['Songs', 'gone.txt', 'helper.py'] 5 SD
line 0
2051
['log of today.txt'] 790
/sd/helper.py
bytearray(b'U\\xaa') {}
True
True
"""
BLOCKS = """
for block in range(0, 4096, 64):
    card.writeblocks(block, bytes(512 * 64))
card.sync()
"""
CHANGED = """
print(os.listdir("/sd"))
os.remove("/sd/gone.txt")
os.remove("/sd/Songs/one.txt")
os.rmdir("/sd/Songs")
"""
OF_A_FOLDER = "2095616 (16384, 16384, 65454)"


def is_as_written(files):
    """Say whether the files are what the program should have left."""
    log = "".join(f"line {number}\n" for number in range(100)).encode()
    return files == {"Songs/one.txt": b"la " + bytes(range(256)) * 8,
                     "deep/log of today.txt": log, "helper.py": b"print(__file__)"}


@pytest.mark.parametrize("driver", DRIVERS)
def test_every_driver_reads_and_writes_a_folder_as_a_card(write_program, folder, driver):
    """Block 0 is the record of the partitions; rows of blocks go the same way as one."""
    program = write_program(MOUNT.format(DRIVERS[driver]) + USE)
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
    program = write_program(MOUNT.format(DRIVERS[driver]) + USE)
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
    portal = run(write_program(MOUNT.format(DRIVERS["sdcardio"]) + LOG), sd=folder)
    (folder / "gone.txt").unlink()
    portal.reset()
    portal.run(1)
    portal.cut_power()
    assert portal.serial == ("['Songs', 'gone.txt', 'helper.py']\n"
                             "['Songs', 'helper.py', 'log.txt']\n")
    assert (folder / "log.txt").read_text() == "flushed "


def test_a_card_without_a_file_system_leaves_the_folder_as_it_is(write_program, folder):
    text = "import board\n" + DRIVERS["sdcardio"] + BLOCKS
    before = files_of(folder)
    printed(write_program(text), 10, sd=folder)
    assert files_of(folder) == before


def test_a_full_disk_ends_no_run_and_the_card_keeps_what_the_folder_does_not_take(
        write_program, folder, monkeypatch):
    remarks, is_full = [], True
    write = sdcard.replace_on_host

    def fill(host, data):
        if is_full:
            raise OSError(28, "No space left on device", str(host))
        write(host, data)

    monkeypatch.setattr(sdcard, "replace_on_host", fill)
    program = MOUNT.format(DRIVERS["sdcardio"]) + "open('/sd/new.txt', 'w').write('x')"
    portal = PyPortal(write_program(program), sd=folder)
    portal.board.console.adviser = remarks.append
    portal.run(2)
    portal.run(2)
    assert not portal.running and remarks == [
        f"cannot write {folder}/new.txt, which the board has written: No space left on device"]
    with pytest.raises(OSError, match="No space left on device"):
        portal.close()
    is_full = False
    portal.close()
    assert (folder / "new.txt").read_text() == "x"


def test_all_files_that_a_full_disk_does_not_take_are_named(write_program, folder, monkeypatch):
    def refuse(host, data):
        raise OSError(28, "No space left on device", str(host))

    monkeypatch.setattr(sdcard, "replace_on_host", refuse)
    program = MOUNT.format(DRIVERS["sdcardio"]) + (
        "for number in range(12): open('/sd/n%02d.txt' % number, 'w').write('x')")
    portal = PyPortal(write_program(program), sd=folder)
    portal.run(9)
    with pytest.raises(OSError, match="No space left on device") as raised:
        portal.close()
    assert raised.value.filename == ", ".join(
        f"{folder}/n{number:02}.txt" for number in range(10)) + " and 2 more"
    monkeypatch.undo()
    portal.close()


def test_an_image_on_a_full_disk_gives_the_program_an_error(write_program, image, monkeypatch):
    def fill(store, first, data):
        raise OSError(28, "No space left on device")

    path = image(65_536, 2_048)
    monkeypatch.setattr(Store, "write", fill)
    assert outcomes(write_program, CARD + MOUNTED, ["open('/sd/new.txt', 'w').write('x')"],
                    sd=path) == ["OSError: [Errno 5] Input/output error"]


@pytest.mark.parametrize(("place", "writes"), [(Store, "write"), (shutil, "copyfileobj")])
def test_a_card_that_cannot_be_made_whole_ends_the_run_with_a_sentence(
        write_program, folder, monkeypatch, place, writes):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(place, writes, refuse)
    program = "try:" + MOUNT.format(DRIVERS["sdcardio"]).replace("\n", "\n    ") + (
        "\nexcept OSError as error: print(error)")
    with PyPortal(write_program(program), sd=folder) as portal:
        with pytest.raises(OSError, match=rf"of an SD card in \S+: No space left on dev.*{folder}"):
            portal.run(5)
        assert portal.serial == ""


def test_a_card_has_all_files_of_a_root_folder_with_many_names(write_program, folder):
    for number in range(300):
        (folder / f"a name that is long {number}.txt").write_text("")
    program = MOUNT.format(DRIVERS["sdcardio"]) + "print(len(os.listdir('/sd')))"
    assert printed(write_program(program), 10, sd=folder) == "303\n"


def test_nothing_is_written_outside_the_folder(write_program, folder, tmp_path):
    """Neither by names that lead out of it, which blocks can hold, nor by a link that is there."""
    (tmp_path / "other").mkdir()
    (folder / "out").symlink_to(tmp_path / "other")
    text = MOUNT.format(DRIVERS["sdcardio"]) + OUT
    assert printed(write_program(text), 10, sd=folder) == ""
    assert [*(tmp_path / "other").iterdir()] == []
    assert not list(folder.parent.glob("*EVIL*"))
    assert (folder / "gone.txt").exists()


def test_files_that_fat_cannot_hold_stay_beside_those_of_the_card(write_program, folder):
    for name in "what?.txt", "Songs/a:b":
        (folder / name).write_text("kept")
    (folder / "out").symlink_to("/")
    program = MOUNT.format(DRIVERS["sdcardio"]) + CHANGED
    output = printed(write_program(program), sd=folder)
    assert output == "['Songs', 'gone.txt', 'helper.py']\n"
    assert sorted(path.name for path in folder.rglob("*")) == [
        "Songs", "a:b", "helper.py", "out", "what?.txt"]


def test_links_to_folders_are_left_out_and_never_followed_round(write_program, folder):
    """Two links to the folder itself, one to itself, and two folders that link to each other."""
    for name, target in ("here", "."), ("here too", "."), ("Songs/up", ".."), ("songs2", "Songs"):
        (folder / name).symlink_to(target)
    (folder / "other").mkdir()
    (folder / "loop").symlink_to("loop")
    (folder / "other/to songs").symlink_to("../Songs")
    (folder / "Songs/to other").symlink_to("../other")
    (folder / "Songs/two.txt").symlink_to("one.txt")
    calls = "os.listdir('/sd')", "os.listdir('/sd/Songs')", "os.listdir('/sd/other')"
    assert outcomes(write_program, CARD + MOUNTED, calls, sd=folder) == [
        "['Songs', 'gone.txt', 'helper.py', 'other']", "['one.txt', 'two.txt']", "[]"]


def test_a_block_that_is_written_by_itself_changes_the_files_bytes(write_program, folder):
    """Neither its folder's entry nor its size changes; the first file's data begin at 2593."""
    program = CARD.removeprefix("board, ") + """
sector = bytearray(512)
for block in range(2593, 4000, 32):
    card.readblocks(block, sector)
    if sector.startswith(b"soon"):
        sector[:4] = b"then"
        card.writeblocks(block, sector)
"""
    assert printed(write_program("import board, " + program), 10, sd=folder) == ""
    assert (folder / "gone.txt").read_text() == "then"


def test_what_changed_in_the_folder_meanwhile_stays_unless_the_board_wrote_it_too(folder):
    card = insert(folder)
    volume = FatVolume(card.store, lambda: 1_600_000_000)
    (folder / "helper.py").write_text("mine, written while the board ran")
    (folder / "new.txt").write_text("new")
    for path, text in ("gone.txt", b"board"), ("Songs/two.txt", b"la"):
        with volume.open(path, "wb") as file:
            file.write(text)
    card.settle()
    assert files_of(folder) == {
        "helper.py": b"mine, written while the board ran", "new.txt": b"new", "gone.txt": b"board",
        "Songs/one.txt": b"la la", "Songs/two.txt": b"la"}
    assert int((folder / "gone.txt").stat().st_mtime) == 1_600_000_000
    card.close()


@pytest.mark.parametrize(("sizes", "gigabytes"), [
    ([], 1), ([960_000_000], 1), ([970_000_000], 2), ([1_930_000_000], 2), ([1_940_000_000], 4)])
def test_a_folders_card_is_large_enough_and_leaves_a_tenth_free(tmp_path, sizes, gigabytes):
    for number, size in enumerate(sizes):
        with open(tmp_path / str(number), "wb") as file:
            file.truncate(size)
    assert insert(tmp_path).count == gigabytes << 21


def test_a_folder_that_no_card_holds_is_refused(tmp_path):
    with open(tmp_path / "film", "wb") as file:
        file.truncate(33 << 30)
    with pytest.raises(ValueError) as caught:
        insert(tmp_path)
    assert str(caught.value) == (f"{tmp_path} does not fit the largest SD card, 32 GB: "
                                 "name a smaller folder")


def test_an_image_of_more_than_32_gigabytes_is_read_to_its_end(tmp_path):
    with open(tmp_path / "card.img", "wb") as file:
        file.truncate(40 << 30)
        file.seek(-512, os.SEEK_END)
        file.write(b"last")
    card = insert(tmp_path / "card.img")
    assert card.count == 40 << 21
    assert card.store.read(card.count - 1, 1)[:4] == b"last"
    card.close()


@pytest.mark.parametrize(("size", "sentence"), [
    (None, " is neither a folder nor an image: name one to be the SD card"),
    (0, " is not an image of an SD card: its size is not a multiple of 512"),
    (511, " is not an image of an SD card: its size is not a multiple of 512")])
def test_what_is_no_card_is_refused(tmp_path, size, sentence):
    path = tmp_path / "card.img"
    if size is not None:
        path.write_bytes(bytes(size))
    with pytest.raises(ValueError) as caught:
        insert(path)
    assert str(caught.value) == f"{path}{sentence}"


class Host:
    """Speaks to a card over SPI. Each of its first four blocks holds its number, from 1 on."""

    def __init__(self, path, blocks=1 << 20):
        with open(path, "wb") as file:
            file.write(b"".join(bytes([block + 1]) * 512 for block in range(4)))
            file.truncate(blocks * 512)
        self.path, self.card = path, insert(path)
        self.slot = CardSlot(lambda: self.card, pytest.fail)

    def clock(self, count):
        return self.slot.transfer(b"\xff" * count)

    def send(self, number, argument=0, count=1):
        """Send a command; return `count` bytes of the answer, after the byte before it."""
        frame = bytes([0x40 | number]) + argument.to_bytes(4, "big")
        self.slot.transfer(frame + CHECKS.get(frame, b"\xff"))
        return self.clock(1 + count)[1:]

    def start(self, high_capacity=True):
        """Start the card as drivers do; return its answer to the last command."""
        self.send(0)
        self.send(8, 0x1AA, 5)
        for _ in range(2):
            self.send(55)
            last = self.send(41, high_capacity << 30)
        return last

    def read(self, number, argument=0):
        """Send a command that reads; return a block after its token and before its checksum."""
        assert self.send(number, argument, 3)[:1] == b"\0"
        return self.data(512)

    def data(self, size):
        data, check = self.clock(size), self.clock(2)
        assert int.from_bytes(check, "big") == binascii.crc_hqx(data, 0)
        return data

    def write(self, data, token=0xFE):
        """Send a block; return the byte that answers it."""
        self.slot.transfer(bytes([token]) + data + b"\0\0")
        answer = self.clock(8)
        assert (b"\0" in answer) == (answer[:1] == b"\5"), "the card is busy while it writes"
        return answer[:1]

    def block(self, number):
        """Return a block of the image."""
        self.card.settle()
        with open(self.path, "rb") as file:
            file.seek(number * 512)
            return file.read(512)


# The checksums of commands that need one, from the specification.
CHECKS = {b"\x40\0\0\0\0": b"\x95", b"\x48\0\0\1\xaa": b"\x87"}
IDLE, READY, ILLEGAL, MISPLACED, TOO_FAR = b"\1", b"\0", b"\5", b" ", b"@"
GOOD, REFUSED = b"\x05", b"\x0d"


@pytest.fixture
def host(tmp_path):
    host = Host(tmp_path / "card.img")
    assert host.start() == READY
    return host


def test_a_card_starts_when_it_is_asked_twice_and_takes_few_commands_before(tmp_path):
    host = Host(tmp_path / "card.img")
    assert host.send(17) == ILLEGAL
    assert host.send(0) == IDLE
    assert host.send(8, 0x1AA, 5) == b"\1\0\0\1\xaa"
    assert host.send(9) == host.send(13) == ILLEGAL
    assert [host.send(number) for number in (55, 41, 55, 41)] == [IDLE, IDLE, IDLE, READY]
    assert host.send(58, 0, 5) == b"\0\x80\xff\x80\0"
    assert host.send(63) == b"\4"


@pytest.mark.parametrize(("blocks", "stated", "high"), [
    ((1 << 21) - 513, 2_095_616, False), (1 << 21, 2_095_616, False),
    ((1 << 21) + 1, 2_098_176, True)])
def test_a_card_of_more_than_a_gigabyte_counts_blocks_and_starts_for_who_knows(
        tmp_path, blocks, stated, high):
    host = Host(tmp_path / "card.img", blocks)
    assert host.start(high_capacity=False) == (IDLE if high else READY)
    assert host.start() == READY
    assert bool(host.send(58, 0, 5)[1] & 0x40) == high
    assert host.send(9, 0, 3) == b"\0\xff\xfe"
    assert size_of(host.data(16)) == stated
    assert host.read(17, 1 if high else 512) == b"\2" * 512


def test_blocks_are_read_one_by_one_or_in_a_row_until_it_is_stopped(host):
    assert host.read(17, 512) == b"\2" * 512
    assert host.read(18, 0) == b"\1" * 512
    for number in 2, 3:
        assert host.clock(2) == b"\xff\xfe"
        assert host.data(512) == bytes([number]) * 512
    assert host.send(12, 0, 6)[1:] == b"\0" * 5
    assert host.clock(4) == b"\xff" * 4


def test_an_address_within_a_block_or_beyond_the_card_is_refused(host):
    assert host.send(17, 1) == MISPLACED
    assert [host.send(number, 1 << 29) for number in (17, 18, 24, 25, 32)] == [TOO_FAR] * 5
    assert host.read(18, (1 << 29) - 512) == bytes(512)
    assert host.clock(1) == b"\x08"


def test_blocks_are_written_with_their_token_and_erased(host):
    host.send(24, 1024)
    assert host.write(b"a" * 512) == GOOD and host.block(2) == b"a" * 512
    host.send(25, 512)
    assert host.write(b"1" * 512, 0xFC) == host.write(b"2" * 512, 0xFC) == GOOD
    host.slot.transfer(b"\xfd")
    host.clock(8)
    assert (host.block(1), host.block(2), host.block(3)) == (b"1" * 512, b"2" * 512, b"\4" * 512)
    host.send(25, (1 << 29) - 512)
    assert [host.write(b"e" * 512, 0xFC) for _ in range(2)] == [GOOD, REFUSED]
    host.send(32, 512)
    host.send(33, 1024)
    host.send(38)
    assert [host.block(number)[:1] for number in range(4)] == [b"\1", b"\0", b"\0", b"\4"]


def test_a_command_or_block_that_is_not_ended_is_forgotten_when_the_card_is_deselected(host):
    host.slot.transfer(b"\x51\0\0")
    host.slot.deselect()
    assert host.send(13, 0, 2) == b"\0\0"
    host.send(24, 0)
    host.slot.transfer(b"\xfe" + bytes(20))
    host.slot.deselect()
    assert host.clock(4) == b"\xff" * 4 and host.block(0) == b"\1" * 512


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_folder_that_contains_itself_is_opened_once(tmp_path, depth):
    """A damaged card: an entry in a folder names the first cluster of a folder above it."""
    store = Store(open(tmp_path / "card.img", "w+b"))  # noqa: SIM115 - closed by the system
    format_card(store, 1 << 17, 4096, "SD")
    volume = FatVolume(store, lambda: 0)
    for path in "a", "a/b", "a/b/c", "a/b/c/again":
        volume.mkdir(path)
    above = volume.entries("/".join("ab"[:depth]))[0].cluster
    block = volume.layout.block(volume.entries("a/b")[0].cluster)
    data = bytearray(store.read(block, 1))
    entry = data.index(b"AGAIN")
    data[entry + 26 : entry + 28] = above.to_bytes(2, "little")
    store.write(block, bytes(data))
    paths = [path for path, _ in FatVolume(store, lambda: 0).tree()]
    assert paths == ["a", "a/b", "a/b/c", "a/b/c/again"]


def test_a_tree_of_many_folders_in_each_other_is_read(tmp_path):
    store = Store(open(tmp_path / "card.img", "w+b"))  # noqa: SIM115 - closed by the system
    format_card(store, 1 << 17, 512, "SD")
    volume = FatVolume(store, lambda: 0)
    volume.mkdir("d")
    for _ in range(1099):
        volume.mkdir("outer")
        volume.rename("d", "outer/d")
        volume.rename("outer", "d")
    assert [len(path) for path, _ in volume.tree()] == [2 * depth + 1 for depth in range(1100)]
