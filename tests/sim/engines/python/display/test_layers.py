# SPDX-License-Identifier: MIT
"""Shaders, files, shapes, groups and grids of tiles behave as on the device."""

import ast
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.support.display.worlds import WHITE, refused

# In the stubs for type checkers only; in no CircuitPython.
TYPES_ONLY = {"FontProtocol"}


@pytest.mark.parametrize("module", ["bitmaptools", "busdisplay", "displayio", "fontio",
                                    "terminalio", "vectorio"])
def test_modules_have_the_names_of_the_stubs(world, module):
    stub = Path(find_spec("board_definitions").submodule_search_locations[0])
    tree = ast.parse((stub.parent / f"{module}-stubs" / "__init__.pyi").read_text())
    names = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    names |= {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
    assert set(world.load(module).__all__) == names - TYPES_ONLY


def test_a_palette_refuses_what_the_device_refuses(displayio):
    palette = displayio.Palette(2)
    refused(lambda: palette[2], IndexError, "Palette index out of range")
    refused(lambda: palette.make_transparent(2), ValueError, "palette_index must be 0-1")
    refused(lambda: palette.__setitem__(0, 1 << 24), TypeError,
            "color must be between 0x000000 and 0xffffff")
    refused(lambda: displayio.Palette(0), ValueError, "color_count must be 1-32767")


def test_a_palette_takes_colours_in_every_form(displayio):
    palette = displayio.Palette(5)
    palette[0], palette[1], palette[2] = 0x010203, b"\1\2\3", (1, 2, 3)
    palette[3], palette[-1] = bytearray(b"\1\2\3\4"), [1, 2, 3]
    assert list(palette) == [0x010203] * 5
    palette.make_transparent(1)
    assert [palette.is_transparent(index) for index in range(3)] == [False, True, False]
    palette.make_opaque(1)
    assert not palette.is_transparent(1)


def test_a_converter_has_one_transparent_colour(displayio):
    converter = displayio.ColorConverter()
    assert converter.convert(0xFF8040) == 0xFC08
    converter.make_transparent(0x123456)
    refused(lambda: converter.make_transparent(1), RuntimeError,
            "Only one color can be transparent at a time")
    converter.make_opaque(0)
    converter.make_transparent(1)


@pytest.mark.parametrize("content, message", [
    (b"not a picture, and long enough for a header", "Invalid file"),
    (b"BM", "Invalid file"),
    (b"BM" + bytes(12) + b"\x38" + bytes(200), "Only Windows format, uncompressed BMP supported: "
                                               "given header size is 56"),
    (b"BM" + bytes(12) + b"\x28" + bytes(15) + b"\x01" + bytes(200),
     "RLE-compressed BMP not supported"),
])
def test_a_file_that_the_device_cannot_show_is_refused(world, displayio, content, message):
    (world.machine.drive.root / "wrong.bmp").write_bytes(content)
    refused(lambda: displayio.OnDiskBitmap("/wrong.bmp"), ValueError, message)


def test_a_missing_file_and_a_text_file_are_refused(displayio, tmp_path):
    with pytest.raises(OSError, match="No such file/directory"):
        displayio.OnDiskBitmap("/none.bmp")
    with open(tmp_path / "code.py", encoding="utf-8") as file:
        refused(lambda: displayio.OnDiskBitmap(file), TypeError,
                "file must be a file opened in byte mode")


def test_shapes_shrink_to_nothing_and_say_what_they_contain(world, displayio):
    palette = displayio.Palette(1)
    palette[0] = 0xFFFFFF
    bar = world.vectorio.Rectangle(pixel_shader=palette, width=10, height=3, x=5, y=6)
    world.show(bar)
    assert np.count_nonzero(world.picture()) == 30
    assert bar.contains(14, 8)
    assert not bar.contains(15, 8)
    bar.width = 0
    assert not world.picture().any()


def test_shapes_refuse_what_the_device_refuses(world, displayio):
    palette, vectorio = displayio.Palette(1), world.vectorio
    refused(lambda: vectorio.Circle(pixel_shader=palette, radius=0), ValueError,
            "radius must be >= 1")
    refused(lambda: vectorio.Rectangle(pixel_shader=None, width=1, height=1), TypeError,
            "unsupported pixel_shader type")
    refused(lambda: vectorio.Polygon(pixel_shader=palette, points=[(0, 0), (1, 1)]), TypeError,
            "Polygon needs at least 3 points")


def test_a_new_shader_is_seen_at_once(world, displayio):
    """Blinka waits until the shape changes."""
    black, white = displayio.Palette(1), displayio.Palette(1)
    white[0] = 0xFFFFFF
    circle = world.vectorio.Circle(pixel_shader=black, radius=3, x=9, y=9)
    world.show(circle)
    assert not world.picture().any()
    circle.pixel_shader = white
    assert world.picture()[9, 9] == WHITE


def test_a_layer_is_in_one_group_only(world, displayio):
    circle = world.vectorio.Circle(pixel_shader=displayio.Palette(1), radius=2)
    for layer in world.sprite(), displayio.Group(), circle:
        group = world.show(layer)
        with pytest.raises(ValueError, match="Layer already in a group"):
            displayio.Group().append(layer)
        group.remove(layer)
        displayio.Group().append(layer)


def test_a_group_on_the_screen_cannot_be_a_layer_too(world, displayio):
    group = world.show(world.sprite())
    refused(lambda: displayio.Group().append(group), ValueError, "Layer already in a group")
    outer = displayio.Group()
    inner = displayio.Group()
    outer.append(inner)
    with pytest.raises(ValueError, match="Group already used"):
        world.display.root_group = inner
    world.display.root_group = None
    outer.append(group)


def test_a_group_refuses_what_the_device_refuses(world, displayio):
    group = displayio.Group()
    refused(lambda: group.append("text"), ValueError,
            "Layer must be a Group or TileGrid subclass")
    refused(lambda: group[0], IndexError, "Group index out of range")
    refused(group.pop, IndexError, "Group index out of range")
    refused(lambda: group.insert(2, world.sprite()), IndexError, "Group index out of range")
    refused(lambda: group[0:1], NotImplementedError, "Slices not supported")
    refused(lambda: group.remove(world.sprite()), ValueError, "object not in sequence")
    refused(lambda: displayio.Group(scale=0), ValueError, "scale must be 1-32767")


def test_a_group_is_a_sequence_of_its_layers(world, displayio):
    layers = [world.sprite() for _ in range(3)]
    group = displayio.Group()
    assert not group
    for layer in layers[1:]:
        group.append(layer)
    group.insert(0, layers[0])
    assert (list(group), len(group), group[-1]) == (layers, 3, layers[2])
    assert layers[1] in group
    assert group.index(layers[1]) == 1
    assert group.pop(i=1) is layers[1]
    del group[0]
    assert list(group) == [layers[2]]


def test_a_layer_is_seen_when_it_leaves_a_hidden_group(world, displayio):
    """Blinka keeps it hidden for ever."""
    hidden, layer = displayio.Group(), world.sprite()
    root = world.show(hidden)
    hidden.append(layer)
    hidden.hidden = True
    assert not world.picture().any()
    hidden.remove(layer)
    root.append(layer)
    assert world.picture()[0, 0] == WHITE


def test_sorting_changes_what_is_on_top(world):
    group = world.show(world.sprite(0xFFFFFF), world.sprite(0x0000FF))
    assert world.picture()[0, 0] == 0x001F
    group.sort(key=lambda layer: layer.pixel_shader[0])
    world.redraw()
    assert world.picture()[0, 0] == WHITE


def test_layers_are_told_apart_by_what_they_are(displayio):
    """Not by what they hold: two empty groups are two."""
    group, first, second = (displayio.Group() for _ in range(3))
    group.append(first)
    group.append(second)
    assert group.index(second) == 1
    group.remove(second)
    assert list(group) == [first]


def test_the_terminal_is_a_group_that_nobody_may_change(world, displayio):
    world.display.refresh()
    terminal = displayio.CIRCUITPYTHON_TERMINAL
    for change in (lambda: terminal.append(displayio.Group()), terminal.pop,
                   lambda: setattr(terminal, "x", 1), lambda: setattr(terminal, "hidden", True)):
        refused(change, RuntimeError, "Read-only")


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
