# SPDX-License-Identifier: MIT
"""The FAT file system, compared with FatFs (fatfs-ng) and with a simple model."""

import errno
import io
import os
import random
from contextlib import suppress

import pytest

from sim.board.fat import BLOCK, READ_ONLY, START, FatVolume, Store, format_card, format_flash
from tests.support import seeds

fat_drive = pytest.importorskip("tests.support.files.fat_drive", reason="skipped: no fatfs-ng")

# Blocks and bytes of a cluster: FAT16 of two sizes, and the smallest FAT32. A board's flash, which
# has no partitions, takes its cluster from its size.
CARDS = {"16 bits": (40_960, 2_048), "16 bits, small": (12_000, 512), "32 bits": (70_000, 512)}
FLASHES = {"12 bits, flash": (4_000, None), "16 bits, flash": (16_384, None)}
SMALL_FLASH = 400
NAMES = ["a%d.txt", "Long name number %d.jpeg", "MiXed%d.WaV", "x%d", "two.dots.%d"]
NOW = 1_700_000_000


@pytest.fixture
def image(tmp_path):
    return tmp_path / "card.img"


def formatted(image, count, cluster):
    """Return a formatted volume and its store; the file is as long as the card."""
    file = open(image, "w+b", buffering=0)  # noqa: SIM115 - as long as the store
    file.truncate(count * BLOCK)
    store = Store(file)
    if cluster is None:
        format_flash(store, count, "SD")
    else:
        format_card(store, count, cluster, "SD")
    return FatVolume(store, lambda: NOW), store


@pytest.fixture
def store():
    """The blocks of a small board's flash, which is formatted."""
    store = Store(io.BytesIO())
    format_flash(store, SMALL_FLASH, "SD")
    return store


@pytest.fixture
def flash(store):
    """The volume of a small board's flash, with a file in the root and one in a folder."""
    volume = FatVolume(store, lambda: NOW)
    volume.mkdir("folder")
    for path in "file.txt", "folder/inner.txt":
        put(volume, path, b"text of " + path.encode())
    return volume


def put(volume, path, data, mode="wb"):
    with volume.open(path, mode) as file:
        file.write(data)


def again(store):
    """Return the volume as another reader of the blocks finds it."""
    return FatVolume(store, lambda: NOW)


def contents(volume, path=""):
    """Return {path: contents}, b"" for a folder."""
    found = {}
    for name, kind, _, size in volume.ilistdir(path):
        inner = f"{path}/{name}".lstrip("/")
        if kind == 0x4000:
            found |= {inner: b"", **contents(volume, inner)}
        else:
            found[inner] = volume.read(inner)
            assert len(found[inner]) == size == volume.stat(inner)[6]
    return found


class Model:
    """Makes random changes to a volume and to a dict of its files."""

    def __init__(self, volume, seed):
        self.volume = volume
        self.random = random.Random(seed)
        self.files = {}
        self.folders = [""]

    def step(self):
        act = self.random.choice([self.write, self.write, self.append, self.change, self.remove,
                                  self.rename, self.make_folder])
        if self.files or act in (self.write, self.make_folder):
            act()

    def new(self):
        name = self.random.choice(NAMES) % self.random.randrange(400)
        path = f"{self.random.choice(self.folders)}/{name}".lstrip("/")
        taken = {other.lower() for other in (*self.files, *self.folders)}
        return path if path.lower() not in taken else self.new()

    def data(self):
        return self.random.randbytes(self.random.choice([0, 5, 511, 512, 513, 4_000, 40_000]))

    def write(self):
        path = self.random.choice([self.new(), *self.files])
        data = self.data()
        with self.volume.open(path, "wb") as file:
            for at in range(0, len(data), 700):
                file.write(data[at : at + 700])
        self.files[path] = data

    def append(self):
        path, data = self.random.choice([*self.files]), self.data()
        with self.volume.open(path, "ab") as file:
            file.write(data)
        self.files[path] += data

    def change(self):
        path = self.random.choice([*self.files])
        old, data = self.files[path], self.random.randbytes(self.random.randrange(2_000))
        at = self.random.randrange(len(old) + 1)
        with self.volume.open(path, "r+b") as file:
            file.seek(at)
            file.write(data)
            file.seek(at)
            assert file.read(len(data)) == data
        self.files[path] = old[:at] + data + old[at + len(data) :]

    def remove(self):
        path = self.random.choice([*self.files])
        self.volume.remove(path.upper())
        del self.files[path]

    def rename(self):
        path, other = self.random.choice([*self.files]), self.new()
        self.volume.rename(path, other)
        self.files[other] = self.files.pop(path)

    def make_folder(self):
        path = self.new()
        self.volume.mkdir(path)
        self.folders.append(path)

    @property
    def expected(self):
        return self.files | dict.fromkeys(self.folders[1:], b"")


