# SPDX-License-Identifier: MIT
"""Random scenes of layers on a small display."""

from struct import pack
from types import SimpleNamespace

# What `write_files` puts on the drive, all 24×18 pixels.
FILES = ["1.bmp", "4.bmp", "8.bmp", "16.bmp", "24.bmp"]
SPACES = ["RGB888", "RGB565", "RGB565_SWAPPED", "BGR565", "BGR565_SWAPPED"]


def write_files(folder, random):
    """Pictures of several depths for `Scene.file`."""
    for name in FILES:
        bits = int(name.removesuffix(".bmp"))
        count = 1 << bits if bits <= 8 else 0
        stride = (24 * bits + 31) // 32 * 4
        header = pack("<2sIIIIiiHHIIiiII", b"BM", 0, 0, 1200, 40, 24, 18, 1, bits, 0, 0, 0, 0,
                      count, 0)
        colors = pack(f"<{count}I", *(random.randrange(1 << 24) for _ in range(count)))
        (folder / name).write_bytes((header + colors).ljust(1200, b"\0")
                                    + random.randbytes(18 * stride))


class Scene:
    """Random layers; the same `random` gives the same scene in each world."""

    def __init__(self, world, random):
        self.world, self.random = world, random
        self.displayio = world.displayio
        self.grids, self.shapes, self.groups = [], [], []
        self.bitmaps, self.palettes = [], []
        world.display.rotation = random.choice([0, 0, 90, 180, 270])
        self.root = world.show(scale=random.choice([1, 1, 1, 2]), x=self.near(8), y=self.near(8))
        self.fill(self.root, 2)

    def near(self, distance):
        return self.random.randint(-distance, distance)

    def place(self):
        return {"x": self.random.randint(-15, 45), "y": self.random.randint(-15, 35)}

    def fill(self, group, depth):
        for _ in range(self.random.randint(2, 5)):
            kind = self.random.choice(["grid", "grid", "grid", "shape", "group", "file"])
            if kind == "group" and depth:
                inner = self.displayio.Group(scale=self.random.choice([1, 1, 2, 3]),
                                             **self.place())
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
        options = {"pixel_shader": shader, "color_index": random.randrange(4), **self.place()}
        kind = random.choice(["circle", "rectangle", "polygon"])
        if kind == "circle":
            shape = vectorio.Circle(radius=random.randint(1, 25), **options)
        elif kind == "rectangle":
            shape = vectorio.Rectangle(width=random.randint(1, 40), height=random.randint(1, 30),
                                       **options)
        else:
            shape = vectorio.Polygon(points=self.points(), **options)
        self.shapes.append(shape)
        return shape

    def points(self):
        return [(self.near(40), self.near(30)) for _ in range(self.random.randint(3, 7))]
