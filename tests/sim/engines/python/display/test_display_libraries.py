# SPDX-License-Identifier: MIT
"""Adafruit's libraries for the display run unmodified and show what they are for."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sim import PyPortal

START = """
import board, displayio, terminalio
group = displayio.Group()
board.DISPLAY.root_group = group
"""


@pytest.fixture
def show(tmp_path):
    """Runs a program; returns its picture as (240, 320, 3)."""
    def run(program):
        (tmp_path / "code.py").write_text(START + program)
        with PyPortal(tmp_path) as portal:
            portal.run()
            assert not portal.failed, portal.serial
            return np.asarray(portal.screenshot()).copy()

    return run


def count(picture, color):
    wide = np.array([color >> 16, color >> 8 & 0xFF, color & 0xFF])
    return int((np.abs(picture.astype(int) - wide).max(axis=2) < 8).sum())


def test_shapes_are_filled_and_outlined(show):
    picture = show("""
from adafruit_display_shapes.rect import Rect
from adafruit_display_shapes.circle import Circle
from adafruit_display_shapes.roundrect import RoundRect
from adafruit_display_shapes.triangle import Triangle
from adafruit_display_shapes.line import Line
from adafruit_display_shapes.polygon import Polygon
from adafruit_display_shapes.filled_polygon import FilledPolygon
from adafruit_display_shapes.sparkline import Sparkline
from adafruit_display_shapes.arc import Arc
group.append(Rect(10, 10, 50, 30, fill=0xFF0000, outline=0xFFFFFF, stroke=3))
group.append(Circle(100, 40, 25, fill=0x00FF00))
group.append(RoundRect(140, 10, 60, 40, 10, fill=0x0000FF))
group.append(Triangle(220, 50, 250, 5, 280, 50, fill=0xFFFF00))
group.append(Line(5, 70, 310, 70, 0x00FFFF))
group.append(Polygon([(20, 100), (60, 100), (60, 140), (20, 140)], outline=0xFF00FF))
group.append(FilledPolygon([(120, 100), (160, 100), (160, 140), (120, 140)], fill=0x808000))
chart = Sparkline(width=80, height=40, max_items=10, x=200, y=100, color=0x8080FF)
group.append(chart)
for value in range(10):
    chart.add_value(value)
arc = Arc(radius=30, angle=90, direction=45, segments=10, arc_width=8, fill=0xFF8000)
arc.x, arc.y = 100, 200
group.append(arc)
""")
    assert count(picture, 0xFF0000) == 44 * 24
    assert abs(count(picture, 0x00FF00) - np.pi * 25 ** 2) < 80
    assert 60 * 40 - 120 < count(picture, 0x0000FF) < 60 * 40
    assert abs(count(picture, 0xFFFF00) - 60 * 46 / 2) < 60
    assert count(picture, 0x00FFFF) == 306
    assert count(picture, 0xFF00FF) == 160
    assert 38 * 38 <= count(picture, 0x808000) <= 41 * 41
    assert count(picture, 0x8080FF) >= 70 and count(picture, 0xFF8000) > 200


def test_buttons_are_pressed(show):
    picture = show("""
from adafruit_button import Button
for at, style in enumerate((Button.RECT, Button.ROUNDRECT, Button.SHADOWRECT,
                            Button.SHADOWROUNDRECT)):
    button = Button(x=10, y=10 + 55 * at, width=120, height=45, label="Press", style=style,
                    label_font=terminalio.FONT, fill_color=0x5050FF, outline_color=0xFFFFFF,
                    selected_fill=0x00FF00)
    group.append(button)
assert button.contains((20, 180)) and not button.contains((140, 180))
button.selected = True
""")
    assert count(picture, 0x5050FF) > 3 * 4500
    assert count(picture, 0x00FF00) > 4500


def test_bars_show_progress(show):
    picture = show("""
from adafruit_progressbar.horizontalprogressbar import HorizontalProgressBar
from adafruit_progressbar.verticalprogressbar import VerticalProgressBar
across = HorizontalProgressBar((10, 10), (204, 30), bar_color=0x00FF00, margin_size=0)
down = VerticalProgressBar((10, 60), (30, 154), bar_color=0xFF0000, margin_size=0)
group.append(across)
group.append(down)
across.value, down.value = 60, 30
""")
    assert abs(count(picture, 0x00FF00) / (202 * 28) - 0.6) < 0.02
    assert abs(count(picture, 0xFF0000) / (28 * 152) - 0.3) < 0.02


def test_widgets_are_laid_out(show, tmp_path):
    Image.new("P", (16, 16)).save(tmp_path / "icon.bmp")
    picture = show("""
