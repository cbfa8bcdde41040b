# SPDX-License-Identifier: MIT
"""Random changes to a scene, as programs make them."""

from scenes import Scene
from worlds import private


class Changes(Scene):
    """What a program may do between two frames."""

    def change(self):
        """A random change; returns its name."""
        changes = sorted(name for name in dir(Changes) if name.startswith("change_"))
        name = self.random.choice(changes)
        getattr(self, name)()
        return name

    def change_tile(self):
        if self.grids:
            drawn = self.random.choice(self.grids)
            at = self.random.randrange(drawn.grid.width * drawn.grid.height)
            drawn.grid[at] = self.random.randrange(drawn.tiles)

    def change_scroll(self):
        """As terminalio.Terminal turns its grid."""
        if self.grids:
            grid, random = self.random.choice(self.grids).grid, self.random
            turn = private(grid, "_set_top_left")
            turn(random.randrange(grid.width), random.randrange(grid.height))

    def change_position(self):
        layers = [drawn.grid for drawn in self.grids] + self.shapes + self.groups
        for layer in self.random.sample(layers, min(2, len(layers))):
            layer.x += self.near(20)
            layer.y += self.near(20)

    def change_visibility(self):
        layers = [drawn.grid for drawn in self.grids] + self.shapes + self.groups
        for layer in self.random.sample(layers, min(2, len(layers))):
            layer.hidden = not layer.hidden

    def change_orientation(self):
        if self.grids:
            grid = self.random.choice(self.grids).grid
            name = self.random.choice(["flip_x", "flip_y", "transpose_xy"])
            setattr(grid, name, not getattr(grid, name))

    def change_color(self):
        if self.palettes:
            palette = self.random.choice(self.palettes)
            index = self.random.randrange(len(palette))
            palette[index] = self.random.randrange(1 << 24)
            self.random.choice([palette.make_transparent, palette.make_opaque])(index)

    def change_pixels(self):
        if self.bitmaps:
            bitmap, limit = self.random.choice(self.bitmaps)
            for _ in range(5):
                x, y = self.random.randrange(bitmap.width), self.random.randrange(bitmap.height)
                bitmap[x, y] = self.random.randrange(limit)

    def change_bitmap(self):
        if self.bitmaps:
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
            elif hasattr(shape, "radius"):
                shape.radius = self.random.randint(1, 20)
            else:
                shape.width = self.random.randint(1, 30)

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
        if self.grids:
            drawn = self.random.choice(self.grids)
            drawn.grid.pixel_shader = self.palette_of(drawn.colors) or drawn.grid.pixel_shader

    def change_dither(self):
        if self.palettes:
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
