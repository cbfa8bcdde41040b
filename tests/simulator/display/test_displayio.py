# SPDX-License-Identifier: MIT
"""Shaders, files and shapes behave as on the device, also where Blinka does not."""

import ast
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from worlds import WHITE, refused

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
