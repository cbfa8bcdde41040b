# SPDX-License-Identifier: MIT
"""The SD card's SPI mode, byte by byte (source: SD Physical Layer Simplified Specification)."""

import binascii

import pytest

from sim.board.fat.structure import Store
from sim.board.sdcard.card import Card, whole_blocks
from sim.board.sdcard.protocol import SpiInterface, crc7

IDLE, ILLEGAL, CHECKSUM, ADDRESS, PARAMETER = 0x01, 0x04, 0x08, 0x20, 0x40
SMALL, LARGE = 64 * 2_048, 4 * 1024 * 2_048  # blocks of 64 MB and 4 GB


class FileCard(Card):
    """A card whose blocks are in a test's file."""

    def __init__(self, store, count, read_only=False):
        self._store, self.count, self.read_only = store, whole_blocks(count), read_only


class Host:
    """Sends commands as a driver does, and waits a few bytes for an answer."""

    def __init__(self, card):
        self.line = SpiInterface(card)

    def command(self, number, argument=0, check=None):
        """Send a command; return the first byte of the answer."""
        data = bytes([0x40 | number]) + argument.to_bytes(4, "big")
        self.line.exchange(data + bytes([crc7(data) if check is None else check]))
        return self.until(lambda byte: not byte & 0x80)

    def until(self, wanted):
        for _ in range(16):
            byte = self.line.exchange(b"\xff")[0]
            if wanted(byte):
                return byte
        raise AssertionError("no answer")

    def more(self, count):
        return self.line.exchange(b"\xff" * count)

    def block(self, size=512):
        """Return a block's data; its checksum must be right."""
        self.until(lambda byte: byte == 0xFE)
        data, check = self.more(size), self.more(2)
        assert int.from_bytes(check, "big") == binascii.crc_hqx(data, 0)
        return data

    def put(self, token, data, check=b"\xff\xff"):
        """Send a block; return the card's answer, after which it is busy for a while."""
        self.line.exchange(bytes([0xFF, token]) + data + check)
        answer = self.until(lambda byte: byte & 0x11 == 1) & 0x1F
        return answer

    def start(self):
        assert self.command(0) == IDLE
        assert self.command(8, 0x1AA) == IDLE
        assert self.more(4) == bytes([0, 0, 1, 0xAA])
        while self.command(55) == IDLE and self.command(41, 1 << 30):
            pass
        return self


@pytest.fixture
def store(tmp_path):
    store = Store(open(tmp_path / "card", "w+b"))  # noqa: SIM115 - as long as the store
    yield store
    store.close()


@pytest.fixture
def small(store):
    return Host(FileCard(store, SMALL)).start()


def test_checksums_match_the_specification():
    """Chapter 4.5 has those of CMD0, of CMD17 with argument 0, and of the answer to it."""
    assert crc7(bytes.fromhex("4000000000")) >> 1 == 0b1001010
    assert crc7(bytes.fromhex("5100000000")) >> 1 == 0b0101010
    assert crc7(bytes.fromhex("1100000900")) >> 1 == 0b0110011


def test_a_card_starts_idle_and_accepts_few_commands_until_it_is_ready(store):
    host = Host(FileCard(store, SMALL))
    assert host.command(0) == IDLE
    assert host.command(17) == host.command(13) == host.command(5) == IDLE | ILLEGAL
    assert (host.command(58), host.more(4)) == (IDLE, bytes.fromhex("00ff8000"))
    assert [host.command(55), host.command(41), host.command(55), host.command(41)] == [1, 1, 1, 0]
    assert (host.command(58), host.more(4)) == (0, bytes.fromhex("80ff8000"))
    assert host.command(5) == ILLEGAL
    assert host.command(0) == IDLE


def test_a_large_card_starts_only_for_a_host_that_supports_it(store):
    host = Host(FileCard(store, LARGE))
    host.command(0)
    assert [host.command(number) for number in (55, 41) * 5] == [IDLE] * 10
    assert [host.command(55), host.command(41, 1 << 30)] == [IDLE, 0]
    assert (host.command(58), host.more(4)) == (0, bytes.fromhex("c0ff8000"))


