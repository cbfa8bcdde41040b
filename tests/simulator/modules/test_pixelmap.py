# SPDX-License-Identifier: MIT
"""A pixel map sets groups of a strip's pixels as one."""

import pytest

from worlds import refused


@pytest.fixture
def strip(world):
    """Six pixels, and each time that they were sent."""
    class Strip(world.load("adafruit_pixelbuf").PixelBuf):
        def __init__(self):
            self.sent = []
            super().__init__(6, byteorder="RGB", auto_write=True)

        def _transmit(self, buffer):
            self.sent.append(bytes(buffer))

    return Strip()


@pytest.fixture
def pixelmap(world, strip):
    return world.load("_pixelmap").PixelMap(strip, ((0, 1), (2, 3), 5))


def test_a_group_is_set_as_one(strip, pixelmap):
    pixelmap[0] = 0xFF0000
    pixelmap[2] = (1, 2, 3)
    assert list(strip) == [(255, 0, 0)] * 2 + [(0, 0, 0)] * 3 + [(1, 2, 3)]
    assert (pixelmap[0], pixelmap[1:], len(pixelmap)) == (
        (255, 0, 0), ((0, 0, 0), (1, 2, 3)), 3)
    assert (pixelmap.indices(1), pixelmap.indices(2)) == ((2, 3), (5,))
    assert (pixelmap.bpp, pixelmap.byteorder) == (3, "RGB")


def test_what_is_set_at_once_is_sent_at_once(strip, pixelmap):
    pixelmap.auto_write = True
    strip.sent.clear()
    pixelmap.fill(0x010101)
    pixelmap[0:2] = [0xFF, 0xFF00]
    assert len(strip.sent) == 2
    assert strip.sent[1] == bytes([0, 0, 255] * 2 + [0, 255, 0] * 2 + [0] * 3 + [1] * 3)
    assert strip.auto_write


def test_a_map_refuses_what_the_device_refuses(world, strip, pixelmap):
    make = world.load("_pixelmap").PixelMap
    refused(lambda: make(strip, [0]), TypeError, "indices must be of type tuple, not list")
    refused(lambda: make(strip, ()), ValueError, "items length must be >= 1")
    refused(lambda: make(strip, (6,)), IndexError, "index must be 0-5")
    refused(lambda: make(strip, ("x",)), TypeError, "index must be tuple or int")
    refused(lambda: make(strip, ((0, "x"),)), TypeError, "nested index must be int")
    refused(lambda: make([], (0,)), TypeError, "pixelbuf must be of type PixelBuf, not list")
    for wrong in 3, -1:
        refused(lambda wrong=wrong: pixelmap[wrong], IndexError, "index must be 0-2")
    with pytest.raises(ValueError, match=r"Unmatched number of items on RHS \(expected 2, got 1\)"):
        pixelmap[0:2] = [0]
