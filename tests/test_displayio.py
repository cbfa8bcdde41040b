# SPDX-License-Identifier: MIT
"""Layers, displays and text behave as on the device, also where Blinka does not."""

import ast
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import BdfFontFile
from worlds import HEIGHT, WIDTH, World

WHITE = 0xFFFF

# In the stubs for type checkers only; in no CircuitPython.
TYPES_ONLY = {"FontProtocol"}


@pytest.fixture
def world(tmp_path):
    (tmp_path / "code.py").touch()
    return World(tmp_path, stock=False)


@pytest.fixture
def displayio(world):
    return world.displayio


@pytest.fixture
def sprite(displayio):
    """Makes TileGrids of 4×4 pixels, white unless told otherwise."""

    def make(color=0xFFFFFF, **options):
        palette = displayio.Palette(1)
        palette[0] = color
        return displayio.TileGrid(displayio.Bitmap(4, 4, 1), pixel_shader=palette, **options)

    return make


@pytest.fixture
def sheet(displayio):
    """A grid of 3×2 tiles from a sheet of six."""
    return displayio.TileGrid(displayio.Bitmap(6, 1, 2), pixel_shader=displayio.Palette(2),
                              width=3, height=2, tile_width=1, tile_height=1)


def refused(wrong, error, message):
    with pytest.raises(error, match=f"^{message}$"):
        wrong()


@pytest.mark.parametrize("module", ["bitmaptools", "busdisplay", "displayio", "fontio",
                                    "terminalio", "vectorio"])
