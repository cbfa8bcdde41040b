# SPDX-License-Identifier: MIT
"""Bitmaps made of digits or by chance, and what is in them afterwards."""

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


def same_in_both(worlds, seed, work):
    """Do `work(tools, random, target, source)` in both worlds and compare the target."""
    results = []
    for world in worlds:
        random = seeds.chance(seed)
        width, height, bits = random.randint(1, 20), random.randint(1, 20), random.choice(BITS)
        target = noise(world, random, width, height, bits)
        source = noise(world, random, random.randint(1, 20), random.randint(1, 20), bits)
        drawn(target)
        work(world.load("bitmaptools"), random, target, source)
        results.append((values(target), dirty(target)))
    ours, blinkas = results
    assert ours[0] == blinkas[0], f"seed {seed}"
