# SPDX-License-Identifier: MIT
"""Text is drawn as on the device: the built-in font, labels, terminals and the terminal screen."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import BdfFontFile

from sim.engines.python.display.terminal import FIRST, LAST, sheet
from tests.support import seeds
from tests.support.programs.programs import PyPortal, run

# Where the core puts the rows of a 320×240 display: 53 columns, 19 rows below the title.
LEFT, TOP, COLUMNS, ROWS = 2, 12, 53, 19
TITLE_LEFT = 14


def seen_rows(panel, left=LEFT, top=TOP, columns=COLUMNS, rows=ROWS):
    """The text that is read off the panel, row by row."""
    ink = panel.pixels() != 0
    glyphs = {sheet()[:, at * 6 : at * 6 + 6].tobytes(): chr(at + FIRST)
              for at in range(LAST - FIRST + 1)}
    return ["".join(glyphs[np.ascontiguousarray(
        ink[y : y + 12, x : x + 6]).view(np.uint8).tobytes()]
        for x in range(left, left + 6 * columns, 6)).rstrip()
        for y in range(top, top + 12 * rows, 12)]


ANY_KEY = "Press any key to enter the REPL. Use CTRL-D to reload\n."


def text_of(portal):
    return "\n".join(seen_rows(portal.board.panel)).strip("\n")


def title_of(portal):
    return seen_rows(portal.board.panel, TITLE_LEFT, 0, 51, 1)[0]


PICTURE = """
import board, displayio, time
def show():
    bitmap, palette = displayio.Bitmap(320, 240, 2), displayio.Palette(2)
    palette[0] = 0xFF0000
    group = displayio.Group()
    group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    board.DISPLAY.root_group = group
show()
"""
HELLO = """
print("Hello World!")
print("x" * 60)
while True:
    pass
"""


def test_what_is_printed_is_seen_and_only_the_last_rows_stay(write_program):
    portal = run(write_program(HELLO), 0.1)
    about, text = text_of(portal).split("code.py ")
    assert about.startswith("Adafruit CircuitPython 10.") and about.endswith("to disable.\n")
    assert text == "output:\nHello World!\n" + "x" * 53 + "\n" + "x" * 7
    assert seen_rows(portal.board.panel)[-2:] == ["x" * 7, ""], "the newest line is at the bottom"
    assert title_of(portal).startswith("code.py | 10.")
    portal = run(write_program("for n in range(1000): print('line', n)"), 5)
    assert seen_rows(portal.board.panel)[:3] == ["line 987", "line 988", "line 989"]
    assert text_of(portal).endswith(f"line 999\n\nCode done running.\n\n{ANY_KEY}")
    assert title_of(portal).startswith("Done | ")


@pytest.mark.parametrize("auto_refresh", [True, False])
def test_an_exception_brings_the_terminal_with_its_traceback(write_program, auto_refresh):
    with PyPortal(write_program(PICTURE + f"""
board.DISPLAY.auto_refresh = {auto_refresh}
print("before")
1 / 0
""")) as portal:
        portal.run()
        assert text_of(portal).partition("disable.\n")[2] == '''code.py output:
before
Traceback (most recent call last):
  File "code.py", line 13, in <module>
ZeroDivisionError: division by zero

Code done running.

''' + ANY_KEY
        assert title_of(portal).startswith("Done | ")


def test_the_terminal_shows_what_boot_py_has_printed(write_program):
    folder = write_program("print('hello')")
    (folder / "boot.py").write_text("print('early')\n1 / 0\n")
    about, _, rest = text_of(run(folder, 1)).partition("boot.py output:\n")
    assert "Board ID:pyportal" in about
    assert rest.startswith("""early
Traceback (most recent call last):
  File "boot.py", line 2, in <module>
ZeroDivisionError: division by zero

Auto-reload""")
    assert "code.py output:\nhello\n" in rest


def test_the_terminal_shows_what_is_typed_and_goes_on_after_a_reload(write_program):
    program = """
import supervisor, sys
name = input("Name? ")
if name == "again":
    supervisor.reload()
