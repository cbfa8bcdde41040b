# SPDX-License-Identifier: MIT
"""bitmaptools: copying, drawing, blending and dithering, as on the device."""

from array import array
from io import BytesIO
from random import Random

import pytest

from tests.support.display.bitmaps import digits, noise, picture, same_in_both, values
from tests.support.display.worlds import private


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


@pytest.mark.parametrize("seed", range(20))
def test_fill_region_fills_as_in_blinka(worlds, seed):
    def work(tools, random, target, _):
        x1, y1 = random.randint(0, target.width), random.randint(0, target.height)
        tools.fill_region(target, x1, y1, random.randint(x1, target.width),
                          random.randint(y1, target.height), 1)

    same_in_both(worlds, seed, work)


@pytest.mark.parametrize("seed", range(20))
def test_boundary_fill_fills_as_in_blinka(worlds, seed):
    def work(tools, random, target, _):
        x, y = random.randrange(target.width), random.randrange(target.height)
        for at in range(target.width * target.height):
            target[at] = random.choice([0, 0, 1])
        tools.boundary_fill(target, x, y, 1, target[x, y])

    same_in_both(worlds, seed, work)


@pytest.mark.parametrize("seed", range(20))
def test_circles_are_drawn_as_in_blinka(worlds, seed):
    def work(tools, random, target, _):
        tools.draw_circle(target, random.randrange(target.width), random.randrange(target.height),
                          random.randint(0, min(target.width, target.height)), 1)

    same_in_both(worlds, seed, work)


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


def test_boundary_fill_of_a_screen_takes_no_time(ours, tools):
    bitmap = ours.displayio.Bitmap(320, 240, 2)
    tools.boundary_fill(bitmap, 160, 120, 1)
    assert private(bitmap, "_values").all()


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
