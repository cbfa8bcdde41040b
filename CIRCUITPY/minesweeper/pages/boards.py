# SPDX-License-Identifier: MIT
"""The boards to choose from: three as everyone knows them, and on a second page all others.

The player's own board leads to its numbers first. Adafruit's guide's board is played by its rules.
"""

from minesweeper.pages.page import Page
from minesweeper.pages.question import gives_up
from minesweeper.rules import controls, presets
from minesweeper.saved import choices
from minesweeper.saved.options import NUMBERS
from minesweeper.screen import text
from minesweeper.screen.panel import clock

_MORE, _BACK, _PLAY = text.NEXT + " More", text.BACK + " Back", text.RESUME + " Play"
_TITLES = ("Columns", "Rows", "Mines")
_FIRST = "Easy", "Medium", "Hard"


def show(session):
    """Return a request for the board that is chosen, or to go back."""
    options = session.options
    before = options.board()
    board = _chosen(session)
    if not board:
        return "page", "back"
    if board[0] == presets.CUSTOM:
        board = _custom(session)
    if board and gives_up(session):
        _set_controls(options, board)
        return "board", board
    # Its numbers may have been changed.
    options.choose(before)
    return "page", "back" if board else "pages.boards"


def _set_controls(options, board):
    """Bring Guide's controls with it, and let them leave with it."""
    if board == presets.GUIDE:
        options.controls = controls.GUIDE
    elif options.board() == presets.GUIDE and options.controls == controls.GUIDE:
        options.controls = controls.DIG


def _chosen(session):
    """Return a board, None to go back."""
    boards = session.options.offered()
    named = [board for board in boards if presets.title(board[0]) in _FIRST]
    named.sort(key=lambda board: board[3])
    others = [board for board in boards if board not in named]
    while True:
        tapped = _page(session, named, (_BACK, _MORE), (1, 1, 1, 2))
        if tapped < len(named):
            return named[tapped]
        if tapped == len(named):
            return None
        tapped = _page(session, others, (_BACK,), ())
        if tapped < len(others):
            return others[tapped]


def _page(session, boards, more, rows):
    """Show boards and further buttons; returns the number of the one that is tapped."""
    words = [_words(session, board) for board in boards]
    requests = (None,) * len(boards) + (("page", "back"),) * (len(more) > 1)
    return Page(session, "Boards", words + list(more), (), rows).choose(
        len(boards), requests=requests)


def _words(session, board):
    """Return a board's name with a tick if it is played, its size, and the best time."""
    name, columns, rows, mines, _ = board
    tick = text.DONE + " " if board == session.options.board() else ""
    best = 0 if board[0] == presets.CUSTOM else session.saved.best(board)
    end = ", {} {}".format(text.BEST, clock(best)) if best else ""
    return "{}{}\n{}x{}, {} mines{}".format(tick, presets.title(name), columns, rows, mines, end)


def _custom(session):
    """Change columns, rows and mines, each by a button for less and one for more.

    Returns the board, None to go back.
    """
    options = session.options
    last = 3 * len(NUMBERS)
    page = Page(session, "Your board", _numbers(options) + [_BACK, _PLAY], (), (3, 3, 3, 2),
                ("999",) * last)

    def step(tapped):
        if tapped % 3 != 1 and tapped < last:
            choices.step(options, NUMBERS[tapped // 3], tapped % 3 - 1)
            for at, words in enumerate(_numbers(options)):
                page.rename(at, words)
            return True
        return False

    tapped = 0
    while tapped < last:
        tapped = page.choose(last, step=step)
    return options.custom() if tapped > last else None


def _numbers(options):
    words = []
    for name, title in zip(NUMBERS, _TITLES):
        words += ["-", "{}\n{}".format(title, getattr(options, name)), "+"]
    return words
