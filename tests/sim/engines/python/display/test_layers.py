# SPDX-License-Identifier: MIT
"""Displays, groups, grids of tiles, shaders and shapes behave as on the device.

Source for shapes: shared-bindings/vectorio and shared-module/vectorio in CircuitPython.
"""

import numpy as np
import pytest

from sim.engines.python.native.parts import pin_of
from tests.support.display.worlds import HEIGHT, WHITE, WIDTH, refused
from tests.support.programs.programs import outcomes, printed, run


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
    refused(lambda: group.append("text"), ValueError, "Layer must be a Group or TileGrid subclass")
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
    refused(lambda: grid.contains((1, 2)), ValueError, "requested length 3 but object has length 2")


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


def test_a_transparent_colour_and_a_value_without_mapping_show_what_is_below(world, grid, palette):
    palette.make_transparent(2)
    grid.pixel_shader[0] = [0, 2]
    assert colors(world)[0] == [0, RED, RED]
    many = world.displayio.Bitmap(4, 4, 4)
    many.fill(3)
    grid.bitmap = many
    assert colors(world) == [[0] * 3] * 2


def test_a_converter_is_given_colours(world):
    mapper = world.load("tilepalettemapper").TilePaletteMapper(world.displayio.ColorConverter(), 2)
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


HEAD = """
import board, displayio, vectorio
palette = displayio.Palette(2)
palette[0], palette[1] = 0xFF0000, 0x00FF00
root = board.DISPLAY.root_group = displayio.Group()
def show(kind, **options):
    root.append(getattr(vectorio, kind)(pixel_shader=palette, **options))
    board.DISPLAY.refresh()
"""
NOTHING = {
    "on a line across": "show('Polygon', points=[(3, 9), (90, 9), (40, 9)])",
    "on a line down": "show('Polygon', points=[(9, 3), (9, 90), (9, 40)])",
    "one point": "show('Polygon', points=[(9, 9), (9, 9), (9, 9)])",
    "beside the display": "show('Polygon', points=[(0, 0), (9, 0), (0, 9)], x=-300)",
    "far away": "show('Polygon', points=[(32767, 0), (32767, 9), (32766, -32768)])",
    "of no width": "show('Rectangle', width=65536, height=9)",
    "made flat": "show('Rectangle', width=9, height=9)\nroot[0].height = 0",
    "a circle beside the display": "show('Circle', radius=9, x=-10, y=-10)",
    "of no colour": "show('Rectangle', width=9, height=9, color_index=-1)",
    "of no colour any more": "show('Circle', radius=9)\nroot[0].color_index = 65535",
    "of refused points": ("show('Polygon', points=[(0, 0), (9, 0), (0, 9)])\n"
                          "try: root[0].points = [(0, 0), (9, 0), None]\n"
                          "except TypeError: root[0].x = 1"),
}
REFUSED = {
    "shape(points=((0, 0), (9, 0), (0, 9)))": "TypeError: points must be of type list, not tuple",
    "shape(points=[(0, 0), (9, 0)])": "TypeError: Polygon needs at least 3 points",
    "shape(points=[(0, 0), (9, 0), [0, 9]])": "TypeError: point must be of type tuple, not list",
    "shape(points=[(0, 0), (9, 0), (0, 9, 9)])": "ValueError: point length must be 2",
    "shape(points=[(0, 0), (9, 0), (0, 9.5)])": "TypeError: y must be of type int, not float",
    "shape(points=[(0, 0), (9, 0), (32768, 9)])": "ValueError: x must be -32768-32767",
    "shape().contains(1 << 20, 0)": "ValueError: x must be -32768-32767",
    "shape().contains(0, 1 << 40)": "OverflowError: overflow converting long int to machine word",
    "vectorio.Circle(pixel_shader=palette, radius=0)": "ValueError: radius must be >= 1",
    "vectorio.Rectangle(pixel_shader=None, width=1, height=1)":
        "TypeError: unsupported pixel_shader type",
    "vectorio.Circle(pixel_shader=palette, radius=1 << 40)":
        "OverflowError: overflow converting long int to machine word",
}
KEPT = {
    "vectorio.Rectangle(pixel_shader=palette, width=65537, height=2).width": "1",
    "shape(color_index=-1).color_index": "65535",
    "shape(color_index=65537).color_index": "1",
    "shape(color_index=-1).contains(1, 1)": "False", "shape().contains(1, 1)": "True",
    "shape(points=[(0, 0), (9, 0), (4, 0)]).contains(1, 0)": "False",
}


@pytest.mark.parametrize("shape", NOTHING.values(), ids=NOTHING)
def test_what_covers_nothing_shows_nothing(shape, write_program):
    portal = run(write_program(f"{HEAD}{shape}\nboard.DISPLAY.refresh()\n"
                                "while True: pass"))
    assert portal.running, portal.serial
    assert not any(portal.framebuffer)


@pytest.mark.parametrize("turned", [
    "board.DISPLAY.rotation = 90", "board.DISPLAY.rotation = 180",
    "root = board.DISPLAY.root_group = displayio.Group(scale=3)"])
def test_so_it_does_where_the_display_is_turned(turned, write_program):
    flat = "show('Polygon', points=[(3, 9), (90, 9), (40, 9)])"
    assert printed(write_program(f"{HEAD}{turned}\n{flat}\nprint('shown')")) == "shown\n"