def test_modules_have_the_names_of_the_stubs(world, module):
    stub = Path(find_spec("board_definitions").submodule_search_locations[0])
    tree = ast.parse((stub.parent / f"{module}-stubs" / "__init__.pyi").read_text())
    names = {node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    names |= {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
    assert set(world.load(module).__all__) == names - TYPES_ONLY


# Groups


def test_a_layer_is_in_one_group_only(world, displayio, sprite):
    circle = world.vectorio.Circle(pixel_shader=displayio.Palette(1), radius=2)
    for layer in sprite(), displayio.Group(), circle:
        group = world.show(layer)
        with pytest.raises(ValueError, match="Layer already in a group"):
            displayio.Group().append(layer)
        group.remove(layer)
        displayio.Group().append(layer)


def test_a_group_on_the_screen_cannot_be_a_layer_too(world, displayio, sprite):
    group = world.show(sprite())
    refused(lambda: displayio.Group().append(group), ValueError, "Layer already in a group")
    outer = displayio.Group()
    inner = displayio.Group()
    outer.append(inner)
    with pytest.raises(ValueError, match="Group already used"):
        world.display.root_group = inner
    world.display.root_group = None
    outer.append(group)


def test_a_group_refuses_what_the_device_refuses(displayio, sprite):
    group = displayio.Group()
    refused(lambda: group.append("text"), ValueError,
            "Layer must be a Group or TileGrid subclass")
    refused(lambda: group[0], IndexError, "Group index out of range")
    refused(group.pop, IndexError, "Group index out of range")
    refused(lambda: group.insert(2, sprite()), IndexError, "Group index out of range")
    refused(lambda: group[0:1], NotImplementedError, "Slices not supported")
    refused(lambda: group.remove(sprite()), ValueError, "object not in sequence")
    refused(lambda: displayio.Group(scale=0), ValueError, "scale must be 1-32767")


def test_a_group_is_a_sequence_of_its_layers(displayio, sprite):
    layers = [sprite() for _ in range(3)]
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


def test_a_layer_is_seen_when_it_leaves_a_hidden_group(world, displayio, sprite):
    """Blinka keeps it hidden for ever."""
    hidden, layer = displayio.Group(), sprite()
    root = world.show(hidden)
    hidden.append(layer)
    hidden.hidden = True
    assert not world.picture().any()
    hidden.remove(layer)
    root.append(layer)
    assert world.picture()[0, 0] == WHITE


def test_sorting_changes_what_is_on_top(world, sprite):
    group = world.show(sprite(0xFFFFFF), sprite(0x0000FF))
    assert world.picture()[0, 0] == 0x001F
    group.sort(key=lambda layer: layer.pixel_shader[0])
    world.display._core.full_refresh = True
    assert world.picture()[0, 0] == WHITE


# TileGrids


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


# Shaders and files


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


# Shapes


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


# The display


def test_no_root_group_is_black_and_the_terminal_is_one(world, displayio, sprite):
    assert world.display.root_group is displayio.CIRCUITPYTHON_TERMINAL
    group = world.show(sprite())
    assert world.picture().any()
    world.display.root_group = None
    assert not world.picture().any()
    world.display.root_group = group
    assert world.picture().any()
    with pytest.raises(ValueError, match="Must be a Group subclass"):
        world.display.root_group = sprite()


def test_what_was_removed_from_the_core_is_not_there(world):
    refused(lambda: world.display.show(None), AttributeError,
            r"\.show\(x\) removed\. Use \.root_group = x")
    for name in "refresh_soon", "wait_for_frame":
        assert not hasattr(world.display, name)


def test_a_turned_display_shows_its_first_pixel_in_another_corner(world, sprite):
    world.show(sprite(0xFF0000), sprite(0x00FF00, x=4))
    corners = {}
    for rotation in 0, 90, 180, 270:
        world.display.rotation = rotation
        picture = world.picture()
        corners[rotation] = [picture[y, x] for x, y in ((0, 0), (-1, 0), (-1, -1), (0, -1))]
        assert (world.display.width, world.display.height) == (
            (WIDTH, HEIGHT) if rotation in (0, 180) else (HEIGHT, WIDTH))
    red = {rotation: seen.index(0xF800) for rotation, seen in corners.items()}
    assert red == {0: 0, 90: 1, 180: 2, 270: 3}


def test_brightness_drives_the_backlight(world):
    display, light = world.display, world.machine.pins["PB31"]
    display.brightness = 0.5
    assert (display.brightness, round(light.level, 2)) == (0.5, 0.5)
    for wrong in -0.1, 1.1:
        with pytest.raises(ValueError, match="brightness must be 0-1"):
            display.brightness = wrong


def test_released_displays_leave_their_backlight_to_others(world):
    world.displayio.release_displays()
    world.machine.hardware("pwmio").PWMOut(world.machine.pins["PB31"])


def test_a_row_can_be_read_back(world, sprite):
    world.display.rotation = 0
    world.show(sprite(0xFF0000, x=1))
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


def test_only_what_has_changed_crosses_the_bus(world, displayio):
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


# Text


def test_the_font_has_ascii_and_nothing_else(world):
    font = world.load("terminalio").FONT
    assert font.get_bounding_box() == (6, 12)
    assert [font.get_glyph(code) for code in (0x1F, 0x7F, 0xE9, 0x20AC)] == [None] * 4
    for code in range(0x20, 0x7F):
        glyph = font.get_glyph(code)
        assert tuple(glyph)[1:] == (code - 0x20, 6, 12, 0, 0, 6, 0)
        assert glyph.bitmap is font.bitmap
    refused(lambda: font.bitmap.fill(1), RuntimeError, "Read-only")
    refused(world.load("fontio").BuiltinFont, TypeError, "cannot create 'BuiltinFont' instances")


def test_glyphs_are_those_of_the_font_file(world):
    """Pillow's parser is the witness."""
    font = world.load("terminalio").FONT
    source = Path(find_spec("displayio").origin).parent / "resources" / "ter-u12n.bdf"
    with open(source, "rb") as file:
        pillow = BdfFontFile.BdfFontFile(file)
    for code in range(0x20, 0x7F):
        image = np.asarray(pillow.glyph[code][3].convert("L")) > 0
        at = font.get_glyph(code).tile_index * 6
        ours = [[font.bitmap[at + x, y] for x in range(6)] for y in range(12)]
        assert np.array_equal(image, np.array(ours) == 1), chr(code)


LABEL = """
import board, terminalio
from adafruit_display_text import bitmap_label, label
for kind in label.Label, bitmap_label.Label:
    text = kind(terminalio.FONT, text="Mg", color=0xFFFFFF, x=20, y=30)
    board.DISPLAY.root_group = text
    board.DISPLAY.refresh()
    print(text.bounding_box)
    input()
"""


def test_a_label_sits_where_the_device_puts_it(write_program):
    """Its y is the middle of a line that is 12 pixels high and has no descent."""
    from sim import PyPortal

    with PyPortal(write_program(LABEL)) as portal:
        for _ in range(2):
            portal.run(0.5)
            ys, xs = portal.machine.panel.pixels().nonzero()
            assert (xs.min(), xs.max(), ys.min(), ys.max()) == (20, 30, 26, 35)
            portal.type("\n")
        assert portal.serial.split("\n")[0] == "(0, -6, 12, 12)"


@pytest.fixture
def terminal(world, displayio):
    """Five by three characters, and what they show."""
    terminalio = world.load("terminalio")
    grid = displayio.TileGrid(terminalio.FONT.bitmap, pixel_shader=displayio.Palette(2), width=5,
                              height=3, tile_width=6, tile_height=12)
    terminal = terminalio.Terminal(grid, terminalio.FONT)

    def show(text):
        assert terminal.write(text) == len(text)
        rows = [(row + grid._top_left_y) % 3 for row in range(3)]
        return ["".join(chr(grid[x, y] + 32) for x in range(5)).rstrip() for y in rows]

    terminal.show = show
    return terminal


def test_a_terminal_wraps_and_scrolls(terminal):
    assert terminal.show("ab\r\ncd") == ["", "ab", "cd"]
    assert terminal.show("\nef") == ["ab", "cd", "  ef"], "a line feed only moves down"
    assert terminal.show("ghi") == ["cd", "  efg", "hi"]
    assert terminal.show("\b\bj\rk") == ["cd", "  efg", "ki"]


def test_a_terminal_obeys_escape_sequences(terminal):
    assert terminal.show("\x1b[2Jabcd\x1b[2D\x1b[K") == ["ab", "", ""]
    assert terminal.show("\x1b[2;3Hx\x1b[H!") == ["!b", "  x", ""]
    assert terminal.show("\x1b]0;title\x1b\\\x1b[31mb") == ["!b", "  x", ""]
    assert (terminal.cursor_x, terminal.cursor_y) == (2, 0)
