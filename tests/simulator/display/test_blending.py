# SPDX-License-Identifier: MIT
"""Pictures mixed by alphablend and dithered."""

from random import Random

import pytest

from bitmaps import noise, values
from worlds import private


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
