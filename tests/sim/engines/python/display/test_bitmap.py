# SPDX-License-Identifier: MIT
"""Bitmaps: their pixels, the memory that they are, and what the device refuses."""

from random import Random

import pytest

from sim import PyPortal
from tests.support.display.bitmaps import BITS, dirty, drawn, noise, values


@pytest.mark.parametrize("bits", BITS)
def test_pixels_are_read_and_written_as_in_blinka(worlds, bits):
    bitmaps = [noise(world, Random(bits), 13, 7, bits) for world in worlds]
    assert values(bitmaps[0]) == values(bitmaps[1])
    assert values(bitmaps[0])[6][12] == bitmaps[0][90]
    for bitmap in bitmaps:
        drawn(bitmap)
        bitmap[3, 2] = bitmap[5 * 13 + 4] = 1
    assert dirty(bitmaps[0]) == dirty(bitmaps[1]) == (3, 2, 5, 6)


@pytest.mark.parametrize("bits", BITS)
def test_fill_fills_every_pixel(ours, bits):
    bitmap = ours.displayio.Bitmap(13, 7, 1 << bits)
    drawn(bitmap)
    bitmap.fill((1 << bits) - 1)
    assert values(bitmap) == [[(1 << bits) - 1] * 13] * 7
    assert dirty(bitmap) == (0, 0, 13, 7)
    assert bitmap.bits_per_value == bits


@pytest.mark.parametrize("width, value_count, memory", [
    (4, 256, "010203040506070801020304"), (3, 256, "010203000405060007080900"),
    (2, 65536, "010002000300040005000600"), (3, 65536, "0100020003000000" * 3),
])
def test_a_bitmap_is_memory_that_can_be_read_and_changed(ours, width, value_count, memory):
    """Rows of whole words, 16-bit values with the low byte first."""
    bitmap = ours.displayio.Bitmap(width, 3, value_count)
    expected = bytes.fromhex(memory)
    bytearray_of = memoryview(bitmap).cast("B")
    bytearray_of[:] = expected
    assert bytes(bitmap) == bytes(bytearray_of) == expected
    assert [bitmap[x, 0] for x in range(width)] == [1, 2, 3, 4][:width]
    bitmap[0, 2] = 0x21
    assert bytearray_of[len(expected) // 3 * 2] == 0x21
    drawn(bitmap)
    bitmap.dirty(1, 0, 2, 1)
    assert dirty(bitmap) == (1, 0, 2, 1)


def test_small_values_are_packed_into_words_as_on_the_device(ours):
    bitmap = ours.displayio.Bitmap(9, 2, 2)
    bitmap[0, 0] = bitmap[8, 0] = bitmap[1, 1] = 1
    assert bytes(bitmap) == bytes([0, 0, 0x80, 0x80, 0, 0, 0, 0x40])
    nibbles = ours.displayio.Bitmap(3, 1, 16)
    for x in range(3):
        nibbles[x] = x + 10
    assert bytes(nibbles) == bytes([0, 0, 0xC0, 0xAB])


def test_a_program_sees_16_bit_values_in_a_memoryview(tmp_path):
    (tmp_path / "code.py").write_text("""
import displayio
bitmap = displayio.Bitmap(4, 2, 65536)
view = memoryview(bitmap)
view[5] = 0x1234
print(len(view), hex(bitmap[1, 1]), isinstance(view, memoryview), memoryview(b"ab")[1])
print(bytes(memoryview(displayio.Bitmap(3, 1, 2))))
""")
    with PyPortal(tmp_path) as portal:
        portal.run()
        assert portal.serial == f"8 0x1234 True 98\n{bytes(4)}\n"


def test_a_bitmap_is_no_sequence_of_bytes(ours):
    bitmap = ours.displayio.Bitmap(4, 3, 256)
    assert bitmap and bitmap != ours.displayio.Bitmap(4, 3, 256)
    assert not hasattr(bitmap, "append") and not hasattr(bitmap, "decode")
    for wrong in (lambda: len(bitmap), lambda: iter(bitmap), lambda: 3 in bitmap):
        with pytest.raises(TypeError):
            wrong()


def test_a_bitmap_may_be_as_large_as_the_memory(ours):
    ours.displayio.Bitmap(320, 240, 65536)
    with pytest.raises(MemoryError, match="memory allocation failed, allocating 307200 bytes"):
        ours.displayio.Bitmap(480, 320, 65536)


def test_a_bitmap_refuses_what_the_device_refuses(ours):
    bitmap = ours.displayio.Bitmap(4, 3, 16)
    for wrong, error, message in [
        (lambda: bitmap[4, 0], IndexError, "x must be 0-3"),
        (lambda: bitmap[0, -1], IndexError, "y must be 0-2"),
        (lambda: bitmap[12], IndexError, "index must be 0-11"),
        (lambda: bitmap[0:2], NotImplementedError, "Slices not supported"),
        (lambda: bitmap.__setitem__(0, 16), ValueError, "value must be 0-15"),
        (lambda: bitmap.fill(-1), ValueError, "value must be 0-15"),
        (lambda: ours.displayio.Bitmap(-1, 1, 2), ValueError, "width must be 0-32767"),
        (lambda: ours.displayio.Bitmap(1, 1, 65537), ValueError, "value_count must be 1-65536"),
    ]:
        with pytest.raises(error, match=f"^{message}$"):
            wrong()
    bitmap.deinit()
    with pytest.raises(ValueError, match="deinitialized"):
        bitmap[0] = 1
