# SPDX-License-Identifier: MIT
"""Displays, groups, grids of tiles, shaders, shapes and Adafruit's libraries are as on the device.

Source for shapes: shared-bindings/vectorio and shared-module/vectorio in CircuitPython.
"""

import numpy as np
import pytest
from PIL import Image

from tests.support.display.worlds import HEIGHT, WIDTH, refused
from tests.support.programs.programs import run

RED, GREEN, BLUE = 0xF800, 0x07E0, 0x001F  # on the panel


@pytest.mark.parametrize("content, message", [
    (b"not a picture, and long enough for a header", "Invalid file"), (b"BM", "Invalid file"),
    (b"BM" + bytes(12) + b"\x38" + bytes(200), "Only Windows format, uncompressed BMP supported: "
                                               "given header size is 56"),
    (b"BM" + bytes(12) + b"\x28" + bytes(15) + b"\x01" + bytes(200),
     "RLE-compressed BMP not supported")])
def test_a_file_that_the_device_cannot_show_is_refused(world, displayio, content, message):
    (world.machine.drive.root / "wrong.bmp").write_bytes(content)
    refused(lambda: displayio.OnDiskBitmap("/wrong.bmp"), ValueError, message)


def test_a_palette_takes_colours_in_every_form_and_a_converter_has_one_transparent(displayio):
    palette = displayio.Palette(5)
    palette[0], palette[1], palette[2] = 0x010203, b"\1\2\3", (1, 2, 3)
    palette[3], palette[-1] = bytearray(b"\1\2\3\4"), [1, 2, 3]
    assert list(palette) == [0x010203] * 5
    palette.make_transparent(1)
    assert [palette.is_transparent(index) for index in range(3)] == [False, True, False]
    palette.make_opaque(1)
    assert not palette.is_transparent(1)
    converter = displayio.ColorConverter()
    assert converter.convert(0xFF8040) == 0xFC08
    converter.make_transparent(0x123456)
    converter.make_opaque(0)
    converter.make_transparent(1)


def test_a_group_is_a_sequence_of_its_layers(world, displayio):
    """Layers are told apart by what they are, not by what they hold."""
    layers = [displayio.Group() for _ in range(3)]
    group = displayio.Group()
    assert not group
    for layer in layers[1:]:
        group.append(layer)
    group.insert(0, layers[0])
    assert (list(group), len(group), group[-1]) == (layers, 3, layers[2])
    assert layers[1] in group
    assert group.index(layers[1]) == 1
    assert group.pop(i=1) is layers[1]
    group.remove(layers[2])
    assert list(group) == [layers[0]]
    del group[0]
    assert not group


def test_a_grid_says_whether_a_touch_is_in_it(world):
    """In its group's coordinates; the third number is the pressure."""
    grid = world.sprite(x=10, y=20)
    assert [grid.contains((x, y, 0)) for x, y in ((10, 20), (13, 23), (14, 20), (10, 19))] == [
        True, True, False, False]


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
    world.show(grid)
    return grid


def colors(world):
    """The colour of each tile's last pixel."""
    return world.picture()[3:8:4, 3:12:4].tolist()


def test_tiles_are_coloured_one_by_one_and_only_changed_ones_are_sent(world, grid):
    mapper = grid.pixel_shader
    assert (mapper.width, mapper.height, mapper.tilegrid) == (3, 2, grid)
    assert colors(world) == [[RED] * 3] * 2, "at first a value is itself"
    before = world.machine.panel.bus_bytes
    mapper[5] = [0, 3]
    assert colors(world) == [[RED] * 3, [RED, RED, BLUE]]
    assert world.machine.panel.bus_bytes - before == 11 + 2 * 16
    mapper[1, 0] = [0, 2]
    assert colors(world) == [[RED, GREEN, RED], [RED, RED, BLUE]]
    assert (mapper[1], mapper[2, 1], mapper[0]) == ((0, 2), (0, 3), (0, 1))


def test_no_root_group_is_black_and_the_terminal_is_one(world):
    assert world.display.root_group is world.displayio.CIRCUITPYTHON_TERMINAL
    group = world.show(world.sprite())
    for root, lit in ((group, True), (None, False), (group, True)):
        world.display.root_group = root
        assert world.picture().any() == lit


def test_a_turned_display_shows_its_first_pixel_in_another_corner(world):
    world.show(world.sprite(0xFF0000), world.sprite(0x00FF00, x=4))
    for corner, rotation in enumerate((0, 90, 180, 270)):
        world.display.rotation = rotation
        picture = world.picture()
        seen = [picture[y, x] for x, y in ((0, 0), (-1, 0), (-1, -1), (0, -1))]
        assert seen.index(RED) == corner
        assert (world.display.width, world.display.height) == (
            (WIDTH, HEIGHT) if rotation in (0, 180) else (HEIGHT, WIDTH))


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


