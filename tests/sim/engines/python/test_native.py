# SPDX-License-Identifier: MIT
"""The board's classes hide their private names, and call no method that a program replaces.

A program's classes may use any private name. The names that are tried are all that occur in the
sources of the simulator and of Blinka, and in those of Adafruit's library for text where one of its
classes is the base.
"""

import ast
import os
import re
import subprocess
import sys
from collections import namedtuple
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import sim
from sim.engines.python import modules as built_ins
from sim.engines.python.display import blinka
from sim.engines.python.native import private
from tests.support.built_in import load_all
from tests.support.paths import ROOT
from tests.support.programs.programs import PyPortal

OF_NAMED_TUPLES = set(dir(namedtuple("Pair", "one two")))


def test_no_class_of_the_board_has_a_private_name_that_a_program_could_write():
    found = {f"{name}.{kind.__name__}.{attribute}" for name, module in load_all().items()
             if built_ins.exists(name)
             for kind in vars(module).values()
             if isinstance(kind, type) and kind.__module__ != "_io"
             for attribute in set(dir(kind)) - OF_NAMED_TUPLES
             if re.fullmatch(r"_[A-Za-z]\w*", attribute)}
    assert not found


@pytest.mark.parametrize("source, expected", [
    ("self._x = other._y()", "self._native.x = other._native.y()"),
    ("self.x.__init__(_x, _y=1)", "self.x.__init__(_x, _y=1)"),
    ("getattr(self, '_x'), print('_x')", "(getattr(self, '_native.x'), print('_x'))"),
    ("vars(kind).get('_x')", "vars(kind).get('_native.x')"),
    ("point._replace(x=1)", "point._replace(x=1)"),
    ("def _x():\n    _y = 1", "def _x():\n    _y = 1"),
    # In a class's body what it binds is hidden.
    *((f"class _A(_B):\n    _x = 1\n    {line}", f"class _A(_B):\n    _native.x = 1\n    {seen}")
      for line, seen in (
          ("_y: int = _x", "_native.y: int = _native.x"), ("y = _global", "y = _global"),
          ("class _Inner:\n        ...", "class _native.Inner:\n        ..."),
          ("z = lambda: _x", "z = lambda: _x"),
          ("def _f(self, a=_x):\n        _local = _x",
           "def _native.f(self, a=_native.x):\n        _local = _x"),
          ("@_x.setter\n    def g(self):\n        ...",
           "@_native.x.setter\n    def g(self):\n        ..."))),
])
def test_private_attributes_are_hidden_and_other_names_are_not(source, expected):
    assert ast.unparse(private.hide(ast.parse(source))).replace("\n\n", "\n") == expected


def test_the_simulator_adds_no_import_hook_and_loads_numpy_with_one_thread():
    """In a process of its own, which has not imported anything yet."""
    code = """
import os, sys
threads, hooks = [], list(sys.meta_path)
sys.addaudithook(lambda event, args: event == "import" and args[0] == "numpy"
                 and threads.append(os.environ.get("OPENBLAS_NUM_THREADS")))
import sim.engines.python.machine
assert sys.meta_path == hooks
print(threads)
"""
    environment = {name: value for name, value in os.environ.items() if "THREADS" not in name}
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True,
                         capture_output=True, text=True)
    assert ran.stdout.startswith("['1'"), ran.stdout


# A private name that the core itself looks for in a program's class.
FOR_PROGRAMS = {"_transmit"}


def names_in(folder):
    """All words with one underscore before them, in comments and texts too."""
    return {word for file in Path(folder).rglob("*.py")
            for word in re.findall(r"\b_[A-Za-z]\w*", file.read_text(encoding="utf-8"))}


def package(name):
    return Path(find_spec(name).origin).parent


NAMES = sorted(set.union(
    names_in(Path(sim.__file__).parent),
    *(names_in(package(name)) for name in blinka.PACKAGES)) - FOR_PROGRAMS)