@pytest.mark.parametrize("kind", CARDS | FLASHES)
def test_fatfs_reads_the_same_after_random_changes(image, kind):
    volume, store = formatted(image, *(CARDS | FLASHES)[kind])
    assert f"{volume.layout.bits} bits" in kind
    model = Model(volume, 1)
    for _ in range(80):
        model.step()
    assert contents(volume) == model.expected
    layout = volume.layout
    tables = {store.read(layout.fat + copy * layout.fat_blocks, layout.fat_blocks)
              for copy in range(layout.fats)}
    assert len(tables) == 1, "the copies of the table differ"
    assert layout.fats == (1 if kind in FLASHES else 2)
    store.close()
    assert fat_drive.files(image, 0 if kind in FLASHES else START) == model.expected


@pytest.mark.parametrize("kind", CARDS | FLASHES)
def test_what_is_removed_leaves_the_whole_card_free(image, kind):
    volume, store = formatted(image, *(CARDS | FLASHES)[kind])
    volume.mkdir("folder")
    free = volume.statvfs()[3]
    for number in range(30):
        put(volume, f"folder/Long name number {number}", bytes(number * 100))
    assert volume.statvfs()[3] < free
    for name in volume.listdir("folder"):
        volume.remove(f"folder/{name}")
    volume.rmdir("folder")
    assert volume.listdir("") == []
    assert volume.statvfs()[3] >= free
    store.close()


def test_names_label_and_dates_are_kept_and_names_are_found_in_any_case(image):
    volume, store = formatted(image, *CARDS["16 bits"])
    names = ["readme.txt", "README2.TXT", "Mixed.Txt", "long extension.jpeg", ".hidden", "a.b.c"]
    others = ["Höhe.txt", "音.wav", "🎵"]  # which FatFs cannot read here
    for name in names + others:
        volume.open(name, "w").close()
    assert all(volume.is_file(name.upper()) and volume.is_file(name.lower())
               for name in names + others)
    assert volume.is_file("LONGEX~1.JPE")
    for name in ("a:b", "a*", "what?", "...", "x" * 256):
        with pytest.raises(OSError) as error:
            volume.open(name, "w")
        assert error.value.errno == errno.EINVAL
    assert volume.label == "SD"
    volume.label = "holidays"
    volume.utime("a.b.c", (1_000_000_000, 0))
    again = FatVolume(store, lambda: 0)
    assert (again.label, again.stat("a.b.c")[8]) == ("HOLIDAYS", 1_000_000_000)
    assert again.listdir("") == names + others
    for name in others:
        again.remove(name)
    store.close()
    assert [*fat_drive.files(image, START)] == names


def test_a_full_card_keeps_what_fits(image):
    volume, store = formatted(image, *CARDS["16 bits, small"])
    with suppress(OSError), volume.open("full.bin", "wb") as file:
        file.write(bytes(12_000 * BLOCK))
    assert volume.statvfs()[3] == 0 and volume.stat("full.bin")[6] > 9_000 * BLOCK
    store.close()


def test_blocks_without_a_fat_are_refused(image):
    _, store = formatted(image, *CARDS["16 bits"])
    boot = store.read(START, 1)
    wrong = [boot[:at] + bytes(value) + boot[at + len(value):] for at, value in (
        (0, [0]), (11, [0, 4]), (13, [0]), (13, [3]), (14, [0, 0]), (16, [0]), (16, [3]))]
    store.write(0, boot)
    assert FatVolume(store, lambda: 0).listdir("") == []
    for data in (bytes(BLOCK), b"\xff" * BLOCK, bytes(510) + b"\x55\xaa", *wrong):
        store.write(0, data)
        with pytest.raises(OSError) as error:
            FatVolume(store, lambda: 0)
        assert error.value.errno == errno.ENODEV
    store.close()


