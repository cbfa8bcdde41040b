# SPDX-License-Identifier: MIT
"""The boards to choose from, the easiest first: a button for each tells its kind and its size.

A star marks those that were won, a tick the one in play. A tap on the player's own board leads to
its numbers first. Boards that do not fit one page are on two.
"""

import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import Page
from minesweeper.pages.rules import asks_for_board, rules
from minesweeper.rules import presets
from minesweeper.saved import choices
from minesweeper.saved.options import NUMBERS
from minesweeper.screen import icons
from minesweeper.screen.box import palette_of

# Each board's name, and a few words on it.
_EASIEST_FIRST = (
    ("beginner", "small and easy"), ("guide", "Adafruit's own"), ("flowers", "mines bloom"),
    ("classic", "a large square"), ("intermediate", "more mines"), ("expert", "many mines"),
    ("classic expert", "the largest"), (presets.CUSTOM, "any size"),
)
# Colours of the ground and of mines in the small pictures.
_PICTURE = (0xF7F7EF, 0x9C1018)
_ROOM = const(30)
_LARGE_ROOM = const(48)
_ASIDE = const(4)
_TITLES = ("Columns", "Rows", "Mines")
# The buttons beside the boards, and the pages that they lead to.
_DAILY, _NUMBER = icons.DAY + " Board of\nthe day", "By number"
_BACK = icons.BACK + " Back"
_ASKING = {_DAILY: "pages.date", _NUMBER: "pages.digits"}
# A longer name leaves no room for a mark.
_LONG = const(12)
# Boards on a page.
_MOST = const(4)


def show(session, save, number=0):
    """Return a request for the board that is chosen, for another page, or to go back.

    The page with this number is shown first.
    """
    options = session.options
    before = rules(options)
    chosen = _chosen(session, number)
    if chosen in _ASKING:
        return "page", _ASKING[chosen]
    if chosen != _BACK:
        options.choose(chosen)
        if options.is_custom():
            _custom(session)
        asked = asks_for_board(session, before)
        save()
        if asked:
            return "board", None
    return "page", "pages.menu"


def _chosen(session, number):
    """Return a board, or one of the words."""
    pages = _pages(session.options.offered())
    while True:
        boards, words = pages[number]
        at = _page(session, boards, words, number)
        if at == len(boards + words) - 1:
            number = 1 - number
        else:
            return (boards + words)[at]


def _pages(boards):
    """Return (boards, words below them) of both pages."""
    boards = [board for name, _ in _EASIEST_FIRST for board in boards if board[0] == name]
    return ((boards[:_MOST], [_BACK, _DAILY, icons.leads_on(0, 2)]),
            (boards[_MOST:], [_BACK, _NUMBER, icons.leads_on(1, 2)]))


def _page(session, boards, words, number):
    """Show a page and return the number of the button that is tapped."""
    played = session.options.board()
    buttons = [_words(session, board, board == played) for board in boards]
    buttons += [_daily(session) if word == _DAILY else word for word in words]
    room = _LARGE_ROOM if session.display.height >= presets.LARGE else _ROOM
    page = Page(session, "Which board?", buttons, (), 2, room, len(words))
    palette = palette_of(*_PICTURE)
    for board, bounds in zip(boards, page.bounds):
        page.group.append(_picture(board, bounds, palette, room))
    return page.choose(len(boards))


def _daily(session):
    """Return the day's button, with the days in a row that go on today."""
    days = lazy.call("sharing.today", "in_a_row", session)
    return "{} Daily\n{} in a row".format(icons.DAY, days) if days else _DAILY


def _words(session, board, is_played):
    name, columns, rows, mines, _ = board
    title = name[0].upper() + name[1:]
    is_won = name != presets.CUSTOM and session.saved.best(board)
    mark = icons.DONE if is_played else icons.BEST if is_won else ""
    if mark and len(title) <= _LONG:
        title = mark + " " + title
    kind = [kind for other, kind in _EASIEST_FIRST if other == name][0]
    size = "{} x {}" if session.display.height >= presets.LARGE else "{}x{}"
    return (title + "\n{}\n" + size + ", {} mines").format(kind, columns, rows, mines)


def _picture(board, bounds, palette, room):
    """Draw what there is room for of a board; its mines always lie at the same places."""
    _, columns, rows, mines, _ = board
    room -= _ASIDE
    picture = displayio.Bitmap(min(columns, room), rows, 2)
    spot = 0
    for _ in range(mines):
        spot = (spot * 75 + 74) % 65537
        cell = spot % (columns * rows)
        if cell % columns < room:
            picture[cell % columns, cell // columns] = 1
    scale = max(1, room // max(columns, rows))
    left, top, _, bottom = bounds
    group = displayio.Group(scale=scale, x=left + _ASIDE + (room - picture.width * scale) // 2,
                            y=(top + bottom - rows * scale) // 2)
    group.append(displayio.TileGrid(picture, pixel_shader=palette))
    return group


def _custom(session):
    """Change columns, rows and mines, each by a button for less and one for more."""
    options = session.options
    page = Page(session, "Your board", _numbers(options) + [icons.DONE + " Done"], (), 3,
                values=("999",) * (3 * len(NUMBERS)))

    def step(tapped):
        if tapped % 3 != 1 and tapped < 3 * len(NUMBERS):
            choices.step(options, NUMBERS[tapped // 3], tapped % 3 - 1)
            for at, words in enumerate(_numbers(options)):
                page.rename(at, words)
            return True
        return False

    while page.choose(step=step) < 3 * len(NUMBERS):
        pass


def _numbers(options):
    told = []
    for name, title in zip(NUMBERS, _TITLES):
        told += ["-", "{}\n{}".format(title, getattr(options, name)), "+"]
    return told
