# SPDX-License-Identifier: MIT
"""GIF and JPEG files in bitmaps, and GIF files written.

Pillow is the oracle, and for JPEG streams of random coefficients CircuitPython's core at cd3da4a5:
jpeg_streams.json has for each scale the CRC-32 of the bitmap, its rows padded to whole words, and
then the error.
"""

import json
import random
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.support.display.worlds import private, refused

SAMPLINGS = {"grey": 0x11, "4:4:4": 0x11, "4:2:2": 0x21, "4:2:0": 0x22}
SIZES = [(16, 16), (33, 17), (7, 21), (50, 24)]
DC_SYMBOLS, AC_SYMBOLS = list(range(12)), [run << 4 | size for run in range(16)
                                           for size in range(11) if size or run in (0, 15)]
STRENGTHS = {"fine": (3, 40, 0.3), "coarse": (40, 60, 0.1), "wild": (255, 1500, 0.5)}
EXPECTED = json.loads((Path(__file__).parent / "jpeg_streams.json").read_text(encoding="utf-8"))


class Writer:
    """Bits into bytes; a byte of ones is followed by one of zeros."""

    def __init__(self):
        self.bits = ""

    def code(self, symbol, symbols, length):
        self.bits += f"{symbols.index(symbol):0{length}b}"

    def number(self, value, size):
        if size:
            self.bits += f"{value if value > 0 else value + (1 << size) - 1:0{size}b}"

    def taken(self):
        bits, self.bits = self.bits + "1" * (-len(self.bits) % 8), ""
        data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
        return data.replace(b"\xff", b"\xff\x00")


def block(writer, chance, largest, share):
    """A difference of the first coefficient, and some others."""

    def value(limit):
        return int((chance.random() * 2 - 1) * limit)

    first = value(largest)
    writer.code(abs(first).bit_length(), DC_SYMBOLS, 4)
    writer.number(first, abs(first).bit_length())
    run = 0
    last = int(chance.random() * 64 * share * 2)
    for at in range(1, 64):
        other = value(min(largest, 1000) / at) if at <= last and chance.random() < share else 0
        if other == 0:
            run += 1
            continue
        while run > 15:
            writer.code(0xF0, AC_SYMBOLS, 8)
            run -= 16
        writer.code(run << 4 | abs(other).bit_length(), AC_SYMBOLS, 8)
        writer.number(other, abs(other).bit_length())
        run = 0
    if run:
        writer.code(0, AC_SYMBOLS, 8)


def segment(marker, data):
    return bytes([0xFF, marker]) + (len(data) + 2).to_bytes(2, "big") + data