@pytest.mark.parametrize("count", [SMALL, 2_097_152, LARGE])
def test_the_csd_states_the_size(store, count):
    host = Host(FileCard(store, count)).start()
    assert host.command(9) == 0
    csd = host.block(16)
    register = int.from_bytes(csd, "big")
    if csd[0] >> 6 == 0:
        size = (register >> 62 & 0xFFF) + 1 << (register >> 47 & 7) + 2
    else:
        size = ((register >> 48 & 0x3FFFFF) + 1) * 1024
    assert size == count
    assert csd[15] == crc7(csd[:15])


def test_the_other_registers_can_be_read(small):
    assert (small.command(10), small.block(16)[1:8]) == (0, b"PPSIM  ")
    assert (small.command(13), small.more(1)) == (0, b"\0")
    assert (small.command(55), small.command(51), small.block(8)[:2]) == (0, 0, b"\x02\x25")
    assert (small.command(55), small.command(13), small.more(1), len(small.block(64))) == (
        0, 0, b"\0", 64)


def test_blocks_are_written_and_read_one_by_one_and_in_rows(small, store):
    data = [bytes([number]) * 512 for number in range(4)]
    assert small.command(24, 5 * 512) == 0
    assert small.put(0xFE, data[0]) == 0x05
    assert small.command(25, 6 * 512) == 0
    assert [small.put(0xFC, block) for block in data[1:]] == [0x05] * 3
    small.line.exchange(b"\xff\xfd")
    assert (small.command(17, 6 * 512), small.block()) == (0, data[1])
    assert small.command(18, 5 * 512) == 0
    assert [small.block() for _ in range(4)] == data
    assert small.command(12) == 0
    assert store.read(5, 4) == b"".join(data)
    assert (small.command(55), small.command(22), small.block(4)) == (0, 0, bytes([0, 0, 0, 3]))


def test_wrong_addresses_are_refused_and_a_row_ends_with_the_card(small, store):
    assert small.command(17, 100) == ADDRESS
    assert small.command(17, SMALL * 512) == PARAMETER
    assert small.command(16, 512) == 0
    assert small.command(16, 100) == PARAMETER
    last = (SMALL - 1) * 512
    assert (small.command(18, last), small.block()) == (0, bytes(512))
    assert small.until(lambda byte: byte != 0xFF) == 0x08
    assert small.command(25, last) == 0
    assert [small.put(0xFC, bytes(512)), small.put(0xFC, bytes(512))] == [0x05, 0x0D]
    small.line.exchange(bytes.fromhex("510000"))  # half a command, until the card is deselected
    small.line.pause()
    assert (small.command(17), small.block()) == (0, bytes(512))


def test_addresses_of_large_cards_count_blocks_and_a_locked_card_refuses_writes(store):
    store.write(LARGE - 1, b"x" * 512)
    host = Host(FileCard(store, LARGE, read_only=True)).start()
    store.written.clear()
    assert (host.command(17, LARGE - 1), host.block()) == (0, b"x" * 512)
    assert host.command(17, LARGE) == PARAMETER
    assert (host.command(24, 0), host.put(0xFE, bytes(512))) == (0, 0x0D)
    assert not store.written


def test_checksums_are_checked_after_they_are_turned_on(small, store):
    data = b"y" * 512
    right = binascii.crc_hqx(data, 0).to_bytes(2, "big")
    assert small.command(16, 512, check=0xFF) == 0
    assert small.command(8, 0x1AA, check=0xFF) == CHECKSUM
    assert small.command(59, 1) == 0
    assert small.command(16, 512, check=0xFF) == CHECKSUM
    assert (small.command(24, 0), small.put(0xFE, data)) == (0, 0x0B)
    assert (small.command(24, 0), small.put(0xFE, data, right)) == (0, 0x05)
    assert store.read(0, 1) == data


def test_erased_blocks_read_zero(small, store):
    store.write(7, b"z" * 512 * 4)
    assert [small.command(32, 8 * 512), small.command(33, 9 * 512), small.command(38)] == [0] * 3
    assert store.read(7, 4) == b"z" * 512 + bytes(1024) + b"z" * 512
