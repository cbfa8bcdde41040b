# SPDX-License-Identifier: MIT
"""Bitmaps, bitmaptools, and GIF and JPEG files in bitmaps.

Oracles are Blinka and Pillow.
"""

import re
from array import array
from io import BytesIO
from random import Random

import numpy as np
import pytest
from PIL import Image

from tests.support import seeds

BITS = (1, 2, 4, 8, 16)
WIDTH, HEIGHT = 30, 20
# Commands and their data that say where the pixels go.
WINDOW_BYTES = 11


def noise(world, random, width, height, bits):
    """A bitmap with each pixel by chance."""
    bitmap = world.displayio.Bitmap(width, height, 1 << bits)
    for at in range(width * height):
        bitmap[at] = random.randrange(1 << bits)
    return bitmap


def values(bitmap):
    return [[bitmap[x, y] for x in range(bitmap.width)] for y in range(bitmap.height)]


def redrawn(world):
    """Refresh the display; return how many pixels are sent in one window."""
    before = world.machine.panel.bus_bytes
    world.display.refresh()
    return (world.machine.panel.bus_bytes - before - WINDOW_BYTES) // 2


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
def test_pixels_are_read_written_and_filled_as_in_blinka(worlds, bits):
    bitmaps = [noise(world, Random(bits), 13, 7, bits) for world in worlds]
    assert values(bitmaps[0]) == values(bitmaps[1])
    assert values(bitmaps[0])[6][12] == bitmaps[0][90]
    ours = worlds[0]
    ours.show(ours.displayio.TileGrid(bitmaps[0], pixel_shader=ours.displayio.ColorConverter()))
    ours.display.refresh()
    bitmaps[0][3, 2] = bitmaps[0][5 * 13 + 4] = 1
    assert redrawn(ours) == 2 * 4
    bitmaps[0].fill((1 << bits) - 1)
    assert values(bitmaps[0]) == [[(1 << bits) - 1] * 13] * 7
    assert redrawn(ours) == 13 * 7
    assert bitmaps[0].bits_per_value == bits


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


@pytest.mark.parametrize("work", [blit, blit_within_itself, arrayblit, fill_region,
                                  boundary_fill, draw_circle])
def test_a_tool_does_to_random_bitmaps_what_blinka_does(worlds, work):
    for seed in range(20):
        results = []
        for world in worlds:
            random = seeds.chance(seed)
            width, height, bits = random.randint(1, 20), random.randint(1, 20), random.choice(BITS)
            target = noise(world, random, width, height, bits)
            source = noise(world, random, random.randint(1, 20), random.randint(1, 20), bits)
            work(world.load("bitmaptools"), random, target, source)
            results.append(values(target))
        assert results[0] == results[1], f"seed {seed}"


@pytest.mark.parametrize("swap", [False, True])
def test_readinto_unpacks_as_in_blinka(worlds, swap):
    formats = [(bits, size, flags) for bits in (1, 2, 4, 8, 16, 24, 32) for size in (1, 2, 4)
               if bits != 24 or size == 1 for flags in range(4)]
    for bits, size, flags in formats:
        results = []
        for world in worlds:
            bitmap = world.displayio.Bitmap(11, 5, 65536)
            file = BytesIO(Random(bits).randbytes(300))
            world.load("bitmaptools").readinto(
                bitmap, file, bits, size, bool(flags & 1), swap, bool(flags & 2))
            results.append((values(bitmap), file.tell()))
        assert results[0] == results[1], (bits, size, flags)


@pytest.fixture
def gifio(world):
    return world.load("gifio")


def frame(seed, colors=200, width=WIDTH, height=HEIGHT):
    values = np.random.default_rng(seed).integers(0, 256, (height, width, 3))
    return Image.fromarray(values.astype(np.uint8)).quantize(colors)


def rgb565(image):
    red, green, blue = np.asarray(image.convert("RGB")).astype(np.uint16).transpose(2, 0, 1)
    return red >> 3 << 11 | green >> 2 << 5 | blue >> 3


def shown(bitmap):
    """Return the RGB565 values of a bitmap, their bytes swapped back."""
    return np.array(values(bitmap), np.uint16).byteswap()


@pytest.mark.parametrize("interlace", [0, 1])
def test_frames_follow_each_other_and_begin_anew(gifio, tmp_path, interlace):
    frames = [frame(1), frame(2, 9), frame(3, 64)]
    frames[0].save(tmp_path / "a.gif", save_all=True, append_images=frames[1:],
                   duration=[100, 250, 40], interlace=interlace)
    with gifio.OnDiskGif("/a.gif") as gif:
        assert (gif.width, gif.height, gif.frame_count) == (WIDTH, HEIGHT, 3)
        assert (gif.duration, gif.min_delay, gif.max_delay) == (0.39, 0.04, 0.25)
        assert gif.palette is None
        assert not shown(gif.bitmap).any(), "nothing is shown before the first frame"
        for picture, delay in zip([*frames, frames[0]], [0.1, 0.25, 0.04, 0.1], strict=True):
            assert gif.next_frame() == delay
            assert np.array_equal(shown(gif.bitmap), rgb565(picture))
    for use in (lambda: gif.width, lambda: gif.bitmap, gif.next_frame):
        with pytest.raises(ValueError, match="deinitialized"):
            use()


@pytest.mark.parametrize(("hundredths", "told", "played"), [
    ([], (0, 10, 0), [0, 0]), ([None], (0, 10, 0), [0]), ([0], (0.02, 10, 0.02), [0.1]),
    ([1], (0.02, 10, 0.02), [0.01]),
    ([20, None], (0.2, 10, 0.2), [0.2, 0]), ([5, 0, None], (0.07, 0.02, 0.05), [0.05, 0.1, 0])])
def test_delays_are_those_of_the_boards_decoder(gifio, tmp_path, hundredths, told, played):
    """It has no delay for a frame without one, and a strange one for a frame with 0."""
    file = BytesIO()
    Image.new("P", (4, 4), 1).save(file, "GIF")
    head, image = re.fullmatch(rb"(?s)(.{13,}?)(,.*);", file.getvalue()).groups()
    frames = [(b"" if each is None else b"!\xf9\4\0" + bytes([each]) + bytes(3)) + image
              for each in hundredths]
    (tmp_path / "a.gif").write_bytes(head + b"".join(frames) + b";")
    gif = gifio.OnDiskGif("/a.gif")
    assert (gif.duration, gif.min_delay, gif.max_delay) == told
    assert [gif.next_frame() for _ in played] == played


def test_a_transparent_frame_lies_over_the_last_one(gifio, tmp_path):
    below, above = Image.new("P", (WIDTH, HEIGHT), 1), Image.new("P", (WIDTH, HEIGHT), 0)
    for image in below, above:
        image.putpalette([0, 0, 0, 255, 0, 0, 0, 0, 255])
    above.paste(2, (5, 5, 15, 10))
    below.save(tmp_path / "a.gif", save_all=True, append_images=[above], duration=50,
               transparency=0, disposal=1)
    gif = gifio.OnDiskGif("/a.gif")
    gif.next_frame()
    gif.next_frame()
    assert (shown(gif.bitmap) == 0x001F).sum() == 50
    assert (shown(gif.bitmap) == 0xF800).sum() == WIDTH * HEIGHT - 50
