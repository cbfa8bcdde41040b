# SPDX-License-Identifier: MIT
"""Painting with numpy shows what Blinka's own loops over single pixels show, without one.

The same scenes are built on two machines, one with ours and one with stock Blinka (`worlds`), and
the whole panel is compared after the first frame and after each change.
"""

from random import Random
from struct import pack

import numpy as np
import pytest
from PIL import Image

from tests.support import effort, seeds
from tests.support.display.scenes import Changes, write_files
from tests.support.display.worlds import World

SCENES = int(seeds.more(80, 800))
CHUNK = 20
FRAMES = 5


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("drive")
    (folder / "code.py").touch()
    write_files(folder, Random(0))
    return folder


@pytest.fixture(scope="module")
def worlds(drive):
    return World(drive, stock=False), World(drive, stock=True)


def assert_same(worlds, story):
    ours, blinkas = (world.picture() for world in worlds)
    assert np.array_equal(ours, blinkas), f"{np.count_nonzero(ours != blinkas)} pixels: {story}"
    return ours


@pytest.mark.parametrize("first", range(0, SCENES, CHUNK))
def test_random_scenes_and_their_changes_look_as_in_blinka(worlds, first):
    for seed in range(first, first + CHUNK):
        scenes = [Changes(world, seeds.chance(seed)) for world in worlds]
        assert_same(worlds, f"seed {seed}")
        story = []
        for _ in range(FRAMES):
            story.append({scene.change() for scene in scenes})
            assert_same(worlds, f"seed {seed}, {story}")


def test_what_is_drawn_after_changes_is_what_a_whole_redraw_draws(ours):
    for seed in range(1000, 1000 + SCENES):
        scene, story = Changes(ours, seeds.chance(seed)), []
        for _ in range(FRAMES):
            ours.display.refresh()
            story.append(scene.change())
        changed = ours.picture()
        ours.redraw()
        assert np.array_equal(changed, ours.picture()), f"seed {seed}, {story}"


