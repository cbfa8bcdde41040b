# SPDX-License-Identifier: MIT
"""Text is drawn as on the device: the built-in font, labels, and the terminal."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import BdfFontFile

import seeds
from sim import PyPortal
from worlds import private, refused


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
    with PyPortal(write_program(LABEL)) as portal:
        for _ in range(2):
            portal.run(0.5)
            ys, xs = portal.machine.panel.pixels().nonzero()
            assert (xs.min(), xs.max(), ys.min(), ys.max()) == (20, 30, 26, 35)
            portal.type("\n")
        assert portal.serial.split("\n")[0] == "(0, -6, 12, 12)"


@pytest.fixture
def terminal(world):
    """Five by three characters, and what they show."""
    terminalio = world.load("terminalio")
    grid = world.displayio.TileGrid(
        terminalio.FONT.bitmap, pixel_shader=world.displayio.Palette(2), width=5, height=3,
        tile_width=6, tile_height=12)
    terminal = terminalio.Terminal(grid, terminalio.FONT)

    def show(text):
        assert terminal.write(text) == len(text)
        rows = [(row + private(grid, "_top_left_y")) % 3 for row in range(3)]
        return ["".join(chr(grid[x, y] + 32) for x in range(5)).rstrip() for y in rows]

    terminal.show, terminal.palette = show, grid.pixel_shader
    return terminal


def test_a_terminal_wraps_and_scrolls(terminal):
    assert terminal.show("ab\r\ncd") == ["", "ab", "cd"]
    assert terminal.show("\x1b[2J\r\nx\nyz") == ["", "x", " yz"], "a line feed only moves down"
    assert terminal.show("\nefghijk") == [" yz", "efghi", "jk"], "scrolling starts a row anew"
    assert terminal.show("\b\bm\rn") == [" yz", "efghi", "nk"]


def test_a_terminal_shows_what_a_list_of_rows_would(terminal):
    """For any text of lines, written in any pieces."""
    random = seeds.chance(1)
    rows = ["", "", ""]
    for _ in range(300):
        text = "".join(random.choices("abcd \n", k=random.randrange(9)))
        for letter in text:
            if letter == "\n":
                rows.append("")
            else:
                rows[-1] += letter
                if len(rows[-1]) == 5:
                    rows.append("")
        assert terminal.show(text.replace("\n", "\r\n")) == [row.rstrip() for row in rows[-3:]]


def test_a_terminal_obeys_escape_sequences(terminal):
    assert terminal.show("\x1b[2Jabcd\x1b[2D\x1b[K") == ["ab", "", ""]
    assert terminal.show("\x1b[2;3Hx\x1b[H!") == ["!b", "  x", ""]
    assert terminal.show("\x1b]0;title\x1b\\\x1b[31mb") == ["!b", "  x", ""]
    assert (terminal.cursor_x, terminal.cursor_y) == (2, 0)
    assert terminal.show("\x1b[2Jabcd\x1b[2D\x1b[1K") == ["  cd", "", ""]
    assert terminal.show("\x1b[2K!\x1b[99;4Hz") == ["  !", "", "   z"]


def test_a_terminal_scrolls_a_range_of_rows(terminal):
    assert terminal.show("\x1b[2Ja\r\nb\r\nc\x1b[1;2r") == ["a", "b", "c"]
    assert terminal.show("\x1b[2;1Hd\r\ne") == ["d", "e", "c"], "the third row stays"
    assert terminal.show("\x1b[1;1H\x1bMf") == ["f", "d", "c"], "and down again"
    assert terminal.show("\x1b[r\x1bMg") == ["g", "f", "d"], "now all of them"


def test_colours_are_those_of_the_whole_terminal(terminal):
    terminal.show("\x1b[31;44m")
    assert list(terminal.palette) == [0x0000FF, 0xFF0000]
    terminal.show("\x1b[0m")
    assert list(terminal.palette) == [0x000000, 0xFFFFFF]


def test_no_bytes_are_too_wild_for_a_terminal(terminal):
    random = seeds.chance(2)
    for _ in range(2000):
        wild = bytes(random.choices(b"\x1b[];0129?HJKDMr m\\a\n\xe2\x90\xff", k=12))
        assert terminal.write(wild) == 12
        assert 0 <= terminal.cursor_x < 5 and 0 <= terminal.cursor_y < 3


def test_a_title_is_written_on_the_status_bar(world):
    terminalio = world.load("terminalio")
    grids = [world.displayio.TileGrid(
        terminalio.FONT.bitmap, pixel_shader=world.displayio.Palette(2), width=6, height=height,
        tile_width=6, tile_height=12) for height in (2, 1)]
    terminal = terminalio.Terminal(grids[0], terminalio.FONT, status_bar=grids[1])
    for text in "\x1b]0;ti", "tle and more\x1b\\", "\x1b]2;icon\x1b\\":
        terminal.write(text)
    assert "".join(chr(grids[1][x] + 32) for x in range(6)) == "title "
    assert terminal.cursor_x == 0