def stream(sampling, strength, size, interval, seed=0):
    width, height = size
    chance = random.Random(f"{sampling} {strength} {size} {interval} {seed}")
    step, largest, share = STRENGTHS[strength]
    count = 1 if sampling == "grey" else 3
    across, down = divmod(SAMPLINGS[sampling], 16)
    quantizers = bytes(1 + int(chance.random() * step) for _ in range(64))
    parts = [b"\xff\xd8", segment(0xDB, b"\x00" + quantizers),
             segment(0xDB, b"\x01" + quantizers[::-1])]
    places = b"".join(bytes([number + 1, 0x11 if number else SAMPLINGS[sampling], number > 0])
                      for number in range(count))
    parts.append(segment(0xC0, b"\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big")
                         + bytes([count]) + places))
    for number in range(min(count, 2)):
        parts.append(segment(0xC4, bytes([number, *[0] * 3, len(DC_SYMBOLS), *[0] * 12,
                                          *DC_SYMBOLS])))
        parts.append(segment(0xC4, bytes([0x10 | number, *[0] * 7, len(AC_SYMBOLS), *[0] * 8,
                                          *AC_SYMBOLS])))
    if interval:
        parts.append(segment(0xDD, interval.to_bytes(2, "big")))
    chosen = b"".join(bytes([number + 1, 0x11 if number else 0]) for number in range(count))
    parts.append(segment(0xDA, bytes([count]) + chosen + b"\x00\x3f\x00"))
    writer = Writer()
    units = -(-width // (8 * across)) * -(-height // (8 * down))
    for number in range(units):
        if interval and number and number % interval == 0:
            parts.append(writer.taken() + bytes([0xFF, 0xD0 | number // interval - 1 & 7]))
        for _ in range(across * down + count - 1):
            block(writer, chance, largest, share)
    return b"".join([*parts, writer.taken(), b"\xff\xd9"])


def make_streams():
    """{name: data}: whole ones, and some that were cut or changed."""
    made = {}
    for sampling in SAMPLINGS:
        for strength in STRENGTHS:
            for number, size in enumerate(SIZES):
                interval = (number + len(strength)) % 3
                name = f"{sampling}, {strength}, {size[0]}x{size[1]}, restarts {interval}"
                made[name] = stream(sampling, strength, size, interval)
    chance = random.Random(7)
    for number, (name, data) in enumerate([*made.items()]):
        first = data.index(b"\xff\xda") + 12
        at = first + int(chance.random() * (len(data) - first))
        made[f"{name}, cut"] = data[:at]
        made[f"{name}, changed"] = data[: at - 1] + bytes([37 * number & 0xFF]) + data[at:]
    return made


WIDTH, HEIGHT = 30, 20


@pytest.fixture
def gifio(world):
    return world.load("gifio")


def noise(seed, colors=200, width=WIDTH, height=HEIGHT):
    values = np.random.default_rng(seed).integers(0, 256, (height, width, 3))
    return Image.fromarray(values.astype(np.uint8)).quantize(colors)


def rgb565(image):
    red, green, blue = np.asarray(image.convert("RGB")).astype(np.uint16).transpose(2, 0, 1)
    return red >> 3 << 11 | green >> 2 << 5 | blue >> 3


def shown(gif):
    """Return a display's picture of the bitmap, with a converter for swapped RGB565."""
    return np.array([[gif.bitmap[x, y] for x in range(gif.width)] for y in range(gif.height)],
                    np.uint16).byteswap()


@pytest.mark.parametrize("interlace", [0, 1])
def test_frames_follow_each_other_and_begin_anew(gifio, tmp_path, interlace):
    frames = [noise(1), noise(2, 9), noise(3, 64)]
    frames[0].save(tmp_path / "a.gif", save_all=True, append_images=frames[1:],
                   duration=[100, 250, 40], interlace=interlace)
    gif = gifio.OnDiskGif("/a.gif")
    assert (gif.width, gif.height, gif.frame_count) == (WIDTH, HEIGHT, 3)
    assert (gif.duration, gif.min_delay, gif.max_delay) == (0.39, 0.04, 0.25)
    assert gif.palette is None
    assert not shown(gif).any(), "nothing is shown before the first frame"
    for frame, delay in zip([*frames, frames[0]], [0.1, 0.25, 0.04, 0.1], strict=True):
        assert gif.next_frame() == delay
        assert np.array_equal(shown(gif), rgb565(frame))


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
    assert (shown(gif) == 0x001F).sum() == 50
    assert (shown(gif) == 0xF800).sum() == WIDTH * HEIGHT - 50


def test_with_a_palette_the_bitmap_has_numbers(gifio, tmp_path):
    frame = noise(4, 16)
    frame.save(tmp_path / "a.gif", transparency=3)
    gif = gifio.OnDiskGif("/a.gif", use_palette=True)
    gif.next_frame()
    picture = Image.open(tmp_path / "a.gif").convert("RGB")
    for x in range(WIDTH):
        red, green, blue = picture.getpixel((x, 7))
        assert gif.palette[gif.bitmap[x, 7]] == red << 16 | green << 8 | blue
    assert gif.bitmap.bits_per_value == 8
    assert [index for index in range(256) if gif.palette.is_transparent(index)] == [
        Image.open(tmp_path / "a.gif").info["transparency"]]


def test_a_frame_is_seen_on_the_display(world, gifio, tmp_path):
    frame = noise(5, width=world.display.width, height=world.display.height)
    frame.save(tmp_path / "a.gif")
    gif = gifio.OnDiskGif(open(tmp_path / "a.gif", "rb"))  # noqa: SIM115
    converter = world.displayio.ColorConverter(
        input_colorspace=world.displayio.Colorspace.RGB565_SWAPPED)
    world.show(world.displayio.TileGrid(gif.bitmap, pixel_shader=converter))
    assert not world.picture().any()
    gif.next_frame()
    assert np.array_equal(world.picture(), rgb565(frame))


def test_what_the_device_cannot_play_is_refused(gifio, tmp_path):
    (tmp_path / "text.gif").write_bytes(b"GIF89a")
    noise(6, width=321).save(tmp_path / "wide.gif")
    (tmp_path / "torn.gif").write_bytes(_saved(noise(7))[:400])
    refused(lambda: gifio.OnDiskGif("/text.gif"), ValueError, "Invalid file")
    refused(lambda: gifio.OnDiskGif("/wide.gif"), ValueError, "width must be <= 320")
    refused(lambda: gifio.OnDiskGif(7), TypeError, "file must be a file opened in byte mode")
    with pytest.raises(ValueError, match="Invalid file"):
        gifio.OnDiskGif("/torn.gif").next_frame()
    with pytest.raises(OSError, match="No such file"):
        gifio.OnDiskGif("/none.gif")


def _saved(image):
    data = BytesIO()
    image.save(data, "GIF")
    return data.getvalue()


def test_after_deinit_nothing_works(gifio, tmp_path):
    noise(1).save(tmp_path / "a.gif")
    with gifio.OnDiskGif("/a.gif") as gif:
        assert gif.width == WIDTH
    for use in (lambda: gif.width, lambda: gif.bitmap, gif.next_frame):
        with pytest.raises(ValueError, match="deinitialized"):
            use()


@pytest.mark.parametrize("space, order", [
    ("RGB565", (0, 1, 2)), ("RGB565_SWAPPED", (0, 1, 2)), ("BGR565", (2, 1, 0)),
])
def test_colours_are_written_in_two_three_and_two_bits(world, gifio, space, order):
    pixels = np.random.default_rng(8).integers(0, 1 << 16, (HEIGHT, WIDTH)).astype(np.uint16)
    bitmap = world.displayio.Bitmap(WIDTH, HEIGHT, 65536)
    stored = pixels.byteswap() if space.endswith("SWAPPED") else pixels
    private(bitmap, "_values")[...] = stored
    file = BytesIO()
    with gifio.GifWriter(file, WIDTH, HEIGHT, getattr(world.displayio.Colorspace, space)) as gif:
        gif.add_frame(bitmap, 0.25)
        gif.add_frame(bitmap)
    picture = Image.open(file)
    assert (picture.size, picture.n_frames, picture.info["loop"]) == ((WIDTH, HEIGHT), 2, 0)
    assert picture.info["duration"] == 250
    channels = pixels >> 14 & 3, pixels >> 8 & 7, pixels >> 3 & 3
    tops = 3, 7, 3
    seen = np.asarray(picture.convert("RGB"))
    for at, (channel, top) in enumerate(zip(channels, tops, strict=True)):
        assert np.abs(seen[..., order[at]] - channel * 255.0 / top).max() < 1


def test_greys_are_written_and_dithering_keeps_dark_dark(world, gifio, tmp_path):
    space = world.displayio.Colorspace
    world.load("storage").remount("/", readonly=False)
    gif = gifio.GifWriter("/new.gif", 4, 2, space.L8, loop=False)
    gif.add_frame(bytes([0, 2, 100, 255] * 2))
    gif.deinit()
    assert list(np.asarray(Image.open(tmp_path / "new.gif").convert("L"))[1]) == [0, 2, 100, 255]
    file = BytesIO()
    with gifio.GifWriter(file, 8, 8, space.RGB565, dither=True) as gif:
        gif.add_frame(np.full(64, 0x8410, "<u2").tobytes())
    greys = np.asarray(Image.open(file).convert("L"))
    assert len(np.unique(greys)) > 1 and greys.mean() < 0x84


def test_a_writer_refuses_what_the_device_refuses(world, gifio):
    space = world.displayio.Colorspace
    refused(lambda: gifio.GifWriter(BytesIO(), 4, 4, space.RGB888), TypeError,
            "unsupported colorspace for GifWriter")
    gif = gifio.GifWriter(BytesIO(), 4, 4, space.L8)
    refused(lambda: gif.add_frame(bytes(15)), IndexError, "memoryview index out of range")
    refused(lambda: gif.add_frame(bytes(16), 656), ValueError, "delay must be <= 655")
    with pytest.raises(OSError, match="Read-only"):
        gifio.GifWriter("/new.gif", 4, 4, space.L8)


JPEG_WIDTH, JPEG_HEIGHT = 48, 32


@pytest.fixture
def decoder(world):
    return world.load("jpegio").JpegDecoder()


def jpeg(image, **options):
    data = BytesIO()
    image.save(data, "JPEG", **options)
    return data.getvalue()


@pytest.fixture
def picture():
    """A red and a blue half."""
    image = Image.new("RGB", (JPEG_WIDTH, JPEG_HEIGHT), (255, 0, 0))
    image.paste((0, 0, 255), (JPEG_WIDTH // 2, 0, JPEG_WIDTH, JPEG_HEIGHT))
    return jpeg(image, quality=95)


def values(bitmap):
    """RGB565, its bytes swapped back."""
    return np.array([[bitmap[x, y] for x in range(bitmap.width)] for y in range(bitmap.height)],
                    np.uint16).byteswap()


def halves(pixels):
    return pixels[:, : pixels.shape[1] // 2], pixels[:, pixels.shape[1] // 2 :]


@pytest.mark.parametrize("scale", [0, 1, 2, 3])
def test_a_picture_is_decoded_from_name_file_and_bytes(world, decoder, picture, tmp_path, scale):
    (tmp_path / "a.jpg").write_bytes(picture)
    for source in "/a.jpg", open(tmp_path / "a.jpg", "rb"), BytesIO(picture), bytearray(picture):  # noqa: SIM115
        assert decoder.open(source) == (JPEG_WIDTH, JPEG_HEIGHT)
        bitmap = world.displayio.Bitmap(JPEG_WIDTH, JPEG_HEIGHT, 65536)
        decoder.decode(bitmap, scale)
        filled = values(bitmap)[: JPEG_HEIGHT >> scale, : JPEG_WIDTH >> scale]
        red, blue = halves(filled)
        assert (red[:, 0] >> 11 > 29).all() and (blue[:, -1] & 31 > 29).all()
        assert np.count_nonzero(values(bitmap)) == filled.size


STREAMS = make_streams()


@pytest.mark.parametrize("name", STREAMS)
def test_every_pixel_is_the_cores(world, decoder, name):
    """In each of the four sizes, of pictures that are whole, cut or damaged."""
    *crcs, words = EXPECTED[name]
    for scale, crc in enumerate(crcs):
        told, bitmap = "", None
        try:
            width, height = decoder.open(STREAMS[name])
            bitmap = world.displayio.Bitmap(width, height, 65536)
            decoder.decode(bitmap, scale)
        except RuntimeError as error:
            told = str(error)
        assert told == words
        assert crc == (0 if bitmap is None else padded_crc(bitmap))


def padded_crc(bitmap):
    """Return the digest of the pixels in the device's memory."""
    pixels = values(bitmap).byteswap()
    return zlib.crc32(np.pad(pixels, ((0, 0), (0, bitmap.width % 2))).astype("<u2").tobytes())


def test_a_part_is_put_somewhere(world, decoder, picture):
    bitmap = world.displayio.Bitmap(JPEG_WIDTH, JPEG_HEIGHT, 65536)
    bitmap.fill(7)
    decoder.open(picture)
    decoder.decode(bitmap, 0, 10, 5, x1=40, y1=20, x2=48, y2=32)
    seen = values(bitmap).byteswap()
    assert (seen[5:17, 10:18] != 7).all()
    assert np.count_nonzero(seen != 7) == 8 * 12
    decoder.open(picture)
    decoder.decode(bitmap, skip_dest_index=7)
    assert np.count_nonzero(values(bitmap).byteswap() != 7) == 8 * 12


def test_what_the_device_refuses_is_refused(world, decoder, picture):
    bitmap = world.displayio.Bitmap(JPEG_WIDTH, JPEG_HEIGHT, 65536)
    refused(lambda: decoder.decode(bitmap), RuntimeError, r"decode\(\) without open\(\)")
    refused(lambda: decoder.open(b"no picture"), RuntimeError,
            "Device error or wrong termination of input stream")
    refused(lambda: decoder.open(b"\xff\xd8 no picture"), RuntimeError,
            r"Data format error \(may be broken data\)")
    refused(lambda: decoder.open(jpeg(Image.new("RGB", (9, 9)), progressive=True)), RuntimeError,
            "Not supported JPEG standard")
    refused(lambda: decoder.open(jpeg(Image.new("CMYK", (9, 9)))), RuntimeError,
            "Not supported JPEG standard")
    refused(lambda: decoder.open(7), TypeError,
            "data_source must be of type str, BytesIO, or ReadableBuffer, not int")
    decoder.open(picture)
    refused(lambda: decoder.decode(bitmap, 4), ValueError, "scale must be 0-3")
    refused(lambda: decoder.decode([]), TypeError, "bitmap must be of type Bitmap, not list")
    decoder.decode(bitmap)
    refused(lambda: decoder.decode(bitmap), RuntimeError, r"decode\(\) without open\(\)")
    decoder.open(picture[:-60])
    with pytest.raises(RuntimeError, match="wrong termination of input stream"):
        decoder.decode(bitmap)
