# SPDX-License-Identifier: MIT
"""Bitmaps and bitmaptools: pixels, memory, copying, drawing, blending and dithering."""

from array import array
from io import BytesIO
from random import Random

import pytest

from sim import PyPortal
from tests.support import seeds
from tests.support.display.worlds import private

BITS = (1, 2, 4, 8, 16)


def noise(world, random, width, height, bits):
    """A bitmap with each pixel by chance."""
    bitmap = world.displayio.Bitmap(width, height, 1 << bits)
    for at in range(width * height):
        bitmap[at] = random.randrange(1 << bits)
    return bitmap


def values(bitmap):
    return [[bitmap[x, y] for x in range(bitmap.width)] for y in range(bitmap.height)]


def dirty(bitmap):
    """The area that has changed: x1, y1, x2, y2."""
    area = private(bitmap, "_dirty_area")
    return area.x1, area.y1, area.x2, area.y2


def drawn(bitmap):
    """Finish a refresh, after which nothing is dirty."""
    private(bitmap, "_finish_refresh")()


def picture(world, *rows):
    """A bitmap from rows of digits."""
    bitmap = world.displayio.Bitmap(len(rows[0]), len(rows), 16)
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            bitmap[x, y] = int(value, 16)
    return bitmap


def digits(bitmap):
    return ["".join(f"{value:x}" for value in row) for row in values(bitmap)]


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


def blit(tools, random, target, source):
    x1, y1 = random.randrange(source.width), random.randrange(source.height)
    tools.blit(target, source, random.randrange(target.width), random.randrange(target.height),
               x1=x1, y1=y1, x2=random.randint(x1, source.width),
               y2=random.choice([None, source.height]),
               skip_source_index=random.choice([None, 0, 1]),
               skip_dest_index=random.choice([None, 0, 1]))


def blit_within_itself(tools, random, target, _):
    tools.blit(target, target, random.randrange(target.width), random.randrange(target.height),
               x1=random.randrange(target.width), y1=random.randrange(target.height))


def arrayblit(tools, random, target, _):
    data = array(random.choice("BHI"), [random.randrange(256) for _ in range(400)])
    tools.arrayblit(target, data, 0, 0, target.width, random.randint(0, target.height))


def fill_region(tools, random, target, _):
    x1, y1 = random.randint(0, target.width), random.randint(0, target.height)
    tools.fill_region(target, x1, y1, random.randint(x1, target.width),
                      random.randint(y1, target.height), 1)


def boundary_fill(tools, random, target, _):
    x, y = random.randrange(target.width), random.randrange(target.height)
    for at in range(target.width * target.height):
        target[at] = random.choice([0, 0, 1])
    tools.boundary_fill(target, x, y, 1, target[x, y])


def draw_circle(tools, random, target, _):
    tools.draw_circle(target, random.randrange(target.width), random.randrange(target.height),
                      random.randint(0, min(target.width, target.height)), 1)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("work", [blit, blit_within_itself, arrayblit, fill_region,
                                  boundary_fill, draw_circle])
def test_a_tool_does_to_random_bitmaps_what_blinka_does(worlds, work, seed):
    results = []
    for world in worlds:
        random = seeds.chance(seed)
        width, height, bits = random.randint(1, 20), random.randint(1, 20), random.choice(BITS)
        target = noise(world, random, width, height, bits)
        source = noise(world, random, random.randint(1, 20), random.randint(1, 20), bits)
        drawn(target)
        work(world.load("bitmaptools"), random, target, source)
        results.append((values(target), dirty(target)))
    assert results[0][0] == results[1][0]


def test_rotozoom_cuts_its_clip_regions_to_the_bitmaps(ours, tools):
    bitmap = picture(ours, "000", "000")
    tools.rotozoom(bitmap, picture(ours, "1"), ox=0, oy=0, scale=9, dest_clip0=(9, 9),
                   dest_clip1=(1, -5))
    assert digits(bitmap) == ["011", "011"]


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


def test_replace_color_replaces_one_value(ours, tools):
    bitmap = picture(ours, "0120", "1001")
    tools.replace_color(bitmap, 1, 5)
    assert digits(bitmap) == ["0520", "5005"]


def test_boundary_fill_fills_what_hangs_together(ours, tools):
    bitmap = picture(ours, "00100", "01010", "01110", "00000")
    tools.boundary_fill(bitmap, 0, 0, 7)
    assert digits(bitmap) == ["77177", "71017", "71117", "77777"]
    tools.boundary_fill(bitmap, 2, 1, 2, 7)
    assert digits(bitmap)[1] == "71017", "the value there is not the one to replace"
    with pytest.raises(ValueError, match="out of range of target"):
        tools.boundary_fill(bitmap, 5, 0, 1)


@pytest.mark.parametrize("ends", [(0, 0, 5, 2), (5, 2, 0, 0)])
def test_a_line_is_the_same_from_either_end(ours, tools, ends):
    bitmap = picture(ours, *["000000"] * 3)
    tools.draw_line(bitmap, *ends, 1)
    assert digits(bitmap) == ["110000", "001100", "000011"]


