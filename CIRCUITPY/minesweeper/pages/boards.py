# SPDX-License-Identifier: MIT
"""The boards to choose from: a button for each with its name, size, mines, best time and picture.

The one that is played is pressed in. A tap on the player's own leads to its numbers first, on
the day's board to the date, if that is not known.
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
_ROOM = const(28)
_TITLES = ("columns", "rows", "mines")
# What the first buttons after the boards lead to.
_ASKING = ("pages.date", "pages.digits")


def show(table):
    options = table.options
    offered = options.offered()
    before = rules(table)
    played = options.board()
    buttons = [_words(table, board, board == played) for board in offered]
    page = Page(table, "", buttons + [_daily(table), "By number", "Back"], (), 2, _ROOM, 3)
    palette = palette_of(*_PICTURE)
    for board, bounds in zip(offered, page.bounds):
        page.group.append(_picture(board, bounds, palette))
    page.press(offered.index(played))
    tapped = page.choose()
    if tapped >= len(offered):
        _other(table, tapped - len(offered))
    else:
        options.choose(offered[tapped])
        if options.is_custom():
            _custom(table)
        deal_anew(table, before)
        table.save()


def _other(table, tapped):
    """The day's board, or one by its number."""
    if tapped < len(_ASKING) and gives_up(table):
        lazy.call(_ASKING[tapped], "show", table)


def _daily(table):
    """With the days that would go on today."""
    days = lazy.call("sharing.today", "in_a_row", table)
    return "Board of\nthe day" + ("\n{} in a row".format(days) if days else "")


def _words(table, board, is_played):
    name, columns, rows, mines, _ = board
    title = "Your own" if name == presets.CUSTOM else name[0].upper() + name[1:]
    title = "> {} <".format(title) if is_played else title
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
    group = displayio.Group(scale=scale, x=left + 6 + (24 - columns * scale) // 2,
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
