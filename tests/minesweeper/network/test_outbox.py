# SPDX-License-Identifier: MIT
"""The outbox against a list: whatever comes and goes, and whenever it is read anew from nvm."""

import struct
from binascii import crc32

import pytest

from minesweeper.network.outbox import FROM, Outbox
from tests.support import seeds

SIZE = 8192


class Flash(bytearray):
    """Counts its writes."""

    writes = 0

    def __setitem__(self, place, content):
        self.writes += 1
        assert place.start >= FROM and place.stop <= len(self)
        super().__setitem__(place, content)


def all_of(outbox):
    """Empty the outbox; return its results, the oldest first."""
    found = []
    while len(outbox):
        found.append(bytes(outbox.oldest(0, outbox.oldest_size())))
        outbox.sent()
    return found


@pytest.mark.parametrize("seed", seeds.some(int(seeds.more(6, 1000))))
def test_it_is_a_queue_that_forgets_the_oldest_when_it_is_full(seed):
    chance = seeds.chance(seed)
    flash = Flash(chance.choice((bytes(SIZE), b"\xff" * SIZE)))
    outbox, model = Outbox(flash), []
    for _ in range(120):
        if chance.random() < 0.3:
            outbox = Outbox(flash)
        if model and chance.random() < 0.45:
            end = outbox.oldest_size()
            assert outbox.oldest(0, end // 2) + outbox.oldest(end // 2, end) == model.pop(0)
            outbox.sent()
            continue
        result = bytes([chance.randrange(256)]) * chance.choice((1, 40, 300, 1700))
        before = flash.writes
        lost = outbox.add(result)
        assert flash.writes == before + 1
        assert lost <= 3 or len(result) > 1000
        model = [*model[lost:], result]
        assert not lost or sum(map(len, model)) + 7 * len(model) > (SIZE - FROM) // 2
        assert len(outbox) == len(model)
    copy = Flash(flash)
    assert all_of(Outbox(copy)) == model


@pytest.mark.parametrize(("sizes", "waiting"), [
    ((7680,), [7680]), ((7680, 100), [100]), ((3840, 3840), [3840, 3840]), ((3840, 3841), [3841]),
    ((7000, 680, -1, 500), [680, 500]), ((100, -1, 7680), [7680]), ((8, 7672), [8, 7672]),
    ((1000, 3000, 3680, -1, 1000), [3000, 3680, 1000]),
    # The last result's old place begins where the newest one ends.
    ((2000, 1500, 1500, 1500, 1000, -1, 1000), [1500, 1500, 1500, 1000, 1000])])
def test_results_use_all_bytes_and_come_once(sizes, waiting):
    """Sizes count the header of 7 bytes; -1 sends the oldest."""
    flash = Flash(SIZE)
    outbox = Outbox(flash)
    for size in sizes:
        if size > 0:
            outbox.add(bytes([size % 251]) * (size - 7))
        else:
            outbox.sent()
    for found in Outbox(Flash(flash)), outbox:
        assert [7 + len(result) for result in all_of(found)] == waiting


class Narrow(Flash):
    """Copies no more bytes than there is `memory` for."""

    memory = SIZE

    def __getitem__(self, place):
        found = super().__getitem__(place)
        if isinstance(place, slice) and len(found) > self.memory:
            raise MemoryError
        return found

    def __setitem__(self, place, content):
        if len(content) > self.memory:
            raise MemoryError
        super().__setitem__(place, content)


@pytest.mark.parametrize("memory", [1000, 7000])
def test_without_the_memory_for_another_all_that_waits_is_still_there(memory):
    flash = Narrow(SIZE)
    outbox, model = Outbox(flash), [bytes([byte]) * 1700 for byte in range(4)]
    for result in model:
        outbox.add(result)
    flash.memory = memory
    with pytest.raises(MemoryError):
        outbox.add(b"five" * 500)
    flash.memory = SIZE
    outbox.add(b"last")
    assert all_of(outbox) == [*model, b"last"]


def test_a_result_that_there_is_no_memory_to_read_back_is_found_later():
    def put(start, content):
        flash[start : start + len(content)] = content
        flash.memory = 0

    flash = Narrow(SIZE)
    outbox = Outbox(flash, put)
    assert outbox.add(b"one") == 0
    flash.memory = SIZE
    assert len(outbox) == 1


@pytest.mark.parametrize("content", [bytes(SIZE), b"\xff" * SIZE, b"W" * SIZE,
                                     b"W\x10\x00" * 2731, bytes(256)])
def test_a_new_boards_nvm_and_anything_else_is_an_empty_outbox(content):
    assert len(Outbox(Flash(content))) == 0


def test_what_another_version_left_in_nvm_is_read_up_to_what_is_damaged():
    packed = [struct.pack("<cHI", state, len(text), crc32(text)) + text for state, text in (
        (b"S", b"sent"), (b"W", b"waits"), (b"S", b""), (b"W", b"too"))]
    flash = Flash((bytes(512) + b"".join(packed)).ljust(SIZE, b"\xff"))
    assert all_of(Outbox(Flash(flash))) == [b"waits", b"too"]
    last = bytes(flash).index(b"too")
    flash[last : last + 1] = b"X"
    assert all_of(Outbox(flash)) == [b"waits"]


@pytest.mark.parametrize(("size", "is_used"), [(4095, False), (4096, True)])
def test_half_a_pyportals_nvm_is_enough_and_less_is_left_alone(size, is_used):
    nvm = bytearray(size)
    for outbox in Outbox(nvm), Outbox(None):
        outbox.add(b"one")
        assert all_of(outbox) == [b"one"]
    assert any(nvm) == is_used
    puts = []
    Outbox(nvm, lambda start, content: puts.append((start, content[7:]))).add(b"two")
    assert puts == [(FROM, b"two\0")] * is_used
