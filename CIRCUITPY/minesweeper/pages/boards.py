# SPDX-License-Identifier: MIT
"""The boards to choose from: a button for each with its name, size, mines, best time and picture.

The button of the board in play is down. A tap on the player's own board leads to its numbers first.
Boards that do not fit one page are on two.
"""

import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.board import presets
from minesweeper.memory import choices
from minesweeper.memory.options import NUMBERS
from minesweeper.pages.page import Page
from minesweeper.pages.rules import asks_for_board, gives_up, rules
from minesweeper.screen.box import palette_of
from minesweeper.screen.panel import clock

# Colours of the ground and of mines in the small pictures.
_PICTURE = (0xF7F7EF, 0x9C1018)
_ROOM = const(32)
# A longer name leaves no room for marks at its sides.
_LONG = const(12)
_TITLES = ("columns", "rows", "mines")
# The buttons beside the boards, and the pages that they lead to.
_DAILY, _NUMBER, _MORE, _BACK = "Board of\nthe day", "By number", "More", "Back"
_ASKING = {_DAILY: "pages.date", _NUMBER: "pages.digits"}
# A button needs so many pixels for its three lines.
_HIGH = const(60)


def show(session, save):
    """Return a request for the board that is chosen, for another page, or to go back."""
    options = session.options
    before = rules(options)
    chosen = _chosen(session)
    if chosen in _ASKING:
        return "page", _ASKING[chosen] if gives_up(session) else "pages.pause"
    if chosen != _BACK:
        options.choose(chosen)
        if options.is_custom():
            _custom(session)
        asked = asks_for_board(session, before)
        save()
        if asked:
            return "board", None
    return "page", "pages.pause"


def _chosen(session):
    """Return a board, or one of the words; begin on the page with the board in play."""
    pages = _pages(session.options.offered(), session.display.height)
    number = 0 if session.options.board() in pages[0][0] else 1
    while True:
        boards, words = pages[number]
        tapped = (boards + words)[_page(session, boards, words)]
        if tapped != _MORE:
            return tapped
        number = 1 - number


def _pages(boards, height):
    """Return (boards, words below them) of one page, or of two."""
    most = (height // _HIGH - 1) * 2
    if len(boards) <= most:
        return ((boards, [_DAILY, _NUMBER, _BACK]),)
    return (boards[:most], [_DAILY, _MORE, _BACK]), (boards[most:], [_NUMBER, _MORE, _BACK])


def _page(session, boards, words):
    """Show a page and return the number of the button that is tapped."""
    played = session.options.board()
    buttons = [_words(session, board, board == played) for board in boards]
    buttons += [_daily(session) if word == _DAILY else word for word in words]
    page = Page(session, "", buttons, (), 2, _ROOM, len(words))
    palette = palette_of(*_PICTURE)
    for board, bounds in zip(boards, page.bounds):
        page.group.append(_picture(board, bounds, palette))
    if played in boards:
        page.press(boards.index(played))
    return page.choose()


def _daily(session):
    """Return the day's button, with the days in a row that go on today."""
    days = lazy.call("sharing.today", "in_a_row", session)
    return _DAILY + ("\n{} in a row".format(days) if days else "")


def _words(session, board, is_played):
    name, columns, rows, mines, _ = board
    title = "Your own" if name == presets.CUSTOM else name[0].upper() + name[1:]
    title = "> {} <".format(title) if is_played and len(title) <= _LONG else title
    size = "{}x{} {} mines".format(columns, rows, mines)
    if name == presets.CUSTOM:
        return "{}\n{}\nto be changed".format(title, size)
    best = session.memory.best(board)
    return "{}\n{}\n{}".format(title, size,
                               "best " + clock(best) if best else "not won yet")


def _picture(board, bounds, palette):
    """Draw a board with a pixel or two a cell; its mines always lie at the same places."""
    _, columns, rows, mines, _ = board
    picture = displayio.Bitmap(columns, rows, 2)
    spot = 0
    for _ in range(mines):
        spot = (spot * 75 + 74) % 65537
        cell = spot % (columns * rows)
        picture[cell % columns, cell // columns] = 1
    scale = 2 if columns <= 12 else 1
    left, top, _, bottom = bounds
    group = displayio.Group(scale=scale, x=left + (_ROOM - columns * scale) // 2,
                            y=(top + bottom - rows * scale) // 2)
    group.append(displayio.TileGrid(picture, pixel_shader=palette))
    return group


def _custom(session):
    """Change columns, rows and mines, each by a button for less and one for more."""
    options = session.options
    page = Page(session, "Your board", _numbers(options) + ["Done"], (), 3)
    while True:
        tapped = page.choose()
        if tapped == 3 * len(NUMBERS):
            return
        if tapped % 3 != 1:
            choices.step(options, NUMBERS[tapped // 3], tapped % 3 - 1)
        for at, words in enumerate(_numbers(options)):
            page.rename(at, words)


def _numbers(options):
    told = []
    for name, title in zip(NUMBERS, _TITLES):
        told += ["-", "{} {}".format(getattr(options, name), title), "+"]
    return told
