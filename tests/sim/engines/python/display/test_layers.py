# SPDX-License-Identifier: MIT
"""Displays, grids of tiles, shaders and files of pictures are as on the device."""

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


def test_a_grid_says_whether_a_touch_is_in_it(world):
    """In its group's coordinates; the third number is the pressure."""
    grid = world.sprite(x=10, y=20)
    assert [grid.contains((x, y, 0)) for x, y in ((10, 20), (13, 23), (14, 20), (10, 19))] == [
        True, True, False, False]


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