print("Hello", name)
sys.exit()
"""
    with PyPortal(write_program(program)) as portal:
        for name in ("again", "Bob"):
            portal.run(1)
            portal.type(f"{name}\n")
        portal.run(1)
        shown, title = text_of(portal).split("Name? "), title_of(portal)
    assert shown[1].split("\n")[:4] == ["again", "", "Code done running.", "soft reboot"]
    assert shown[2].startswith("Bob\nHello Bob\n\nCode done running.\n\nAdafruit CircuitPython")
    assert shown[2].endswith("\n>>>")
    assert title.startswith("REPL")


def test_a_titano_has_80_columns(write_program):
    with PyPortal(write_program("print('x' * 100)"), board="pyportal_titano") as portal:
        portal.run()
        assert seen_rows(portal.board.panel, 0, 20, 80, 25)[-7:-5] == ["x" * 80, "x" * 20]


def test_the_font_has_ascii_and_the_glyphs_of_its_file(world):
    """Pillow's parser is the witness."""
    font = world.load("terminalio").FONT
    assert font.get_bounding_box() == (6, 12)
    assert [font.get_glyph(code) for code in (0x1F, 0x7F, 0xE9, 0x20AC)] == [None] * 4
    source = Path(find_spec("displayio").origin).parent / "resources" / "ter-u12n.bdf"
    with open(source, "rb") as file:
        pillow = BdfFontFile.BdfFontFile(file)
    for code in range(0x20, 0x7F):
        glyph = font.get_glyph(code)
        assert tuple(glyph)[1:] == (code - 0x20, 6, 12, 0, 0, 6, 0)
        assert glyph.bitmap is font.bitmap
        image = np.asarray(pillow.glyph[code][3].convert("L")) > 0
        ours = [[font.bitmap[glyph.tile_index * 6 + x, y] for x in range(6)] for y in range(12)]
        assert np.array_equal(image, np.array(ours) == 1), chr(code)


@pytest.fixture
def terminal(world):
    """Five by three characters, and what they show."""
    terminalio = world.load("terminalio")
    palette = world.displayio.Palette(2)
    palette[1] = 0xFFFFFF
    grid = world.displayio.TileGrid(terminalio.FONT.bitmap, pixel_shader=palette, width=5, height=3,
                                    tile_width=6, tile_height=12)
    world.show(grid)
    terminal = terminalio.Terminal(grid, terminalio.FONT)

    def show(text):
        assert terminal.write(text) == len(text)
        world.display.refresh()
        return seen_rows(world.machine.panel, 0, 0, 5, 3)

    terminal.show = show
    return terminal


# Texts that are written one after the other, each with what is seen then.
WRITTEN = [
    [("ab\r\ncd", " ab cd"), ("\x1b[2J\r\nx\nyz", " x _yz"), ("\nefghijk", "_yz efghi jk"),
     ("\b\bm\rn", "_yz efghi nk")],
    [("\x1b[2Jabcd\x1b[2D\x1b[K", "ab  "), ("\x1b[2;3Hx\x1b[H!", "!b __x "),
     ("\x1b]0;title\x1b\\\x1b[31mb", "!b __x "),
     ("\x1b[2Jabcd\x1b[2D\x1b[1K", "__cd  "), ("\x1b[2K!\x1b[99;4Hz", "__!  ___z")],
    # It scrolls a range of rows, and down again, then all of them.
    [("\x1b[2Ja\r\nb\r\nc\x1b[1;2r", "a b c"), ("\x1b[2;1Hd\r\ne", "d e c"),
     ("\x1b[1;1H\x1bMf", "f d c"), ("\x1b[r\x1bMg", "g f d")],
]


@pytest.mark.parametrize(("written", "cursor"), [
    *zip(WRITTEN, [(1, 1), (4, 2), (1, 2)], strict=True)])
def test_a_terminal_wraps_scrolls_and_obeys_escape_sequences(terminal, written, cursor):
    """A line feed only moves down."""
    for text, rows in written:
        assert terminal.show(text) == [row.replace("_", " ") for row in rows.split(" ")]
    assert (terminal.cursor_x, terminal.cursor_y) == cursor


def test_no_bytes_are_too_wild_for_a_terminal(terminal):
    random = seeds.chance(2)
    for _ in range(2000):
        wild = bytes(random.choices(b"\x1b[];0129?HJKDMr m\\a\n\xe2\x90\xff", k=12))
        assert terminal.write(wild) == 12
        assert 0 <= terminal.cursor_x < 5 and 0 <= terminal.cursor_y < 3