def write_bmp(path, values, bits, palette=(), masks=()):
    """A .bmp file from its values, as the file's format has it."""
    height, width = values.shape
    rows = b""
    for row in values[::-1]:
        packed = "".join(format(int(value), f"0{bits}b") for value in row)
        data = int(packed.ljust(-(-len(packed) // 8) * 8, "0"), 2).to_bytes(-(-len(packed) // 8))
        if bits > 8:
            data = b"".join(int(value).to_bytes(bits // 8, "little") for value in row)
        rows += data.ljust((width * bits + 31) // 32 * 4, b"\0")
    extra = pack(f"<{len(masks)}I", *masks) + pack(f"<{len(palette)}I", *palette)
    offset = max(138, 54 + len(extra))  # Blinka refuses files shorter than that
    header = pack("<2sIIIIiiHHIIiiII", b"BM", offset + len(rows), 0, offset, 40, width, height, 1,
                  bits, 3 if masks else 0, len(rows), 0, 0, len(palette), 0)
    path.write_bytes((header + extra).ljust(offset, b"\0") + rows)


def show_file(world, name):
    bitmap = world.displayio.OnDiskBitmap(world.file(name))
    world.display.rotation = 0
    world.show(world.displayio.TileGrid(bitmap, pixel_shader=bitmap.pixel_shader, x=3, y=2))
    return bitmap


def noise(width=37, height=29, top=256):
    return np.random.default_rng(1).integers(0, top, (height, width))


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
def test_files_that_pillow_wrote_look_as_in_blinka(worlds, drive, mode):
    image = Image.fromarray(np.stack([noise()] * 3, -1).astype(np.uint8)).convert(mode)
    image.save(drive / "pillow.bmp")
    for world in worlds:
        bitmap = show_file(world, "pillow.bmp")
        assert (bitmap.width, bitmap.height) == image.size
    assert np.count_nonzero(assert_same(worlds, mode)) > 100


@pytest.mark.parametrize("bits, masks", [
    (1, ()), (4, ()), (8, ()), (16, ()), (16, (0xF800, 0x07E0, 0x001F)), (24, ()),
    (32, (0xFF0000, 0xFF00, 0xFF)),
])
def test_files_of_every_depth_look_as_in_blinka(worlds, drive, bits, masks):
    palette = [Random(bits).randrange(1 << 24) for _ in range(1 << bits)] if bits <= 8 else ()
    write_bmp(drive / "depth.bmp", noise(top=1 << bits), bits, palette, masks)
    for world in worlds:
        show_file(world, "depth.bmp")
    assert np.count_nonzero(assert_same(worlds, bits)) > 100


def test_a_32_bit_file_shows_its_colours_whatever_its_alpha(worlds, drive):
    """Blinka fails at the alpha byte, the device does not."""
    image = Image.fromarray(np.stack([noise(), noise(), noise(), noise()], -1).astype(np.uint8))
    image.save(drive / "alpha.bmp")
    image.convert("RGB").save(drive / "plain.bmp")
    show_file(worlds[0], "alpha.bmp")
    picture = worlds[0].picture()
    show_file(worlds[0], "plain.bmp")
    assert np.array_equal(picture, worlds[0].picture())


def test_a_file_that_the_program_has_closed_is_black(ours, drive):
    write_bmp(drive / "closed.bmp", noise(), 8, range(256))
    with open(drive / "closed.bmp", "rb") as file:
        bitmap = ours.displayio.OnDiskBitmap(file)
        ours.show(ours.displayio.TileGrid(bitmap, pixel_shader=bitmap.pixel_shader))
        assert ours.picture().any()
    ours.redraw()
    assert not ours.picture().any()


@pytest.mark.parametrize("colorspace, value, pixel", [
    ("L8", 0x80, 0x8410),
    ("L8", 0xFF, 0xFFFF),
    ("RGB555", 0x7C00, 0xF800),
    ("RGB555", 0x83E0, 0x07E0),  # the top bit counts for nothing; five bits are stretched to six
    ("RGB555", 0x0200, 0x0420),
    ("BGR555", 0x7C00, 0x001F),
    ("BGR555_SWAPPED", 0x1F00, 0xF800),
    ("RGB565_SWAPPED", 0x00F8, 0xF800),
])
def test_a_converter_takes_colours_as_the_device_does(ours, colorspace, value, pixel):
    space = getattr(ours.displayio.Colorspace, colorspace)
    converter = ours.displayio.ColorConverter(input_colorspace=space)
    bitmap = ours.displayio.Bitmap(2, 2, 65536)
    bitmap[1, 0] = value
    ours.display.rotation = 0
    ours.show(ours.displayio.TileGrid(bitmap, pixel_shader=converter))
    assert ours.picture()[0, 1] == converter.convert(value) == pixel


def test_a_value_past_the_palettes_end_is_transparent(ours):
    palette = ours.displayio.Palette(2)
    palette[1] = 0xFFFFFF
    bitmap = ours.displayio.Bitmap(3, 1, 4)
    for x in range(3):
        bitmap[x, 0] = x + 1
    ours.display.rotation = 0
    ours.show(ours.displayio.TileGrid(bitmap, pixel_shader=palette))
    assert ours.picture()[0, :3].tolist() == [0xFFFF, 0, 0]


def test_a_sheet_may_have_more_than_256_tiles(ours):
    sheet = ours.displayio.Bitmap(300, 1, 2)
    sheet[299] = 1
    palette = ours.displayio.Palette(2)
    palette[1] = 0xFFFFFF
    grid = ours.displayio.TileGrid(sheet, pixel_shader=palette, tile_width=1, width=3)
    grid[1] = 299
    ours.display.rotation = 0
    ours.show(grid)
    assert ours.picture()[0, :3].tolist() == [0, 0xFFFF, 0]
    assert grid[1] == 299


def board_of_tiles(world, random):
    """A field of 16×16 tiles that fills the screen, from a sheet of 16 colours."""
    displayio = world.displayio
    sheet, palette = displayio.Bitmap(256, 16, 16), displayio.Palette(16)
    for at in range(256 * 16):
        sheet[at] = random.randrange(16)
    for index in range(16):
        palette[index] = random.randrange(1 << 24)
    grid = displayio.TileGrid(sheet, pixel_shader=palette, width=world.display.width // 16,
                              height=world.display.height // 16, tile_width=16, tile_height=16)
    for at in range(grid.width * grid.height):
        grid[at] = random.randrange(16)
    world.show(grid)


def photo(world, random):
    show_file(world, "photo.bmp")


@pytest.mark.parametrize("scene", [board_of_tiles, photo])
def test_a_redraw_does_not_go_through_single_pixels(drive, scene):
    Image.fromarray(noise(320, 240).astype(np.uint8)).convert("RGB").save(drive / "photo.bmp")
    work = []
    for width, height in (160, 120), (320, 240):
        world = World(drive, False, width, height)
        scene(world, Random(1))
        world.redraw()
        work.append(effort.lines(world.display.refresh))
    assert work[1] < 320 * 240 / 20
    assert work[1] < 2 * work[0]
