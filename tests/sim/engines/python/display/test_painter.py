# SPDX-License-Identifier: MIT
"""Painting with numpy shows what Blinka's own loops over single pixels show, without one.

The same random scenes are built on two machines, one with ours and one with stock Blinka, and the
whole panel is compared after the first frame and after each change.
"""

from random import Random
from struct import pack
from types import SimpleNamespace

import numpy as np
import pytest

from tests.support import seeds
from tests.support.display.worlds import World

# On the drive, all 24×18 pixels.
FILES = ["1.bmp", "4.bmp", "8.bmp", "16.bmp", "24.bmp"]
SPACES = ["RGB888", "RGB565", "RGB565_SWAPPED", "BGR565", "BGR565_SWAPPED"]


def write_bmp(path, values, bits, palette=(), masks=()):
    """A .bmp file from its values, as the file's format has it."""
    height, width = values.shape
    rows = b""
    for row in values[::-1]:
        packed = "".join(format(int(value), f"0{bits}b") for value in row)
        data = int(packed.ljust(-(-len(packed) // 8) * 8, "0"), 2).to_bytes(-(-len(packed) // 8))
        if bits > 8:
            data = b"".join(int(value).to_bytes(bits // 8, "little") for value in row)
        rows += data.ljust((width * bits + 31) // 32 * 4, b"\0")
    extra = pack(f"<{len(masks)}I", *masks) + pack(f"<{len(palette)}I", *palette)
    offset = max(138, 54 + len(extra))  # Blinka refuses files shorter than that
    header = pack("<2sIIIIiiHHIIiiII", b"BM", offset + len(rows), 0, offset, 40, width, height, 1,
                  bits, 3 if masks else 0, len(rows), 0, 0, len(palette), 0)
    path.write_bytes((header + extra).ljust(offset, b"\0") + rows)


class Scene:
    """Random layers; the same `random` gives the same scene in each world."""

    def __init__(self, world, random):
        self.world, self.random = world, random
        self.displayio = world.displayio
        self.grids, self.shapes, self.groups = [], [], []
        self.bitmaps, self.palettes = [], []
        world.display.rotation = random.choice([0, 0, 90, 180, 270])
        self.root = world.show(scale=random.choice([1, 1, 1, 2]), x=self.near(8), y=self.near(8))
        self.palette(4)
        self.root.append(self.grid())
        self.fill(self.root, 2)

    def near(self, distance):
        return self.random.randint(-distance, distance)

    def place(self, **options):
        return {"x": self.random.randint(-15, 45), "y": self.random.randint(-15, 35), **options}

    def fill(self, group, depth):
        for _ in range(self.random.randint(2, 5)):
            kind = self.random.choice(["grid", "grid", "grid", "shape", "group", "file"])
            if kind == "group" and depth:
                inner = self.displayio.Group(scale=self.random.choice([1, 1, 2, 3]), **self.place())
                self.groups.append(inner)
                group.append(inner)
                self.fill(inner, depth - 1)
            else:
                group.append(getattr(self, kind if kind != "group" else "grid")())

    def grid(self):
        random = self.random
        width, height = random.randint(1, 16), random.randint(1, 16)
        across, down = random.randint(1, 4), random.randint(1, 3)
        bits = random.choice([1, 2, 4, 8, 8, 16])
        shader, limit = self.shader(bits)
        bitmap = self.displayio.Bitmap(width * across, height * down, 1 << bits)
        for at in range(width * across * height * down):
            bitmap[at] = random.randrange(limit)
        # A sheet of one tile shown several times is not wholly redrawn, here or on the device.
        columns, rows = (1, 1) if across * down == 1 else (random.randint(1, 5),
                                                           random.randint(1, 4))
        grid = self.displayio.TileGrid(
            bitmap, pixel_shader=shader, tile_width=width, tile_height=height,
            width=columns, height=rows, default_tile=random.randrange(across * down),
            **self.place())
        grid.flip_x, grid.flip_y, grid.transpose_xy = random.choices([False, True], k=3)
        self.grids.append(SimpleNamespace(grid=grid, tiles=across * down, colors=limit))
        self.bitmaps.append((bitmap, limit))
        for _ in range(random.randrange(8)):
            self.change_tile()
        return grid

    def file(self):
        """Tiles of a .bmp file on the drive, one of `FILES`."""
        random = self.random
        bitmap = self.displayio.OnDiskBitmap(self.world.file(random.choice(FILES)))
        tile_width, tile_height = random.choice([(24, 18), (12, 9), (8, 18), (6, 6)])
        tiles = 24 // tile_width * (18 // tile_height)
        shader = bitmap.pixel_shader
        if isinstance(shader, self.displayio.Palette):
            self.palettes.append(shader)
        grid = self.displayio.TileGrid(
            bitmap, pixel_shader=shader, tile_width=tile_width, tile_height=tile_height,
            width=random.randint(1, 3), height=random.randint(1, 3),
            default_tile=random.randrange(tiles), **self.place())
        grid.flip_x, grid.flip_y, grid.transpose_xy = random.choices([False, True], k=3)
        colors = len(shader) if isinstance(shader, self.displayio.Palette) else 1 << 24
        self.grids.append(SimpleNamespace(grid=grid, tiles=tiles, colors=colors))
        return grid

    def palette_of(self, count):
        """A palette of so many colours at least: past the last one, Blinka fails."""
        enough = [palette for palette in self.palettes if len(palette) >= count]
        return self.random.choice(enough) if enough else None

    def shader(self, bits):
        """A shader, and how many values a bitmap may have with it."""
        dither = self.random.random() < 0.1
        if bits == 16 and self.random.random() < 0.7:
            return self.converter(dither), 1 << 16
        if self.random.random() < 0.15:
            return self.converter(dither), 1 << bits
        count = min(1 << bits, self.random.choice([2, 16, 256, 300]))
        return self.palette(count, dither), count

    def converter(self, dither):
        converter = self.displayio.ColorConverter(
            input_colorspace=getattr(self.displayio.Colorspace, self.random.choice(SPACES)),
            dither=dither)
        if self.random.random() < 0.3:
            converter.make_transparent(self.random.choice([0, 1, 0xF800]))
        return converter

    def palette(self, count, dither=False):
        palette = self.displayio.Palette(count, dither=dither)
        for index in range(count):
            palette[index] = self.random.randrange(1 << 24)
        for _ in range(self.random.randrange(3)):
            palette.make_transparent(self.random.randrange(count))
        self.palettes.append(palette)
        return palette

    def shape(self):
        random, vectorio = self.random, self.world.vectorio
        shader = self.converter(False) if random.random() < 0.2 else self.palette(4)
        kind, size = random.choice([
            (vectorio.Circle, {"radius": random.randint(1, 25)}),
            (vectorio.Polygon, {"points": self.points()}),
            (vectorio.Rectangle, {"width": random.randint(1, 40), "height": 11 + self.near(9)})])
        options = self.place(pixel_shader=shader, color_index=random.randrange(4), **size)
        self.shapes.append(kind(**options))
        return self.shapes[-1]

    def points(self):
        return [(self.near(40), self.near(30)) for _ in range(self.random.randint(3, 7))]


class Changes(Scene):
    """Changes that a program may make between two frames."""

    def change(self):
        """A random change; returns its name."""
        changes = sorted(name for name in dir(Changes) if name.startswith("change_"))
        name = self.random.choice(changes)
        getattr(self, name)()
        return name

    def change_tile(self):
        drawn = self.random.choice(self.grids)
        at = self.random.randrange(drawn.grid.width * drawn.grid.height)
        drawn.grid[at] = self.random.randrange(drawn.tiles)

    def change_position(self):
        for layer in self.two_layers():
            layer.x += self.near(20)
            layer.y += self.near(20)

    def change_visibility(self):
        for layer in self.two_layers():
            layer.hidden = not layer.hidden

    def two_layers(self):
        layers = [drawn.grid for drawn in self.grids] + self.shapes + self.groups
        return self.random.sample(layers, min(2, len(layers)))

    def change_orientation(self):
        grid = self.random.choice(self.grids).grid
        name = self.random.choice(["flip_x", "flip_y", "transpose_xy"])
        setattr(grid, name, not getattr(grid, name))

    def change_color(self):
        palette = self.random.choice(self.palettes)
        index = self.random.randrange(len(palette))
        palette[index] = self.random.randrange(1 << 24)
        self.random.choice([palette.make_transparent, palette.make_opaque])(index)

    def change_pixels(self):
        bitmap, limit = self.random.choice(self.bitmaps)
        for _ in range(5):
            x, y = self.random.randrange(bitmap.width), self.random.randrange(bitmap.height)
            bitmap[x, y] = self.random.randrange(limit)

    def change_bitmap(self):
        bitmap, limit = self.random.choice(self.bitmaps)
        value = self.random.randrange(limit)
        # Blinka's fill leaves every other four bytes at 0 where a long has eight.
        if self.world.stock:
            for at in range(bitmap.width * bitmap.height):
                bitmap[at] = value
        else:
            bitmap.fill(value)

    def change_scale(self):
        group = self.random.choice([self.root, *self.groups])
        group.scale = self.random.randint(1, 3)

    def change_shape(self):
        for shape in self.shapes:
            if hasattr(shape, "points"):
                shape.points = self.points()
            else:
                setattr(shape, "radius" if hasattr(shape, "radius") else "width", self.near(9) + 11)

    def change_shape_colors(self):
        """Another index, or another palette."""
        for shape in self.random.sample(self.shapes, min(2, len(self.shapes))):
            palette = self.palette_of(4)
            if self.random.random() < 0.5 or palette is None:
                shape.color_index = self.random.randrange(4)
            else:
                self.world.paint(shape, palette)

    def change_locations(self):
        for shape in self.shapes:
            shape.location = self.random.randint(-15, 45), self.random.randint(-15, 35)

    def change_shader(self):
        """Another palette for a grid."""
        drawn = self.random.choice(self.grids)
        drawn.grid.pixel_shader = self.palette_of(drawn.colors) or drawn.grid.pixel_shader

    def change_dither(self):
        palette = self.random.choice(self.palettes)
        palette.dither = not palette.dither
        palette[0] = palette[0] ^ 0x808080

    def change_layers(self):
        """Take a layer out of the picture for good, and lay a new one on top."""
        if len(self.root) > 1:
            self.root.pop(self.random.randrange(len(self.root)))
        self.root.insert(self.random.randrange(len(self.root) + 1), self.grid())

    def change_rotation(self):
        self.world.display.rotation = self.random.choice([0, 90, 180, 270])

    def change_root(self):
        """A blank screen for a frame."""
        self.world.display.root_group = None
        self.world.display.refresh()
        self.world.display.root_group = self.root


SCENES = int(seeds.more(40, 800))
CHUNK = 20
FRAMES = 5


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drive")
    (folder / "code.py").touch()
    for name in FILES:
        bits = int(name.removesuffix(".bmp"))
        palette = [Random(bits).randrange(1 << 24) for _ in range(1 << bits)] if bits <= 8 else ()
        write_bmp(folder / name, noise(24, 18, 1 << bits), bits, palette)
    return folder


@pytest.fixture(scope="module")
def worlds(drive):
    return World(drive, stock=False), World(drive, stock=True)


def assert_same(worlds, story):
    ours, blinkas = (world.picture() for world in worlds)
    assert np.array_equal(ours, blinkas), f"{np.count_nonzero(ours != blinkas)} pixels: {story}"
    return ours


@pytest.mark.parametrize("first", range(0, SCENES, CHUNK))
def test_random_scenes_and_their_changes_look_as_in_blinka(worlds, first):
    for seed in range(first, first + CHUNK):
        scenes = [Changes(world, seeds.chance(seed)) for world in worlds]
        assert_same(worlds, f"seed {seed}")
        story = []
        for _ in range(FRAMES):
            story.append({scene.change() for scene in scenes})
            assert_same(worlds, f"seed {seed}, {story}")


def show_file(world, name):
    bitmap = world.displayio.OnDiskBitmap(world.file(name))
    world.display.rotation = 0
    world.show(world.displayio.TileGrid(bitmap, pixel_shader=bitmap.pixel_shader, x=3, y=2))
    return bitmap


def noise(width=37, height=29, top=256):
    return np.random.default_rng(1).integers(0, top, (height, width))


@pytest.mark.parametrize("bits, masks", [
    (1, ()), (4, ()), (8, ()), (16, ()), (24, ()),
    (32, (0xFF0000, 0xFF00, 0xFF)),
])
def test_files_of_every_depth_look_as_in_blinka(worlds, drive, bits, masks):
    palette = [Random(bits).randrange(1 << 24) for _ in range(1 << bits)] if bits <= 8 else ()
    write_bmp(drive / "depth.bmp", noise(top=1 << bits), bits, palette, masks)
    for world in worlds:
        show_file(world, "depth.bmp")
    assert np.count_nonzero(assert_same(worlds, bits)) > 100


@pytest.mark.parametrize("colorspace, value, pixel", [
    ("L8", 0x80, 0x8410), ("L8", 0xFF, 0xFFFF), ("RGB555", 0x7C00, 0xF800),
    ("RGB555", 0x83E0, 0x07E0),  # the top bit counts for nothing; five bits are stretched to six
    ("RGB555", 0x0200, 0x0420), ("BGR555", 0x7C00, 0x001F), ("BGR555_SWAPPED", 0x1F00, 0xF800),
    ("RGB565_SWAPPED", 0x00F8, 0xF800),
])
def test_a_converter_takes_colours_as_the_device_does(ours, colorspace, value, pixel):
    space = getattr(ours.displayio.Colorspace, colorspace)
    converter = ours.displayio.ColorConverter(input_colorspace=space)
    bitmap = ours.displayio.Bitmap(2, 2, 65536)
    bitmap[1, 0] = value
    ours.display.rotation = 0
    ours.show(ours.displayio.TileGrid(bitmap, pixel_shader=converter))
    assert ours.picture()[0, 1] == converter.convert(value) == pixel


def test_a_value_past_the_palettes_end_is_transparent_and_a_sheet_may_have_300_tiles(ours):
    palette = ours.displayio.Palette(2)
    palette[1] = 0xFFFFFF
    bitmap = ours.displayio.Bitmap(300, 1, 4)
    bitmap[0], bitmap[1], bitmap[299] = 2, 3, 1
    grid = ours.displayio.TileGrid(bitmap, pixel_shader=palette, tile_width=1, width=4)
    grid[1], grid[2], grid[3] = 299, 1, 2
    ours.display.rotation = 0
    ours.show(grid)
    assert ours.picture()[0, :4].tolist() == [0, 0xFFFF, 0, 0]
    assert grid[1] == 299
