# SPDX-License-Identifier: MIT
"""The FAT file system, with FatFs (fatfs-ng) and a model of a few lines as its judges."""

import errno
import random

import pytest

from sim.fat.blocks import BLOCK
from sim.fat.format import START, format_card
from sim.fat.volume import FatVolume
from sim.sdcard.store import Store

fat_reader = pytest.importorskip("fat_reader", reason="skipped: no fatfs-ng")

# Blocks and bytes of a cluster: FAT16 of two sizes, and the smallest FAT32.
CARDS = {"16 bits": (40_960, 2_048), "16 bits, small": (12_000, 512), "32 bits": (70_000, 512)}
NAMES = ["a%d.txt", "Long name number %d.jpeg", "MiXed%d.WaV", "x%d", "two.dots.%d"]
NOW = 1_700_000_000


@pytest.fixture
def image(tmp_path):
    return tmp_path / "card.img"


def formatted(image, count, cluster):
    """Its volume and its store; the file is as long as the card."""
    file = open(image, "w+b", buffering=0)  # noqa: SIM115 - as long as the store
    file.truncate(count * BLOCK)
    store = Store(file)
    format_card(store, count, cluster, "SD")
    return FatVolume(store, lambda: NOW), store


def contents(volume, path=""):
    """{path: contents}, b"" for a folder."""
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
    """A dict that takes what a random user does, and does the same to the volume."""

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
def test_what_a_random_user_writes_is_there_for_fatfs_too(image, kind, seed):
    volume, store = formatted(image, *CARDS[kind])
    assert f"{volume.shape.bits} bits" in kind
    model = Model(volume, seed)
    for _ in range(80):
        model.step()
    assert contents(volume) == model.expected
    store.close()
    assert fat_reader.files(image, START) == model.expected


def test_free_clusters_are_counted_and_come_back(image):
    volume, _ = formatted(image, *CARDS["16 bits, small"])
    size, free = volume.statvfs()[0], volume.statvfs()[3]
    with volume.open("x", "wb") as file:
        file.write(bytes(size * 3 + 1))
    assert volume.statvfs()[3] == free - 4
    volume.remove("X")
    assert volume.statvfs()[3] == free


def test_a_full_card_takes_what_fits(image):
    volume, _ = formatted(image, *CARDS["16 bits, small"])
    size, free = volume.statvfs()[0], volume.statvfs()[3]
    with volume.open("x", "wb") as file, pytest.raises(OSError) as error:
        file.write(bytes(size * (free + 1)))
    assert error.value.errno == errno.ENOSPC
    assert volume.statvfs()[3] == 0
    assert volume.stat("x")[6] == size * free


def test_a_root_of_16_bits_has_so_many_entries_and_a_folder_has_no_limit(image):
    volume, _ = formatted(image, *CARDS["16 bits"])
    volume.mkdir("folder")
    for number in range(200):
        volume.open(f"folder/{number}", "w").close()
    assert len(volume.listdir("folder")) == 200
    with pytest.raises(OSError) as error:
        for number in range(600):
            volume.open(f"{number}", "w").close()
    assert error.value.errno == errno.EACCES
    assert len(volume.listdir("")) == 511  # and the label


def test_names_keep_their_letters_and_are_found_by_any(image):
    volume, store = formatted(image, *CARDS["16 bits"])
    names = ["readme.txt", "README2.TXT", "Mixed.Txt", "long extension.jpeg", ".hidden", "a.b.c"]
    for name in names:
        volume.open(name, "w").close()
    assert volume.listdir("") == names
    assert all(volume.is_file(name.swapcase()) for name in names)
    assert volume.is_file("LONGEX~1.JPE")
    store.close()
    assert [*fat_reader.files(image, START)] == names


def test_letters_of_other_alphabets_are_kept(image):
    volume, store = formatted(image, *CARDS["16 bits"])
    for name in ("Größe.txt", "音.wav", "🎵"):
        volume.open(name, "w").close()
    assert FatVolume(store, lambda: 0).listdir("") == ["Größe.txt", "音.wav", "🎵"]
    assert volume.is_file("GRÖßE.TXT")


def test_names_that_a_fat_cannot_hold_are_refused(image):
    volume, _ = formatted(image, *CARDS["16 bits"])
    for name in ("a:b", "a*", "what?", "...", "x" * 256):
        with pytest.raises(OSError) as error:
            volume.open(name, "w")
        assert error.value.errno == errno.EINVAL
    assert volume.listdir("") == []


def test_the_label_and_dates_are_kept(image):
    volume, store = formatted(image, *CARDS["16 bits"])
    assert volume.label == "SD"
    volume.label = "holidays"
    volume.open("x", "w").close()
    volume.utime("x", (1_000_000_000, 0))
    again = FatVolume(store, lambda: 0)
    assert (again.label, again.stat("x")[8]) == ("HOLIDAYS", 1_000_000_000)


def test_blocks_without_a_fat_are_no_volume(image):
    store = Store(open(image, "w+b"))  # noqa: SIM115 - as long as the store
    for data in (bytes(BLOCK), b"\xff" * BLOCK, bytes(510) + b"\x55\xaa"):
        store.write(0, data)
        with pytest.raises(OSError) as error:
            FatVolume(store, lambda: 0)
        assert error.value.errno == errno.ENODEV
    store.close()