OF_LABELS = names_in(package("adafruit_display_text"))
# `own` makes a class of the program's from a class of the board's.
PLAIN = """
def own(base, avoid=()):
    return base

def check():
    print("all kept")
"""
CROWDED = """
from names import NAMES
made = []

def own(base, avoid=()):
    names = [name for name in NAMES if name not in avoid]
    kind = type(base.__name__, (base,), {name: "of the class" for name in names})

    def make(*arguments, **options):
        thing = kind(*arguments, **options)
        for name in names:
            assert getattr(thing, name) == "of the class"
            setattr(thing, name, name)
        made.append((thing, names))
        return thing

    return make

def check():
    for thing, names in made:
        for name in names:
            assert getattr(thing, name) == name, (thing, name)
    print("all kept")
"""
PICTURE = """
import board, displayio, terminalio, tilepalettemapper, vectorio
from adafruit_display_text import bitmap_label, label
from kinds import check, own
from names import OF_LABELS

display = board.DISPLAY
display.auto_refresh = False
Bitmap, Group, TileGrid = own(displayio.Bitmap), own(displayio.Group), own(displayio.TileGrid)

colors = own(displayio.Palette)(4)
for index, color in enumerate((0x000000, 0xFF0000, 0x00FF00, 0x0000FF)):
    colors[index] = color
colors.make_transparent(0)
sheet = Bitmap(32, 16, 4)
for at in range(32 * 16):
    sheet[at] = at * 7 % 13 % 4
colored = Bitmap(20, 20, 65536)
for at in range(400):
    colored[at] = at * 163
converter = own(displayio.ColorConverter)(input_colorspace=displayio.Colorspace.RGB565)
file = own(displayio.OnDiskBitmap)("/picture.bmp")
mapper = own(tilepalettemapper.TilePaletteMapper)(colors, 4)

root = Group(scale=2, x=3)
inner = Group(x=5, y=60)
grid = TileGrid(sheet, pixel_shader=colors, width=4, height=2, tile_width=8, tile_height=8, x=4)
mapped = TileGrid(sheet, pixel_shader=mapper, tile_width=16, tile_height=16, x=50, y=4)
mapper[0] = [0, 3, 2, 1]
ball = TileGrid(colored, pixel_shader=converter, x=80, y=6)
photo = TileGrid(file, pixel_shader=file.pixel_shader, x=60, y=30)
circle = own(vectorio.Circle)(pixel_shader=colors, radius=9, x=20, y=20, color_index=1)
box = own(vectorio.Rectangle)(pixel_shader=colors, width=20, height=8, x=40, y=2, color_index=2)
star = own(vectorio.Polygon)(
    pixel_shader=colors, points=[(0, 0), (20, 5), (8, 25)], x=70, y=9, color_index=3)
words = own(label.Label, OF_LABELS)(terminalio.FONT, text="words", x=4, y=40)
more = own(bitmap_label.Label, OF_LABELS)(terminalio.FONT, text="more", x=4, y=55, color=0xFF00FF)
for layer in inner, grid, mapped, ball, photo, words, more:
    root.append(layer)
for layer in circle, box, star:
    inner.append(layer)
display.root_group = root
display.refresh()

grid[3] = 5
grid.x, grid.flip_x = 9, True
ball.transpose_xy = True
ball.y += 7
photo.hidden = True
mapper[0] = [0, 1, 1, 2]
sheet[5, 5] = sheet[6, 5] = 2
colored.fill(0x7FF)
colors[1] = 0xFFFF00
circle.radius, box.width, star.points = 7, 31, [(0, 0), (30, 5), (8, 25)]
circle.x += 3
display.refresh()
photo.hidden = False
inner.hidden, inner.hidden, inner.x = True, False, 11
words.text, more.color = "other words", 0x00FFFF
root.remove(more)
root.insert(0, more)
root.scale, root.y = 1, 4
terminal = own(terminalio.Terminal)(TileGrid(
    terminalio.FONT.bitmap, pixel_shader=colors, width=20, height=4, tile_width=6,
    tile_height=12, y=120), terminalio.FONT)
terminal.write("on a terminal")
display.refresh()
print(grid.x, grid[3], ball.contains((85, 15, 1)), len(root), root.index(ball), sheet[5, 5],
      colors[1], converter.convert(0x123456), file.width, mapper[0], circle.radius, star.points)
check()
"""


def test_a_picture_of_layers_with_any_private_names_is_the_same(tmp_path):
    """Run it with the board's classes, and beside it with crowded classes of its own."""
    portals = []
    for name, kinds in (("plain", PLAIN), ("crowded", CROWDED)):
        drive = tmp_path / name
        drive.mkdir()
        (drive / "code.py").write_text(PICTURE)
        (drive / "kinds.py").write_text(kinds)
        (drive / "names.py").write_text(f"{NAMES = }\nOF_LABELS = {sorted(OF_LABELS)}\n")
        photo = Image.fromarray(np.arange(24 * 18 * 3, dtype=np.uint8).reshape(18, 24, 3))
        photo.save(drive / "picture.bmp")
        portals.append(PyPortal(drive))
    for portal in portals * 2:
        portal.run(1)
    plain, crowded = portals
    assert plain.serial.endswith("all kept\n"), plain.serial
    assert plain.serial == crowded.serial
    assert len(set(plain.framebuffer)) > 20
    assert plain.framebuffer == crowded.framebuffer