class EndingStore(Store):
    """A store that ends, as a card does, where its file ended at first."""

    def __init__(self, file):
        super().__init__(file)
        self._count = file.seek(0, os.SEEK_END) // BLOCK

    def read(self, first, count):
        if first + count > self._count:
            raise OSError(errno.EIO, "beyond the end")
        return super().read(first, count)


def use(volume):
    """Call everything once; a program can catch OSError."""
    def read_all():
        for name, kind, *_ in volume.ilistdir(""):
            if kind == 0x4000:
                volume.listdir(name)
            else:
                with volume.open(name, "rb") as file:
                    file.read(100_000)

    for act in (read_all, volume.statvfs, lambda: volume.label, lambda: volume.mkdir("new"),
                lambda: volume.open("new/x", "w").close(),
                lambda: volume.open("0.TXT", "r+b").truncate(5000),
                lambda: volume.rename("1.txt", "new/y"), lambda: volume.remove("2.txt"),
                lambda: volume.rmdir("d"), lambda: volume.utime("3.txt", (1, 1))):
        with suppress(OSError):
            act()


@pytest.mark.parametrize("kind", CARDS)
def test_damage_raises_nothing_but_oserror(image, kind):
    volume, store = formatted(image, *CARDS[kind])
    volume.mkdir("d")
    for number in range(4):
        for name in f"{number}.txt", f"d/Long name number {number}":
            with volume.open(name, "wb") as file:
                file.write(bytes(3_000))
    store.close()
    whole, chance = image.read_bytes(), random.Random(f"{kind} {seeds.FIRST}")
    for _ in range(int(seeds.more(8, 100))):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 5, 50, 1000])):
            start = chance.choice([0, START * BLOCK])
            data[start + chance.randrange(chance.choice([64, BLOCK, 600 * BLOCK]))] = \
                chance.randrange(256)
        with suppress(OSError):
            use(FatVolume(EndingStore(io.BytesIO(data)), lambda: NOW))


@pytest.mark.parametrize(("number", "call", "arguments"), [
    (errno.EEXIST, "mkdir", ["FILE.txt"]), (errno.EEXIST, "mkdir", [""]),
    (errno.ENOENT, "mkdir", ["none/x"]), (errno.EINVAL, "mkdir", ["what?"]),
    (errno.EISDIR, "remove", ["folder"]), (errno.ENOENT, "remove", ["none"]),
    (errno.ENOTDIR, "rmdir", ["file.txt"]), (errno.EACCES, "rmdir", ["folder"]),
    (errno.ENOENT, "rename", ["none", "x"]), (errno.EISDIR, "rename", ["file.txt", "folder"]),
    (errno.EINVAL, "rename", ["folder", "folder/x"]), (errno.ENOENT, "listdir", ["file.txt"]),
    (errno.ENOENT, "stat", ["file.txt/x"]), (errno.ENOENT, "open", ["folder", "rb"]),
    (errno.EEXIST, "open", ["file.txt", "xb"]), (errno.ENOENT, "open", ["none", "r+b"])])
def test_a_call_that_fails_changes_nothing(flash, store, number, call, arguments):
    before = contents(flash)
    with pytest.raises(OSError) as error:
        getattr(flash, call)(*arguments)
    assert error.value.args[0] == number
    assert contents(flash) == contents(again(store)) == before


def test_a_file_replaces_the_one_at_its_new_path_and_a_folder_knows_where_it_is_moved(flash, store):
    flash.rename("file.txt", "FOLDER/INNER.TXT")
    flash.mkdir("other")
    flash.rename("folder", "other/moved")
    assert contents(again(store)) == {
        "other": b"", "other/moved": b"", "other/moved/INNER.TXT": b"text of file.txt"}
    other, moved = flash.entries("")[0], flash.entries("other")[0]
    up = store.read(flash.layout.block(moved.cluster), 1)[32:64]
    assert up[:11] == b"..         " and int.from_bytes(up[26:28], "little") == other.cluster


def test_dates_are_kept_to_two_seconds_and_begin_with_1980(flash, store):
    for seconds, kept in (1_000_000_001, 1_000_000_000), (0, 315_532_800):
        flash.utime("file.txt", (seconds, 0))
        assert again(store).stat("file.txt")[6:] == (16, kept, kept, kept)


