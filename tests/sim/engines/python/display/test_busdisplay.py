# SPDX-License-Identifier: MIT
"""A display on the bus behaves as on the device: root group, rotation, frames and bytes sent."""

import pytest

from sim.engines.python.native.parts import pin_of
from tests.support.display.worlds import HEIGHT, WIDTH, refused


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


def test_a_turned_display_shows_the_rest_of_the_picture_too(world):
    """On whole screens of noise, whichever way the display was turned before."""
    displayio = world.displayio
    bitmap, palette = displayio.Bitmap(WIDTH, WIDTH, 2), displayio.Palette(2)
    palette[1] = 0xFFFFFF
    for at in range(WIDTH * WIDTH):
        bitmap[at] = at * 7919 % 13 % 2
    world.show(displayio.TileGrid(bitmap, pixel_shader=palette))
    for rotation in 90, 180, 270, 0:
        world.display.rotation = rotation
        changed = world.picture()
        world.redraw()
        assert (changed == world.picture()).all()
    with pytest.raises(ValueError, match="Display rotation must be in 90 degree increments"):
        world.display.rotation = 45


def test_a_display_that_does_not_refresh_itself_waits(world):
    world.show(world.sprite())
    world.machine.clock.advance(100_000_000)
    assert not world.machine.panel.pixels().any()
    world.display.auto_refresh = 1
    world.machine.clock.advance(100_000_000)
    assert world.machine.panel.pixels().any()
    assert world.display.auto_refresh is True
