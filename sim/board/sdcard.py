# SPDX-License-Identifier: MIT
"""An SD card: the image behind it, its slot on the bus, and its SPI mode.

An image file is read and written in place. A folder is copied to an image when the board first
reads a block; `settle` then brings what was written to the card back into the folder. Left out is
what FAT cannot hold: links to folders, those that lead out of the folder, pipes, names with a colon
and the like, and a second name that differs only in case.

Source: SD Physical Layer Simplified Specification 6.00, chapter 5 (registers) and 7 (SPI mode).
"""

import binascii
import errno
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from .. import schema
from .drive import remove_from_host, replace_on_host
from .fat import BLOCK, ROOT_ENTRIES, Entry, FatVolume, Store, format_card
from .parts.part import Part, Text
from .peripheral import SPIPeripheral

# A card of 1 GB has FAT16 with clusters of 16 KB; larger ones have FAT32.
SMALL, CLUSTER_16 = 1 << 30, 16_384
CLUSTER_32 = 32_768
LARGEST = 32 << 30  # of the cards with a FAT, SDHC
# The smallest card with FAT32, whose root folder takes any number of names.
SMALLEST_32 = 4 << 30
NAME_PART = 13  # letters of a long name in an entry of a folder
LABEL = "SD"
# The files of a folder fill at most this part of its card.
FILLED = 0.9
# So many of the files that the computer could not write are named.
MOST_NAMED = 10
# Why FAT cannot hold a file: its name, that of another one, or that its folder is left out.
CANNOT_HOLD = (errno.EINVAL, errno.EEXIST, errno.ENOENT)