def test_only_what_has_changed_crosses_the_bus_in_the_cores_pieces(world):
    displayio, panel = world.displayio, world.machine.panel
    start = panel.bus_bytes
    grid = displayio.TileGrid(displayio.Bitmap(32, 16, 2), pixel_shader=displayio.Palette(2),
                              width=4, height=3, tile_width=16, tile_height=16)
    world.show(grid)
    world.display.refresh()
    pieces = HEIGHT // 4  # of 256 pixels
    assert panel.bus_bytes - start == WIDTH * HEIGHT * 2 + 11 * pieces
    start = panel.bus_bytes
    world.display.refresh()
    assert panel.bus_bytes == start
    grid[5] = 1
    world.display.refresh()
    assert panel.bus_bytes - start == 11 + 512, "a window and 256 pixels"


def show(write_program, program):
    """Return the picture of a program with an empty group on the screen, as (240, 320, 3)."""
    start = ("import board, displayio, terminalio\n"
             "group = displayio.Group()\nboard.DISPLAY.root_group = group\n")
    portal = run(write_program(start + program), instant=True)
    assert not portal.failed, portal.serial
    return np.asarray(portal.screenshot()).copy()


def count(picture, color):
    wide = np.array([color >> 16, color >> 8 & 0xFF, color & 0xFF])
    return int((np.abs(picture.astype(int) - wide).max(axis=2) < 8).sum())


def test_adafruits_buttons_bars_and_widgets_are_laid_out(write_program, tmp_path):
    Image.new("P", (16, 16)).save(tmp_path / "icon.bmp")
    picture = show(write_program, """
from adafruit_button import Button
from adafruit_display_text.bitmap_label import Label
from adafruit_displayio_layout.layouts.grid_layout import GridLayout
from adafruit_displayio_layout.widgets.switch_round import SwitchRound
from adafruit_displayio_layout.widgets.icon_widget import IconWidget
from adafruit_displayio_layout.widgets.cartesian import Cartesian
from adafruit_progressbar.horizontalprogressbar import HorizontalProgressBar
for at, style in enumerate((Button.RECT, Button.ROUNDRECT, Button.SHADOWRECT,
                            Button.SHADOWROUNDRECT)):
    button = Button(x=10, y=10 + 55 * at, width=120, height=45, label="Press", style=style,
                    label_font=terminalio.FONT, fill_color=0x5050FF, outline_color=0xFFFFFF,
                    selected_fill=0x00FF00)
    group.append(button)
assert button.contains((20, 180)) and not button.contains((140, 180))
button.selected = True
bar = HorizontalProgressBar((140, 200), (104, 30), bar_color=0xFF0000, margin_size=0)
group.append(bar)
bar.value = 60
layout = GridLayout(x=140, y=10, width=150, height=60, grid_size=(2, 2), cell_padding=4,
                    divider_lines=True)
for at in range(4):
    layout.add_content(Label(terminalio.FONT, text="c%d" % at), grid_position=(at % 2, at // 2),
                       cell_size=(1, 1))
group.append(layout)
switch = SwitchRound(140, 80, height=30)
group.append(switch)
switch.selected((1, 1))
assert switch.value
group.append(IconWidget("icon", "/icon.bmp", x=290, y=80))
plot = Cartesian(x=190, y=120, width=100, height=70, xrange=(0, 10), yrange=(0, 10))
group.append(plot)
plot.add_plot_line(1, 2)
plot.add_plot_line(5, 7)
""")
    assert count(picture, 0x5050FF) > 3 * 4500
    assert count(picture, 0x00FF00) > 4500
    assert abs(count(picture, 0xFF0000) / (102 * 28) - 0.6) < 0.02
    assert count(picture[:75, 140:], 0xFFFFFF) > 300
    assert count(picture[80:110, 140:200], 0x000000) < 30 * 60


def test_pictures_of_every_format_are_loaded(write_program, tmp_path):
    """Pillow writes them, adafruit_imageload reads them, and the panel shows Pillow's colours."""
    noise = np.random.default_rng(1).integers(0, 8, (20, 30, 3)).astype(np.uint8) * 36
    image = Image.fromarray(noise)
    gray, indexed, bits = image.convert("L"), image.quantize(16), image.convert("1")
    files = {"a1.bmp": bits, "b8.bmp": indexed, "c24.bmp": image, "d8.png": indexed,
             "e24.png": image, "f.ppm": indexed.convert("RGB"), "g.pgm": gray, "h.pbm": bits}
    for name, source in files.items():
        source.save(tmp_path / name)
    indexed.save(tmp_path / "i.gif", interlace=0)
    gif = bytearray((tmp_path / "i.gif").read_bytes())
    gif[10] |= 0x30  # the file's own depth of colour, 4 bits, which the library goes by
    (tmp_path / "i.gif").write_bytes(gif)
    picture = show(write_program, f"""
import adafruit_imageload
for at, name in enumerate({[*files, "i.gif"]}):
    bitmap, shader = adafruit_imageload.load(name, bitmap=displayio.Bitmap,
                                             palette=displayio.Palette)
    group.append(displayio.TileGrid(bitmap, pixel_shader=shader or displayio.ColorConverter(),
                                    x=at % 5 * 40, y=at // 5 * 30))
""")
    for at, source in enumerate([*files.values(), indexed]):
        left, top = at % 5 * 40, at // 5 * 30
        seen = picture[top : top + 20, left : left + 30].astype(int)
        assert np.abs(seen - np.asarray(source.convert("RGB"))).max() < 8, f"number {at}"