def test_lines_and_circles_may_reach_beyond_the_bitmap(ours, tools):
    bitmap = picture(ours, "000", "000")
    tools.draw_line(bitmap, -5, 1, 9, 1, 1)
    tools.draw_circle(bitmap, 0, 0, 2, 2)
    assert digits(bitmap) == ["002", "112"]


def test_a_polygon_is_closed_unless_it_is_told_not_to_be(ours, tools):
    for close, rows in (True, ["1111", "1001", "1111"]), (False, ["1111", "0001", "1111"]):
        bitmap = picture(ours, *["0000"] * 3)
        tools.draw_polygon(bitmap, bytes([0, 3, 3, 0]), bytes([0, 0, 2, 2]), 1, close)
        assert digits(bitmap) == rows


def test_coordinates_of_a_polygon_are_signed(ours, tools):
    """Bytes are signed too, as in CircuitPython: 254 is -2."""
    bitmap = picture(ours, "0000", "0000")
    tools.draw_polygon(bitmap, bytes([254, 2]), bytes([1, 1]), 1)
    assert digits(bitmap) == ["0000", "1110"]
    tools.draw_polygon(bitmap, array("h", [0, 300]), array("h", [0, 0]), 2)
    assert digits(bitmap) == ["2222", "1110"]
    with pytest.raises(ValueError, match="Coordinate arrays types have different sizes"):
        tools.draw_polygon(bitmap, array("h", [0, 3]), bytes(2), 2)


def colors(world, *values):
    """A row of 16-bit values."""
    bitmap = world.displayio.Bitmap(len(values), 1, 65536)
    for x, value in enumerate(values):
        bitmap[x] = value
    return bitmap


@pytest.mark.parametrize("seed", range(12))
def test_alphablend_mixes_as_blinkas_loop(worlds, seed):
    """Over random pictures, factors, colour spaces and modes, with and without skipped values."""
    results = []
    for world in worlds:
        random, tools = Random(seed), world.load("bitmaptools")
        space = random.choice(["RGB565", "RGB565_SWAPPED", "BGR565"])
        one, other, target = (noise(world, random, 9, 5, 16) for _ in range(3))
        # Where one picture alone is wanted, Blinka leaves the bytes of swapped pixels swapped.
        skips = {} if "SWAPPED" in space else {"skip_source1_index": one[3],
                                               "skip_source2_index": other[7]}
        # Blinka knows colour spaces by their names only.
        known = space if world.stock else getattr(world.displayio.Colorspace, space)
        tools.alphablend(
            target, one, other, known, random.random(), random.random(),
            random.choice([tools.BlendMode.Normal, tools.BlendMode.Screen]), **skips)
        results.append(values(target))
    assert results[0] == results[1]


def test_alphablend_takes_greys_and_a_mask(ours, tools):
    one, other, target, mask = (ours.displayio.Bitmap(3, 1, 256) for _ in range(4))
    one.fill(200)
    other.fill(100)
    for x, opacity in enumerate((0, 128, 255)):
        mask[x] = opacity
    space = ours.displayio.Colorspace.L8
    tools.alphablend(target, one, other, space, 1.0, 1.0, mask=mask)
    assert values(target)[0] == [200, 150, 100]
    tools.alphablend(target, one, other, space)
    assert values(target)[0][0] == 133, "halves over halves"
    with pytest.raises(ValueError, match="Bitmap size and bits per value must match"):
        tools.alphablend(target, one, colors(ours, 1, 2, 3), space)
    with pytest.raises(ValueError, match="Unsupported colorspace"):
        tools.alphablend(target, one, other, ours.displayio.Colorspace.RGB888)


@pytest.mark.parametrize("name", ["Atkinson", "FloydStenberg"])
def test_dithering_is_as_light_as_the_picture(ours, tools, name):
    algorithm = getattr(tools.DitherAlgorithm, name)
    source, target = ours.displayio.Bitmap(64, 40, 256), ours.displayio.Bitmap(64, 40, 2)
    for level in 0, 64, 128, 192, 255:
        source.fill(level)
        tools.dither(target, source, ours.displayio.Colorspace.L8, algorithm)
        # Atkinson hands on six eighths of an error, so light gets lighter and dark darker.
        share = level / 255 if name == "FloydStenberg" else min(1, max(0, level / 170 - 0.25))
        assert abs(private(target, "_values").mean() - share) < 0.03, level


def test_dithering_goes_to_and_fro_row_by_row(ours, tools):
    """Worked out by hand with the shares of Floyd and Steinberg, 7, 3, 5 and 1 of 16."""
    source, target = ours.displayio.Bitmap(3, 2, 256), ours.displayio.Bitmap(3, 2, 65536)
    source.fill(100)
    tools.dither(target, source, ours.displayio.Colorspace.L8, tools.DitherAlgorithm.FloydStenberg)
    assert values(target) == [[0, 65535, 0], [0, 0, 65535]]
