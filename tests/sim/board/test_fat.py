# SPDX-License-Identifier: MIT
"""The FAT file system, compared with FatFs (fatfs-ng) and with a simple model."""

import errno
import io
import os
import random
from contextlib import suppress

import pytest

from sim.board.fat import BLOCK, START, FatVolume, Store, format_card
from tests.support import seeds

fat_drive = pytest.importorskip("tests.support.files.fat_drive", reason="skipped: no fatfs-ng")

# Blocks and bytes of a cluster: FAT16 of two sizes, and the smallest FAT32.
CARDS = {"16 bits": (40_960, 2_048), "16 bits, small": (12_000, 512), "32 bits": (70_000, 512)}
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
    format_card(store, count, cluster, "SD")
    return FatVolume(store, lambda: NOW), store


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


@pytest.mark.parametrize("kind", CARDS)
@pytest.mark.parametrize("seed", range(2))
def test_fatfs_reads_the_same_after_random_changes(image, kind, seed):
    volume, store = formatted(image, *CARDS[kind])
    assert f"{volume.layout.bits} bits" in kind
    model = Model(volume, seed)
    for _ in range(80):
        model.step()
    assert contents(volume) == model.expected
    store.close()
    assert fat_drive.files(image, START) == model.expected


def test_names_label_and_dates_are_kept_and_names_are_found_in_any_case(image):
    volume, store = formatted(image, *CARDS["16 bits"])
    names = ["readme.txt", "README2.TXT", "Mixed.Txt", "long extension.jpeg", ".hidden", "a.b.c"]
    others = ["Größe.txt", "音.wav", "🎵"]  # which FatFs cannot read here
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
