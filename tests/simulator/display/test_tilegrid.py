# SPDX-License-Identifier: MIT
"""Grids of tiles: which tile is where, what is touched, and what is refused."""

import pytest

from worlds import WHITE, refused


@pytest.fixture
def sheet(displayio):
    """A grid of 3×2 tiles from a sheet of six."""
    return displayio.TileGrid(displayio.Bitmap(6, 1, 2), pixel_shader=displayio.Palette(2),
                              width=3, height=2, tile_width=1, tile_height=1)


def test_a_tile_must_be_on_the_sheet_and_its_place_in_the_grid(sheet):
    sheet[2, 1] = 5
    assert (sheet[2, 1], sheet[5], sheet[0]) == (5, 5, 0)
    for tile in 6, -1, 300:
        refused(lambda tile=tile: sheet.__setitem__(0, tile), ValueError,
                "Tile index out of bounds")
    for place in 6, -1, (3, 0), (0, 2), (-1, 0):
        refused(lambda place=place: sheet[place], IndexError, "Tile index out of bounds")
        refused(lambda place=place: sheet.__setitem__(place, 1), IndexError,
                "Tile index out of bounds")
    refused(lambda: sheet[0:2], NotImplementedError, "Slices not supported")


def test_a_grid_refuses_what_the_device_refuses(displayio, sheet):
    bitmap, palette = displayio.Bitmap(6, 4, 2), displayio.Palette(2)
    make = displayio.TileGrid
    refused(lambda: make("sheet", pixel_shader=palette), TypeError, "unsupported bitmap type")
    refused(lambda: make(bitmap, pixel_shader=None), TypeError, "unsupported pixel_shader type")
    refused(lambda: make(bitmap, pixel_shader=palette, default_tile=1), ValueError,
            "default_tile must be 0-0")
    refused(lambda: make(bitmap, pixel_shader=palette, width=0), ValueError,
            "width must be 1-65535")
    refused(lambda: make(bitmap, pixel_shader=palette, tile_width=4), ValueError,
            "Tile width must exactly divide bitmap width")


def test_a_grid_takes_what_the_device_takes(displayio, sheet):
    sheet.flip_x = sheet.transpose_xy = sheet.hidden = 1
    assert (sheet.flip_x, sheet.transpose_xy, sheet.hidden) == (True, True, True)
    sheet.x = 0x18000
    assert sheet.x == -0x8000
    whole = displayio.TileGrid(displayio.Bitmap(6, 4, 2), pixel_shader=displayio.Palette(2),
                               tile_width=0, tile_height=0)
    assert (whole.tile_width, whole.tile_height) == (6, 4)


def test_places_are_whole_numbers(world, displayio, sheet):
    """A float ends the program on the device, so it does here."""
    circle = world.vectorio.Circle(pixel_shader=displayio.Palette(1), radius=3)
    for layer in circle, world.sprite(), displayio.Group():
        with pytest.raises(TypeError):
            layer.x = 1.5
    with pytest.raises(TypeError):
        circle.location = 1, 2.0
    with pytest.raises(TypeError):
        sheet[0] = 1.0
    with pytest.raises(TypeError):
        sheet.bitmap[0, 0] = 1.0
    refused(lambda: setattr(circle, "x", 40000), ValueError, "x must be -32768-32767")


def test_a_grid_says_whether_a_touch_is_in_it(world, displayio):
    """In its group's coordinates; the third number is the pressure."""
    grid = world.sprite(x=10, y=20)
    assert [grid.contains((x, y, 0)) for x, y in ((10, 20), (13, 23), (14, 20), (10, 19))] == [
        True, True, False, False]
    refused(lambda: grid.contains((1, 2)), ValueError,
            "requested length 3 but object has length 2")


def test_a_grid_takes_another_sheet_of_the_same_size(world, displayio):
    grid = world.sprite()
    world.show(grid)
    other, palette = displayio.Bitmap(4, 4, 2), displayio.Palette(2)
    other.fill(1)
    palette[1] = 0x00FF00
    assert world.picture()[0, 0] == WHITE
    grid.bitmap, grid.pixel_shader = other, palette
    assert world.picture()[0, 0] == 0x07E0
    with pytest.raises(ValueError, match="New bitmap must be same size as old bitmap"):
        grid.bitmap = displayio.Bitmap(4, 5, 2)
    with pytest.raises(TypeError, match="unsupported pixel_shader type"):
        grid.pixel_shader = "green"