from adafruit_display_text.bitmap_label import Label
from adafruit_displayio_layout.layouts.grid_layout import GridLayout
from adafruit_displayio_layout.widgets.switch_round import SwitchRound
from adafruit_displayio_layout.widgets.icon_widget import IconWidget
from adafruit_displayio_layout.widgets.cartesian import Cartesian
layout = GridLayout(x=10, y=10, width=150, height=100, grid_size=(2, 2), cell_padding=4,
                    divider_lines=True)
for at in range(4):
    layout.add_content(Label(terminalio.FONT, text="c%d" % at), grid_position=(at % 2, at // 2),
                       cell_size=(1, 1))
group.append(layout)
switch = SwitchRound(180, 20, height=30)
group.append(switch)
switch.selected((1, 1))
group.append(IconWidget("icon", "/icon.bmp", x=180, y=80))
plot = Cartesian(x=150, y=120, width=140, height=100, xrange=(0, 10), yrange=(0, 10))
group.append(plot)
plot.add_plot_line(1, 2)
plot.add_plot_line(5, 7)
assert switch.value
""")
    assert count(picture[:115, :165], 0xFFFFFF) > 500
    assert count(picture[20:60, 180:250], 0x000000) < 40 * 70


def test_a_font_file_gives_the_glyphs_of_the_built_in_font(show, tmp_path):
    """The same font as BDF: text looks the same by either road, but for its place."""
    source = Path(find_spec("displayio").origin).parent / "resources" / "ter-u12n.bdf"
    (tmp_path / "font.bdf").write_bytes(source.read_bytes())
    pictures = [show(f"""
from adafruit_bitmap_font import bitmap_font
from adafruit_display_text import bitmap_label, label
font = {font}
kinds = label.Label, bitmap_label.Label
for at, kind in enumerate(kinds):
    text = kind(font, text="Quartz 0123 gjpqy", color=0xFFFF00)
    text.anchor_point, text.anchored_position = (0, 0), (20, 20 + 30 * at)
    group.append(text)
""") for font in ("bitmap_font.load_font('/font.bdf')", "terminalio.FONT")]
    crops = []
    for picture in pictures:
        for part in picture[:50], picture[50:]:
            ink = part.any(axis=2)
            rows, columns = ink.any(axis=1).nonzero()[0], ink.any(axis=0).nonzero()[0]
            crops.append(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    for crop in crops[1:]:
        assert np.array_equal(crop, crops[0])


def test_pictures_of_every_format_are_loaded(show, tmp_path):
    """Pillow writes them, adafruit_imageload reads them, and the panel shows Pillow's colours."""
    noise = np.random.default_rng(1).integers(0, 8, (20, 30, 3)).astype(np.uint8) * 36
    image = Image.fromarray(noise)
    gray, indexed = image.convert("L"), image.quantize(16)
    for name, picture, options in (
            ("a1.bmp", image.convert("1"), {}), ("b8.bmp", indexed, {}), ("c24.bmp", image, {}),
            ("d8.png", indexed, {}), ("e24.png", image, {}), ("f.ppm", indexed.convert("RGB"), {}),
            ("g.pgm", gray, {}), ("h.pbm", image.convert("1"), {}),
            ("i.gif", indexed, {"interlace": 0})):
        picture.save(tmp_path / name, **options)
    gif = bytearray((tmp_path / "i.gif").read_bytes())
    gif[10] |= 0x30  # the file's own depth of colour, 4 bits, which the library goes by
    (tmp_path / "i.gif").write_bytes(gif)
    picture = show("""
import adafruit_imageload, os
names = sorted(name for name in os.listdir("/") if "." in name and name != "code.py")
for at, name in enumerate(names):
    bitmap, shader = adafruit_imageload.load(name, bitmap=displayio.Bitmap,
                                             palette=displayio.Palette)
    group.append(displayio.TileGrid(bitmap, pixel_shader=shader or displayio.ColorConverter(),
                                    x=at % 5 * 40, y=at // 5 * 30))
assert len(names) == 9
""")
    expected = [image.convert("1"), indexed, image, indexed, image, indexed, gray,
                image.convert("1"), indexed]
    for at, source in enumerate(expected):
        left, top = at % 5 * 40, at // 5 * 30
        seen = picture[top : top + 20, left : left + 30].astype(int)
        assert np.abs(seen - np.asarray(source.convert("RGB"))).max() < 8, f"number {at}"
