# SPDX-License-Identifier: MIT
"""Statistics: a row for each board that was played, and sentences about days, games and the flash.

A row has the wins, a bar of wins and losses below them, a chart of the latest winning times, and
the best time, which is marked in the chart.
"""

import bitmaptools
import displayio
from micropython import const

from minesweeper import lazy
from minesweeper.pages.page import MARGIN, Page
from minesweeper.rules import presets
from minesweeper.saved.records import RECENT
from minesweeper.screen import icons, text, tiles
from minesweeper.screen.box import palette_of
from minesweeper.screen.panel import clock

_HEADS = const("Board\tWon\tBest")
_DONE = icons.DONE + " Done"
# A row's picture: a bar below the wins, as wide as the most of them, and right of it the chart.
_MOST_WINS = const("0000 of 0000")
_THICK, _BESIDE, _EACH = const(3), const(4), const(7)
# The rows of pixels below a row's words, and those of its picture.
_LEADING, _BELOW = const(5), const(1)
# Pixels above the tallest bar of the chart.
_ABOVE = const(3)
_NOTHING, _PAPER, _GREEN, _RED = range(4)
_COLORS = (0, 0xF7F7EF, 0x63E384, 0xFF6B6B)


def show(session):
    """Show one page after the other until the player is done; returns a request."""
    parts = _parts(session)
    number = 0
    while _leads_on(session, parts, number):
        number = (number + 1) % len(parts)
    return "page", "pages.menu"


def _leads_on(session, parts, number):
    """Show a page; returns whether the player asks for the next one."""
    more = (icons.leads_on(number, len(parts)),) if len(parts) > 1 else ()
    choices = more + (_DONE,)
    page = Page(session, "Statistics", choices, (), len(choices))
    _fill(session, page, parts[number])
    return page.choose() < len(choices) - 1


def _parts(session):
    """Divide what there is to tell into pages of (height, preset's index or None, sentence)."""
    saved = session.saved
    played = [index for index in range(len(presets.ALL)) if saved.records.of(index)[1]]
    row = text.body.height + _LEADING
    told: list = [(row, index, "") for index in played]
    for sentence in lazy.call("saved.statistics", "sentences", saved.records, saved.erases):
        told.append((text.body.height, None, sentence))
    room = session.display.height - 4 * text.body.height - text.heading.height - 2 * MARGIN
    parts: list = [[]]
    used = 0
    for item in told:
        if used + item[0] > room:
            parts.append([])
            used = 0
        parts[len(parts) - 1].append(item)
        used += item[0]
    return parts


def _fill(session, page, part):
    middle, top = session.display.width // 2, page.top
    palette = palette_of(*_COLORS)
    palette.make_transparent(_NOTHING)
    if part[0][1] is not None:
        page.say(_HEADS, middle, top + text.body.height // 2, None, page.width)
        top += text.body.height + 2
    for height, index, sentence in part:
        if index is None:
            page.say(sentence, middle, top + height // 2)
        else:
            record, recent = session.saved.records.of(index), session.saved.records.recent(index)
            name = presets.ALL[index][0]
            words = "{}\t{} of {}\t{}".format(name[0].upper() + name[1:], record[2], record[1],
                                              clock(record[0]) if record[0] else "-")
            page.say(words, middle, top + text.body.height // 2, None, page.width)
            bar = text.body.width(_MOST_WINS)
            page.group.append(displayio.TileGrid(_picture(record, recent, bar),
                                                 pixel_shader=palette, x=middle - bar // 2, y=top))
        top += height
    if part[0][1] is None:
        lazy.call("pages.picture", "lay", session, page, tiles.DEFUSED,
                  (top + page.bounds[0][1]) // 2)


def _picture(record, recent, bar):
    """Draw the bar of wins and losses, and the chart, the latest time last."""
    best, games, wins = record[0], record[1], record[2]
    height, chart = text.body.height + _BELOW, bar + _BESIDE
    picture = displayio.Bitmap(chart + RECENT * _EACH, height, len(_COLORS))
    won, top = bar * wins // games, height - _THICK
    bitmaptools.fill_region(picture, 0, top, won, height, _GREEN)
    bitmaptools.fill_region(picture, won, top, bar, height, _RED)
    slowest = max(recent)
    for at in range(RECENT):
        seconds = recent[RECENT - 1 - at]
        if seconds:
            tall = max(2, (height - _ABOVE) * seconds // slowest)
            _draw_time(picture, chart + at * _EACH, height - tall, seconds == best)
    return picture


def _draw_time(picture, left, top, is_best):
    """Draw a bar of the chart; the best time's is wide and green, the others are narrow."""
    if is_best:
        bitmaptools.fill_region(picture, left, top, left + _EACH - 2, picture.height, _GREEN)
    else:
        bitmaptools.fill_region(picture, left + 1, top, left + _EACH - 3, picture.height, _PAPER)
