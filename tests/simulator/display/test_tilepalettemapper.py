# SPDX-License-Identifier: MIT
"""A mapper colours each tile of a grid in its own way."""

import numpy as np
import pytest

from worlds import refused

RED, GREEN, BLUE = 0xF800, 0x07E0, 0x001F


@pytest.fixture
def palette(world):
    palette = world.displayio.Palette(4)
    for index, color in enumerate((0, 0xFF0000, 0x00FF00, 0x0000FF)):
        palette[index] = color
    return palette


@pytest.fixture
def grid(world, palette):
    """3×2 tiles of 4×4 pixels, all value 1, with a mapper."""
    mapper = world.load("tilepalettemapper").TilePaletteMapper(palette, 2)
    bitmap = world.displayio.Bitmap(4, 4, 2)
    bitmap.fill(1)
    grid = world.displayio.TileGrid(bitmap, pixel_shader=mapper, width=3, height=2,
                                    tile_width=4, tile_height=4)
    world.display.rotation = 0
    world.show(grid)
    return grid


def colors(world):
    """The colour of each tile's last pixel."""
    return world.picture()[3:8:4, 3:12:4].tolist()


def test_tiles_are_coloured_one_by_one(world, grid):
    mapper = grid.pixel_shader
    assert (mapper.width, mapper.height, mapper.tilegrid) == (3, 2, grid)
    assert colors(world) == [[RED] * 3] * 2, "at first a value is itself"
    mapper[1, 0] = [0, 2]
    mapper[5] = [0, 3]
    assert colors(world) == [[RED, GREEN, RED], [RED, RED, BLUE]]
    assert (mapper[1], mapper[2, 1], mapper[0]) == ((0, 2), (0, 3), (0, 1))


def test_only_a_changed_tile_is_sent(world, grid):
    world.display.refresh()
    before = world.machine.panel.bus_bytes
    grid.pixel_shader[1, 1] = [0, 3]
    world.display.refresh()
    assert world.machine.panel.bus_bytes - before == 11 + 2 * 16


def test_a_mapping_stays_with_its_place_when_the_grid_is_turned_and_scaled(world, grid):
    grid.pixel_shader[2, 0] = [0, 2]
    grid.flip_x = True
    assert colors(world) == [[GREEN, RED, RED], [RED] * 3]
    world.display.root_group.scale = 2
    assert (world.picture()[:8, :8] == GREEN).all()


def test_a_transparent_colour_and_a_value_without_mapping_show_what_is_below(
        world, grid, palette):
    palette.make_transparent(2)
    grid.pixel_shader[0] = [0, 2]
    assert colors(world)[0] == [0, RED, RED]
    many = world.displayio.Bitmap(4, 4, 4)
    many.fill(3)
    grid.bitmap = many
    assert colors(world) == [[0] * 3] * 2


def test_a_converter_is_given_colours(world):
    mapper = world.load("tilepalettemapper").TilePaletteMapper(
        world.displayio.ColorConverter(), 2)
    grid = world.displayio.TileGrid(world.displayio.Bitmap(4, 4, 2), pixel_shader=mapper)
    assert mapper[0] == (0, 0)
    mapper[0] = [0x00FF00]
    world.show(grid)
    assert np.count_nonzero(world.picture() == GREEN) == 16


def test_a_mapper_refuses_what_the_device_refuses(world, grid, palette):
    make = world.load("tilepalettemapper").TilePaletteMapper
    mapper = grid.pixel_shader
    refused(lambda: make([], 2), TypeError, "unsupported pixel_shader type")
    refused(lambda: make(palette, 0), ValueError, "input_color_count must be >= 1")
    refused(lambda: mapper[6], IndexError, "Tile index out of bounds")
    refused(lambda: mapper[0, 2], IndexError, "Tile index out of bounds")
    refused(lambda: make(palette, 2)[0], IndexError, "Tile index out of bounds")
    refused(lambda: mapper.__setitem__(0, [0, 4]), ValueError, "mapping_value must be 0-3")
    refused(lambda: mapper.__setitem__(0, [0, 1, 2]), ValueError, "mapping_length must be 0-2")
    with pytest.raises(RuntimeError, match="may only be bound to a TileGrid once"):
        world.displayio.TileGrid(world.displayio.Bitmap(4, 4, 2), pixel_shader=mapper)
