# SPDX-License-Identifier: MIT
"""Pixels copied from bitmaps, arrays and files: as Blinka's loops and as the device copy them."""

from array import array
from io import BytesIO
from random import Random

import pytest

from bitmaps import digits, picture, same_in_both, values


@pytest.mark.parametrize("seed", range(40))
def test_blit_copies_as_in_blinka(worlds, seed):
    def work(tools, random, target, source):
        x1, y1 = random.randrange(source.width), random.randrange(source.height)
        tools.blit(target, source, random.randrange(target.width), random.randrange(target.height),
                   x1=x1, y1=y1, x2=random.randint(x1, source.width),
                   y2=random.choice([None, source.height]),
                   skip_source_index=random.choice([None, 0, 1]),
                   skip_dest_index=random.choice([None, 0, 1]))

    same_in_both(worlds, seed, work)


@pytest.mark.parametrize("seed", range(20))
def test_blit_shifts_a_bitmap_within_itself(worlds, seed):
    def work(tools, random, target, _):
        tools.blit(target, target, random.randrange(target.width), random.randrange(target.height),
                   x1=random.randrange(target.width), y1=random.randrange(target.height))

    same_in_both(worlds, seed, work)


@pytest.mark.parametrize("seed", range(20))
def test_rotozoom_turns_as_in_blinka(worlds, seed):
    def work(tools, random, target, source):
        tools.rotozoom(target, source, angle=random.uniform(0, 6), scale=random.uniform(0.5, 2),
                       skip_index=random.choice([None, 0]))

    same_in_both(worlds, seed, work)


def test_rotozoom_cuts_its_clip_regions_to_the_bitmaps(ours, tools):
    bitmap = picture(ours, "000", "000")
    tools.rotozoom(bitmap, picture(ours, "1"), ox=0, oy=0, scale=9, dest_clip0=(9, 9),
                   dest_clip1=(1, -5))
    assert digits(bitmap) == ["011", "011"]


@pytest.mark.parametrize("seed", range(20))
def test_arrayblit_takes_values_as_in_blinka(worlds, seed):
    def work(tools, random, target, _):
        data = array(random.choice("BHI"), [random.randrange(256) for _ in range(400)])
        tools.arrayblit(target, data, 0, 0, target.width, random.randint(0, target.height))

    same_in_both(worlds, seed, work)


FORMATS = [(bits, size) for bits in (1, 2, 4, 8, 16, 24, 32) for size in (1, 2, 4)
           if bits != 24 or size == 1]


@pytest.mark.parametrize("bits, element_size", FORMATS)
@pytest.mark.parametrize("swap", [False, True])
def test_readinto_unpacks_as_in_blinka(worlds, bits, element_size, swap):
    for flags in range(4):
        results = []
        for world in worlds:
            bitmap = world.displayio.Bitmap(11, 5, 65536)
            file = BytesIO(Random(bits).randbytes(300))
            world.load("bitmaptools").readinto(
                bitmap, file, bits, element_size, bool(flags & 1), swap, bool(flags & 2))
            results.append((values(bitmap), file.tell()))
        assert results[0] == results[1]


@pytest.mark.parametrize("size", [(0, 0), (0, 3), (3, 0)])
def test_readinto_of_no_pixels_reads_nothing(ours, tools, size):
    """The glyph of a blank in a PCF font."""
    file = BytesIO(b"\1\2\3\4")
    tools.readinto(ours.displayio.Bitmap(*size, 2), file, 1, 4, True, True)
    assert file.tell() == 0


def test_readinto_stops_at_the_end_of_the_file(ours, tools):
    with pytest.raises(EOFError):
        tools.readinto(ours.displayio.Bitmap(8, 2, 2), BytesIO(b"\1"), 1)


def test_arrayblit_starts_with_the_first_value_wherever_it_blits_to(ours, tools):
    """Blinka counts from the bitmap's corner instead."""
    bitmap = picture(ours, "0000", "0000", "0000")
    tools.arrayblit(bitmap, bytes([1, 2, 3, 4]), 2, 1, 4, 3, skip_index=3)
    assert digits(bitmap) == ["0000", "0012", "0004"]
    with pytest.raises(IndexError, match="index out of range"):
        tools.arrayblit(bitmap, bytes(11))


def test_tools_refuse_what_the_device_refuses(ours, tools):
    bitmap, rich = ours.displayio.Bitmap(4, 3, 2), ours.displayio.Bitmap(4, 3, 16)
    for wrong, error, message in [
        (lambda: tools.blit(bitmap, bitmap, -1, 0), ValueError, "x must be 0-4"),
        (lambda: tools.blit(bitmap, bitmap, 0, 0, x1=5), ValueError, "x1 must be 0-4"),
        (lambda: tools.blit(bitmap, rich, 0, 0), ValueError, "source palette too large"),
        (lambda: tools.blit(bitmap, [], 0, 0), TypeError,
         "source_bitmap must be of type Bitmap, not list"),
        (lambda: tools.fill_region(bitmap, 0, 0, 5, 3, 1), ValueError, "x2 must be 0-4"),
        (lambda: tools.fill_region(bitmap, 0, 0, 4, 3, 2), ValueError, "out of range of target"),
        (lambda: tools.readinto(bitmap, BytesIO(), 3), ValueError, "invalid bits_per_pixel 3.*"),
    ]:
        with pytest.raises(error, match=f"^{message}$"):
            wrong()
