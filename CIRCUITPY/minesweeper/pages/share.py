# SPDX-License-Identifier: MIT
"""The number of a game's board, to be dealt again on another PyPortal.

Where settings.toml names a page for the browser, a QR code leads to the board there.
"""

import gc
import sys

import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import MARGIN, Page
from minesweeper.screen import icons, text
from minesweeper.screen.box import palette_of

_BACK = (icons.BACK + " Back",)
_NUMBERED = ("This number deals the same board on any PyPortal: choose Menu, Boards, By number.",)
_MOVED = ("Fair guesses have moved its mines: no number deals this board again.",)
_SCAN = const("Scan this to play the board in a browser, or type its number on a PyPortal: "
              "Menu, Boards, By number.")
_PAGE = const("MINES_PAGE")
# A code of a longer address has too small squares for this display.
_LONGEST = const(100)
_WRONG = const('MINES_PAGE is "{}" and is ignored: expected https://host/path, at most {} letters.')
# White squares that readers of codes expect around one.
_QUIET = const(4)
_PAPER, _INK = const(0xFFFFFF), const(0x000000)


def show(session):
    """Show the number until the player goes back; returns a request, which the menu follows."""
    number = lazy.call("sharing.numbers", "of", session.game)
    address = _address(session.device.setting) if number else ""
    if address:
        _show_code(session, address + "#board=" + number, number)
    else:
        _show_number(session, number)
    return "page", "pages.menu"


def _show_number(session, number):
    """Show the number, large enough to be copied by hand."""
    lines = _NUMBERED if number else _MOVED
    page = Page(session, "Share", _BACK, ("",) * 2 + lines, 1)
    if number:
        face = text.heading if text.heading.width(number) <= page.width else text.body
        page.say(number, session.display.width // 2, page.above + text.heading.height // 2, face)
    page.choose()


def _show_code(session, address, number):
    """Show the code at the left, and words and the number at the right."""
    page = Page(session, "", _BACK, (), 1)
    squares = _squares(address)
    scale = (page.bounds[0][1] - 2 * MARGIN) // squares.height
    side = squares.height * scale
    middle = page.bounds[0][1] // 2
    code = displayio.Group(scale=scale, x=MARGIN, y=middle - side // 2)
    code.append(displayio.TileGrid(squares, pixel_shader=palette_of(_PAPER, _INK)))
    page.group.append(code)
    room = page.width - side - MARGIN
    if text.body.width(number) > room:
        number = number.replace("-", "-\n")
    lines = text.lines(_SCAN, room) + ["", number]
    page.say("\n".join(lines), side + 2 * MARGIN + room // 2, middle, None, room)
    page.choose()


def _address(setting):
    """Return the page named in settings.toml, "" if there is none."""
    try:
        address = str(setting(_PAGE) or "").strip()
    except ValueError:
        address = "?"
    is_whole = address.startswith("https://") or address.startswith("http://")
    if not address or (is_whole and len(address) <= _LONGEST):
        return address
    print(_WRONG.format(address, _LONGEST))
    return ""


def _squares(words):
    """Return a bitmap of a QR code, a pixel for a square; the library is unloaded again."""
    before = set(sys.modules)
    gc.collect()
    import adafruit_miniqr

    code = adafruit_miniqr.QRCode()
    code.add_data(words.encode())
    code.make()
    count = code.module_count
    squares = displayio.Bitmap(count + 2 * _QUIET, count + 2 * _QUIET, 2)
    for x in range(count):
        for y in range(count):
            if code.matrix[x, y]:
                squares[x + _QUIET, y + _QUIET] = 1
    for name in set(sys.modules) - before:
        del sys.modules[name]
    return squares
