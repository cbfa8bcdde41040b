# SPDX-License-Identifier: MIT
"""Bitmaps, palettes, tile grids and groups that keep what they are given and draw nothing."""


class Bitmap:
    """Holds the memory of a real one; what its pixels are, nobody here asks."""

    def __init__(self, width, height, value_count):
        bits = 1
        while value_count > 1 << bits:
            bits *= 2
        self._pixels = bytearray((width * bits + 31) // 32 * 4 * height)
        self.width = width
        self.height = height

    def __setitem__(self, index, value):
        pass


class Palette:
    def __init__(self, color_count):
        self._colors = [0] * color_count

    def __len__(self):
        return len(self._colors)

    def __getitem__(self, index):
        return self._colors[index]

    def __setitem__(self, index, value):
        self._colors[index] = value

    def make_transparent(self, index):
        self._colors[index] = None


class TileGrid:
    """One index or (x, y) names a tile; a number beyond the sheet is refused, as on the device."""

    def __init__(self, bitmap, *, pixel_shader, width=1, height=1, tile_width=None,
                 tile_height=None, default_tile=0, x=0, y=0):
        self.width = width
        self.height = height
        self.x = x
        self.y = y
        self.hidden = False
        self.bitmap = bitmap
        self.pixel_shader = pixel_shader
        self._tiles = bytearray(width * height)
        columns = bitmap.width // (tile_width or bitmap.width)
        self._tile_count = columns * (bitmap.height // (tile_height or bitmap.height))
        for index in range(width * height):
            self[index] = default_tile

    def _index(self, at):
        return at[1] * self.width + at[0] if isinstance(at, tuple) else at

    def __getitem__(self, at):
        return self._tiles[self._index(at)]

    def __setitem__(self, at, tile):
        if not 0 <= tile < self._tile_count:
            raise ValueError("Tile index out of bounds")
        self._tiles[self._index(at)] = tile


class Group:
    def __init__(self, *, scale=1, x=0, y=0):
        self._layers = []
        self.scale = scale
        self.x = x
        self.y = y
        self.hidden = False

    def append(self, layer):
        self._layers.append(layer)

    def insert(self, index, layer):
        self._layers.insert(index, layer)

    def remove(self, layer):
        self._layers.remove(layer)

    def pop(self, index=-1):
        return self._layers.pop(index)

    def index(self, layer):
        return self._layers.index(layer)

    def __getitem__(self, index):
        return self._layers[index]

    def __len__(self):
        return len(self._layers)
