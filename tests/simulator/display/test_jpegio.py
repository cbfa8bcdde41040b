# SPDX-License-Identifier: MIT
"""JPEG pictures in bitmaps: where they go, in which size, and what is refused."""

import zlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import jpeg_streams
from worlds import refused

WIDTH, HEIGHT = 48, 32


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
    image = Image.new("RGB", (WIDTH, HEIGHT), (255, 0, 0))
    image.paste((0, 0, 255), (WIDTH // 2, 0, WIDTH, HEIGHT))
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
        assert decoder.open(source) == (WIDTH, HEIGHT)
        bitmap = world.displayio.Bitmap(WIDTH, HEIGHT, 65536)
        decoder.decode(bitmap, scale)
        filled = values(bitmap)[: HEIGHT >> scale, : WIDTH >> scale]
        red, blue = halves(filled)
        assert (red[:, 0] >> 11 > 29).all() and (blue[:, -1] & 31 > 29).all()
        assert np.count_nonzero(values(bitmap)) == filled.size


def test_what_is_left_over_at_the_border_is_dropped_when_scaling(world, decoder):
    bitmap = world.displayio.Bitmap(13, 9, 65536)
    decoder.open(jpeg(Image.new("RGB", (13, 9), (255, 255, 255))))
    decoder.decode(bitmap, 1)
    assert np.argwhere(values(bitmap)).max(axis=0).tolist() == [3, 5]


STREAMS = jpeg_streams.streams()


@pytest.mark.parametrize("name", STREAMS)
def test_every_pixel_is_the_cores(world, decoder, name):
    """In each of the four sizes, of pictures that are whole, cut or damaged."""
    *crcs, words = jpeg_streams.EXPECTED[name]
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
    """Of the pixels as they lie in the device's memory."""
    pixels = values(bitmap).byteswap()
    return zlib.crc32(np.pad(pixels, ((0, 0), (0, bitmap.width % 2))).astype("<u2").tobytes())


def test_a_picture_looks_as_pillow_decodes_it(world, decoder):
    """Whose transform is another: a step of five or six bits here and there."""
    y, x = np.mgrid[0:64, 0:64]
    colours = np.stack([x * 4, y * 4, 127 + 100 * np.sin(x / 9)], -1).astype(np.uint8)
    data = jpeg(Image.fromarray(colours), quality=90, subsampling=0)
    bitmap = world.displayio.Bitmap(64, 64, 65536)
    decoder.open(data)
    decoder.decode(bitmap)
    own = values(bitmap).astype(int)
    pillows = np.asarray(Image.open(BytesIO(data))).astype(int)
    for channel, bits, shift in ((0, 5, 11), (1, 6, 5), (2, 5, 0)):
        steps = (own >> shift & (1 << bits) - 1) - (pillows[..., channel] >> 8 - bits)
        assert np.abs(steps).max() <= 1


def test_a_part_is_put_somewhere(world, decoder, picture):
    bitmap = world.displayio.Bitmap(WIDTH, HEIGHT, 65536)
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
    bitmap = world.displayio.Bitmap(WIDTH, HEIGHT, 65536)
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
