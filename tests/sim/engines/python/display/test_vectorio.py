# SPDX-License-Identifier: MIT
"""Shapes of odd sizes, at odd places: they are drawn or refused as on a board.

Source: shared-bindings/vectorio and shared-module/vectorio in CircuitPython.
"""

import pytest

from tests.support.programs.instantly import PyPortal, outcomes, printed

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
    with PyPortal(write_program(f"{HEAD}{shape}\nboard.DISPLAY.refresh()\n"
                                "while True: pass")) as portal:
        portal.run(1)
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
