# SPDX-License-Identifier: MIT
"""Areas, lines, circles and polygons in a bitmap: as Blinka and as the device draw them."""

from array import array

import pytest

from bitmaps import digits, picture, same_in_both
from worlds import private


@pytest.mark.parametrize("seed", range(20))
def test_fill_region_fills_as_in_blinka(worlds, seed):
    def work(tools, random, target, _):
        x1, y1 = random.randint(0, target.width), random.randint(0, target.height)
        tools.fill_region(target, x1, y1, random.randint(x1, target.width),
                          random.randint(y1, target.height), 1)

    same_in_both(worlds, seed, work)


@pytest.mark.parametrize("seed", range(20))
def test_boundary_fill_fills_as_in_blinka(worlds, seed):
    def work(tools, random, target, _):
        x, y = random.randrange(target.width), random.randrange(target.height)
        for at in range(target.width * target.height):
            target[at] = random.choice([0, 0, 1])
        tools.boundary_fill(target, x, y, 1, target[x, y])

    same_in_both(worlds, seed, work)


@pytest.mark.parametrize("seed", range(20))
def test_circles_are_drawn_as_in_blinka(worlds, seed):
    def work(tools, random, target, _):
        tools.draw_circle(target, random.randrange(target.width), random.randrange(target.height),
                          random.randint(0, min(target.width, target.height)), 1)

    same_in_both(worlds, seed, work)


def test_replace_color_replaces_one_value(ours, tools):
    bitmap = picture(ours, "0120", "1001")
    tools.replace_color(bitmap, 1, 5)
    assert digits(bitmap) == ["0520", "5005"]


def test_boundary_fill_fills_what_hangs_together(ours, tools):
    bitmap = picture(ours, "00100", "01010", "01110", "00000")
    tools.boundary_fill(bitmap, 0, 0, 7)
    assert digits(bitmap) == ["77177", "71017", "71117", "77777"]
    tools.boundary_fill(bitmap, 2, 1, 2, 7)
    assert digits(bitmap)[1] == "71017", "the value there is not the one to replace"
    with pytest.raises(ValueError, match="out of range of target"):
        tools.boundary_fill(bitmap, 5, 0, 1)


def test_boundary_fill_of_a_screen_takes_no_time(ours, tools):
    bitmap = ours.displayio.Bitmap(320, 240, 2)
    tools.boundary_fill(bitmap, 160, 120, 1)
    assert private(bitmap, "_values").all()


@pytest.mark.parametrize("ends", [(0, 0, 5, 2), (5, 2, 0, 0)])
def test_a_line_is_the_same_from_either_end(ours, tools, ends):
    bitmap = picture(ours, *["000000"] * 3)
    tools.draw_line(bitmap, *ends, 1)
    assert digits(bitmap) == ["110000", "001100", "000011"]


def test_lines_and_circles_may_reach_beyond_the_bitmap(ours, tools):
    bitmap = picture(ours, "000", "000")
    tools.draw_line(bitmap, -5, 1, 9, 1, 1)
    tools.draw_circle(bitmap, 0, 0, 2, 2)
    assert digits(bitmap) == ["002", "112"]


def test_a_polygon_is_closed_unless_it_is_told_not_to_be(ours, tools):
    for close, rows in (True, ["1111", "1001", "1111"]), (False, ["1111", "0001", "1111"]):
        bitmap = picture(ours, *["0000"] * 3)
        tools.draw_polygon(bitmap, bytes([0, 3, 3, 0]), bytes([0, 0, 2, 2]), 1, close)
        assert digits(bitmap) == rows


def test_coordinates_of_a_polygon_are_signed(ours, tools):
    """Of bytes too: 254 is -2, as the core reads them."""
    bitmap = picture(ours, "0000", "0000")
    tools.draw_polygon(bitmap, bytes([254, 2]), bytes([1, 1]), 1)
    assert digits(bitmap) == ["0000", "1110"]
    tools.draw_polygon(bitmap, array("h", [0, 300]), array("h", [0, 0]), 2)
    assert digits(bitmap) == ["2222", "1110"]
    with pytest.raises(ValueError, match="Coordinate arrays types have different sizes"):
        tools.draw_polygon(bitmap, array("h", [0, 3]), bytes(2), 2)
