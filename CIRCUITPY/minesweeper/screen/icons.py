# SPDX-License-Identifier: MIT
"""The icons among the letters, in the order of tools/art/icons.txt."""

RESUME = "\x7f"
NEW = "\x80"
SAME = "\x81"
HINT = "\x82"
SOLVE = "\x83"
PROOF = "\x84"
PLAY = "\x85"
BOARDS = "\x86"
OPTIONS = "\x87"
STATISTICS = "\x88"
SHARE = "\x89"
BACK = "\x8a"
NEXT = "\x8b"
DONE = "\x8c"
LESS = "\x8d"
MORE = "\x8e"
DAY = "\x8f"
ODDS = "\x90"
BEST = "\x91"
TOUCH = "\x92"
MENU = "\x93"


def leads_on(number, count):
    """Return the words of a button that leads to the next of some pages, or back to the first."""
    words = NEXT + " More" if number + 1 < count else SAME + " First page"
    return "{}\nPage {} of {}".format(words, number + 1, count)
