# SPDX-License-Identifier: MIT
"""The number of a game's board, to be dealt again on another PyPortal.

Where settings.toml names a page for the browser, a QR code leads to the board there.
"""

import gc
import sys

import displayio
from micropython import const

from minesweeper.pages.page import Page
from minesweeper.screen import text
from minesweeper.screen.plate import MARGIN
from minesweeper.screen.theme import palette_of
from minesweeper.sharing import numbers

_BUTTONS = (text.BACK + " Back", text.BOARDS + " By number")
_REQUESTS = (("page", "back"), ("page", "pages.digits"))
_NUMBERED = const("This number deals the same board on any PyPortal.")
_MOVED = const("Fair guesses have moved its mines: it has no number.")
_NONE = const("Open a cell first: then this board has a number.")
_SCAN = const("Scan to play this board in a browser.")
_PAGE = const("MINES_PAGE")
# A code of a longer address has too small squares for this display.
_LONGEST = const(100)
_WRONG = const('MINES_PAGE is "{}" and is ignored: expected https://host/path, at most {} letters.')
# White squares that readers of codes expect around one.
_QUIET = const(4)
_PAPER, _INK = const(0xFFFFFF), const(0x000000)


def show(session):
    """Show the number until the player goes on; returns a request."""
    game = session.game
    number = numbers.of(game) if game.field.laid else ""
    address = _address(session.device.setting) if number else ""
    if address:
        tapped = _show_code(session, address + "#board=" + number, number)
    else:
        tapped = _show_number(session, number)
    return _REQUESTS[tapped]


def _show_number(session, number):
    """Show the number, large enough to be copied by hand; returns the tapped button."""
    words = _NUMBERED if number else _MOVED if session.game.rearranged else _NONE
    page = Page(session, "Share", _BUTTONS, ("",) * 2 + (words,))
    if number:
        face = text.heading if text.heading.width(number) <= page.width else text.body
        page.say(number, session.display.width // 2, page.above + text.heading.height // 2, face)
    return page.choose(0, requests=_REQUESTS)


def _show_code(session, address, number):
    """Show the code at the left, and words and the number at the right; returns the button."""
    page = Page(session, "", _BUTTONS)
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
    return page.choose(0, requests=_REQUESTS)


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