SHAPE = """displayio, vectorio
palette = displayio.Palette(2)
def shape(points=[(0, 0), (9, 0), (0, 9)], color_index=0):
    return vectorio.Polygon(pixel_shader=palette, points=points, color_index=color_index)
"""


def test_what_the_core_refuses_is_refused_in_its_words(write_program):
    assert outcomes(write_program, SHAPE, REFUSED) == [*REFUSED.values()]


def test_sizes_and_colours_have_16_bits(write_program):
    assert outcomes(write_program, SHAPE, KEPT) == [*KEPT.values()]


def test_no_root_group_is_black_and_the_terminal_is_one(world):
    assert world.display.root_group is world.displayio.CIRCUITPYTHON_TERMINAL
    group = world.show(world.sprite())
    assert world.picture().any()
    world.display.root_group = None
    assert not world.picture().any()
    world.display.root_group = group
    assert world.picture().any()
    with pytest.raises(ValueError, match="Must be a Group subclass"):
        world.display.root_group = world.sprite()


def test_what_was_removed_from_the_core_is_not_there(world):
    refused(lambda: world.display.show(None), AttributeError,
            r"\.show\(x\) removed\. Use \.root_group = x")
    for name in "refresh_soon", "wait_for_frame":
        assert not hasattr(world.display, name)


def test_a_turned_display_shows_its_first_pixel_in_another_corner(world):
    world.show(world.sprite(0xFF0000), world.sprite(0x00FF00, x=4))
    corners = {}
    for rotation in 0, 90, 180, 270:
        world.display.rotation = rotation
        picture = world.picture()
        corners[rotation] = [picture[y, x] for x, y in ((0, 0), (-1, 0), (-1, -1), (0, -1))]
        assert (world.display.width, world.display.height) == (
            (WIDTH, HEIGHT) if rotation in (0, 180) else (HEIGHT, WIDTH))
    red = {rotation: seen.index(0xF800) for rotation, seen in corners.items()}
    assert red == {0: 0, 90: 1, 180: 2, 270: 3}
    with pytest.raises(ValueError, match="Display rotation must be in 90 degree increments"):
        world.display.rotation = 45


def test_brightness_drives_the_backlight(world):
    display, light = world.display, world.machine.pins["PB31"]
    display.brightness = 0.5
    assert (display.brightness, round(light.level, 2)) == (0.5, 0.5)
    for wrong in -0.1, 1.1:
        with pytest.raises(ValueError, match="brightness must be 0-1"):
            display.brightness = wrong


def test_released_displays_leave_their_backlight_to_others(world):
    world.displayio.release_displays()
    world.machine.built_ins("pwmio").PWMOut(pin_of(world.machine.pins["PB31"]))


def test_a_row_can_be_read_back(world):
    world.display.rotation = 0
    world.show(world.sprite(0xFF0000, x=1))
    row = bytearray(2 * WIDTH)
    assert world.display.fill_row(0, row) is row
    assert row[:6] == b"\0\0\xf8\0\xf8\0"
    refused(lambda: world.display.fill_row(0, bytearray(9)), ValueError, "Buffer too small")


def test_refresh_keeps_to_its_frame_rate_in_virtual_time(world):
    display, clock = world.display, world.machine.clock
    clock.advance(1_000_000_000 - clock.now)
    assert display.refresh(target_frames_per_second=50), "the first is drawn at once"
    assert clock.now == 1_000_000_000
    assert not display.refresh(target_frames_per_second=50), "the second never follows a first"
    for frame in range(1, 4):
        clock.advance(5_000_000)
        assert display.refresh(target_frames_per_second=50)
        assert clock.now == 1_000_000_000 + frame * 20_000_000
    clock.advance(50_000_000)
    assert not display.refresh(target_frames_per_second=50), "it is behind"
    with pytest.raises(RuntimeError, match="Below minimum frame rate"):
        display.refresh(target_frames_per_second=50, minimum_frames_per_second=30)


def test_only_what_has_changed_crosses_the_bus(world):
    displayio = world.displayio
    grid = displayio.TileGrid(displayio.Bitmap(32, 16, 2), pixel_shader=displayio.Palette(2),
                              width=4, height=3, tile_width=16, tile_height=16)
    world.show(grid)
    world.display.refresh()
    start = world.machine.panel.bus_bytes
    world.display.refresh()
    assert world.machine.panel.bus_bytes == start
    grid[5] = 1
    world.display.refresh()
    assert world.machine.panel.bus_bytes - start == 11 + 512, "a window and 256 pixels"


def test_the_screen_crosses_the_bus_in_the_cores_pieces(world):
    start = world.machine.panel.bus_bytes
    world.show()
    world.display.refresh()
    pieces = HEIGHT // 4  # of 256 pixels
    assert world.machine.panel.bus_bytes - start == WIDTH * HEIGHT * 2 + 11 * pieces


def test_a_display_that_does_not_refresh_itself_waits(world):
    world.show(world.sprite())
    world.machine.clock.advance(100_000_000)
    assert not world.machine.panel.pixels().any()
    world.display.auto_refresh = 1
    world.machine.clock.advance(100_000_000)
    assert world.machine.panel.pixels().any()
    assert world.display.auto_refresh is True