class Mirror:
    """Copies a folder to a card and back; `count` is the size in blocks of a card that fits it. It
    `is_behind` while the folder lacks a file that could not be written.
    """

    def __init__(self, folder: Path):
        self._root = Path(os.path.realpath(folder))
        size = SMALL if self._root_entries() < ROOT_ENTRIES else SMALLEST_32
        used = self._bytes()
        while size * FILLED < used:
            size *= 2
        self._cluster = CLUSTER_16 if size == SMALL else CLUSTER_32
        self.count = size // BLOCK
        self._known: dict[str, Entry] = {}
        self.is_behind = False

    def copy(self) -> Store:
        """Return a formatted card with what is in the folder now. Raises an OSError that names the
        file that cannot be copied.
        """
        import tempfile  # without a folder, the simulator starts sooner without it

        host = self._root
        try:
            store = Store(cast(BinaryIO, tempfile.TemporaryFile(buffering=0)))  # noqa: SIM115 - a store's
            format_card(store, self.count, self._cluster, LABEL)
            now = 0
            volume = FatVolume(store, lambda: now)
            for path, host in self._files(self._root, ""):
                now = int(host.stat().st_mtime)
                _copy(host, volume, path)
        except OSError as error:
            raise OSError(error.errno, "cannot be copied to the image of an SD card in "
                          f"{tempfile.gettempdir()}: {error.strerror}", str(host)) from None
        self._known = dict(volume.tree())
        store.written.clear()
        return store

    def bring_back(self, store: Store) -> None:
        """Copy what was written to the card into the folder.

        A card without a readable FAT leaves the folder as it is. What cannot be written is tried
        again the next time. Raises an OSError that names these files.
        """
        written, store.written = store.written, set()
        try:
            volume = FatVolume(store, lambda: 0)
            found = dict(volume.tree())
            changed = {path: None if entry.is_folder else volume.read(path)
                       for path, entry in found.items()
                       if self._known.get(path) != entry or volume.has_block_of(entry, written)}
        except OSError:
            return
        gone = sorted(self._known.keys() - found.keys(), reverse=True)
        acts = [(path, partial(self._remove, path)) for path in gone]
        acts += [(path, partial(self._put, path, found[path], data))
                 for path, data in changed.items()]
        before, self._known = self._known, found
        failures = {path: error for path, act in acts if (error := _attempt(act))}
        for path in failures:
            self._known.pop(path, None)
            if path in gone:
                self._known[path] = before[path]
        self.is_behind = bool(failures)
        if failures:
            raise self._lack(failures)

    def _lack(self, failures: Mapping[str, OSError]) -> OSError:
        """Return an error like the first one, which names all these files or, of many, some."""
        first = next(iter(failures.values()))
        names = ", ".join(str(self._root / path) for path in [*failures][:MOST_NAMED])
        if len(failures) > MOST_NAMED:
            names += f" and {len(failures) - MOST_NAMED} more"
        return OSError(first.errno, first.strerror, names)

    def _bytes(self) -> int:
        """Return about how much the files fill. Raises ValueError if no card holds them."""
        used = 0
        for _, host in self._files(self._root, ""):
            used += host.stat().st_size + CLUSTER_32
            if used > LARGEST * FILLED:
                raise ValueError(f"{self._root} does not fit the largest SD card, {LARGEST >> 30} "
                                 "GB: name a smaller folder")
        return used

    def _root_entries(self) -> int:
        """Return how many entries of the root folder its names take, at most."""
        return sum(2 + len(os.fsencode(name)) // NAME_PART for name in os.listdir(self._root))

    def _files(self, folder: Path, inside: str) -> Iterator[tuple[str, Path]]:
        """Yield (path on the card, path on the host), a folder before its files."""
        for host in sorted(folder.iterdir()):
            if not self._owns(host):
                continue
            if host.is_dir():
                if os.path.realpath(host) != os.path.join(os.path.realpath(folder), host.name):
                    continue  # a link; the folder it leads to is there already, or holds the link
                yield f"{inside}{host.name}", host
                yield from self._files(host, f"{inside}{host.name}/")
            elif host.is_file():
                yield f"{inside}{host.name}", host

    def _owns(self, host: Path) -> bool:
        """Say whether a path is in the folder, so that no link leads out."""
        return Path(os.path.realpath(host)).is_relative_to(self._root)

    def _remove(self, path: str) -> None:
        if self._owns(self._root / path):
            remove_from_host(self._root / path)

    def _put(self, path: str, entry: Entry, data: bytes | None) -> None:
        host = self._root / path
        if not self._owns(host):
            return
        if data is None:
            host.mkdir(exist_ok=True)
        else:
            replace_on_host(host, data)
            os.utime(host, (entry.modified, entry.modified))


def _attempt(act: Callable[[], None]) -> OSError | None:
    """Return why it fails, None if it does not."""
    try:
        act()
    except OSError as error:
        return error
    return None


def _copy(host: Path, volume: FatVolume, path: str) -> None:
    import shutil  # as tempfile

    try:
        if host.is_dir():
            volume.mkdir(path)
        else:
            with open(host, "rb") as source, volume.open(path, "xb") as target:
                shutil.copyfileobj(source, target, CLUSTER_32)
    except OSError as error:
        if error.errno not in CANNOT_HOLD:
            raise


# Up to this size a card's addresses count bytes (SDSC); those of larger cards count blocks.
STANDARD = (1 << 30) // BLOCK
# The units in which the two kinds state their size, in blocks.
UNIT_STANDARD, UNIT_HIGH = 512, 1_024


def insert(path: str | os.PathLike[str]) -> "Card":
    """Return the card made of a folder or an image. Raises ValueError for anything else."""
    place = schema.path(path)
    if place.is_dir():
        return FolderCard(place)
    if not place.is_file():
        raise ValueError(f"{place} is neither a folder nor an image: name one to be the SD card")
    if not place.stat().st_size or place.stat().st_size % BLOCK:
        raise ValueError(f"{place} is not an image of an SD card: "
                         f"its size is not a multiple of {BLOCK}")
    return ImageCard(place)


class SDCard(Part):
    """The card as a part of parts.toml, which names its folder or image."""

    card = Text("sd")

    def plug(self, board: object) -> None:
        """Do nothing: the slot asks the board's environment for the card."""


class Card:
    """A card of `count` blocks; one that is `read_only` has its lock switch shut."""

    count: int
    read_only = False
    _store: Store | None = None

    @property
    def store(self) -> Store:
        if self._store is None:
            self._store = self._open()
        return self._store

    def settle(self) -> None:
        """Bring what was written to the user's file or folder. Raises OSError."""

    def close(self) -> None:
        """Release the file; reading the next block opens it again. If not all could be written, the
        card keeps it, and OSError is raised.
        """
        self.settle()
        if self._store:
            self._store.close()
            self._store = None

    def _open(self) -> Store:
        raise NotImplementedError


def is_high_capacity(count: int) -> bool:
    return count > STANDARD


def whole_blocks(count: int) -> int:
    """Round up to a size that a card can state."""
    unit = UNIT_HIGH if is_high_capacity(count) else UNIT_STANDARD
    return -(-count // unit) * unit


class ImageCard(Card):
    def __init__(self, path: Path):
        self._path = path
        self.count = whole_blocks(path.stat().st_size // BLOCK)
        self.read_only = not os.access(path, os.W_OK)

    def _open(self) -> Store:
        return Store(open(self._path, "rb" if self.read_only else "r+b", buffering=0))

    def settle(self) -> None:
        if self._store:
            self._store.sync()


class FolderCard(Card):
    def __init__(self, folder: Path):
        self._mirror = Mirror(folder)
        self.count = self._mirror.count

    def _open(self) -> Store:
        return self._mirror.copy()

    def settle(self) -> None:
        if self._store and self._store.written:
            self._mirror.bring_back(self._store)

    def close(self) -> None:
        if self._store and self._mirror.is_behind:
            self._mirror.bring_back(self._store)
        super().close()


COMMAND_BYTES, DATA_BYTES = 6, BLOCK + 2
# The first byte of an answer.
FINE, IDLE, ILLEGAL, BAD_CHECKSUM, MISPLACED, OUT_OF_RANGE = 0x00, 0x01, 0x04, 0x08, 0x20, 0x40
# Tokens: before a block, before one of several to be written, and after the last of them.
ONE, ONE_OF_SEVERAL, STOP = 0xFE, 0xFC, 0xFD
NOTHING = 0xFF
# GAP is between a command and its answer; the host discards STUFF after a stop.
GAP = STUFF = b"\xff"
BUSY = bytes(4)
# The answer to a read beyond the card's end, and those to a block that was sent.
NO_DATA = b"\x08"
WRITTEN, SPOILED, NOT_WRITTEN = b"\x05" + BUSY, b"\x0b", b"\x0d"
# The commands of a card that has not started; an application command follows 55.
BEFORE_START = frozenset([0, 1, 8, 41, 55, 58, 59])
APPLICATION = 55
# Commands whose checksum counts even while checking is off; a host starts a card with them.
ALWAYS_CHECKED = (0, 8)
VOLTAGE = 0x1
LOCKED = 0x02  # in the second byte of the status: an attempt to write to a protected card
STATUS = bytes(64)
OCR_READY, OCR_HIGH_CAPACITY, OCR_VOLTAGES = 1 << 31, 1 << 30, 0x00FF_8000


class CardSlot(SPIPeripheral):
    """The SD slot on the SPI bus. Without a card nothing drives MISO.

    `inserted` returns the card, if there is one; `pass_on` takes the error of a card whose file on
    the computer fails. Power-on, not a reset of the chip, restarts it.
    """

    def __init__(self, inserted: Callable[[], Card | None],
                 pass_on: Callable[[BaseException], None]):
        self._inserted = inserted
        self._pass_on = pass_on
        self._card: Card | None = None
        self._interface: SpiInterface | None = None

    def transfer(self, sent: bytes) -> bytes | None:
        if self._card is not self._inserted():
            self._card = self._inserted()
            self._interface = SpiInterface(self._card) if self._card else None
        try:
            return self._interface.exchange(sent) if self._interface else None
        except OSError as error:
            self._pass_on(error)
            return None

    def deselect(self) -> None:
        if self._interface:
            self._interface.pause()


class SpiInterface:
    """A card's four SPI lines: tells which bytes are a command, a block, or only clocked.

    An answer follows the last byte of a command; at other times the card sends 0xFF.
    """

    def __init__(self, card: Card):
        self._commands = Commands(card)
        self._said = b""
        self._command = b""
        self._block: bytearray | None = None

    def exchange(self, sent: bytes) -> bytes:
        """Send bytes to the card; return what it says meanwhile."""
        said = bytearray()
        while sent:
            size = self._next(sent)
            said += self._say(size)
            self._hear(sent[:size])
            sent = sent[size:]
        return bytes(said)

    def pause(self) -> None:
        """Drop an incomplete command or block; the card is no longer selected."""
        self._said = self._command = b""
        self._block = None

    def _next(self, sent: bytes) -> int:
        """Return how many bytes to take at once: of a block, clocked only, or a single one."""
        if self._block is not None:
            return min(DATA_BYTES - len(self._block), len(sent))
        if not self._command and sent[0] == NOTHING:
            return len(sent) - len(sent.lstrip(bytes([NOTHING])))
        return 1

    def _say(self, size: int) -> bytes:
        while len(self._said) < size and self._commands.reading is not None:
            self._said += self._commands.send()
        said, self._said = self._said[:size], self._said[size:]
        return said.ljust(size, bytes([NOTHING]))

    def _hear(self, heard: bytes) -> None:
        if self._block is not None:
            self._block += heard
            if len(self._block) == DATA_BYTES:
                self._take_block()
        elif self._command or is_command(heard[0]):
            self._command += heard
            if len(self._command) == COMMAND_BYTES:
                self._do_command()
        elif self._commands.writing is not None:
            self._hear_token(heard[0])

    def _hear_token(self, token: int) -> None:
        several = self._commands.several
        if token == (ONE_OF_SEVERAL if several else ONE):
            self._block = bytearray()
        elif token == STOP and several:
            self._commands.end()
            self._said = GAP + BUSY

    def _take_block(self) -> None:
        assert self._block is not None
        data, check = bytes(self._block[:BLOCK]), bytes(self._block[BLOCK:])
        self._block = None
        right = not self._commands.checks or check == crc16(data)
        self._said = self._commands.take(data) if right else SPOILED

    def _do_command(self) -> None:
        command, self._command = self._command, b""
        number, argument = command[0] & 0x3F, int.from_bytes(command[1:5], "big")
        checked = self._commands.checks or number in ALWAYS_CHECKED
        if checked and crc7(command[:5]) != command[5] | 1:
            answer = self._commands.complain()
        else:
            answer = self._commands.do(number, argument)
        self._said = GAP + answer


class Commands:
    """Answers the commands of a card. `do` returns the answer's bytes.

    `reading` is the next block that the card sends by itself, `writing` the next one that it waits
    for; `several` says whether more follow.
    """

    reading: int | None
    writing: int | None
    _after: int

    def __init__(self, card: Card):
        self._card = card
        self._plain: dict[int, Callable[[int], bytes]] = {
            0: self._restart, 1: self._start, 8: self._agree, 9: self._data(self._csd),
            10: self._data(cid), 12: self._stop, 13: self._status, 16: self._block_length,
            17: self._read, 18: self._read_on, 24: self._write, 25: self._write_on,
            32: self._erase_from, 33: self._erase_to, 38: self._erase,
            APPLICATION: self._fine, 58: self._ocr, 59: self._check,
        }
        self._application: dict[int, Callable[[int], bytes]] = {
            13: self._long_status, 22: self._data(self._count_written), 23: self._fine,
            41: self._start, 42: self._fine, 51: self._data(scr),
        }
        self._restart(0)

    def do(self, number: int, argument: int) -> bytes:
        after, self._after = self._after, number
        table = self._application if after == APPLICATION else self._plain
        do = table.get(number) or self._plain.get(number)
        if not do or (self._idle and number not in BEFORE_START):
            return self._first(ILLEGAL)
        self.reading = self.writing = None
        return do(argument)

    def complain(self) -> bytes:
        """Answer a command whose checksum is wrong."""
        return self._first(BAD_CHECKSUM)

    def send(self) -> bytes:
        """Return the next block that is read."""
        block = self.reading
        assert block is not None
        if block >= self._card.count:
            self.reading = None
            return NO_DATA
        self.reading = block + 1 if self.several else None
        return data_block(self._card.store.read(block, 1))

    def take(self, data: bytes) -> bytes:
        """Write the next block; return the answer to it."""
        block = self.writing
        assert block is not None
        self.writing = block + 1 if self.several else None
        if self._card.read_only or block >= self._card.count:
            self.writing = None
            return NOT_WRITTEN
        store = self._card.store
        try:
            store.write(block, data)
        except OSError:  # the computer's disk is full
            return NOT_WRITTEN
        self._written += 1
        return WRITTEN

    def end(self) -> None:
        """End a row of writes."""
        self.writing = None

    def _first(self, errors: int = FINE) -> bytes:
        """Return R1, the byte that every answer begins with."""
        return bytes([errors | IDLE * self._idle])

    def _fine(self, _: int) -> bytes:
        return self._first()

    def _restart(self, _: int) -> bytes:
        self._idle, self._asked, self.checks = True, False, False
        self._after = self._written = 0
        self._erased = (0, 0)
        self.reading = self.writing = None
        self.several = False
        return self._first()

    def _start(self, argument: int) -> bytes:
        """Become ready the second time; a large card only for a host that supports it."""
        knows = bool(argument & OCR_HIGH_CAPACITY) or not is_high_capacity(self._card.count)
        self._idle = not (knows and self._asked)
        self._asked = True
        return self._first()

    def _agree(self, argument: int) -> bytes:
        """Return R7: the voltage, or 0 for one that the card cannot take, and the pattern."""
        voltage = argument >> 8 & 0xF if argument >> 8 & 0xF == VOLTAGE else 0
        return self._first() + bytes([0, 0, voltage, argument & 0xFF])

    def _data(self, make: Callable[[], bytes]) -> Callable[[int], bytes]:
        return lambda _: self._first() + data_block(make())

    def _csd(self) -> bytes:
        return csd(self._card.count, self._card.read_only)

    def _count_written(self) -> bytes:
        return self._written.to_bytes(4, "big")

    def _status(self, _: int) -> bytes:
        return self._first() + bytes([LOCKED * self._card.read_only])

    def _long_status(self, _: int) -> bytes:
        return self._first() + b"\0" + data_block(STATUS)

    def _stop(self, _: int) -> bytes:
        """End a read; a byte that the host discards comes first."""
        return STUFF + self._first() + BUSY

    def _block_length(self, argument: int) -> bytes:
        return self._first(FINE if argument == BLOCK else OUT_OF_RANGE)

    def _ocr(self, _: int) -> bytes:
        return self._first() + ocr(self._card.count, not self._idle)

    def _check(self, argument: int) -> bytes:
        self.checks = bool(argument & 1)
        return self._first()

    def _block(self, argument: int) -> tuple[int, int]:
        """Return (block, errors) for an address."""
        high = is_high_capacity(self._card.count)
        block, rest = (argument, 0) if high else divmod(argument, BLOCK)
        if block >= self._card.count:
            return block, OUT_OF_RANGE
        return block, MISPLACED if rest else FINE

    def _read(self, argument: int) -> bytes:
        block, errors = self._block(argument)
        self.several = False
        self.reading = None if errors else block
        return self._first(errors)

    def _read_on(self, argument: int) -> bytes:
        answer = self._read(argument)
        self.several = True
        return answer

    def _write(self, argument: int) -> bytes:
        block, errors = self._block(argument)
        self.several, self._written = False, 0
        self.writing = None if errors else block
        return self._first(errors)

    def _write_on(self, argument: int) -> bytes:
        answer = self._write(argument)
        self.several = True
        return answer

    def _erase_from(self, argument: int) -> bytes:
        block, errors = self._block(argument)
        self._erased = (block, block)
        return self._first(errors)

    def _erase_to(self, argument: int) -> bytes:
        block, errors = self._block(argument)
        self._erased = (self._erased[0], block + 1)
        return self._first(errors)

    def _erase(self, _: int) -> bytes:
        first, end = self._erased
        if not self._card.read_only:
            for block in range(first, end):
                self._card.store.write(block, bytes(BLOCK))
        return self._first() + BUSY


def is_command(byte: int) -> bool:
    return byte & 0xC0 == 0x40


def crc16(data: bytes) -> bytes:
    return binascii.crc_hqx(data, 0).to_bytes(2, "big")


def data_block(data: bytes) -> bytes:
    """Frame data as the card sends it: a gap, the token, the data and the checksum."""
    return GAP + bytes([ONE]) + data + crc16(data)


def crc7(data: bytes) -> int:
    """Return the checksum of a command or a register, with the end bit that follows it."""
    crc = 0
    for byte in data:
        for bit in range(7, -1, -1):
            crc = crc << 1 & 0x7F ^ (0x09 if (crc >> 6 ^ byte >> bit) & 1 else 0)
    return crc << 1 | 1


def csd(count: int, read_only: bool) -> bytes:
    """Return the register of the card's size and properties, 16 bytes."""
    high = is_high_capacity(count)
    size = {48: count // UNIT_HIGH - 1} if high else {62: count // UNIT_STANDARD - 1, 47: 7}
    return _closed({
        126: int(high),
        112: 0x0E,             # reads take 1 ms at most
        96: 0x32,              # 25 MHz
        84: 0x5B5,             # classes of commands: 0, 2, 4, 5, 7, 8, 10
        80: 9,                 # blocks of 512 bytes are read
        46: 1, 39: 0x7F,       # and erased
        26: 2, 22: 9,          # and written
        12: 3 * read_only,
        **size,
    })


def size_of(csd: bytes) -> int:
    """Return the size in blocks as CircuitPython and Adafruit's driver compute it from the CSD.

    Both lose the last two bits of a small card's size.
    """
    register = int.from_bytes(csd, "big")
    if csd[0] >> 6:
        return ((register >> 48 & 0xFFFF) + 1) * UNIT_HIGH
    factor = 1 << (register >> 47 & 7) + 2
    return ((register >> 62 & 0xFFC) + 1) * factor * (1 << (csd[5] & 15)) // BLOCK


def cid() -> bytes:
    """Return the register of the maker and product, invented."""
    name = int.from_bytes(b"SIM  ", "big")
    return _closed({104: int.from_bytes(b"PP", "big"), 64: name, 56: 0x10, 24: 1})


def scr() -> bytes:
    """Return the SCR: specification 2.00, erased blocks read 0, one data line or four."""
    return bytes([0x02, 0x25, 0, 0, 0, 0, 0, 0])


def ocr(count: int, ready: bool) -> bytes:
    """Return the OCR: voltages, whether the card has started, and how it counts in addresses."""
    state = OCR_READY | OCR_HIGH_CAPACITY * is_high_capacity(count) if ready else 0
    return (OCR_VOLTAGES | state).to_bytes(4, "big")


def _closed(fields: Mapping[int, int]) -> bytes:
    """Return a register of 16 bytes; its fields are by lowest bit, as in the specification."""
    register = sum(value << bit for bit, value in fields.items()).to_bytes(16, "big")[:15]
    return register + bytes([crc7(register)])
