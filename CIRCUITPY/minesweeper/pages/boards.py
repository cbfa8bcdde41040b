# SPDX-License-Identifier: MIT
"""The boards to choose from: a button for each with its name, size, mines, best time and picture.

The one that is played is pressed in. A tap on the player's own leads to its numbers first, on
the day's board to the date, if that is not known. What does not fit one page is on two.
"""

import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.board import presets
from minesweeper.memory import choices
from minesweeper.memory.options import NUMBERS
from minesweeper.pages.page import Page
from minesweeper.pages.rules import deal_anew, gives_up, rules
from minesweeper.screen.box import palette_of
from minesweeper.screen.panel import clock

# Ground, mine.
_PICTURE = (0xF7F7EF, 0x9C1018)
_ROOM = const(32)
# A name of more letters leaves no room for marks at its sides.
_LONG = const(12)
_TITLES = ("columns", "rows", "mines")
# What there is to choose beside boards, and where that leads to.
_DAILY, _NUMBER, _MORE, _BACK = "Board of\nthe day", "By number", "More", "Back"
_ASKING = {_DAILY: "pages.date", _NUMBER: "pages.digits"}
# A button needs so many pixels for its three lines.
_HIGH = const(60)


def show(table):
    before = rules(table)
    chosen = _chosen(table)
    if chosen in _ASKING:
        if gives_up(table):
            lazy.call(_ASKING[chosen], "show", table)
    elif chosen != _BACK:
        table.options.choose(chosen)
        if table.options.is_custom():
            _custom(table)
        deal_anew(table, before)
        table.save()


def _chosen(table):
    """A board, or one of the words; the first page is the one with the board that is played."""
    pages = _pages(table.options.offered(), table.display.height)
    number = 0 if table.options.board() in pages[0][0] else 1
    while True:
        boards, words = pages[number]
        tapped = (boards + words)[_page(table, boards, words)]
        if tapped != _MORE:
            return tapped
        number = 1 - number


def _pages(boards, height):
    """(boards, words below them) of one page, or of two."""
    most = (height // _HIGH - 1) * 2
    if len(boards) <= most:
        return ((boards, [_DAILY, _NUMBER, _BACK]),)
    return (boards[:most], [_DAILY, _MORE, _BACK]), (boards[most:], [_NUMBER, _MORE, _BACK])


def _page(table, boards, words):
    """The number of what is tapped."""
    played = table.options.board()
    buttons = [_words(table, board, board == played) for board in boards]
    buttons += [_daily(table) if word == _DAILY else word for word in words]
    page = Page(table, "", buttons, (), 2, _ROOM, len(words))
    palette = palette_of(*_PICTURE)
    for board, bounds in zip(boards, page.bounds):
        page.group.append(_picture(board, bounds, palette))
    if played in boards:
        page.press(boards.index(played))
    return page.choose()


def _daily(table):
    """With the days that would go on today."""
    days = lazy.call("sharing.today", "in_a_row", table)
    return _DAILY + ("\n{} in a row".format(days) if days else "")


def _words(table, board, is_played):
    name, columns, rows, mines, _ = board
    title = "Your own" if name == presets.CUSTOM else name[0].upper() + name[1:]
    title = "> {} <".format(title) if is_played and len(title) <= _LONG else title
    size = "{}x{} {} mines".format(columns, rows, mines)
    if name == presets.CUSTOM:
        return "{}\n{}\nto be changed".format(title, size)
    best = table.memory.best(board)
    return "{}\n{}\n{}".format(title, size,
                               "best " + clock(best) if best else "not won yet")


def _picture(board, bounds, palette):
    """A pixel a cell, of a small board two; the mines are strewn the same every time."""
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


def _custom(table):
    """Columns, rows and mines, each with a button for less and one for more."""
    options = table.options
    page = Page(table, "Your board", _numbers(options) + ["Done"], (), 3)
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