def test_a_flush_puts_size_and_date_on_the_card_and_what_follows_waits(flash, store):
    before = flash.stat("file.txt")[8]
    file = flash.open("file.txt", "ab")
    file.write(bytes(300))
    file.flush()
    file.write(b"more")
    assert again(store).stat("file.txt")[6] == 316
    file.close()
    assert again(store).stat("file.txt")[6:9:2] == (320, before)


def test_a_file_that_shrinks_gives_blocks_back_and_grows_again_when_it_is_written(flash, store):
    free = flash.statvfs()[3]
    put(flash, "long", bytes(range(250)) * 10)
    with flash.open("long", "r+b") as file:
        file.truncate(600)
        file.seek(598)
        file.write(b"the end")
    assert again(store).read("long") == (bytes(range(250)) * 3)[:598] + b"the end"
    assert flash.statvfs()[3] == free - 2


def test_files_in_pieces_fill_the_gaps_that_others_have_left(flash, store):
    for number in range(20):
        put(flash, f"f{number}", bytes([number]) * BLOCK)
    for number in range(0, 20, 2):
        flash.remove(f"f{number}")
    free = flash.statvfs()[3]
    data = bytes(range(256)) * (free * 2)
    put(flash, "whole", data)
    assert flash.statvfs()[3] == 0
    for number, act in ((errno.EACCES, flash.mkdir),
                        (errno.ENOSPC, lambda name: put(flash, name, b"x"))):
        with pytest.raises(OSError) as error:
            act("more")
        assert error.value.errno == number
    found = contents(again(store))
    assert found["whole"] == data
    assert all(found[f"f{number}"] == bytes([number]) * BLOCK for number in range(1, 20, 2))


def test_the_root_of_a_flash_has_512_places_and_a_folder_as_many_as_there_are_blocks(flash, store):
    """A name of 200 letters takes 17 of them."""
    names = [f"{number:0200}" for number in range(40)]
    with pytest.raises(OSError) as error:
        for name in names:
            put(flash, name, b"")
    assert error.value.errno == errno.EACCES
    assert len(flash.listdir("")) == 2 + (512 - 3) // 17
    for name in names:
        put(flash, f"folder/{name}", b"")
    assert again(store).listdir("folder") == ["inner.txt", *names]


def test_a_file_that_another_computer_has_locked_is_only_read(flash, store):
    root = store.read(flash.layout.root, 1)
    entry = root.index(b"FILE    TXT")
    store.write(flash.layout.root, root[: entry + 11] + bytes([READ_ONLY]) + root[entry + 12 :])
    for mode in "wb", "ab", "r+b":
        with pytest.raises(OSError) as error:
            again(store).open("file.txt", mode)
        assert error.value.errno == errno.EACCES
    assert again(store).read("file.txt") == b"text of file.txt"


@pytest.mark.parametrize("slot", range(4))
def test_the_file_system_is_found_in_any_partition(image, slot):
    volume, store = formatted(image, *CARDS["16 bits"])
    put(volume, "a", b"a")
    record = bytearray(store.read(0, 1))
    table = bytes(16 * slot) + record[446:462] + bytes(16 * (3 - slot))
    store.write(0, record[:446] + table + record[510:])
    assert contents(FatVolume(store, lambda: NOW)) == {"a": b"a"}
    store.close()


# Wrong entries for a cluster in the middle of a file: free, reserved, bad, the end, a loop.
@pytest.mark.parametrize("value", [0, 1, 0xFFF7, 0xFFFF, 3])
def test_a_file_with_a_broken_chain_is_refused_and_the_others_are_read(image, value):
    volume, store = formatted(image, *CARDS["16 bits"])
    put(volume, "broken", bytes(10_000))
    put(volume, "whole", b"whole")
    place = volume.layout.fat * BLOCK + 2 * 3
    data = bytearray(store.read(0, 3_000))
    data[place : place + 2] = value.to_bytes(2, "little")
    damaged = FatVolume(Store(io.BytesIO(data)), lambda: NOW)
    with pytest.raises(OSError) as error:
        damaged.read("broken")
    assert error.value.errno == errno.EIO
    assert damaged.read("whole") == b"whole"
    store.close()
