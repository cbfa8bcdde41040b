# SPDX-License-Identifier: MIT
"""The pause sheet and what lies behind it: options, a board of one's own, calibration, statistics.

Loaded when it is wanted; leaves on the table what the player wishes.
"""

from minesweeper.board.controls import PLAYING
from minesweeper.pages.page import Page

_OPTIONS = (
    (("preset", "Board"), ("controls", "Controls"), ("first", "First tap"),
     ("questions", "Question marks"), ("chords", "Chords"), ("hold", "Hold")),
    (("guard", "Slip guard"), ("sound", "Sound"), ("light", "Light"), ("theme", "Colours"),
     ("pixel", "NeoPixel"), ("no_guess", "No guessing")),
)
_RESUME = 0
_LOST = ("These changes start a new game:", "the one that you are playing would be lost.")
_DEALT_ANEW = ("preset", "first", "no_guess", "custom_columns", "custom_rows", "custom_mines")


def show(table):
    """Resume, another game, or another page; returns (module, action) of what to do, or None."""
    choices = ["Resume", "New game", "Same board", "Options", "Statistics", "Calibrate touch"]
    if table.game.outcome() == PLAYING:
        choices += ["Hint", "Solve"]
    elif table.game.first_cell is not None:
        choices += ["Proof"]
    wishes = (None, table.next_board, table.same_board)
    while True:
        number = Page(table, "Pause", choices).choose(_RESUME)
        if number < len(wishes):
            # What the options have brought about comes before a board of the old rules.
            table.wish = table.wish or wishes[number]
            return None
        action = _chosen(table, choices[number])
        if action:
            return action


def _chosen(table, choice):
    """Another page, after which the sheet is back unless it returns an action."""
    if choice == "Hint":
        return "advice.hint", "hint"
    if choice == "Proof":
        return "advice.proof", "show"
    pages = {"Options": _options, "Statistics": _statistics, "Calibrate touch": _calibrate,
             "Solve": _solve}
    return pages[choice](table)


def _solve(table):
    """The Solve menu."""
    choices = ("Flag required mines", "Open required safe cells", "As far as it goes",
               "Show the odds", "Back")
    actions = (("advice.moves", "flag_required"), ("advice.moves", "open_required"),
               ("advice.moves", "solve"), ("advice.odds", "show"), None)
    page = Page(table, "Solve", choices, (), 1)
    return actions[page.choose()]


def _options(table):
    """All options, a page of them at a time; another board is dealt when its rules have changed."""
    options = table.options
    before = [getattr(options, name) for name in _DEALT_ANEW]
    number = 0
    while number is not None:
        number = _options_page(table, number)
    if options.is_custom():
        _custom(table)
    if before != [getattr(options, name) for name in _DEALT_ANEW]:
        _deal_anew(table, before)
    table.save()


def _deal_anew(table, before):
    """Another board, which a player who has a game in play is asked about."""
    if table.game.moves and table.game.outcome() == PLAYING:
        page = Page(table, "Another board?", ("New game", "Go on with this one"), _LOST)
        if page.choose():
            for name, value in zip(_DEALT_ANEW, before):
                setattr(table.options, name, value)
            return
    table.wish = table.other_board


def _options_page(table, number):
    """A button for each option, tapped round its values; returns the next page's number."""
    shown = _OPTIONS[number]
    options = table.options
    choices = [_words(options, name, title) for name, title in shown]
    page = Page(table, "Options", choices + ["More", "Done"])
    while True:
        tapped = page.choose()
        if tapped >= len(shown):
            return 1 - number if tapped == len(shown) else None
        name, title = shown[tapped]
        options.step(name)
        page.rename(tapped, _words(options, name, title))


def _words(options, name, title):
    return "{}: {}".format(title, options.word(name))


def _custom(table):
    """Columns, rows and mines, each with a button for less and one for more."""
    options = table.options
    names = ("custom_columns", "custom_rows", "custom_mines")
    titles = ("columns", "rows", "mines")
    choices = []
    for name, title in zip(names, titles):
        choices += ["-", "{} {}".format(getattr(options, name), title), "+"]
    page = Page(table, "Your board", choices + ["Done"], (), 3)
    while True:
        tapped = page.choose()
        if tapped == len(choices):
            return
        if tapped % 3 != 1:
            options.step(names[tapped // 3], tapped % 3 - 1)
        for at in range(3):
            page.rename(at * 3 + 1, "{} {}".format(getattr(options, names[at]), titles[at]))


def _statistics(table):
    page = Page(table, "Statistics", ("Done",), table.memory.records.lines(), 1)
    page.choose()


def _calibrate(table):
    """Read the panel at four crosses; what is no picture's shape is refused."""
    table.page("pages.calibrate")
    table.device.calibrate(table.options.calibration)
    table.save()
